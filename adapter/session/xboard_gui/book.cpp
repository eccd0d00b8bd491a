// What an xboard GUI hears of the book, and what we learn from its `result`.
#include "adapter/session/xboard_gui/front.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

BookQuestion XboardFront::about(const chess::Game& game) const {
    return {.game = game, .castling = castling(), .time = time_control_};
}

void XboardFront::on_hint() {
    const chess::Game* game = record_.game();
    if (game == nullptr) return;
    const chess::Position& position = game->position();
    std::optional<chess::Move> move = desk_.book.best_move(about(*game));
    if (!move && expected_ && expected_->epoch == epoch_) move = chess::parse_uci_move(position, expected_->move);
    if (move) desk_.to_gui("Hint: " + chess::format_san(position, *move));
}

// Free text, each line behind a blank, an empty line at the end (CECP, `bk`). Without a book PolyGlot lists the legal
// moves, those excluded with a star; xboard shows them to the user.
void XboardFront::on_book() {
    const chess::Game* game = record_.game();
    if (game != nullptr && desk_.settings.book) {
        if (const std::string left = desk_.book.left_because(*game); !left.empty())
            desk_.to_gui(" no book is asked: " + left);
        const std::vector<BookView> views = desk_.book.look_up(about(*game));
        for (const BookView& view : views)
            show_book(view, views.size() > 1);
    } else if (game != nullptr) {
        for (const chess::Move move : game->position().legal_moves())
            show_book_move(move, {});
    }
    desk_.to_gui("");
}

void XboardFront::show_book(const BookView& view, bool with_name) {
    if (with_name) {
        const std::string state = !view.not_asked.empty()   ? " not asked, " + view.not_asked
                                  : view.candidates.empty() ? " nothing"
                                                            : "";
        desk_.to_gui(" " + view.name + ":" + state);
    }
    for (const book::Candidate& candidate : view.candidates) {
        if (!candidate.move) continue;
        std::string line = "  " + book::format_share(candidate.share);
        if (const std::string results = book::format_results(candidate); !results.empty())
            line += "  (" + results + ")";
        const auto is_it = [&](const DrawingMove& drawing) { return drawing.move == candidate.move; };
        const auto drawing = std::find_if(view.drawing.begin(), view.drawing.end(), is_it);
        if (drawing != view.drawing.end())
            line += " not played: " + std::string(drawing->reason);
        else if (!candidate.playable)
            line += " not played";
        show_book_move(candidate.move, line);
    }
}

void XboardFront::show_book_move(chess::Move move, const std::string& share) {
    const bool is_excluded = std::find(excluded_.begin(), excluded_.end(), move) != excluded_.end();
    const std::string san = chess::format_san(record_.game()->position(), move);
    const std::string indent(san.size() < 5 ? 5 - san.size() : 0, ' ');
    desk_.to_gui((is_excluded ? " *" : "  ") + indent + san + share);
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
