// Between the session, which speaks UCI, and an engine that does not.
#pragma once
#include "adapter/protocol/uci/go.hpp"

#include <string_view>

namespace polyglot::session {

class EngineTranslator {
  public:
    EngineTranslator() = default;
    EngineTranslator(const EngineTranslator&) = delete;
    EngineTranslator& operator=(const EngineTranslator&) = delete;
    virtual ~EngineTranslator() = default;

    virtual void on_uci_line(std::string_view line) = 0;                   // of the GUI side; any but `go`
    virtual void on_go(std::string_view line, const protocol::Go& go) = 0; // go: what line says
    // What an xboard GUI says that UCI has no word for (result, draw, name …). Returns false if the engine has no use
    // for it now.
    virtual bool on_xboard_line(std::string_view line) = 0;
    virtual bool takes_draw_offers() const = 0;
};

} // namespace polyglot::session
