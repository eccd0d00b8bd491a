// What the state of the session says about its engine, for the parts that share the session's context.
#pragma once

namespace polyglot::session {

class EngineLife {
  public:
    virtual bool engine_is_ready() const = 0;          // it has said uciok, and may be sent anything
    virtual bool engine_is_being_replaced() const = 0; // a new process comes, and the supervisor briefs it then
    virtual bool is_leaving() const = 0; // the engine has been sent quit or has ended; nothing more is sent to it

  protected:
    ~EngineLife() = default;
};

} // namespace polyglot::session
