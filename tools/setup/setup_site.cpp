#include "tools/setup/setup_site.hpp"

#include <array>

namespace polyglot::tools {
namespace {

struct SetupQuestion {
    std::string_view path;
    SetupAnswers::Answer (*answer)(SetupAnswers& answers, const SetupAnswers::Question& question);
};

// SetupAnswers describes each of them.
constexpr std::array questions{
    SetupQuestion{"/api/about", ask_member<&SetupAnswers::about>},
    SetupQuestion{"/api/engines", ask_member<&SetupAnswers::engines>},
    SetupQuestion{"/api/folder", ask_member<&SetupAnswers::folder>},
    SetupQuestion{"/api/engine", ask_member<&SetupAnswers::engine>},
    SetupQuestion{"/api/test", ask_member<&SetupAnswers::test>},
    SetupQuestion{"/api/book", ask_member<&SetupAnswers::book>},
    SetupQuestion{"/api/preview", ask_member<&SetupAnswers::preview>},
    SetupQuestion{"/api/trial", ask_member<&SetupAnswers::trial>},
    SetupQuestion{"/api/write", ask_member<&SetupAnswers::write>},
};

} // namespace

HttpResponse SetupSite::ask(std::string_view path, const boost::json::object& question) {
    if (path == "/api/quit") {
        on_quit_();
        return json_response({});
    }
    return ask_by_table(questions, path, answers_, question);
}

} // namespace polyglot::tools
