// Compares two books position by position and in play. docs/diff-book.md describes the figures.
#pragma once
#include "core/book/book.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/position.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::tools {

// A move that at least one of the books has. The weights of entries of the same move are added.
struct MovePair {
    std::string san, uci;
    std::array<std::uint64_t, 2> weight{};
    std::array<bool, 2> present{};
};

// Returns 0 if nothing is played.
inline double share_of(std::uint64_t weight, std::uint64_t sum) {
    return sum > 0 ? static_cast<double>(weight) / static_cast<double>(sum) : 0;
}

struct PositionPair {
    std::string fen;
    std::string line;               // from the root: "1. e4 c5"
    std::vector<std::string> uci{}; // the same
    // The moves of the first book come in its order; those that only the second has follow.
    std::vector<MovePair> moves{};
    std::array<std::uint64_t, 2> sum{}; // of the weights
    // This is the frequency, 0 to 1, with which games reach the position after moves that both
    // books share.
    double reached = 0;
    // This is half of the sum of all changes of share: 0 if the shares are equal, 1 if the books
    // have no move in common. A book without a playable move here has no shares.
    double variation = 0;

    double share(std::size_t book, const MovePair& move) const {
        return share_of(move.weight[book], sum[book]);
    }
};

struct BookDifference {
    std::uint64_t same = 0;              // positions with the same moves and shares
    std::array<std::uint64_t, 2> only{}; // positions that only this book knows
    std::uint64_t changed = 0;           // known to both, with other moves or shares
    // Differing positions whose variation is at least CompareRules::least.
    std::uint64_t counted = 0;
    // Contains the most important of the counted positions, at most CompareRules::most.
    std::vector<PositionPair> differences;
    // True if all positions were compared, reached or not. The differences are always positions
    // that are reached in play.
    bool by_key = false;
    // This is the share of games, 0 to 1, that the books play differently. Two games start
    // together, one from each book; at each position the smaller of the two shares of each move
    // continues together.
    double play = 0;
    // False if the books of a variant have more positions than most_variant_positions; those
    // beyond are not compared.
    bool is_whole = true;
    struct FirstMove {
        std::string san;
        std::array<double, 2> share{};
        double play = 0; // of the games that begin with it in both
    };
    std::vector<FirstMove> first_moves; // of the first root
};

struct CompareRules {
    double least = 0;                                // variation of a position that is kept
    std::size_t most = static_cast<std::size_t>(-1); // positions that are kept
    // Called from time to time. If it returns false, the comparison ends and its result is
    // unusable.
    std::function<bool()> keep_on;
    // Receives the approximate number of compared positions; may be empty.
    std::function<void(std::uint64_t)> progress = {};
};

// Walks both books together from the roots.
BookDifference compare_books(const book::Book& a, const book::Book& b,
                             std::span<const chess::Position> roots, const CompareRules& rules);
// Does the same for two books of one variant with the same kind of keys.
BookDifference compare_books(const book::VariantBook& a, const book::VariantBook& b,
                             std::span<const chess::VariantPosition> roots,
                             const CompareRules& rules);
// Does the same for two sorted .bin books by their keys, for games that begin with the start
// position; this is much faster. Returns nullopt if the result would not be exact, because the
// books spell castling differently or one of them is not sorted; then the books have to be walked.
// a and b are the same books as raw_a and raw_b, opened for looking up positions.
std::optional<BookDifference> compare_by_keys(const book::PolyglotBook& raw_a,
                                              const book::PolyglotBook& raw_b, const book::Book& a,
                                              const book::Book& b, const CompareRules& rules);

} // namespace polyglot::tools
