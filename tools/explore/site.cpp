#include "tools/explore/site.hpp"

#include "tools/common/json.hpp"
#include "tools/explore/api.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::string_view place_of_key =
    "<meta name=\"key\" content=\""; // as in web/src/page.html and watch.html

HttpResponse error(unsigned status, std::string_view message) {
    return {.status = status,
            .type = "application/json",
            .body = json::serialize(json::object{{"error", tools::json_of(message)}}),
            .set_cookie = {}};
}

} // namespace

// The request is checked again, because the token may have been used since the header was read.
HttpResponse Site::answer(const HttpRequest& request) {
    if (auto refused = guard_.refuse(request)) return *std::move(refused);
    if (request.method == "GET")
        return request.path == "/" ? send_page(request) : send_file(request.path);
    if (request.method == "POST") return ask(request);
    return error(405, "only GET and POST are known");
}

// A client that only has the cookie gets the page without the key.
HttpResponse Site::send_page(const HttpRequest& request) {
    HttpResponse page = send_file(answers_.has_watch_only() ? "/watch" : "/");
    if (page.status != 200 || !guard_.opens(request)) return page;
    if (const std::size_t at = page.body.find(place_of_key); at != std::string::npos)
        page.body.insert(at + place_of_key.size(), guard_.key());
    page.set_cookie = guard_.set_cookie();
    guard_.use_token();
    page.on_lost = [this] { guard_.give_token_back(); };
    return page;
}

HttpResponse Site::send_file(std::string_view path) const {
    const auto file = std::find_if(page_.begin(), page_.end(),
                                   [path](const PageFile& one) { return one.path == path; });
    if (file == page_.end()) return error(404, "there is nothing at " + std::string(path));
    return {
        .status = 200, .type = file->type, .body = std::string(file->content), .set_cookie = {}};
}

HttpResponse Site::ask(const HttpRequest& request) {
    const auto questions = api_questions();
    const auto known =
        std::find_if(questions.begin(), questions.end(),
                     [&](const ApiQuestion& one) { return one.path == request.path; });
    if (known == questions.end()) return error(404, "there is nothing at " + request.path);
    json::error_code failed;
    const json::value body = json::parse(request.body, failed);
    if (failed || !body.is_object()) return error(400, "the body is not a JSON object");
    const json::object& question = body.get_object();
    if (known->answer == nullptr) return quit(question);
    const Answers::Answer answered = known->answer(answers_, question);
    if (!answered) return error(400, answered.error().message);
    return {.status = 200,
            .type = "application/json",
            .body = json::serialize(*answered),
            .set_cookie = {}};
}

HttpResponse Site::quit(const json::object& question) {
    const json::value* const discard = question.if_contains("discard");
    if (answers_.has_unsaved() && (discard == nullptr || *discard != json::value(true)))
        return error(409, "there are edits that are not saved");
    answers_.forget_unsaved();
    on_quit_();
    return {.status = 200, .type = "application/json", .body = "{}", .set_cookie = {}};
}

} // namespace polyglot::tools
