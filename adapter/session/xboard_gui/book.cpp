// What an xboard GUI hears of the book, and what we learn from its `result`.
#include "adapter/session/xboard_gui/book_display.hpp"
#include "adapter/session/xboard_gui/front.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

BookQuestion XboardFront::about(const chess::Game& game) const {
    return {.game = game, .castling = castling(), .time = clock_.time_control()};
}

void XboardFront::on_hint() {
    const chess::Game* game = record_.game();
    if (game == nullptr) return;
    const chess::Position& position = game->position();
    std::optional<chess::Move> move = desk_.book.best_move(about(*game));
    if (!move && expected_ && expected_->epoch == epoch_) move = chess::parse_uci_move(position, expected_->move);
    if (move) desk_.to_gui("Hint: " + chess::format_san(position, *move));
}

// Free text that xboard shows to the user, an empty line at the end (CECP, `bk`).
void XboardFront::on_book() {
    if (const chess::Game* game = record_.game()) {
        std::vector<std::string> lines;
        if (desk_.settings.book) {
            if (const std::string left = desk_.book.left_because(*game); !left.empty())
                desk_.to_gui(" no book is asked: " + left);
            lines = format_book(desk_.book.look_up(about(*game)), game->position(), excluded_);
        } else {
            lines = format_legal_moves(game->position(), excluded_);
        }
        for (const std::string& line : lines)
            desk_.to_gui(line);
    }
    desk_.to_gui("");
}

// By PolyGlot's rules: of a colour no move of which came from the GUI since `new`, taken back or not; White's if we
// have played both. A game is learnt from once: what follows its result does not make it another.
void XboardFront::learn(std::string_view result) {
    const chess::Game* game = record_.game();
    if (!desk_.learner.learns() || game == nullptr || game->moves().empty() || learnt_) return;
    const std::string_view score = text::next_word(result);
    const bool draw = score == "1/2-1/2";
    if (!draw && score != "1-0" && score != "0-1") {
        desk_.not_learnt("the game has no result");
        return;
    }
    for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
        if (!all_ours_[static_cast<std::size_t>(color)] || record_.moves_of(color).all == 0) continue;
        const bool won = (score == "1-0") == (color == chess::Color::White);
        learnt_ = true;
        desk_.learn(*game, color, draw ? 1 : won ? 2 : 0, opponent_name_, std::string(score));
        return;
    }
    desk_.not_learnt("the GUI made moves of both sides");
}

} // namespace polyglot::session
