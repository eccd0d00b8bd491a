// The user wants a long command to end: Ctrl-C, a closed terminal, kill.
#pragma once
#include "adapter/engine/end_signals.hpp"

#include <functional>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

class Interrupts {
  public:
    // on_interrupt is called from the context, once; a second signal ends the program as it always
    // does.
    Interrupts(boost::asio::io_context& context, std::function<void()> on_interrupt);

  private:
    EndSignals signals_;
};

} // namespace polyglot::io
