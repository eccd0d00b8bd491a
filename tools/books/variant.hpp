// Judges whether a .bin book is for another variant than expected, because the format does not
// store the variant. See docs/verify-book.md.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::tools {

// The signs that a book is for another variant, the most certain first.
enum class VariantSign : std::uint8_t {
    Header,         // names variants, but neither chess nor Chess960
    StartPosition,  // contains positions with which only games of the variant begin
    Explosions,     // contains positions after captures of atomic chess
    Drops,          // has moves that drop a piece, as in crazyhouse
    KingPromotions, // has promotions to king, as in antichess
    NotReached,     // most of its positions are not reached, or its games begin elsewhere
};
struct OtherVariant {
    VariantSign sign = VariantSign::NotReached;
    std::string name; // "crazyhouse"; empty if the sign does not identify the variant

    bool is_named() const { return sign != VariantSign::NotReached; }
    std::string sentence() const; // describes the sign, without a final full stop
};

// Makes the judgement that verify-book and repair-book share: verify-book accepts all moves of
// another variant, and repair-book does not change them. The evidence is gathered at the positions
// that a walk visits.
class VariantEvidence {
  public:
    explicit VariantEvidence(const book::PolyglotBook& book) : book_(book) {}
    // Looks for atomic chess: when the book has a capture, checks whether it contains the position
    // after the explosion or the usual one. Only the first captures are examined.
    void look_at(const chess::Position& position, const std::vector<book::Entry>& entries);
    // Called after the walk with the number of the book's positions that it reached. Returns
    // nullopt if the book is for chess or Chess960. Reads the book once.
    std::optional<OtherVariant> judge(std::uint64_t reached, std::uint64_t positions) const;

  private:
    bool is_atomic() const { return exploded_ >= least && exploded_ > 4 * usual_; }
    std::optional<OtherVariant> judge_moves() const;

    // Captures; one match by chance has the probability 2^-64.
    static constexpr std::uint64_t least = 20;
    static constexpr std::uint64_t most = 5000;
    const book::PolyglotBook& book_;
    std::uint64_t captures_ = 0, exploded_ = 0, usual_ = 0;
};

// Returns the variant by whose rules a command reads its options: the given one, or the one that
// the book names. Returns null for chess, and if the book cannot be opened.
const chess::Variant* variant_of_book(const std::string& file, const chess::Variant* given);

// Return whether the move drops a piece, and whether some piece can move so, by these rules, which
// are null for chess.
bool is_drop(std::uint16_t raw, const chess::Variant* rules);
bool is_possible_move(std::uint16_t raw, const chess::Variant* rules);
// Returns whether the game has ended by the checks given. The keys of books lack their number, so
// moves may be legal in another position with the same key.
bool has_ended_by_checks(const chess::VariantPosition& position);

// Returns "normal" for a book that has games of chess and "fischerandom" for one of Chess960. If
// both are false, the book counts as chess.
std::vector<std::string> variant_names(bool chess, bool chess960);

// Returns how many of the 960 start positions the book contains, not counting the standard one.
std::uint64_t known_chess960_starts(const book::PolyglotBook& book);
constexpr std::uint64_t chess960_starts_of_a_book = 50; // this number makes it a book of Chess960

// Returns the key after the capture in atomic chess: the capturing piece, the captured piece and
// all pieces but pawns on the adjacent squares are removed. Returns 0 if a king is removed, because
// the position is then over, or if the move is not a plain capture.
std::uint64_t key_after_explosion(const chess::Position& position, chess::Move move);

} // namespace polyglot::tools
