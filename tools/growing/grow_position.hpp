// A position of chess or of a variant, in what a book that engines search asks of it. So the graph,
// the store and the searches have one form for all rules.
// tests/unit/tools/growing/grow_position_test.cpp shows it.
#pragma once
#include "core/book/grow/graph.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"
#include "tools/engines/suite.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polyglot::tools {

class GrowPosition {
  public:
    GrowPosition(const chess::Position& position) : position_(position) {}        // NOLINT: as one
    GrowPosition(const chess::VariantPosition& position) : position_(position) {} // NOLINT: as one
    // The rules are those of the variant, or of chess if it is null.
    static GrowPosition start(const chess::Variant* variant);
    static Result<GrowPosition> parse(std::string_view fen, const chess::Variant* variant);
    static GrowPosition of(const EpdTask& task);

    const chess::Variant* variant() const; // null for chess
    const chess::Position* of_chess() const { return std::get_if<chess::Position>(&position_); }
    const chess::VariantPosition* of_variant() const {
        return std::get_if<chess::VariantPosition>(&position_);
    }

    // Returns the key of the position in graph and store. In chess it is PolyGlot's; in a variant
    // it distinguishes all that the rules do, pockets and checks, too (book::identity_of()).
    std::uint64_t key() const;
    std::uint64_t key_after(const EpdMove& move) const;
    // Returns false if an inner rook may castle, which the keys cannot tell.
    bool has_key() const;
    chess::Color side_to_move() const;
    std::vector<EpdMove> legal_moves() const;
    void make(const EpdMove& move); // the move must be legal
    // Returns the legal move that the graph has so; the null move if there is none.
    EpdMove decode(book::GrowMove raw) const;
    // Returns the value of a game that is over, for the side to move: by mate, stalemate, a rule of
    // the variant or too little material. Nullopt if the game goes on.
    std::optional<int> value_of_end() const;

    std::string fen() const;
    std::string root_fen() const;               // Shredder-FEN where castling is that of Chess960
    std::string san(const EpdMove& move) const; // the move must be legal
    std::string uci(const EpdMove& move) const;
    chess::Piece piece_at(chess::Square s) const;
    void put_into(EpdTask& task) const;
    friend bool operator==(const GrowPosition&, const GrowPosition&) = default;

  private:
    std::variant<chess::Position, chess::VariantPosition> position_;
};

// Returns the 16 bits of the move in graph and store: those of PolyGlot books, in a variant by the
// plain convention, which has a code for every move.
book::GrowMove encode_grow_move(const EpdMove& move);
// Formats the moves from this position with move numbers.
std::string format_line(const GrowPosition& start, const std::vector<EpdMove>& moves);

} // namespace polyglot::tools
