// Which book move to play: PolyGlot's rule (design/POLYGLOT.md, "Book selection and learning").
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/book/book.hpp"
#include "core/random.hpp"

namespace polyglot::book {

struct Policy {
    bool random = true;         // BookRandom: draw in proportion to the share; false: highest share, first entry wins ties
    int threshold_per_mil = 5;  // BookTreshold: never play a move at or below this share
    bool use_learning = false;  // BookLearn: weight becomes w*(sum+4)/(2n-sum+4)
};

struct Candidate {
    chess::Move move;           // null when not legal here
    std::uint64_t weight = 0;   // after learning
    int share = 0;              // 1/10000 of all weight in the position, rounded down as PolyGlot does
    bool playable = false;
};

// One candidate per entry, in file order.
std::vector<Candidate> rate(const std::vector<Entry>& entries, const Policy& policy);
// The move to play, or nothing when no candidate is playable.
std::optional<chess::Move> choose(const std::vector<Candidate>& candidates, const Policy& policy, Random& random);

} // namespace polyglot::book
