// A `go` that waits for a book that is a program, or for the end of the adapter's own search.
#include "adapter/session/shared/book_clock.hpp"
#include "adapter/session/uci_gui/uci_gui_side.hpp"
#include "core/text/text.hpp"

#include <chrono>
#include <utility>

namespace polyglot::session {

// Returns true if the books will be asked (ask_book()), and one of them is to be waited for.
bool UciGuiSide::awaits_programs(const protocol::Go& go) {
    const bool is_analysis = go.infinite || go.mate || go.perft;
    if (!has_books_to_wait_for(context_.settings()) || is_analysis || !why_book_is_off().empty())
        return false;
    return context_.awaits_programs(book_question(*known_game(), go));
}

void UciGuiSide::on_programs_changed() {
    if (waiting_go_ && !waiting_go_->is_for_engine && !awaits_programs(waiting_go_->go))
        answer_waiting_go();
}

// The time that has passed is not on the engine's clock any more.
void UciGuiSide::answer_waiting_go() {
    WaitingGo waiting = std::move(*waiting_go_);
    waiting_go_.reset();
    const auto waited =
        std::chrono::duration_cast<std::chrono::milliseconds>(context_.now() - waiting.since);
    if (waited.count() > 0 && waiting.go.bounded_by_time() && !waiting.go.ponder) {
        const auto game = known_game();
        const bool white = !game || game->side_to_move() == chess::Color::White;
        waiting.line = protocol::format_shortened_go(waiting.line, waiting.go, white, waited);
        waiting.go = protocol::with_less_time(waiting.go, white, waited);
    }
    if (waiting.is_for_engine)
        search_by_engine(waiting.line, waiting.go);
    else
        play_or_search(waiting.line, waiting.go);
    release_held();
}

// The book has no move.
void UciGuiSide::search_by_engine(std::string_view line, const protocol::Go& go) {
    if (!own_search_.runs()) {
        own_search_.forget();
        context_.go(line, go);
    } else if (own_search_.becomes(go, known_game())) {
        // An engine that has thought long enough answers ponderhit without another info, but GUIs
        // and learning need one.
        const std::string info = own_search_.take_info();
        std::string_view arguments = info;
        text::next_word(arguments);
        if (!info.empty()) on_info(EngineInfo(info, arguments));
    } else {
        waiting_go_ = WaitingGo{
            .line = std::string(line), .go = go, .since = context_.now(), .is_for_engine = true};
    }
}

// The engine is idle.
void UciGuiSide::go_on_after_own_search() {
    if (context_.is_leaving()) return;
    own_search_.send_position();
    if (waiting_go_ && waiting_go_->is_for_engine) return answer_waiting_go();
    if (waiting_go_ || !held_.empty()) own_search_.drop_plan();
    if (!own_search_.begin_planned()) release_held();
}

} // namespace polyglot::session
