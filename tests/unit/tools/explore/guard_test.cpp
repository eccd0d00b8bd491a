// Who is served by the explorer.
#include "tools/explore/guard.hpp"

#include <set>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

const std::string token = "0123456789abcdef0123456789abcdef";
const std::string secret = "fedcba9876543210fedcba9876543210";
const std::string cookie = "polyglot-8000=" + secret;

HttpRequest request() {
    return {.method = "POST",
            .path = "/api/position",
            .query = "",
            .host = "127.0.0.1:8000",
            .origin = "http://127.0.0.1:8000",
            .cookie = cookie,
            .content_type = "application/json",
            .fetch_site = "same-origin",
            .body = "{}"};
}

// 200 if it is served.
unsigned status_of(const HttpRequest& request) {
    const auto refused = Guard(token, secret, 8000).refuse(request);
    return refused ? refused->status : 200;
}

template <class Change>
unsigned status_with(Change change) {
    HttpRequest changed = request();
    change(changed);
    return status_of(changed);
}

TEST_CASE("explore serves its own page, by each of the names of this computer") {
    CHECK(status_of(request()) == 200);
    for (const std::string host : {"127.0.0.1:8000", "localhost:8000", "[::1]:8000"})
        CHECK(status_with([&](HttpRequest& r) {
                  r.host = host;
                  r.origin = "http://" + host;
              }) == 200);
    CHECK(status_with([](HttpRequest& r) { r.cookie = "a=b; " + cookie + "; polyglot-9000=x"; }) == 200);
    // Old browsers and programs send less.
    CHECK(status_with([](HttpRequest& r) { r.origin = r.fetch_site = ""; }) == 200);
}

TEST_CASE("explore refuses foreign names, foreign sites and whoever lacks the token") {
    for (const char* host : {"", "evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:80000",
                             "127.0.0.1:8000.evil.example", "localhost.evil.example:8000", "10.0.0.1:8000"})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) {
                          r.host = host;
                          r.origin = "http://" + r.host;
                      }) == 403,
                      host);
    for (const char* origin : {"null", "http://evil.example", "https://127.0.0.1:8000", "http://127.0.0.1:8001",
                               "http://localhost:8000", "http://127.0.0.1:8000/"})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) { r.origin = origin; }) == 403, origin);
    for (const char* site : {"cross-site", "same-site", "?"})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) { r.fetch_site = site; }) == 403, site);
    for (const std::string& wrong :
         {std::string(), std::string("polyglot-8000="), "polyglot-8001=" + secret, "polyglot-8000=" + token,
          cookie + "0", "polyglot-8000=" + std::string(32, '0'), "xpolyglot-8000=" + secret})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) { r.cookie = wrong; }) == 403, wrong);
    for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded"})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) { r.content_type = type; }) == 415, type);
}

TEST_CASE("explore takes the token in the address for the page alone") {
    const auto opened = [](const std::string& path, const std::string& query) {
        return status_of({.method = "GET",
                          .path = path,
                          .query = query,
                          .host = "127.0.0.1:8000",
                          .origin = "",
                          .cookie = "",
                          .content_type = "",
                          .fetch_site = "none",
                          .body = ""});
    };
    CHECK(opened("/", "token=" + token) == 200);
    CHECK(opened("/", "a=b&token=" + token) == 200);
    CHECK(opened("/page.js", "token=" + token) == 403);
    CHECK(opened("/", "token=" + token + "0") == 403);
    CHECK(opened("/", "") == 403);
    const Guard guard(token, secret, 8000);
    CHECK(guard.address() == "http://127.0.0.1:8000/?token=" + token);
    CHECK(guard.set_cookie() == cookie + "; Path=/; HttpOnly; SameSite=Strict");
}

TEST_CASE("explore's address is used once; then the cookie counts") {
    HttpRequest page = request();
    page.method = "GET";
    page.path = "/";
    page.query = "token=" + token;
    Guard guard(token, secret, 8000);
    CHECK_FALSE(guard.refuse(page).has_value()); // the cookie of before, and the token: the token is used, too
    page.cookie = "";
    CHECK(guard.refuse(page)->body.starts_with("The address has been opened before"));
    page.cookie = cookie;
    CHECK_FALSE(guard.refuse(page).has_value());
}

TEST_CASE("a token has 128 bits, and is another one each time") {
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i)
        tokens.insert(new_token());
    CHECK(tokens.size() == 100);
    for (const std::string& one : tokens) {
        CHECK(one.size() == 32);
        CHECK(one.find_first_not_of("0123456789abcdef") == std::string::npos);
    }
}

} // namespace
} // namespace polyglot::tools
