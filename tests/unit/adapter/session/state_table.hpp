// Drives a class through the tables state × event that its header has as a comment, so that they
// stay true. A table begins with "NAME \ event | EVENT | …"; a header may have several, with
// different events. A cell is one of:
//   -              nothing happens: no new state, no action
//   STATE          the state that follows, without an action
//   STATE: ACTION  with what goes out
//   never          the caller never lets the event happen in this state: it is not tried
// Notes, "(1)", do not count. A row's name is that of the state, perhaps with a circumstance:
// "Waiting, analysis".
#pragma once
#include "core/text/text.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {

struct TableCell {
    std::string state;
    std::string event;
    std::string text;
};

inline std::vector<std::string> split_table_line(const std::string& line) {
    static const std::regex note(R"( ?\([0-9]+\))");
    std::vector<std::string> fields;
    std::string rest = std::regex_replace(line, note, "") + "|";
    for (std::size_t end = rest.find('|'); end != std::string::npos; end = rest.find('|')) {
        fields.emplace_back(text::trim(std::string_view(rest).substr(0, end)));
        rest.erase(0, end + 1);
    }
    return fields;
}

// header: its path in the source tree.
inline std::vector<TableCell> read_tables(const std::string& header) {
    std::ifstream file(std::string(POLYGLOT_SOURCE_DIR) + "/" + header);
    std::vector<TableCell> cells;
    std::vector<std::string> events; // empty outside of a table
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("// ") || line.find(" | ") == std::string::npos) {
            events.clear();
            continue;
        }
        const std::vector<std::string> fields = split_table_line(line.substr(3));
        if (fields.front().ends_with("\\ event")) {
            events = fields;
            continue;
        }
        CAPTURE(line);
        REQUIRE((events.empty() || events.size() == fields.size()));
        for (std::size_t i = 1; i < events.size(); ++i)
            cells.push_back({fields.front(), events[i], fields[i]});
    }
    return cells;
}

// Name, and the steps that lead into the state, or that are the event.
using TableSteps = std::map<std::string, std::vector<std::string>>;

// A Fixture is in the class's first state. It has on(step), state(), and take_actions(): what went
// out since it was called last, in words that are separated by ", ".
template <class Fixture>
void check_tables(const std::string& header, const TableSteps& states, const TableSteps& events) {
    const std::vector<TableCell> cells = read_tables(header);
    CHECK(cells.size() == states.size() * events.size());
    for (const TableCell& cell : cells) {
        CAPTURE(cell.state);
        CAPTURE(cell.event);
        REQUIRE(states.contains(cell.state));
        REQUIRE(events.contains(cell.event));
        if (cell.text == "never") continue;
        Fixture fixture;
        for (const std::string& step : states.at(cell.state))
            fixture.on(step);
        fixture.take_actions();
        const std::string before = fixture.state();
        CHECK(before == cell.state.substr(0, cell.state.find(',')));
        for (const std::string& step : events.at(cell.event))
            fixture.on(step);
        const std::string actions = fixture.take_actions();
        const bool is_nothing = actions.empty() && fixture.state() == before;
        CHECK((is_nothing ? "-" : fixture.state() + (actions.empty() ? "" : ": " + actions)) ==
              cell.text);
    }
}

// The first words of lines, in order, each one once.
inline std::string join_actions(const std::vector<std::string>& lines) {
    std::string joined;
    std::set<std::string> known;
    for (const std::string& line : lines) {
        std::string_view rest = line;
        const std::string word(text::next_word(rest));
        if (known.insert(word).second) joined += (joined.empty() ? "" : ", ") + word;
    }
    return joined;
}

} // namespace polyglot::session
