// Lines that only an idle engine may get, in the order in which it gets them.
#pragma once
#include "adapter/session/shared/held_lines.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

// The rules:
// 1. ucinewgame first, then the greetings, then the options of the user.
// 2. ucinewgame and options take an engine its time (hash tables), and no search begins before it says readyok; `new`
//    drops the greetings of the game before.
// 3. Of the greetings (`name`, `rating` …, for an engine that speaks xboard) only the last of each kind counts.
class IdleQueue {
  public:
    struct Lines {
        bool new_game = false;
        std::vector<std::string> greetings;
        std::vector<std::string> options;
    };

    void on_new_game(bool announce); // announce: the engine gets ucinewgame
    void add_greeting(std::string_view line);
    void add_option(std::string_view setoption) { options_.add(setoption); }
    Lines take();

    bool has_options() const { return !options_.empty(); }
    bool delays_search() const { return new_game_ || has_options(); } // rule 2
    bool is_full() const { return options_.is_full(); }
    std::size_t size() const { return options_.size(); } // greetings are few by rule 3

  private:
    static constexpr std::size_t most_bytes = 1 << 20;

    bool new_game_ = false;
    std::vector<std::string> greetings_;
    HeldLines<> options_{most_bytes};
};

} // namespace polyglot::session
