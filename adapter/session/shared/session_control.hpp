// What the parts that share the session's context can ask of the session: its state, and steps to
// take.
#pragma once
#include <string>

namespace polyglot::session {

class SessionControl {
  public:
    // The engine has sent uciok, and may be sent any line.
    virtual bool engine_is_ready() const = 0;
    virtual bool engine_is_being_replaced() const = 0; // the supervisor will brief the new process
    // The engine has been sent quit or has ended; nothing more is sent to it.
    virtual bool is_leaving() const = 0;
    // True if is_leaving() holds now, or will at the end of the current event.
    virtual bool quit_is_requested() const = 0;

    // These are carried out at the end of the current event, in the order of the calls.
    // request_quit() ends the engine, then the adapter, and cannot be withdrawn.
    virtual void request_quit() = 0;
    virtual void warn(std::string text) = 0; // for the GUI's user

  protected:
    ~SessionControl() = default;
};

} // namespace polyglot::session
