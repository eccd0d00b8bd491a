#include "tools/explore/site.hpp"

#include "tools/common/json.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

constexpr std::string_view place_of_key = "<meta name=\"key\" content=\""; // in web/src/page.html and watch.html

HttpResponse error(unsigned status, std::string_view message) {
    return {.status = status,
            .type = "application/json",
            .body = json::serialize(json::object{{"error", json_of(message)}}),
            .set_cookie = {}};
}

} // namespace

// Asked once more: the token may have been used since the header was read.
HttpResponse Site::answer(const HttpRequest& request) {
    if (auto refused = guard_.refuse(request)) return *std::move(refused);
    if (request.method == "GET") return request.path == "/" ? send_page(request) : send_file(request.path);
    if (request.method == "POST") return ask(request);
    return error(405, "only GET and POST are known");
}

// A client that has the cookie alone gets the page without the key.
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
    const auto file =
        std::find_if(page_.begin(), page_.end(), [path](const PageFile& one) { return one.path == path; });
    if (file == page_.end()) return error(404, "there is nothing at " + std::string(path));
    return {.status = 200, .type = file->type, .body = std::string(file->content), .set_cookie = {}};
}

HttpResponse Site::ask(const HttpRequest& request) {
    json::error_code failed;
    const json::value body = json::parse(request.body, failed);
    if (failed || !body.is_object()) return error(400, "the body is not a JSON object");
    const json::object& question = body.get_object();
    if (request.path == "/api/quit") {
        const json::value* const discard = question.if_contains("discard");
        if (answers_.has_unsaved() && (discard == nullptr || *discard != json::value(true)))
            return error(409, "there are edits that are not saved");
        answers_.forget_unsaved();
        on_quit_();
        return {.status = 200, .type = "application/json", .body = "{}", .set_cookie = {}};
    }
    const auto answered = [&]() -> std::optional<Answers::Answer> {
        if (request.path == "/api/about") return answers_.about();
        if (request.path == "/api/position") return answers_.position(question);
        if (request.path == "/api/line") return Answers::line(question);
        if (request.path == "/api/difference") return answers_.difference(question);
        if (request.path == "/api/compare") return answers_.compare(question);
        if (request.path == "/api/searches") return answers_.searches();
        if (request.path == "/api/tree") return answers_.tree(question);
        if (request.path == "/api/learning") return answers_.learning(question);
        if (request.path == "/api/paste") return Answers::paste(question);
        if (request.path == "/api/watch") return answers_.watch(question);
        if (request.path == "/api/edit") return answers_.edit(question);
        if (request.path == "/api/import") return answers_.import(question);
        if (request.path == "/api/undo") return answers_.undo(question);
        if (request.path == "/api/redo") return answers_.redo(question);
        if (request.path == "/api/save") return answers_.save(question);
        if (request.path == "/api/discard") return answers_.discard(question);
        if (request.path == "/api/recover") return answers_.recover(question);
        if (request.path == "/api/export") return answers_.export_book(question);
        return std::nullopt;
    }();
    if (!answered) return error(404, "there is nothing at " + request.path);
    if (!*answered) return error(400, answered->error().message);
    return {.status = 200, .type = "application/json", .body = json::serialize(**answered), .set_cookie = {}};
}

} // namespace polyglot::tools
