// A request to `polyglot explore`: the first line is the path, then follow lines for Host, Origin, Cookie,
// Sec-Fetch-Site and Content-Type, the rest is the body. Only who has the token is served; every answer to a question
// is a JSON object.
#include "core/openings/starter.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tools/explore/site.hpp"

#include <string>

namespace tools = polyglot::tools;
using polyglot::fuzz::require;

namespace {

const std::string token = "0123456789abcdef";

tools::Shelf starter_alone() {
    tools::Shelf shelf(5, nullptr);
    require(shelf.add(std::string(polyglot::openings::starter_name)).has_value(), "the starter book can be shown");
    require(shelf.add(std::string(polyglot::openings::starter_name)).has_value(), "it can be shown twice");
    return shelf;
}

bool is_json_object(const std::string& text) {
    boost::json::error_code failed;
    const boost::json::value value = boost::json::parse(text, failed);
    return !failed && value.is_object();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static tools::Shelf shelf = starter_alone();
    static tools::Answers answers(shelf);
    static tools::Site site(tools::Guard("once", token, 8000), answers, {}, [] {});

    polyglot::fuzz::Bytes bytes(polyglot::fuzz::text_of(data, size));
    tools::HttpRequest request;
    request.method = "POST";
    request.path = bytes.line();
    request.host = bytes.line();
    request.origin = bytes.line();
    request.cookie = bytes.line();
    request.fetch_site = bytes.line();
    request.content_type = bytes.line();
    request.body = bytes.rest();
    const unsigned given = site.answer(request).status;
    require(given == 403 || request.cookie.find("polyglot-8000=" + token) != std::string::npos ||
                (request.path == "/" && request.query.find(token) != std::string::npos),
            "only who has the token is served", request.cookie);
    require(given == 403 || request.host.ends_with(":8000"), "only our own names are served", request.host);

    // The same question by the page itself.
    request.host = "127.0.0.1:8000";
    request.origin = request.fetch_site = "";
    request.cookie = "polyglot-8000=" + token;
    request.content_type = "application/json";
    const tools::HttpResponse response = site.answer(request);
    require(response.status == 200 || response.status == 400 || response.status == 404, "a question has an answer",
            std::to_string(response.status));
    require(is_json_object(response.body), "an answer is a JSON object", response.body);
    return 0;
}
