// Sends lines to a UCI GUI, from the engine and from the adapter.
#include "adapter/protocol/engine_move.hpp"
#include "adapter/session/uci_gui/uci_gui_side.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <utility>

namespace polyglot::session {

using protocol::UciReply;

namespace {

constexpr std::size_t most_notices = 100; // the limit of those that wait for the handshake
constexpr std::size_t longest_notice = 1000;

HeldAnswer::Answer no_move() {
    return {.move = "0000", .bestmove = "bestmove 0000"};
}

} // namespace

void UciGuiSide::on_handshake_line(std::string_view line) {
    if (introduced_)
        context_.to_gui(line);
    else
        keep(line);
}

void UciGuiSide::on_engine_ready(std::string_view uciok) {
    uciok_ = uciok;
    if (introduced_) answer_uciok(uciok);
    // The GUI has asked before the engine's protocol was known.
    while (context_.engine_speaks_xboard() && owed_uciok_ > 0)
        answer_uciok(uciok);
    release_held();
}

void UciGuiSide::on_engine_line(std::string_view line, const protocol::UciEngineLine& parsed) {
    switch (parsed.reply) {
    case UciReply::UciOk:
        if (owed_uciok_ > 0) answer_uciok(line);
        break;
    case UciReply::Id:
    case UciReply::Option:
    case UciReply::ReadyOk:
    case UciReply::Other: pass_on(line); break;
    case UciReply::Info:     // on_info() is called instead
    case UciReply::BestMove: // on_search_answered() is called instead
        break;
    }
}

// A UCI GUI decides how a game ends; the line is shown to its user.
void UciGuiSide::on_xboard_engine_line(std::string_view line) {
    if (line == "resign") game_.on_resign();
    if (introduced_ && !uciok_.empty())
        context_.to_gui("info string the engine says: " + std::string(line));
}

// Nothing is printed before the GUI's first line.
void UciGuiSide::pass_on(std::string_view line) {
    if (gui_spoke_)
        context_.to_gui(line);
    else
        keep(line);
}

// Keeps a line until the GUI sends uci, within a limit, since an engine that floods must not fill
// the memory.
void UciGuiSide::keep(std::string_view line) {
    const bool was_full = handshake_.is_full();
    if (!handshake_.add_if_room(line) && !was_full)
        context_.note("the engine says too much before uci: the rest is dropped");
}

void UciGuiSide::on_search_answered(const EngineMove& move, const RunningSearch* answered) {
    if (answered == nullptr) {
        context_.note("a bestmove without a search: not passed on");
        return;
    }
    if (own_search_.on_bestmove()) {
        if (!context_.engine_is_settling()) go_on_after_own_search();
        return;
    }
    note_left_out();
    Answer from_engine{.move = std::string(move.best.move), .bestmove = move.as_line()};
    // An illegal move of an xboard engine may be in a spelling that a UCI GUI cannot read. In a
    // variant it may be a drop.
    const bool is_unreadable =
        !chess::reads_as_uci_move(move.best.move) && move.best.move != "(none)";
    const bool is_chess = search_rules_.are_known && search_rules_.variant == nullptr;
    if (move.line.empty() && is_unreadable && is_chess) from_engine = no_move();
    if (answered->awaits_ponderhit() && !context_.is_leaving()) {
        context_.note("bestmove before ponderhit: kept until ponderhit or stop");
        held_answer_.hold(std::move(from_engine));
    } else {
        if (!held_.empty()) game_.on_stop(); // the GUI has already sent further commands
        answer(from_engine);
    }
    release_held();
}

std::string UciGuiSide::objection_to(std::string_view bestmove) {
    const RunningSearch* search = context_.running_search();
    // Its move will not be played.
    if (search == nullptr || (search->stop_sent && !search->is_for_a_move())) return {};
    if (own_search_.runs()) return {};
    const auto sent = known_game(search_rules_);
    if (!sent) return {};
    if (const chess::VariantGame* game = sent->variant_game()) {
        if (game->position().legal_moves().empty() || sent->parse_uci(bestmove)) return {};
    } else {
        const chess::Position& position = sent->chess()->position();
        if (protocol::parse_engine_move(position, bestmove)) return {};
        if (position.legal_move_count() == 0) return {};
    }
    return "answers with the illegal move " + text::quote(bestmove);
}

bool UciGuiSide::thinks_on_a_move() const {
    const RunningSearch* search = context_.running_search();
    if (waiting_go_ && waiting_go_->is_for_engine) return true;
    return search != nullptr && search->is_for_a_move();
}

void UciGuiSide::give_up_search() {
    waiting_go_.reset();
    own_search_.drop_position();
    game_.on_failure();
    note_left_out();
    answer(no_move()); // UCI has no command to resign, but this move loses
    release_held();
}

void UciGuiSide::tell_user(std::string_view text) {
    context_.note(text);
    if (introduced_ && !uciok_.empty())
        context_.to_gui("info string polyglot: " + std::string(text));
    else if (notices_.size() < most_notices)
        notices_.emplace_back(text.substr(0, longest_notice));
}

void UciGuiSide::tell_failure(std::string_view text) {
    say_kept_infos();
    context_.to_gui("info string polyglot: " + std::string(text));
}

void UciGuiSide::on_gui_caught_up() {
    gui_has_stalled_ = false;
    say_kept_infos();
}

// Call this before a line that the infos have to precede, such as bestmove.
void UciGuiSide::say_kept_infos() {
    infos_.say_all([this](auto line) { context_.to_gui(line); });
}

void UciGuiSide::note_left_out() {
    if (const auto lines = infos_.take_left_out(); lines > 0)
        context_.note("infos left out of this search: " + std::to_string(lines));
}

// With InfoRate, or for a GUI that does not read, only some are sent.
void UciGuiSide::on_info(const EngineInfo& info) {
    if (own_search_.runs()) return own_search_.on_info(info);
    game_.on_info(info);
    if (shows_every_info() || !gui_spoke_) {
        info.with_line([this](std::string_view line) { pass_on(line); });
        return;
    }
    infos_.keep(info);
    if (!gui_has_stalled_)
        infos_.say_due(context_.settings().info_rate, context_.now(),
                       [this](auto kept) { context_.to_gui(kept); });
}

} // namespace polyglot::session
