// BlockOptions lists options of the engine that the GUI is neither shown nor allowed to set. Test:
// blocked_options_test.cpp.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

constexpr std::size_t longest_shown = 80; // bytes of a blocked name or word that a user is shown

// Returns the text in lower case, with one blank between words. Control characters separate words,
// too, because engines differ in how they read words.
std::string plain_words(std::string_view text);

class BlockedOptions {
  public:
    // list has names separated by commas: "Debug Log File, Syzygy*". A * at the end stands for any
    // rest. Case and the number of blanks do not matter, as in most engines.
    explicit BlockedOptions(std::string_view list = {});

    bool empty() const { return patterns_.empty(); }
    bool has(std::string_view name) const;

    // Returns the blocked name that a setoption line, or a line that an engine may take for one,
    // sets; empty if there is none. The name may be any text after "setoption" or "name", up to a
    // "value": engines parse a line with several of these words differently.
    std::string find_in_line(std::string_view line) const;

    // If anything is blocked, returns true for a line that contains "setoption" but is not exactly
    // "setoption name …" in printable characters, or contains a second "setoption". It cannot be
    // known which option such a line sets, because Stockfish skips the word after setoption, and
    // other engines skip unknown words, or read words instead of lines.
    bool is_disguised(std::string_view line) const;

  private:
    bool fits(std::string_view plain_name) const;
    std::string find_at(std::string_view text) const;

    std::vector<std::string> patterns_; // in the form of plain_words()
};

} // namespace polyglot::config
