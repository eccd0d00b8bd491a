#include "tools/explore/site.hpp"

#include "tools/explore/api.hpp"

#include <algorithm>
#include <string>

namespace polyglot::tools {

namespace json = boost::json;

std::string_view Site::page() const {
    return answers_.has_watch_only() ? "/watch" : "/";
}

HttpResponse Site::ask(std::string_view path, const json::object& question) {
    const auto questions = api_questions();
    const auto known = std::ranges::find(questions, path, &ApiQuestion::path);
    if (known == questions.end())
        return json_error(404, "there is nothing at " + std::string(path));
    if (known->answer == nullptr) return quit(question);
    const Answers::Answer answered = known->answer(answers_, question);
    if (!answered) return json_error(400, answered.error().message);
    return json_response(*answered);
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
