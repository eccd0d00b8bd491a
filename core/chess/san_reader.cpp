// Texts become patterns, and patterns are looked for backwards from the square moved to: what could have come there.
#include "core/chess/attacks.hpp"
#include "core/chess/legality.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <array>
#include <optional>

namespace polyglot::chess {
namespace {

constexpr std::array<PieceType, 256> make_types() {
    std::array<PieceType, 256> types{};
    types.fill(PieceType::None);
    constexpr std::string_view letters = "PNBRQK"; // by piece type
    for (std::size_t i = 0; i < letters.size(); ++i)
        types[static_cast<unsigned char>(letters[i])] = static_cast<PieceType>(i);
    return types;
}
constexpr std::array<PieceType, 256> types_of_letters = make_types();

PieceType piece_named(char c) {
    return types_of_letters[static_cast<unsigned char>(c)];
}
constexpr bool can_promote_to(PieceType type) {
    return type > PieceType::Pawn && type < PieceType::King;
}
constexpr bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
constexpr bool is_rank(char c) {
    return c >= '1' && c <= '8';
}
constexpr Bitboard file_named(char c) {
    return Bitboard{0x0101010101010101} << (c - 'a');
}
constexpr Bitboard rank_named(char c) {
    return Bitboard{0xff} << 8 * (c - '1');
}

// What the text says, before any board is asked.
struct Pattern {
    PieceType piece = PieceType::Pawn;
    PieceType promotion = PieceType::None;
    bool en_passant = false; // marked so
    Bitboard from = ~Bitboard{0};
    Bitboard to = 0; // one square, or a file: "exd", a pawn taking
};

// What may stand in front of the square moved to: nothing, or a piece with its file or rank or without, or a pawn's
// file; then x or not. A table, because which of these a move has is hard to predict.
struct Front {
    std::uint32_t text = ~std::uint32_t{0}; // the first byte in the lowest bits; none has four bytes
    PieceType piece = PieceType::Pawn;
    Bitboard from = 0;
};
constexpr std::size_t front_place(std::uint32_t text) {
    return text * 0x34ee0a97U >> 24; // a factor found by trying: no two have the same place
}
constexpr std::array<Front, 256> make_fronts() {
    std::array<Front, 256> fronts{};
    const auto add = [&fronts](std::string_view text, PieceType piece, Bitboard from) {
        Front front{0, piece, from};
        for (std::size_t i = 0; i < text.size(); ++i)
            front.text |= std::uint32_t{static_cast<unsigned char>(text[i])} << 8 * i;
        if (fronts[front_place(front.text)].from) throw "two in one place"; // which does not compile
        fronts[front_place(front.text)] = front;
    };
    const auto add_both = [&add](std::array<char, 3> text, std::size_t size, PieceType piece, Bitboard from) {
        add({text.data(), size}, piece, from);
        text[size] = 'x';
        add({text.data(), size + 1}, piece, from);
    };
    add("", PieceType::Pawn, ~Bitboard{0});
    for (char file = 'a'; file <= 'h'; ++file)
        add({std::array{file, 'x'}.data(), 2}, PieceType::Pawn, file_named(file));
    for (const char letter : {'N', 'B', 'R', 'Q', 'K'}) {
        const PieceType piece = types_of_letters[static_cast<unsigned char>(letter)];
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

constexpr bool is_mark(char c) {
    return (c == '+') | (c == '#') | (c == '!') | (c == '?'); // all at once: checks are hard to predict
}

// What a move never ends with: marks (+ # ! ?), evaluations in ASCII (+- -/+ = ~), blanks, and every byte that is not
// ASCII, as the signs for all of these have in any encoding.
constexpr bool is_annotation(char c) {
    return is_mark(c) || c == '=' || c == '-' || c == '/' || c == '~' || text::is_blank(c) ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool drop_en_passant(std::string_view& s) {
    for (const std::string_view mark : {"e.p.", "e.p", "ep.", "ep"}) {
        if (!s.ends_with(mark) || (mark == "ep" && s.size() <= 4)) continue;
        s.remove_suffix(mark.size());
        return true;
    }
    return false;
}

// Check, mate and comment marks may be missing or wrong; the board knows better.
void drop_marks(std::string_view& s, bool& en_passant) {
    for (bool again = true; again;) {
        while (!s.empty() && is_annotation(s.back()))
            s.remove_suffix(1);
        again = drop_en_passant(s);
        en_passant |= again;
    }
}

// e8=Q, e8Q, e8(Q), e8=(Q), e8/Q, and the piece in lower case. False if it promotes to what it cannot.
bool take_promotion(std::string_view& s, Pattern& pattern) {
    std::string_view rest = s;
    if (rest.ends_with(')')) rest.remove_suffix(1);
    if (rest.size() < 3) return true;
    const PieceType piece = piece_named(text::to_upper(rest.back()));
    if (piece == PieceType::None) return true;
    rest.remove_suffix(1);
    const std::string_view marked = rest;
    while (rest.ends_with('(') || rest.ends_with('=') || rest.ends_with('/'))
        rest.remove_suffix(1);
    const bool is_promotion = rest.size() < marked.size() || is_rank(marked.back());
    if (rest.empty() || !is_promotion) return true; // the letter of something else: "exb"
    if (!can_promote_to(piece)) return false;
    pattern.promotion = piece;
    s = rest;
    return true;
}

// One or two squares, either with a part missing, and at most one of x - : between them.
bool read_squares(std::string_view s, Pattern& pattern) {
    std::array<char, 4> squares{};
    std::size_t size = 0;
    int separators = 0;
    for (const char c : s) {
        if (c == 'x' || c == '-' || c == ':' || c == 'X')
            ++separators;
        else if (size == squares.size())
            return false;
        else
            squares[size++] = c;
    }
    if (separators > 1 || size < 2) return false;
    // From the back: the last square is where the move goes to.
    const auto next_is = [&](bool (*kind)(char)) { return size > 0 && kind(squares[size - 1]); };
    const bool has_rank = next_is(is_rank);
    const char to_rank = has_rank ? squares[--size] : '\0';
    if (!next_is(is_file)) return false;
    pattern.to = file_named(squares[--size]) & (has_rank ? rank_named(to_rank) : ~Bitboard{0});
    // A lone file or rank before it may stand for either part of the first.
    if (next_is(is_rank)) pattern.from &= rank_named(squares[--size]);
    const bool has_file = next_is(is_file);
    if (has_file) pattern.from &= file_named(squares[--size]);
    return size == 0 && (has_rank || (has_file && pattern.piece == PieceType::Pawn));
}

// Every form that is read at all.
bool read_any(std::string_view s, Pattern& pattern) {
    drop_marks(s, pattern.en_passant);
    if (s.empty()) return false;
    if (const PieceType piece = piece_named(s.front()); piece != PieceType::None) {
        pattern.piece = piece;
        s.remove_prefix(1);
    }
    return take_promotion(s, pattern) && read_squares(s, pattern);
}

// O-O with letters or zeros, any dashes.
std::optional<CastlingSide> read_castling(std::string_view s) {
    const auto is_zero = [](char c) { return c == 'O' || c == 'o' || c == '0'; };
    if (s == "O-O") return CastlingSide::King; // nearly always
    if (s.empty() || !is_zero(s.front())) return std::nullopt;
    bool en_passant = false;
    drop_marks(s, en_passant);
    std::size_t zeros = 0;
    for (const char c : s) {
        if (c == '-') continue;
        if (!is_zero(c)) return std::nullopt;
        ++zeros;
    }
    if (zeros != 2 && zeros != 3) return std::nullopt;
    return zeros == 2 ? CastlingSide::King : CastlingSide::Queen;
}

// The legal moves that fit: none, one, or more than one.
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

inline void match_piece(const Position& position, const Pattern& pattern, Square to, Matches& matches) {
    if (pattern.promotion != PieceType::None || pattern.en_passant) return;
    Bitboard candidates = reach(pattern.piece, to) & position.pieces(position.side_to_move(), pattern.piece);
    for (candidates &= pattern.from; candidates;) {
        const Square from = pop_square(candidates);
        if (!(between(from, to) & position.occupied())) matches.try_move(Move(from, to), bit(to));
    }
}

inline void match_pawn(const Position& position, const Pattern& pattern, Square to, Matches& matches) {
    const Color us = position.side_to_move();
    // What turns over the edge of the board meets no pawn there.
    const auto back = [turn = us == Color::White ? -8 : 8](Bitboard b) { return std::rotl(b, turn); };
    const bool is_en_passant = to == position.en_passant();
    const bool is_last_rank = rank_of(to) == (us == Color::White ? 7 : 0);
    if (is_last_rank != (pattern.promotion != PieceType::None) || (pattern.en_passant && !is_en_passant)) return;

    const Bitboard behind = back(bit(to));
    Bitboard candidates = 0;
    if (is_en_passant || (position.occupied() & bit(to))) {
        candidates = pawn_attacks(~us, to);
    } else {
        constexpr Bitboard rank_3 = 0xff << 16;
        constexpr Bitboard rank_6 = rank_3 << 24;
        const Bitboard passed = behind & ~position.occupied() & (us == Color::White ? rank_3 : rank_6);
        candidates = behind | back(passed);
    }
    const Move::Kind kind = is_last_rank    ? Move::Kind::Promotion
                            : is_en_passant ? Move::Kind::EnPassant
                                            : Move::Kind::Normal;
    const PieceType promotion = is_last_rank ? pattern.promotion : PieceType::Knight;
    for (candidates &= position.pieces(us, PieceType::Pawn) & pattern.from; candidates;)
        matches.try_move(Move(pop_square(candidates), to, kind, promotion), is_en_passant ? behind : bit(to));
}

inline void match(const Position& position, const Pattern& pattern, Square to, Matches& matches) {
    if (pattern.piece == PieceType::Pawn)
        match_pawn(position, pattern, to, matches);
    else
        match_piece(position, pattern, to, matches);
}

SanResult find(const Position& position, const Pattern& pattern) {
    Matches matches(position);
    for (Bitboard targets = pattern.to & ~position.pieces(position.side_to_move()); targets;)
        match(position, pattern, pop_square(targets), matches);
    return matches.result();
}

SanResult find_castling(const Position& position, CastlingSide side) {
    if (!position.can_castle(side)) return {Move(), SanStatus::Illegal};
    const Color us = position.side_to_move();
    return {Move(position.king(us), position.castling_rook(us, side), Move::Kind::Castling), SanStatus::Legal};
}

SanResult resolve_unusual(const Position& position, std::string_view text) {
    const std::string_view trimmed = text::trim(text);
    if (const auto side = read_castling(trimmed)) return find_castling(position, *side);
    Pattern pattern;
    return read_any(trimmed, pattern) ? find(position, pattern) : SanResult();
}

// "c3e4 or g3e4": the first two moves that fit.
std::string two_matches(const Position& position, std::string_view trimmed) {
    Pattern pattern;
    read_any(trimmed, pattern);
    std::string text;
    for (const Move move : position.legal_moves()) {
        Pattern narrow = pattern;
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
    const unsigned before = size - 2 - (is_mark(last) ? 1U : 0U); // the square moved to
    if (before > 3) return {};
    const auto square = static_cast<std::uint32_t>(text >> 8 * before & 0xffff) - ('a' | '1' << 8);
    const auto in_front = static_cast<std::uint32_t>(text) & ((1U << 8 * before) - 1);
    const Front& front = fronts[front_place(in_front)];
    if ((square & ~0x0707U) != 0 || front.text != in_front) return {};
    const auto to = static_cast<Square>((square & 7) | square >> 5);
    Pattern pattern;
    pattern.piece = front.piece;
    pattern.from = front.from;
    Matches matches(position);
    if (!(bit(to) & position.pieces(position.side_to_move()))) match(position, pattern, to, matches);
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
    case SanStatus::Ambiguous: return make_error(quoted + "is ambiguous: " + two_matches(position, trimmed));
    case SanStatus::Illegal: return make_error(quoted + "is not legal here");
    default: return make_error(quoted + "does not read as a move");
    }
}

} // namespace polyglot::chess
