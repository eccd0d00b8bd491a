// Reports that the user wants a long command to end: by Ctrl-C, by closing the terminal or by kill.
#pragma once
#include "adapter/engine/end_signals.hpp"

#include <functional>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

class Interrupts {
  public:
    // on_interrupt is called once, from the context. A second signal ends the program by its
    // default action.
    Interrupts(boost::asio::io_context& context, std::function<void()> on_interrupt);

  private:
    EndSignals signals_;
};

} // namespace polyglot::io
