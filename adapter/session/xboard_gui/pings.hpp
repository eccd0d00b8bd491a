// The pings of the GUI that have no pong yet, and the isready lines that were sent for them.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::session {

// The rules:
// 1. A ping waits until all earlier commands have been sent to the engine; then an isready is sent for it to the idle
//    engine, and the readyok becomes its pong. Pongs keep the order of the pings.
// 2. A fence is an isready without ping, after lines that may take the engine some time (ucinewgame, options). No
//    further isready is sent before its readyok.
// 3. A searching engine is not asked: some engines drop an isready that comes during a search, or the `stop` after it.
//    A ping is answered without the engine while a search goes on, because all earlier commands have taken effect; and
//    by the bestmove of a search that is being stopped, which shows the same.
class Pings {
  public:
    void add(std::string_view ping);                          // of the GUI; its text is cut at 100 bytes
    void add_fence() { sent_.push_back({.is_fence = true}); } // the caller sends isready
    // Returns the number of pings for each of which the caller now sends an isready; 0 while there is a fence.
    std::size_t release();
    // Rule 3. Returns the pings to answer now, in order.
    std::deque<std::string> take_waiting() { return std::exchange(waiting_, {}); }
    bool has_waiting() const { return !waiting_.empty(); }

    // The oldest isready is answered. Returns the ping to answer, if it was for one.
    std::optional<std::string> on_readyok();

    bool owes_pong() const;
    bool is_quiet() const { return sent_.empty() && waiting_.empty(); } // a search may begin
    std::size_t size() const { return sent_.size() + waiting_.size(); }

  private:
    struct Sent {
        bool is_fence = false;
        std::optional<std::string> ping = {}; // not answered yet
    };

    std::deque<std::string> waiting_;
    std::deque<Sent> sent_; // without readyok
};

} // namespace polyglot::session
