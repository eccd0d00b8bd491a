#include "tools/explore/site.hpp"

#include "tools/explore/api.hpp"

namespace polyglot::tools {

namespace json = boost::json;

std::string_view Site::page() const {
    return answers_.has_watch_only() ? "/watch" : "/";
}

HttpResponse Site::ask(std::string_view path, const json::object& question) {
    return path == "/api/quit" ? quit(question)
                               : ask_by_table(api_questions(), path, answers_, question);
}

HttpResponse Site::quit(const json::object& question) {
    const json::value* const discard = question.if_contains("discard");
    if (answers_.has_unsaved() && (discard == nullptr || *discard != json::value(true)))
        return json_error(409, "there are edits that are not saved");
    answers_.forget_unsaved();
    on_quit_();
    return json_response({});
}

} // namespace polyglot::tools
