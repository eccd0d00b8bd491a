// BlockCommands lists commands of the engine, besides those of UCI, that no line of a GUI may
// contain. Test: blocked_commands_test.cpp.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

class BlockedCommands {
  public:
    // list has words separated by commas, in any case: "export_net, bench*". A * at the end stands
    // for any rest. A * alone blocks every line that does not begin with a command of UCI.
    explicit BlockedCommands(std::string_view list = {});

    bool empty() const { return patterns_.empty() && !only_uci_; }

    // Returns the blocked word of a UCI line, cut at 80 bytes; empty if there is none. Engines
    // differ in what they read as a command: some skip words that they do not know, others read
    // words instead of lines. So every word counts, except in `setoption name N value V` the first
    // word of N and of V.
    std::string find_in_line(std::string_view line) const;
    // Returns the same for words that do not begin a line.
    std::string find_in_words(std::string_view words) const;

    // Returns false if the list has a name of several words, or one that matches a command of UCI,
    // because these cannot be blocked.
    static bool is_valid_list(std::string_view list);

  private:
    std::string find_in_option(std::string_view plain) const;
    std::string find_among(std::string_view plain) const;

    std::vector<std::string> patterns_; // in the form of plain_words()
    bool only_uci_ = false;
};

} // namespace polyglot::config
