// What the parts that share the session's context can ask the session: its state, and steps to take.
#pragma once
#include <string>

namespace polyglot::session {

class SessionControl {
  public:
    virtual bool engine_is_ready() const = 0;          // the engine has sent uciok, and may be sent any line
    virtual bool engine_is_being_replaced() const = 0; // the supervisor will brief the new process
    virtual bool is_leaving() const = 0; // the engine has been sent quit or has ended; nothing more is sent to it
    virtual bool quit_is_requested() const = 0; // is_leaving(), now or when the event in hand ends

    // Carried out when the event in hand ends, in the order of the calls.
    virtual void request_quit() = 0;         // of the engine, then of the adapter; cannot be withdrawn
    virtual void warn(std::string text) = 0; // for the GUI's user

  protected:
    ~SessionControl() = default;
};

} // namespace polyglot::session
