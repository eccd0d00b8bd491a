// Keeps the lines that may be sent only to an idle engine. Test: idle_queue_test.cpp.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/held_lines.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

// The rules:
// 1. The order is ucinewgame, the greetings, the options of the user.
// 2. ucinewgame and options may take the engine some time (hash tables), so no search begins before
//    its readyok. `new` drops the greetings of the previous game.
// 3. Of the greetings (`name`, `rating` …, for an engine that speaks xboard) only the last of each
//    kind is kept.
class IdleQueue {
  public:
    struct Lines {
        bool new_game = false;
        std::vector<std::string> greetings;
        std::vector<protocol::OptionSetting> options;
    };

    void on_new_game(bool announce); // announce: by ucinewgame
    void add_greeting(std::string_view line);
    void add_option(protocol::OptionSetting setting);
    Lines take();

    bool has_options() const { return !options_.empty(); }
    bool delays_search() const { return new_game_ || has_options(); } // rule 2
    bool is_full() const { return options_.is_full(); }
    std::size_t size() const { return options_.size(); } // greetings are few by rule 3

  private:
    static constexpr std::size_t most_bytes = 1 << 20;

    bool new_game_ = false;
    std::vector<std::string> greetings_;
    HeldLines<std::string> options_{most_bytes}; // names, with the values
};

} // namespace polyglot::session
