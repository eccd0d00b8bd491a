#include "adapter/session/uci_gui/own_search.hpp"

#include "core/text/text.hpp"

#include <cassert>

namespace polyglot::session {

using protocol::UciCommand;

void OwnSearch::on_position(std::string_view line) {
    planned_.reset();
    if (runs())
        position_ = line;
    else
        context_.to_engine(line, UciCommand::Position);
}

bool OwnSearch::on_book_answer() {
    planned_.reset();
    stop();
    if (text::equal_ignoring_case(context_.settings().book_ponder, "off") ||
        !context_.engine_can_be_warmed())
        return false;
    return context_.settings().can_ponder || context_.engine_options().has("Ponder");
}

// A `go ponder` is answered by the GUI's ponderhit or stop; until then the engine ponders on the
// same position.
void OwnSearch::plan(std::string_view sent, const BookGame& game, const protocol::Go& go,
                     const BookAnswer& answer) {
    if (go.ponder)
        planned_ = BookPonder{.position = {}, .fen = game.format_fen(), .go = go};
    else if (text::equal_ignoring_case(context_.settings().book_ponder, "always") && !gui_ponders_)
        planned_ = plan_book_ponder(sent, game, go, answer.move, answer.reply);
}

bool OwnSearch::begin_planned() {
    if (!planned_) return false;
    search_ = std::exchange(planned_, std::nullopt);
    info_.clear();
    context_.note("BookPonder: the engine ponders while the book answers");
    if (!search_->position.empty()) context_.to_engine(search_->position, UciCommand::Position);
    context_.go(protocol::format_go(search_->go), search_->go);
    return true;
}

void OwnSearch::stop() {
    context_.abandon_search();
    context_.stop_search();
}

bool OwnSearch::becomes(const protocol::Go& go, const std::optional<BookGame>& game) {
    planned_.reset();
    if (!context_.running_search()->awaits_ponderhit() || !game ||
        !search_->is_asked_by(go, *game)) {
        context_.note("BookPonder: another search is asked for, and the old one is stopped");
        stop();
        return false;
    }
    context_.note("BookPonder: the expected move");
    search_.reset();
    position_.reset();
    if (!go.ponder) context_.ponderhit(go);
    return true;
}

void OwnSearch::forget() {
    planned_.reset();
    search_.reset();
}

void OwnSearch::on_info(const EngineInfo& info) {
    info.with_line([this](std::string_view line) {
        const bool is_first = line.find(" multipv ") == std::string_view::npos ||
                              line.find(" multipv 1 ") != std::string_view::npos;
        if (is_first && line.find(" pv ") != std::string_view::npos) info_ = line;
    });
}

void OwnSearch::send_position() {
    if (const auto position = std::exchange(position_, std::nullopt))
        context_.to_engine(*position, UciCommand::Position);
}

void OwnSearch::check_invariants() const {
    assert(!position_ || runs() || context_.engine_is_settling());
}

} // namespace polyglot::session
