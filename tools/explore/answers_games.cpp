// Answers the page's questions about the games that are in memory.
#include "tools/explore/answers.hpp"
#include "tools/explore/edit/place.hpp"
#include "tools/explore/games/games_question.hpp"
#include "tools/explore/games/kept_question.hpp"

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

// The games of the statistics shown, if they keep some and none are in memory.
const Statistics* Answers::kept_games() const {
    const Statistics* const statistics = games_ == nullptr ? shelf_.statistics() : nullptr;
    return statistics != nullptr && statistics->keeps_games() ? statistics : nullptr;
}

Answers::Answer Answers::game_list(const Question& question) {
    const Statistics* const kept = kept_games();
    if (kept == nullptr)
        if (const auto has = check_has_games(); !has) return has.error();
    const Result<Place> place = place_of(question);
    if (!place) return place.error();
    if (kept != nullptr)
        return kept_games_in(kept->search(), kept->game_folders(), *place, question, openings_);
    return games_in(*games_, *place, question);
}

Answers::Answer Answers::game(const Question& question) {
    if (const Statistics* const kept = kept_games())
        return kept_game(kept->search(), kept->game_folders(), question, openings_);
    if (const auto has = check_has_games(); !has) return has.error();
    const auto number = game_named(*games_, question);
    if (!number) return number.error();
    return openings_.ask(*games_, *number);
}

} // namespace polyglot::tools
