// Rewrites pvs from coordinate notation to SAN. An engine's pvs change little from one line to the
// next, so the last pv is remembered with its positions, and only the moves after the common
// beginning are converted.
#pragma once
#include "core/chess/position.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class SanLine {
  public:
    void set_root(const chess::Position& root);
    // Appends the moves in SAN, separated by blanks, up to the first illegal or invalid one.
    // Returns true if all are legal.
    bool append_san(std::string_view moves, std::string& out);

  private:
    // More plies than engines search. Further moves are converted each time, so that memory stays
    // bounded.
    static constexpr std::size_t max_plies = 256;

    struct Ply {
        chess::Position after;
        std::size_t text_end = 0; // of this move in text_
        std::size_t san_end = 0;  // the same in san_
    };
    std::size_t known_plies(std::string_view moves) const;

    std::optional<chess::Position> root_;
    std::string text_; // the longest line since it last branched off, as written
    std::string san_;  // the same line in SAN
    std::vector<Ply> plies_;
};

} // namespace polyglot::session
