// Numbers the names of players and events, so that a game needs four bytes for each.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace polyglot::tools {

class NameTable {
  public:
    // Returns the number of this name, from 0 in the order of their first addition. Several threads
    // may call it at once.
    std::uint32_t add(std::string_view name);
    // Frees what only add() needs. The functions below must not be called before it.
    void finish();

    std::size_t size() const { return names_.size(); }
    const std::string& operator[](std::size_t number) const { return names_[number]; }
    std::uint64_t bytes() const;

  private:
    std::mutex mutex_;
    std::deque<std::string> names_; // which do not move when others are added
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

} // namespace polyglot::tools
