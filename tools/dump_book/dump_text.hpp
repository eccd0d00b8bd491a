// The text of dump-book, for books of chess and of variants.
#pragma once
#include "tools/dump_book/dump.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace polyglot::tools {

// Returns the percentage with which the book plays this move.
long per_cent_of(const std::vector<std::uint32_t>& weights, std::size_t number);

// Keeps the line from the start to the current position, and prints it where it ends.
class DumpText {
  public:
    // All arguments must outlive this object. result.lines is counted here.
    DumpText(const DumpOptions& options, const std::function<bool(std::string_view)>& write,
             Dump& result)
        : options_(options), write_(write), result_(result) {}

    void begin() { running_ = write_(options_.title + '\n'); }
    bool is_running() const { return running_; } // false after a failure
    // Adds a position to the path and returns true. If the position has occurred before, prints the
    // line with a mark and returns false.
    bool enter(std::uint64_t identity);
    void leave() { path_.pop_back(); }
    std::size_t plies() const { return path_.size(); }

    std::size_t size() const { return text_.size(); }
    void cut(std::size_t size) { text_.resize(size); } // back to an earlier size
    // per_cent is of a move of the book.
    void add_move(chess::Color mover, std::size_t number, std::string_view san,
                  std::optional<long> per_cent);
    void print_line(std::string_view end);

  private:
    struct Place { // where a position occurred first
        std::uint64_t line = 0;
        std::size_t ply = 0;
    };

    const DumpOptions& options_;
    const std::function<bool(std::string_view)>& write_;
    Dump& result_;
    std::vector<std::uint64_t> path_; // the identities of the positions on the line
    std::unordered_map<std::uint64_t, Place> seen_;
    std::string text_; // each word followed by a blank
    bool running_ = true;
};

} // namespace polyglot::tools
