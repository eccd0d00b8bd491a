// One side of the session: what speaks to the GUI, in the GUI's protocol. The neutral middle is UCI, parsed once
// (docs/adr/0006): a GUI side sends the engine UCI commands and receives UCI answers, whatever the engine speaks.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/shared/engine_reply.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class GuiSide {
  public:
    GuiSide() = default;
    GuiSide(const GuiSide&) = delete;
    GuiSide& operator=(const GuiSide&) = delete;
    virtual ~GuiSide() = default;

    virtual void on_gui_line(std::string_view line) = 0;
    virtual void on_gui_closed() = 0; // pending commands may still be finished, then quit is requested
    // Before the engine's uciok; id and option lines already as the GUI is to see them.
    virtual void on_handshake_line(std::string_view line) = 0;
    virtual void on_engine_ready(std::string_view uciok) = 0;
    virtual void on_info(const EngineInfo& info) = 0;
    // At this moment on_info() sends the GUI every line as it is, and does nothing else.
    virtual bool passes_every_info() const { return false; }
    // Answers the oldest isready of this side that has no answer yet.
    virtual void on_ready(std::string_view readyok) = 0;
    // What the engine says from now on is about the next search (SessionContext::engine_is_settling()).
    virtual void on_settled() = 0;
    // Any other line, but bestmove.
    virtual void on_engine_line(std::string_view line, const protocol::UciEngineLine& parsed) = 0;
    // A bestmove. answered: the search that it ends; null if none ran.
    virtual void on_search_answered(const EngineMove& move, const RunningSearch* answered) = 0;
    // Of an xboard engine, what UCI has no word for: `resign`, `offer draw`, a claimed result, `tellall …`.
    virtual void on_xboard_engine_line(std::string_view line) = 0;

    // SIGINT: an xboard GUI of version 1 wants attention; any other sender wants the adapter to end.
    virtual bool interrupts_to_end() const { return true; }
    // GuiReading: from now on lines that the GUI can do without are left out; or it has caught up, and no more are.
    virtual void on_gui_stalled() = 0;
    virtual void on_gui_caught_up() = 0;

    // Returns why this move cannot answer the running search; empty if it can, or if that is not known.
    virtual std::string objection_to(std::string_view bestmove) = 0;
    // A search for a move in a game, not a guess or an analysis. Given up: the GUI gets an answer without a move.
    virtual bool thinks_on_a_move() const = 0;
    virtual void give_up_search() = 0;

    // The engine is sent quit and nothing after it. engine_has_failed: this is the reason.
    virtual void on_leaving(bool engine_has_failed) = 0;

    virtual std::optional<TimePoint> deadline() const { return std::nullopt; }
    virtual void on_timeout() {}

    virtual bool wants_gui_input() const { return true; } // false: read no more GUI lines for now
    virtual void tell_user(std::string_view text) = 0;    // as soon as the GUI can take it; also logged
    virtual void tell_failure(std::string_view text) = 0; // our last line
    virtual std::vector<std::string> take_pending_notices() {
        return {};
    }                                                     // texts of tell_user() that are not shown yet
    virtual std::string_view engine_activity() const = 0; // "thinking", for messages
    virtual void check_invariants() const = 0;
};

} // namespace polyglot::session
