// The search that the adapter begins by itself while the book answers (BookPonder). The GUI does
// not see it, and to the GUI the engine is idle.
//
// own search \ event | go, as expected | go, any other    | book, stop | other line | bestmove
// none               | go              | go               | go ponder  | passes     | passes
// pondering          | ponderhit       | stop, go waits   | stop       | stop, held | none
// stopping           | go waits        | go waits         | go waits   | held       | none: go
//
// A `position` during the search is sent when the search has ended, if it is still the last one.
// Transcripts: books/book_ponder_*.txt.
#include "adapter/session/uci_gui/uci_gui_side.hpp"
#include "core/text/text.hpp"

#include <utility>

namespace polyglot::session {

bool UciGuiSide::may_ponder_in_book() const {
    if (text::equal_ignoring_case(context_.settings().book_ponder, "off") ||
        !context_.engine_can_be_warmed())
        return false;
    return context_.settings().can_ponder || context_.engine_options().has("Ponder");
}

// The book has answered. A `go ponder` is answered by the GUI's ponderhit or stop; until then the
// engine ponders on the same position.
void UciGuiSide::ponder_after(const BookAnswer& answer, const protocol::Go& go) {
    planned_ponder_.reset();
    stop_book_ponder();
    if (!may_ponder_in_book()) return;
    const std::string& mode = context_.settings().book_ponder;
    const auto game = known_game();
    if (!game) return;
    if (go.ponder)
        planned_ponder_ = BookPonder{.position = {}, .fen = game->format_fen(), .go = go};
    else if (text::equal_ignoring_case(mode, "always") && !gui_ponders_)
        planned_ponder_ = plan_book_ponder(tracker_.sent(), *game, go, answer.move, answer.reply);
    if (planned_ponder_ && !is_busy() && held_.empty()) begin_book_ponder();
}

void UciGuiSide::begin_book_ponder() {
    book_ponder_ = std::exchange(planned_ponder_, std::nullopt);
    ponder_info_.clear();
    context_.note("BookPonder: the engine ponders while the book answers");
    if (!book_ponder_->position.empty())
        context_.to_engine(book_ponder_->position, protocol::UciCommand::Position);
    context_.go(protocol::format_go(book_ponder_->go), book_ponder_->go);
}

void UciGuiSide::stop_book_ponder() {
    const RunningSearch* search = context_.running_search();
    if (!ponders_in_book() || search->stop_sent) return;
    context_.abandon_search();
    context_.stop_search();
}

// The book has no move.
void UciGuiSide::search_by_engine(std::string_view line, const protocol::Go& go) {
    planned_ponder_.reset();
    if (!ponders_in_book()) {
        book_ponder_.reset();
        context_.go(line, go);
        return;
    }
    const auto game = known_game();
    if (context_.running_search()->awaits_ponderhit() && game &&
        book_ponder_->is_asked_by(go, *game)) {
        context_.note("BookPonder: the expected move");
        book_ponder_.reset();
        waiting_position_.reset();
        if (!go.ponder) context_.ponderhit(go);
        show_ponder_info();
    } else {
        context_.note("BookPonder: another search is asked for, and the old one is stopped");
        stop_book_ponder();
        waiting_go_ = WaitingGo{
            .line = std::string(line), .go = go, .since = context_.now(), .is_for_engine = true};
    }
}

// An engine that has thought long enough answers ponderhit without another info, but GUIs and
// learning need one.
void UciGuiSide::show_ponder_info() {
    const std::string line = std::exchange(ponder_info_, {});
    if (line.empty()) return;
    std::string_view arguments = line;
    text::next_word(arguments);
    on_info(EngineInfo(line, arguments));
}

void UciGuiSide::on_book_ponder_ended() {
    book_ponder_.reset();
    if (!context_.is_leaving() && !context_.engine_is_settling()) go_on_after_ponder();
}

// The engine is idle.
void UciGuiSide::go_on_after_ponder() {
    if (const auto position = std::exchange(waiting_position_, std::nullopt))
        context_.to_engine(*position, protocol::UciCommand::Position);
    if (waiting_go_ && waiting_go_->is_for_engine) {
        answer_waiting_go();
    } else if (planned_ponder_ && held_.empty() && !waiting_go_) {
        begin_book_ponder();
    } else {
        planned_ponder_.reset();
        release_held();
    }
}

} // namespace polyglot::session
