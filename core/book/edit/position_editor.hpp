// Edits the moves of one position in a PolyGlot book for edit-book and explore (docs/edit-book.md).
#pragma once
#include "core/book/entry_table.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace polyglot::book {

template <class AnyMove>
struct MoveShareOf {
    AnyMove move{};
    double share = 0; // of 1
};
using MoveShare = MoveShareOf<chess::Move>;
// Shares shown to a tenth of a per cent may each miss their exact value by half of that.
constexpr double share_rounding = 0.0005;
// A share counts as met if it is missed by no more than this.
constexpr double share_tolerance = 0.0005;
// True if this many shares with this sum leave nothing to the other moves. A rest that rounding
// explains does not count if no other move is played.
bool leaves_no_rest(double sum, std::size_t shares, bool others_are_played);

// Edits entries by these rules: Weights stay within 16 bits; if one would not, all weights of the
// position are scaled down by one factor, which keeps the shares, and a weight above 0 stays above
// 0. Learn fields are kept. A move with several entries becomes a single entry when it is first
// changed: the weights are added up, and the learn fields are those of the first entry.
// tests/unit/core/book/edit/position_editor_test.cpp shows the rules.
template <class AnyMove>
class AnyPositionEditor {
  public:
    // How the book spells moves in a position.
    struct Spelling {
        std::uint64_t key = 0;
        std::function<std::optional<AnyMove>(std::uint16_t raw)> decode; // nullopt: not legal
        std::function<std::uint16_t(const AnyMove& move)> encode;
    };
    // entries: all entries of this position, in file order. Those with illegal moves stay, and
    // count in the shares.
    AnyPositionEditor(Spelling spelling, std::vector<RawEntry> entries);

    bool has(const AnyMove& move) const;
    void add(const AnyMove& move);    // adds the move with weight 1; no effect if the book has it
    void remove(const AnyMove& move); // no effect if the book does not have the move
    // The setters below require that the book has the move.
    void set_weight(const AnyMove& move, std::uint16_t weight);
    // Gives the move this share, from 0 to less than 1. The other weights stay, or are multiplied
    // by 10, 100 … where whole numbers would miss the share by more than 0.05 %. Fails if the other
    // moves have no weight.
    Result<void> set_share(const AnyMove& move, double share);
    // Does the same for several moves, each given once. The other moves divide the rest in their
    // present ratios, and get weight 0 if there is no rest. Fails if there is a rest and no other
    // move has a weight.
    Result<void> set_shares(const std::vector<MoveShareOf<AnyMove>>& shares);
    void boost(const AnyMove& move, double factor); // multiplies its weight by a factor >= 0

    // Returns the entries in file order if nothing was changed; otherwise by falling weight, those
    // of equal weight in their original order.
    const std::vector<RawEntry>& entries() const { return entries_; }

  private:
    std::size_t index_of(const AnyMove& move) const; // entries_.size() if there is none
    // Merges the move's entries and returns the index of the result.
    std::size_t join(const AnyMove& move);
    void set_weights(const std::vector<double>& weights);
    void sort();

    Spelling spelling_;
    std::vector<RawEntry> entries_;
};

class PositionEditor : public AnyPositionEditor<chess::Move> {
  public:
    PositionEditor(const chess::Position& position, std::vector<RawEntry> entries);
};

// The position of a book of a variant.
class VariantPositionEditor : public AnyPositionEditor<chess::VariantMove> {
  public:
    VariantPositionEditor(const VariantBook& book, const chess::VariantPosition& position,
                          std::vector<RawEntry> entries);
};

} // namespace polyglot::book
