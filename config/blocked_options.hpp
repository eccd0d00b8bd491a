// BlockOptions: options of the engine that the GUI is neither shown nor allowed to set.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

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

  private:
    bool fits(std::string_view plain_name) const;
    std::string find_at(std::string_view text) const;

    std::vector<std::string> patterns_; // as plain() spells them
};

} // namespace polyglot::config
