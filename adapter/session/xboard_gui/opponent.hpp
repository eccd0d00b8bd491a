// The opponent according to the GUI (`computer`, `name`, `rating`) since `new`.
#pragma once
#include "core/text/text.hpp"

#include <string>
#include <string_view>

namespace polyglot::session {

struct Opponent {
    std::string name;
    std::string rating; // the GUI's text
    bool is_computer = false;

    // The value of UCI_Opponent: "[title] [Elo] computer|human NAME".
    std::string uci_opponent() const {
        const int elo = text::parse_int<int>(rating).value_or(0);
        return "none " + (elo > 0 ? std::to_string(elo) : std::string("none")) +
               (is_computer ? " computer " : " human ") + (name.empty() ? "<empty>" : name);
    }
};

} // namespace polyglot::session
