// Translates between the session, which speaks UCI, and an engine that does not.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/uci/position.hpp"
#include "adapter/protocol/uci/uci.hpp"

#include <string>
#include <string_view>

namespace polyglot::session {

class EngineTranslator {
  public:
    EngineTranslator() = default;
    EngineTranslator(const EngineTranslator&) = delete;
    EngineTranslator& operator=(const EngineTranslator&) = delete;
    virtual ~EngineTranslator() = default;

    // Lines from the GUI side, with their parsed content where it is known.
    virtual void on_uci_line(std::string_view line) = 0; // any other command
    virtual void on_go(std::string_view line, const protocol::Go& go) = 0;
    // Gives the running search limits that are newer than those of `go ponder`; ponderhit follows.
    virtual void set_limits(const protocol::Go& limits) = 0;
    virtual void on_position(std::string_view line, const protocol::UciPosition& position) = 0;
    virtual void on_setoption(std::string_view line, const protocol::SetOption& set) = 0;
    // Takes a line of an xboard GUI that has no equivalent in UCI (result, draw, name …). Returns
    // false if the engine has no use for it now.
    virtual bool on_xboard_line(std::string_view line) = 0;
    virtual bool takes_draw_offers() const = 0;
    // Returns true if a search to ponder after a book move makes the engine think (BookPonder).
    virtual bool can_be_warmed() const = 0;
    // Returns the type that the engine has announced for an option, by its UCI name: "-slider".
    // Empty without one.
    virtual std::string option_kind(std::string_view name) const = 0;
};

} // namespace polyglot::session
