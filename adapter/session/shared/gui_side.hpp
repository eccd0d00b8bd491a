// The side of the session that speaks to the GUI, in the GUI's protocol. Inside the session
// everything is UCI, parsed once (docs/adr/0006): a GUI side sends UCI commands and receives UCI
// answers, whatever protocol the engine speaks.
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
    virtual void on_gui_closed() = 0; // requests quit, perhaps after pending commands are finished
    // Takes a line before the engine's uciok. Lines of id and option already have the form that the
    // GUI is to see.
    virtual void on_handshake_line(std::string_view line) = 0;
    virtual void on_engine_ready(std::string_view uciok) = 0;
    virtual void on_info(const EngineInfo& info) = 0;
    // Returns true if on_info() at this moment sends the GUI every line unchanged, and does nothing
    // else.
    virtual bool passes_every_info() const { return false; }
    // The oldest open isready of this side is answered.
    virtual void on_ready(std::string_view readyok) = 0;
    // From now on the engine's lines are about the next search
    // (SessionContext::engine_is_settling()).
    virtual void on_settled() = 0;
    // Takes any other line except bestmove.
    virtual void on_engine_line(std::string_view line, const protocol::UciEngineLine& parsed) = 0;
    // Takes a bestmove. answered is the search that it ends; null if no search ran.
    virtual void on_search_answered(const EngineMove& move, const RunningSearch* answered) = 0;
    // A book that is a program has answered, or is not waited for any more
    // (SessionContext::awaits_programs()).
    virtual void on_programs_changed() = 0;
    // Takes a line of an xboard engine without an equivalent in UCI: `resign`, `offer draw`, a
    // claimed result, `tellall …`.
    virtual void on_xboard_engine_line(std::string_view line) = 0;

    // Returns whether SIGINT ends the adapter. An xboard GUI of version 1 sends it to get
    // attention; any other sender means the end.
    virtual bool interrupts_to_end() const { return true; }
    // GuiReading has found that the GUI does not read, so lines that it does not need are left out;
    // and that it has caught up.
    virtual void on_gui_stalled() = 0;
    virtual void on_gui_caught_up() = 0;

    // Returns why this move cannot answer the running search; empty if it can, or if that is not
    // known.
    virtual std::string objection_to(std::string_view bestmove) = 0;
    // thinks_on_a_move() returns true for a search for a move in a game, not for pondering or
    // analysis. give_up_search() sends the GUI an answer without a move.
    virtual bool thinks_on_a_move() const = 0;
    virtual void give_up_search() = 0;

    // The engine is sent quit, and nothing follows. engine_has_failed gives the reason.
    virtual void on_leaving(bool engine_has_failed) = 0;

    virtual std::optional<TimePoint> deadline() const { return std::nullopt; }
    virtual void on_timeout() {}

    // False while no more GUI lines are to be read.
    virtual bool wants_gui_input() const { return true; }
    // Shown as soon as the GUI can take it; also logged.
    virtual void tell_user(std::string_view text) = 0;
    virtual void tell_failure(std::string_view text) = 0; // the last line to the GUI
    // Takes the texts of tell_user() that are not shown yet.
    virtual std::vector<std::string> take_pending_notices() { return {}; }
    virtual std::string_view engine_activity() const = 0; // "thinking", for messages
    virtual void check_invariants() const = 0;
};

} // namespace polyglot::session
