#include "tools/setup/setup_site.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace polyglot::tools {
namespace {

struct SetupQuestion {
    std::string_view path;
    SetupAnswers::Answer (*answer)(SetupAnswers& answers, const SetupAnswers::Question& question);
};

// SetupAnswers describes each of them.
constexpr std::array questions{
    SetupQuestion{"/api/about",
                  [](SetupAnswers& all, const SetupAnswers::Question&) { return all.about(); }},
    SetupQuestion{"/api/engines", [](SetupAnswers& all,
                                     const SetupAnswers::Question& q) { return all.engines(q); }},
    SetupQuestion{"/api/folder",
                  [](SetupAnswers& all, const SetupAnswers::Question& q) { return all.folder(q); }},
    SetupQuestion{"/api/engine",
                  [](SetupAnswers& all, const SetupAnswers::Question& q) { return all.engine(q); }},
    SetupQuestion{"/api/test",
                  [](SetupAnswers& all, const SetupAnswers::Question& q) { return all.test(q); }},
    SetupQuestion{"/api/book",
                  [](SetupAnswers& all, const SetupAnswers::Question& q) { return all.book(q); }},
    SetupQuestion{"/api/preview", [](SetupAnswers& all,
                                     const SetupAnswers::Question& q) { return all.preview(q); }},
    SetupQuestion{"/api/trial",
                  [](SetupAnswers& all, const SetupAnswers::Question& q) { return all.trial(q); }},
    SetupQuestion{"/api/write",
                  [](SetupAnswers& all, const SetupAnswers::Question& q) { return all.write(q); }},
};

} // namespace

HttpResponse SetupSite::ask(std::string_view path, const boost::json::object& question) {
    if (path == "/api/quit") {
        on_quit_();
        return json_response({});
    }
    const auto* const known = std::ranges::find(questions, path, &SetupQuestion::path);
    if (known == questions.end())
        return json_error(404, "there is nothing at " + std::string(path));
    const SetupAnswers::Answer answered = known->answer(answers_, question);
    if (!answered) return json_error(400, answered.error().message);
    return json_response(*answered);
}

} // namespace polyglot::tools
