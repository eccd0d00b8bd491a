#include "tools/explore/site.hpp"

#include "tools/common/json.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

HttpResponse error(unsigned status, std::string_view message) {
    return {.status = status,
            .type = "application/json",
            .body = json::serialize(json::object{{"error", json_of(message)}}),
            .set_cookie = {}};
}

} // namespace

HttpResponse Site::answer(const HttpRequest& request) {
    if (auto refused = guard_.refuse(request)) return *std::move(refused);
    if (request.method == "GET") return send_file(request);
    if (request.method == "POST") return ask(request);
    return error(405, "only GET and POST are known");
}

HttpResponse Site::send_file(const HttpRequest& request) const {
    std::string_view path = request.path;
    if (path == "/" && answers_.has_watch_only()) path = "/watch";
    const auto file =
        std::find_if(page_.begin(), page_.end(), [path](const PageFile& one) { return one.path == path; });
    if (file == page_.end()) return error(404, "there is nothing at " + request.path);
    return {.status = 200,
            .type = file->type,
            .body = std::string(file->content),
            .set_cookie = request.path == "/" ? guard_.set_cookie() : std::string()};
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
