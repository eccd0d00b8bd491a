// What a variant's rules say where they differ from those of chess. Every variant is one constant
// in a file of this folder; what it does not mention is as in chess.
#pragma once
#include "core/chess/variants/board.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace polyglot::chess {

class VariantPosition;

// How a game has ended, and for whom.
struct VariantEnd {
    enum class Reason : std::uint8_t {
        VariantRule, // a third check, an exploded king, no pieces left …
        Checkmate,
        Stalemate,
        InsufficientMaterial,
        FivefoldRepetition,
        SeventyFiveMoves,
        ThreefoldRepetition, // may be claimed
        FiftyMoves,          // may be claimed
    };
    Reason reason = Reason::VariantRule;
    std::optional<Color> winner; // nullopt is a draw
    friend bool operator==(const VariantEnd&, const VariantEnd&) = default;
};

bool is_king_attacked(const VariantBoard& board, Color c); // false without a king

struct Variant {
    enum class Castling : std::uint8_t {
        Played,
        Recorded, // the rights stand in FEN and key, but no move castles
        None,
    };
    enum class Stalemate : std::uint8_t { Draw, Win, FewerPiecesWin };

    std::string_view uci;    // UCI_Variant, also our name
    std::string_view xboard; // `variant NAME`
    std::string_view pgn;    // the tag
    std::string_view also =
        std::string_view();         // further names, divided by blanks: lower case, without hyphens
    std::uint8_t xboard_number = 0; // in XBoard's keys; 0 if XBoard does not know the variant
    std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    // What a FEN may have, by colour.
    std::array<int, 2> kings{1, 1}; // further ones, if kings are not royal, are promoted pawns
    std::array<int, 2> pawns{8, 8}; // at most, together with promoted pieces
    std::array<Bitboard, 2> pawn_ranks{0x00ff'ffff'ffff'ff00, 0x00ff'ffff'ffff'ff00};

    // False: kings are captured like other pieces, and pawns promote to them.
    bool kings_are_royal = true;
    bool kings_explode = false; // the side to move may have no king any more
    bool must_capture = false;
    bool may_give_check = true;
    bool has_pockets = false;
    bool ends_by_clock = true; // the rules of fifty and seventy-five moves
    std::uint8_t checks_to_win = 0;
    Castling castling = Castling::Played;
    Stalemate stalemate = Stalemate::Draw;
    bool mate_wins = false; // for the side that is mated

    bool (*in_check)(const VariantBoard& board, Color c) = is_king_attacked;
    bool (*may_capture)(PieceType type) = nullptr; // by default every piece
    // After a capture: the captor stands on to, and the captured piece has left the board.
    void (*after_capture)(VariantBoard& board, Square to, Piece captured,
                          bool was_promoted) = nullptr;
    // The game has ended by a rule that chess does not have. It is called before moves are
    // generated.
    std::optional<VariantEnd> (*find_end)(const VariantPosition& position) = nullptr;
    // Returns true if neither side can win any more.
    bool (*is_dead)(const VariantBoard& board) = nullptr;
};

std::span<const Variant* const> all_variants();
// Finds a variant by any of its names in any protocol; case, blanks, hyphens and a "960" at the end
// do not matter. Returns null for chess and for an unknown name.
const Variant* find_variant(std::string_view name);

// Returns true if only kings are left.
bool has_only_kings(const VariantBoard& board);
// Returns the win of the side that has reached its goal (white, black); nullopt if neither has.
std::optional<VariantEnd> won_by(bool white, bool black);

extern const Variant antichess, atomic, crazyhouse, giveaway, horde, king_of_the_hill, losers,
    racing_kings, suicide, three_check;

} // namespace polyglot::chess
