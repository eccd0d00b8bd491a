// The isready lines that the engine owes an answer for, and the pings of the GUI among them.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// The rules:
// 1. A ping waits until what came before it has reached the engine; then an isready is sent for it, and the readyok
//    becomes its pong. Pongs keep the order of the pings.
// 2. A fence is an isready of our own, after what takes an engine its time (ucinewgame, options). No isready follows
//    before its readyok.
// 3. A move is proof as well that all before it has taken effect: some engines read nothing while they think and
//    send the move before the readyok. Such pings are answered at once, and their readyok stands for nothing.
class Pings {
  public:
    void add(std::string_view ping);                          // of the GUI; its text is cut to what a GUI can mean
    void add_fence() { sent_.push_back({.is_fence = true}); } // the caller sends isready
    // For each ping that waits the caller now sends one isready. Returns their number; 0 while there is a fence.
    std::size_t release();
    // Rule 3. Returns the pings to answer now, in order.
    std::vector<std::string> take_all();
    void drop_waiting() { waiting_.clear(); }

    bool expects_readyok() const { return !sent_.empty(); }
    // The engine has said readyok, which was expected. Returns the ping to answer.
    std::optional<std::string> on_readyok();

    bool owes_pong() const;
    bool is_quiet() const { return sent_.empty() && waiting_.empty(); } // a search may begin
    std::size_t size() const { return sent_.size() + waiting_.size(); }

  private:
    struct Sent {
        bool is_fence = false;
        std::optional<std::string> ping = {}; // still to be answered
    };

    std::deque<std::string> waiting_;
    std::deque<Sent> sent_; // without readyok
};

} // namespace polyglot::session
