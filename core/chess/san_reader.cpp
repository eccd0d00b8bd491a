// Resolves a move backwards from its target square, by looking for the pieces that could have come
// there.
#include "core/chess/attacks.hpp"
#include "core/chess/legality.hpp"
#include "core/chess/san.hpp"
#include "core/chess/san_pattern.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <array>

namespace polyglot::chess {
namespace {

// A text that may precede the target square: empty, or a piece with or without its file or rank, or
// a pawn's file; then an optional x. It is looked up in a table, because its form is hard to
// predict.
struct Front {
    // The first byte is in the lowest bits. No text has four bytes, so the default matches none.
    std::uint32_t text = ~std::uint32_t{0};
    PieceType piece = PieceType::Pawn;
    Bitboard from = 0;
};
constexpr std::size_t front_place(std::uint32_t text) {
    return text * 0x34ee0a97U >> 24; // a factor found by trial: no two texts have the same place
}
constexpr std::array<Front, 256> make_fronts() {
    std::array<Front, 256> fronts{};
    const auto add = [&fronts](std::string_view text, PieceType piece, Bitboard from) {
        Front front{0, piece, from};
        for (std::size_t i = 0; i < text.size(); ++i)
            front.text |= std::uint32_t{static_cast<unsigned char>(text[i])} << 8 * i;
        // A throw at compile time is an error.
        if (fronts[front_place(front.text)].from) throw "two in one place";
        fronts[front_place(front.text)] = front;
    };
    const auto add_both = [&add](std::array<char, 3> text, std::size_t size, PieceType piece,
                                 Bitboard from) {
        add({text.data(), size}, piece, from);
        text[size] = 'x';
        add({text.data(), size + 1}, piece, from);
    };
    add("", PieceType::Pawn, ~Bitboard{0});
    for (char file = 'a'; file <= 'h'; ++file)
        add({std::array{file, 'x'}.data(), 2}, PieceType::Pawn, file_named(file));
    for (const char letter : {'N', 'B', 'R', 'Q', 'K'}) {
        const PieceType piece = san_piece_named(letter);
        add_both({letter}, 1, piece, ~Bitboard{0});
        if (piece == PieceType::King) continue;
        for (char file = 'a'; file <= 'h'; ++file)
            add_both({letter, file}, 2, piece, file_named(file));
        for (char rank = '1'; rank <= '8'; ++rank)
            add_both({letter, rank}, 2, piece, rank_named(rank));
    }
    return fronts;
}
constexpr std::array<Front, 256> fronts = make_fronts();

// Collects the legal moves that fit: none, one, or several.
class Matches {
  public:
    explicit Matches(const Position& position) : position_(position) {}
    void try_move(Move move, Bitboard taken) {
        if (!leaves_king_safe(position_, move.from(), move.to(), taken)) return;
        ambiguous_ |= static_cast<bool>(move_);
        move_ = move;
    }
    SanResult result() const {
        if (ambiguous_) return {Move(), SanStatus::Ambiguous};
        return {move_, move_ ? SanStatus::Legal : SanStatus::Illegal};
    }

