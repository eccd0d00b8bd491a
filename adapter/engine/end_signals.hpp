// The system, or the user at a terminal, wants us to end.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

// POSIX: SIGINT is Interrupt; SIGTERM and SIGHUP are Terminate. Those that the process that started us wants to be
// ignored, as nohup does, stay ignored. Windows: Ctrl-C is Interrupt; Ctrl-Break, the closed console window, logoff and
// shutdown are Terminate; after the latter three Windows ends us itself, after about five seconds. One at a time.
class EndSignals {
  public:
    enum class Kind : std::uint8_t { Interrupt, Terminate };

    explicit EndSignals(boost::asio::io_context& context);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    void watch();                                         // from now on; before, they have their usual effect
    void async_wait(std::function<void(Kind)> on_signal); // one wait at a time
    void clear();                                         // they have their usual effect again

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace polyglot::io
