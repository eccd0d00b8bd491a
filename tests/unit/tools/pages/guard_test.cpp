// Who is served by the explorer.
#include "tools/pages/guard.hpp"

#include <set>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

const std::string token = "0123456789abcdef0123456789abcdef";
const std::string secret = "fedcba9876543210fedcba9876543210";
const std::string key = "00112233445566778899aabbccddeeff";
const std::string cookie = "polyglot-8000=" + secret;
const Secrets secrets{.token = token, .cookie = secret, .key = key};

HttpRequest request() {
    return {.method = "POST",
            .path = "/api/position",
            .host = "127.0.0.1:8000",
            .origin = "http://127.0.0.1:8000",
            .cookie = cookie,
            .content_type = "application/json",
            .fetch_site = "same-origin",
            .key = key,
            .body = "{}"};
}

// 200 if it is served.
unsigned status_of(const HttpRequest& request) {
    const auto refused = Guard("explore", secrets, 8000).refuse(request);
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
    CHECK(status_with([](HttpRequest& r) { r.cookie = "a=b; " + cookie + "; polyglot-9000=x"; }) ==
          200);
    // Old browsers and programs send less.
    CHECK(status_with([](HttpRequest& r) { r.origin = r.fetch_site = ""; }) == 200);
}

TEST_CASE("explore refuses foreign names, foreign sites and whoever lacks the token") {
    for (const char* host :
         {"", "evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:80000",
          "127.0.0.1:8000.evil.example", "localhost.evil.example:8000", "10.0.0.1:8000"})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) {
                          r.host = host;
                          r.origin = "http://" + r.host;
                      }) == 403,
                      host);
    for (const char* origin :
         {"null", "http://evil.example", "https://127.0.0.1:8000", "http://127.0.0.1:8001",
          "http://localhost:8000", "http://127.0.0.1:8000/"})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) { r.origin = origin; }) == 403, origin);
    for (const char* site : {"cross-site", "same-site", "?"})
        CHECK_MESSAGE(status_with([&](HttpRequest& r) { r.fetch_site = site; }) == 403, site);
    for (const std::string& wrong :
         {std::string(), std::string("polyglot-8000="), "polyglot-8001=" + secret,
          "polyglot-8000=" + token, cookie + "0", "polyglot-8000=" + std::string(32, '0'),
          "xpolyglot-8000=" + secret})
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
                          .fetch_site = "none"});
    };
    CHECK(opened("/", "token=" + token) == 200);
    CHECK(opened("/", "a=b&token=" + token) == 200);
    CHECK(opened("/page.js", "token=" + token) == 403);
    CHECK(opened("/", "token=" + token + "0") == 403);
    CHECK(opened("/", "") == 403);
    const Guard guard("explore", secrets, 8000);
    CHECK(guard.address() == "http://127.0.0.1:8000/?token=" + token);
    CHECK(guard.set_cookie() == cookie + "; Path=/; HttpOnly; SameSite=Strict");
}

TEST_CASE("explore's cookie, which other servers of this computer get, is good for the page's "
          "files alone") {
    for (const std::string& wrong : {std::string(), secret, token, key + "0", std::string(32, '0')})
        for (const char* method : {"POST", "DELETE", "HEAD", "OPTIONS"})
            CHECK_MESSAGE(status_with([&](HttpRequest& r) {
                              r.method = method;
                              r.key = wrong;
                          }) == 403,
                          method << ' ' << wrong);
    CHECK(status_with([](HttpRequest& r) {
              r.method = "GET";
              r.path = "/page.js";
              r.key = "";
          }) == 200);
    // Nor is the key good without the cookie
    CHECK(status_with([](HttpRequest& r) { r.cookie = ""; }) == 403);
}

HttpRequest opening() {
    HttpRequest page = request();
    page.method = "GET";
    page.path = "/";
    page.query = "token=" + token;
    page.cookie = page.key = "";
    return page;
}

TEST_CASE("explore says to the page or the address of another explorer that it is another's, and "
          "what to do") {
    Guard guard("explore", secrets, 8000);
    const auto refused = [&guard](const HttpRequest& request) {
        return guard.refuse(request).value().body;
    };
    HttpRequest other = opening();
    other.query = "token=" + key;
    HttpRequest page = request();
    page.key = token;
    for (const bool is_used : {false, true}) {
        CAPTURE(is_used);
        if (is_used) guard.use_token();
        for (const HttpRequest& request : {other, page}) {
            CHECK(refused(request).starts_with(
                "This page is of another polyglot explore: open the address"));
            CHECK(refused(request).ends_with("end polyglot explore and start it again.\n"));
            CHECK(Guard("setup", secrets, 8000)
                      .refuse(request)
                      ->body.ends_with("end polyglot setup and start it again.\n"));
        }
    }
}

TEST_CASE("explore's address is used once; then the cookie counts") {
    HttpRequest page = opening();
    Guard guard("explore", secrets, 8000);
    CHECK(guard.opens(page));
    guard.use_token();
    CHECK_FALSE(guard.opens(page));
    CHECK(guard.refuse(page)->body.starts_with("The address has been opened before"));
    HttpRequest without_cookie = request();
    without_cookie.cookie = "";
    CHECK(guard.refuse(without_cookie)->body.starts_with("The cookie is missing"));
    page.cookie = cookie;
    CHECK_FALSE(guard.refuse(page).has_value());
    guard.give_token_back(); // the page has arrived, whatever became of the connection
    CHECK_FALSE(guard.opens(page));
}

TEST_CASE("explore's address is not used up by what does not get the page") {
    Guard guard("explore", secrets, 8000);
    for (const char* method : {"HEAD", "POST", "PUT", "OPTIONS"}) {
        HttpRequest other = opening();
        other.method = method;
        CHECK_MESSAGE(guard.refuse(other)->status == 403, method);
        CHECK_MESSAGE(guard.opens(opening()), method);
    }
    guard.use_token();
    guard.give_token_back(); // the connection broke: what it may have brought is worth nothing
    CHECK(guard.opens(opening()));
    CHECK_FALSE(guard.refuse(opening()).has_value());
    CHECK(guard.refuse(request())->status == 403);
    CHECK(guard.set_cookie().find(secret) == std::string::npos);
    CHECK(guard.key() != key);
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