  private:
    const Position& position_;
    Move move_;
    bool ambiguous_ = false;
};

inline void match_piece(const Position& position, const SanPattern& pattern, Square to,
                        Matches& matches) {
    if (pattern.promotion != PieceType::None || pattern.en_passant) return;
    Bitboard candidates =
        reach(pattern.piece, to) & position.pieces(position.side_to_move(), pattern.piece);
    for (candidates &= pattern.from; candidates;) {
        const Square from = pop_square(candidates);
        if (!(between(from, to) & position.occupied())) matches.try_move(Move(from, to), bit(to));
    }
}

inline void match_pawn(const Position& position, const SanPattern& pattern, Square to,
                       Matches& matches) {
    const Color us = position.side_to_move();
    // Bits that wrap around the edge of the board meet no pawn there.
    const auto back = [turn = us == Color::White ? -8 : 8](Bitboard b) {
        return std::rotl(b, turn);
    };
    const bool is_en_passant = to == position.en_passant();
    const bool is_last_rank = rank_of(to) == (us == Color::White ? 7 : 0);
    if (is_last_rank != (pattern.promotion != PieceType::None) ||
        (pattern.en_passant && !is_en_passant))
        return;

    const Bitboard one_back = back(bit(to));
    Bitboard candidates = 0;
    if (is_en_passant || (position.occupied() & bit(to))) {
        candidates = pawn_attacks(~us, to);
    } else {
        constexpr Bitboard rank_3 = 0xff << 16;
        constexpr Bitboard rank_6 = rank_3 << 24;
        const Bitboard passed =
            one_back & ~position.occupied() & (us == Color::White ? rank_3 : rank_6);
        candidates = one_back | back(passed);
    }
    const Move::Kind kind = is_last_rank    ? Move::Kind::Promotion
                            : is_en_passant ? Move::Kind::EnPassant
                                            : Move::Kind::Normal;
    const PieceType promotion = is_last_rank ? pattern.promotion : PieceType::Knight;
    for (candidates &= position.pieces(us, PieceType::Pawn) & pattern.from; candidates;)
        matches.try_move(Move(pop_square(candidates), to, kind, promotion),
                         is_en_passant ? one_back : bit(to));
}

inline void match(const Position& position, const SanPattern& pattern, Square to,
                  Matches& matches) {
    if (pattern.piece == PieceType::Pawn)
        match_pawn(position, pattern, to, matches);
    else
        match_piece(position, pattern, to, matches);
}

SanResult find(const Position& position, const SanPattern& pattern) {
    Matches matches(position);
    for (Bitboard targets = pattern.to & ~position.pieces(position.side_to_move()); targets;)
        match(position, pattern, pop_square(targets), matches);
    return matches.result();
}

SanResult find_castling(const Position& position, CastlingSide side) {
    if (!position.can_castle(side)) return {Move(), SanStatus::Illegal};
    const Color us = position.side_to_move();
    return {Move(position.king(us), position.castling_rook(us, side), Move::Kind::Castling),
            SanStatus::Legal};
}

SanResult resolve_unusual(const Position& position, std::string_view text) {
    const std::string_view trimmed = text::trim(text);
    if (const auto side = read_san_castling(trimmed)) return find_castling(position, *side);
    const auto pattern = read_san_pattern(trimmed);
    return pattern && pattern->promotion != PieceType::King ? find(position, *pattern)
                                                            : SanResult();
}

// Returns the first two moves that fit: "c3e4 or g3e4".
std::string two_matches(const Position& position, std::string_view trimmed) {
    const SanPattern pattern = read_san_pattern(trimmed).value_or(SanPattern());
    std::string text;
    for (const Move move : position.legal_moves()) {
        SanPattern narrow = pattern;
        narrow.from &= bit(move.from());
        narrow.to &= bit(move.to());
        if (find(position, narrow).move != move) continue;
        if (!text.empty()) return text + " or " + format_uci_move(move);
        text = format_uci_move(move);
    }
    return text;
}

} // namespace

SanResult resolve_short_san(const Position& position, std::uint64_t text, unsigned size) {
    const auto last = static_cast<char>(text >> 8 * (size - 1));
    // Characters before the target square.
    const unsigned before = size - 2 - (is_san_mark(last) ? 1U : 0U);
    if (before > 3) return {};
    const auto square = static_cast<std::uint32_t>(text >> 8 * before & 0xffff) - ('a' | '1' << 8);
    const auto in_front = static_cast<std::uint32_t>(text) & ((1U << 8 * before) - 1);
    const Front& front = fronts[front_place(in_front)];
    if ((square & ~0x0707U) != 0 || front.text != in_front) return {};
    const auto to = static_cast<Square>((square & 7) | square >> 5);
    SanPattern pattern;
    pattern.piece = front.piece;
    pattern.from = front.from;
    Matches matches(position);
    if (!(bit(to) & position.pieces(position.side_to_move())))
        match(position, pattern, to, matches);
    return matches.result();
}

SanResult resolve_san(const Position& position, std::string_view text) {
    std::uint64_t bytes = 0;
    if (text.empty() || text.size() > sizeof bytes) return resolve_unusual(position, text);
    for (std::size_t i = text.size(); i-- > 0;)
        bytes = bytes << 8 | static_cast<unsigned char>(text[i]);
    const SanResult found = resolve_short_san(position, bytes, static_cast<unsigned>(text.size()));
    return found.status == SanStatus::Unreadable ? resolve_unusual(position, text) : found;
}

Result<Move> parse_san(const Position& position, std::string_view text) {
    const SanResult result = resolve_san(position, text);
    if (result) return result.move;
    const std::string_view trimmed = text::trim(text);
    const std::string quoted = text::quote(trimmed) + ' ';
    switch (result.status) {
    case SanStatus::Ambiguous:
        return make_error(quoted + "is ambiguous: " + two_matches(position, trimmed));
    case SanStatus::Illegal: return make_error(quoted + "is not legal here");
    default: return make_error(quoted + "does not read as a move");
    }
}

} // namespace polyglot::chess
