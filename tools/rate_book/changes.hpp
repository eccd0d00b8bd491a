// Decides which weights of a rated book change, and to what.
// Test: changes_test.cpp.
#pragma once
#include "core/book/variants/book.hpp"
#include "tools/rate_book/ratings.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace polyglot::tools {

// What becomes of the moves that lose more than the width.
enum class BeyondWidth : std::uint8_t {
    Forbid, // weight 0
    Delete,
    Lower
};

// Rules:
// 1. A move that loses more than width_cp is forbidden, deleted or lowered.
// 2. The other moves of a position keep their weights if keep_weights is set, if one of its moves
//    has no rating, or if at most one move is left that is not forbidden or deleted. Otherwise each
//    weight becomes that of grow-book: round(1000 · exp(-loss / temperature)), at least 1.
// 3. A lowered move gets the weight of rule 2. If the others keep their weights, exp(-loss /
//    temperature) of its own weight is left, at least 1.
struct ChangeRules {
    int width_cp = 50;
    double temperature = 20; // centipawns
    BeyondWidth beyond = BeyondWidth::Forbid;
    bool keep_weights = false;
};

struct WeightChange {
    std::uint32_t position = 0, move = 0; // as in RatedMove
    int loss_cp = 0;
    std::uint64_t before = 0;
    std::optional<std::uint64_t> after; // nullopt: deleted
};

// Returns the changes in the order of the ratings.
std::vector<WeightChange> find_changes(const BookReach& book, const Ratings& ratings,
                                       const ChangeRules& rules);
// Does the same for a book of a variant, whose key may stand for several positions. An entry has
// the rating of its most frequent position, and rule 2 is for all entries of a key that are legal
// in one of them, so that their weights stay on one scale.
std::vector<WeightChange> find_changes(const BookReach& book, const Ratings& ratings,
                                       const ChangeRules& rules, const book::VariantBook& file);

// Looks changes up.
class NewWeights {
  public:
    explicit NewWeights(const std::vector<WeightChange>& changes);
    // Returns the weight of a move after the changes, or nullopt if it is deleted.
    std::optional<std::uint64_t> of(std::uint32_t position, std::uint32_t move,
                                    std::uint64_t before) const;

  private:
    static std::uint64_t place(std::uint32_t position, std::uint32_t move) {
        return std::uint64_t{position} << 32U | move;
    }
    std::unordered_map<std::uint64_t, std::optional<std::uint64_t>> weights_;
};

} // namespace polyglot::tools
