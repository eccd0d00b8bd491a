// BlockOptions: options of the engine that the GUI is neither shown nor allowed to set.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// Small letters, one blank between words. Control characters divide words, too: engines read words in many ways.
std::string plain_words(std::string_view text);

class BlockedOptions {
  public:
    // "Debug Log File, Syzygy*": names with commas between them; a * at the end stands for any rest. Case and the
    // number of blanks do not matter, as to most engines.
    explicit BlockedOptions(std::string_view list = {});

    bool empty() const { return patterns_.empty(); }
    bool has(std::string_view name) const;

    // The blocked name that a setoption line, or what an engine may take for one, asks for; empty: none. Every stretch
    // behind "setoption" or "name" may be meant, up to a "value": engines differ in what they read out of a line that
    // has these words more than once.
    std::string find_in_line(std::string_view line) const;

    // True for a line that holds "setoption" without being exactly "setoption name …", in printing characters and with
    // no second "setoption", when anything is blocked. Stockfish skips the word behind setoption unread, other engines
    // skip words that they do not know, or read words instead of lines: which option such a line sets cannot be known.
    bool is_disguised(std::string_view line) const;

  private:
    bool fits(std::string_view plain_name) const;
    std::string find_at(std::string_view text) const;

    std::vector<std::string> patterns_; // as plain_words() spells them
};

} // namespace polyglot::config
