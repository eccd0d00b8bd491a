// Whether a .bin book is one of another variant than it is looked at as: the format does not say.
// docs/verify-book.md
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/chess/position.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// What shows that a book is for another variant, the surest first.
enum class VariantSign : std::uint8_t {
    Header,         // names variants, and neither chess nor Chess960
    StartPosition,  // knows that of the variant
    Explosions,     // knows positions after captures of atomic chess
    Drops,          // has moves that drop a piece: crazyhouse
    KingPromotions, // antichess
    NotReached,     // more than half of its positions: or games begin elsewhere
};
struct OtherVariant {
    VariantSign sign = VariantSign::NotReached;
    std::string name; // "crazyhouse"; empty where the sign does not tell

    bool is_named() const { return sign != VariantSign::NotReached; }
    std::string sentence() const; // without final full stop: what shows it
};

// The one judgement of verify-book, which blames no move of another variant, and of repair-book,
// which changes none. Evidence is gathered at the positions that a walk comes to.
class VariantEvidence {
  public:
    explicit VariantEvidence(const book::PolyglotBook& book) : book_(book) {}
    // Atomic: where the book captures, does it know the position after the explosion, or the usual
    // one? Looks at the first captures only.
    void look_at(const chess::Position& position, const std::vector<book::Entry>& entries);
    // After the walk: how many of the book's positions it reached. Nullopt: of chess or Chess960.
    // Reads the book once.
    std::optional<OtherVariant> judge(std::uint64_t reached, std::uint64_t positions) const;

  private:
    bool is_atomic() const { return exploded_ >= least && exploded_ > 4 * usual_; }
    std::optional<OtherVariant> judge_moves() const;

    static constexpr std::uint64_t least = 20; // captures: one by chance is one of 2^64
    static constexpr std::uint64_t most = 5000;
    const book::PolyglotBook& book_;
    std::uint64_t captures_ = 0, exploded_ = 0, usual_ = 0;
};

// A drop as python-chess writes it (from the square to itself, the promotion bits name the piece),
// or as XBoard does (9 in the four highest bits, the piece's letter where the origin is).
bool is_drop(std::uint16_t raw);
// Promotion bits 5, where a pawn promotes.
bool is_king_promotion(std::uint16_t raw);

// "normal", "fischerandom": of a book that has games of chess, or of Chess960; neither is chess,
// too.
std::vector<std::string> variant_names(bool chess, bool chess960);

// How many of the 960 start positions the book knows, the standard one not counted.
std::uint64_t known_chess960_starts(const book::PolyglotBook& book);
constexpr std::uint64_t chess960_starts_of_a_book = 50; // so many make it a book of Chess960

// The variant whose start position, one that games of chess never come to, the book knows:
// "antichess", "horde" or "Racing Kings". The keys are the usual ones of these pieces on these
// squares, as python-chess has them.
std::optional<std::string_view> known_variant_start(const book::PolyglotBook& book);

// The key after the capture in atomic chess: the capturing piece, the captured one and all pieces
// but pawns on the squares around are gone. 0 if a king is, the position is then over, or the move
// is no plain capture.
std::uint64_t key_after_explosion(const chess::Position& position, chess::Move move);

} // namespace polyglot::tools
