#include "adapter/session/xboard_gui/learn_judge.hpp"

namespace polyglot::session {

void LearnJudge::on_new() {
    has_gui_moves_.fill(false);
    learnt_ = false;
}

Result<LearnJudge::Verdict> LearnJudge::judge(const GameRecord& record, std::string_view score) {
    const bool draw = score == "1/2-1/2";
    if (!draw && score != "1-0" && score != "0-1") return make_error("the game has no result");
    for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
        if (has_gui_moves_[index(color)] || record.moves_of(color).all == 0) continue;
        const bool won = (score == "1-0") == (color == chess::Color::White);
        learnt_ = true;
        return Verdict{color, draw ? 1 : won ? 2 : 0};
    }
    return make_error("the GUI made moves of both sides");
}

} // namespace polyglot::session
