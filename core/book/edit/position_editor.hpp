// The moves of one position in a PolyGlot book, as a person changes them: docs/edit-book.md.
#pragma once
#include "core/book/entry_table.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

struct MoveShare {
    chess::Move move{};
    double share = 0; // of 1
};
// Shares that a table gives to a tenth of a per cent may miss their exact sum by half of it each.
constexpr double share_rounding = 0.0005;
// A share that is missed by no more is as good as met.
constexpr double share_tolerance = 0.0005;
// Whether this many shares with this sum leave nothing to the other moves. What the rounding leaves
// is no rest if no other move is played.
bool leaves_no_rest(double sum, std::size_t shares, bool others_are_played);

// Weights stay within 16 bits: where one would not, all of the position are scaled down by one
// factor, so that the shares stay; a weight above 0 stays above 0. Learn fields stay. A move with
// several entries becomes one with its first change: the weights added up, the learn fields of the
// first.
class PositionEditor {
  public:
    // entries: all of this position, in file order. Those with illegal moves stay, and count in the
    // shares.
    PositionEditor(const chess::Position& position, std::vector<RawEntry> entries);

    bool has(chess::Move move) const;
    void add(chess::Move move);    // with weight 1; without effect if the book has it
    void remove(chess::Move move); // without effect if it has not
    // For the others the book must have the move.
    void set_weight(chess::Move move, std::uint16_t weight);
    // share: of 1, from 0 to below 1. The other weights stay, or are multiplied by 10, 100 … where
    // whole numbers would miss the share by more than 0.05 %. An error if the other moves have no
    // weight.
    Result<void> set_share(chess::Move move, double share);
    // The same for several moves, each named once: the other moves divide the rest in their present
    // ratios, and get weight 0 if there is no rest. An error if there is a rest, and no other move
    // has a weight.
    Result<void> set_shares(const std::vector<MoveShare>& shares);
    void boost(chess::Move move, double factor); // >= 0

    // By falling weight if anything has been changed, those of one weight in the order in which
    // they came.
    const std::vector<RawEntry>& entries() const { return entries_; }

  private:
    std::size_t index_of(chess::Move move) const; // entries_.size(): not there
    std::size_t join(chess::Move move);           // its only entry from now on
    void set_weights(const std::vector<double>& weights);
    void sort();

    chess::Position position_;
    std::vector<RawEntry> entries_;
};

} // namespace polyglot::book
