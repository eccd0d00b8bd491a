// BlockOptions: options of the engine that the GUI is neither shown nor allowed to set.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

constexpr std::size_t longest_shown = 80; // bytes of a blocked name or word that a user is shown

// Small letters, one blank between words. Control characters divide words, too: engines read words in many ways.
std::string plain_words(std::string_view text);

class BlockedOptions {
  public:
    // "Debug Log File, Syzygy*": names with commas between them; a * at the end stands for any rest. Case and the
    // number of blanks do not matter, as to most engines.
    explicit BlockedOptions(std::string_view list = {});

    bool empty() const { return patterns_.empty(); }
    bool has(std::string_view name) const;

    // Returns the blocked name that a setoption line, or a line that an engine may take for one, sets; empty if none.
    // The name may be any text after "setoption" or "name", up to a "value": engines parse a line with several of these
    // words differently.
    std::string find_in_line(std::string_view line) const;

    // If anything is blocked: true for a line that contains "setoption" but is not exactly "setoption name …" in
    // printable characters, or contains a second "setoption". Stockfish skips the word after setoption unread, other
    // engines skip unknown words, or read words instead of lines: which option such a line sets cannot be known.
    bool is_disguised(std::string_view line) const;

  private:
    bool fits(std::string_view plain_name) const;
    std::string find_at(std::string_view text) const;

    std::vector<std::string> patterns_; // as plain_words() spells them
};

} // namespace polyglot::config
