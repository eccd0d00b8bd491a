// Keeps the pings of the GUI that have no pong yet, and the isready lines that were sent for them.
// Test: pings_test.cpp.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::session {

// The rules:
// 1. A ping waits until all earlier commands have been sent to the engine; then an isready is sent
//    for it to the idle engine, and the readyok becomes its pong. Pongs keep the order of the
//    pings.
// 2. A fence is an isready without ping, after lines that may take the engine some time
//    (ucinewgame, options). No further isready is sent before its readyok.
// 3. A searching engine is not asked, because some engines drop an isready that comes during a
//    search, or the `stop` after it. While a search goes on a ping is answered without the engine,
//    because all earlier commands have taken effect. The bestmove of a search that is being stopped
//    answers it as well, for the same reason.
class Pings {
  public:
    // From the GUI; the text is cut at 100 bytes.
    void add(std::string_view ping);
    void add_fence() { sent_.push_back({.is_fence = true}); } // the caller sends isready
    // Returns the number of pings for each of which the caller now sends an isready; 0 while there
    // is a fence.
    std::size_t release();
    // Returns the pings to answer now, in order (rule 3).
    std::deque<std::string> take_waiting() { return std::exchange(waiting_, {}); }
    bool has_waiting() const { return !waiting_.empty(); }

    // The oldest isready is answered. Returns the ping to answer, if the isready was for one.
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
