// Answers the page's questions about the games that are in memory.
#include "tools/explore/answers.hpp"
#include "tools/explore/edit/place.hpp"
#include "tools/explore/games/games_question.hpp"

namespace polyglot::tools {

Result<void> Answers::check_has_games() const {
    if (games_ == nullptr)
        return make_error("no games were opened: polyglot explore games.pgn opens them");
    return {};
}

Answers::Answer Answers::games() const {
    if (const auto has = check_has_games(); !has) return has.error();
    return describe(*games_);
}

Answers::Answer Answers::game_list(const Question& question) const {
    if (const auto has = check_has_games(); !has) return has.error();
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    return games_in(*games_, *place, question);
}

Answers::Answer Answers::game(const Question& question) {
    if (const auto has = check_has_games(); !has) return has.error();
    const auto number = game_named(*games_, question);
    if (!number) return number.error();
    return openings_.ask(*games_, *number);
}

} // namespace polyglot::tools
