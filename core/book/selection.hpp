// Which book move to play: PolyGlot's rule, docs/formats/selection.md.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::book {

struct Policy {
    bool random = true; // BookRandom: draw in proportion to the share; false: highest weight, first entry wins ties
    int threshold_per_mil = 5; // BookTreshold: never play a move at or below this share
    bool use_learning = false; // BookLearn: weight becomes w*(sum+4)/(2n-sum+4)
};

struct Candidate {
    chess::Move move;         // null when not legal here
    std::uint64_t weight = 0; // with learning in units of 1/1024; to be compared within one position only
    int share = 0;            // 1/10000 of all weight in the position, rounded down as PolyGlot does
    bool playable = false;
};

// One candidate per entry, in file order.
std::vector<Candidate> rate(const std::vector<Entry>& entries, const Policy& policy);
// The move to play, or nothing when no candidate is playable.
std::optional<chess::Move> choose(const std::vector<Candidate>& candidates, const Policy& policy, Random& random);

// "42.1%", of a Candidate's share.
std::string format_share(int share);
// For a human: "e2e4 42.1% d2d4 38.0%", highest first, at most max_moves of them and "…" for the rest. Entries of the
// same move are added up; moves that are not legal are not shown, though their weight counts.
std::string format_shares(const std::vector<Candidate>& candidates,
                          chess::CastlingStyle style = chess::CastlingStyle::KingTwoSquares,
                          std::size_t max_moves = 12);

} // namespace polyglot::book
