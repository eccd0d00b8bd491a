// Signals by which the system, or the user at a terminal, ends the adapter.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

// On POSIX systems SIGINT is Interrupt; SIGTERM and SIGHUP are Terminate. A signal that the
// starting process has set to be ignored, as nohup does, stays ignored. On Windows Ctrl-C is
// Interrupt; Ctrl-Break, the closed console window, logoff and shutdown are Terminate; in the
// latter three cases Windows ends the process after about five seconds. At most one object may
// exist.
class EndSignals {
  public:
    enum class Kind : std::uint8_t { Interrupt, Terminate };

    explicit EndSignals(boost::asio::io_context& context);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    // Takes effect now; until then the signals have their usual effect.
    void watch();
    void async_wait(std::function<void(Kind)> on_signal); // one wait at a time
    // The signals have their usual effect again.
    void clear();

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace polyglot::io
