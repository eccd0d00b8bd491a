// For commands that write a file for minutes: Ctrl-C ends them in order, without it.
#pragma once
#include "tools/common/interrupts.hpp"

#include <atomic>
#include <thread>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

constexpr int exit_interrupted = 130; // as shells have it

// True once the user wants it to end.
class CancelFlag {
  public:
    CancelFlag() : interrupts_(context_, [this] { wished_ = true; }), thread_([this] { context_.run(); }) {}
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
