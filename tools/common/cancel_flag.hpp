// Lets Ctrl-C end commands that write a file for minutes in an orderly way, without the file.
#pragma once
#include "tools/common/interrupts.hpp"

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

constexpr int exit_interrupted = 130; // the usual status of shells

// Becomes true when the user interrupts the command.
class CancelFlag {
  public:
    // on_wish is called at that moment, on a separate thread.
    explicit CancelFlag(std::function<void()> on_wish = {})
        : interrupts_(context_,
                      [this, on_wish = std::move(on_wish)] {
                          wished_ = true;
                          if (on_wish) on_wish();
                      }),
          thread_([this] { context_.run(); }) {}
    CancelFlag(const CancelFlag&) = delete;
    CancelFlag& operator=(const CancelFlag&) = delete;
    ~CancelFlag() {
        context_.stop();
        thread_.join();
    }
    bool operator()() const { return wished_; }

  private:
    std::atomic<bool> wished_ = false;
    boost::asio::io_context context_;
    io::Interrupts interrupts_;
    std::thread thread_;
};

} // namespace polyglot::tools
