#include "core/chess/san_pattern.hpp"

#include "core/text/text.hpp"

#include <array>

namespace polyglot::chess {
namespace {

constexpr bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
constexpr bool is_rank(char c) {
    return c >= '1' && c <= '8';
}
// True for characters with which a move never ends: marks (+ # ! ?), evaluations in ASCII (+- -/+ =
// ~), blanks, and every byte that is not ASCII, because signs for all of these exist in every
// encoding.
constexpr bool is_annotation(char c) {
    return is_san_mark(c) || c == '=' || c == '-' || c == '/' || c == '~' || text::is_blank(c) ||
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

// Drops marks of check, mate and comments, which may be missing or wrong. The board decides what
// they should be.
void drop_marks(std::string_view& s, bool& en_passant) {
    for (bool again = true; again;) {
        while (!s.empty() && is_annotation(s.back()))
            s.remove_suffix(1);
        again = drop_en_passant(s);
        en_passant |= again;
    }
}

// Reads e8=Q, e8Q, e8(Q), e8=(Q), e8/Q, and the same with a small letter. False if the text
// promotes to a pawn.
bool take_promotion(std::string_view& s, SanPattern& pattern) {
    std::string_view rest = s;
    if (rest.ends_with(')')) rest.remove_suffix(1);
    if (rest.size() < 3) return true;
    const PieceType piece = san_piece_named(text::to_upper(rest.back()));
    if (piece == PieceType::None) return true;
    rest.remove_suffix(1);
    const std::string_view marked = rest;
    while (rest.ends_with('(') || rest.ends_with('=') || rest.ends_with('/'))
        rest.remove_suffix(1);
    const bool is_promotion = rest.size() < marked.size() || is_rank(marked.back());
    if (rest.empty() || !is_promotion) return true; // the letter belongs to something else: "exb"
    if (piece == PieceType::Pawn) return false;
    pattern.promotion = piece;
    s = rest;
    return true;
}

// Reads one or two squares, in which either may lack a part, and at most one of x - : between them.
// False if the text has another form.
bool read_squares(std::string_view s, SanPattern& pattern) {
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
    // The characters are read from the back: the last square is the target.
    const auto next_is = [&](bool (*kind)(char)) { return size > 0 && kind(squares[size - 1]); };
    const bool has_rank = next_is(is_rank);
    const char to_rank = has_rank ? squares[--size] : '\0';
    if (!next_is(is_file)) return false;
    pattern.to = file_named(squares[--size]) & (has_rank ? rank_named(to_rank) : ~Bitboard{0});
    // A single file or rank before it may stand for either part of the first square.
    if (next_is(is_rank)) pattern.from &= rank_named(squares[--size]);
    const bool has_file = next_is(is_file);
    if (has_file) pattern.from &= file_named(squares[--size]);
    return size == 0 && (has_rank || (has_file && pattern.piece == PieceType::Pawn));
}

} // namespace

std::optional<SanPattern> read_san_pattern(std::string_view text) {
    SanPattern pattern;
    drop_marks(text, pattern.en_passant);
    if (text.empty()) return std::nullopt;
    if (const PieceType piece = san_piece_named(text.front()); piece != PieceType::None) {
        pattern.piece = piece;
        text.remove_prefix(1);
    }
    if (!take_promotion(text, pattern) || !read_squares(text, pattern)) return std::nullopt;
    return pattern;
}

std::optional<CastlingSide> read_san_castling(std::string_view text) {
    const auto is_zero = [](char c) { return c == 'O' || c == 'o' || c == '0'; };
    if (text == "O-O") return CastlingSide::King; // the usual case
    if (text.empty() || !is_zero(text.front())) return std::nullopt;
    bool en_passant = false;
    drop_marks(text, en_passant);
    std::size_t zeros = 0;
    for (const char c : text) {
        if (c == '-') continue;
        if (!is_zero(c)) return std::nullopt;
        ++zeros;
    }
    if (zeros != 2 && zeros != 3) return std::nullopt;
    return zeros == 2 ? CastlingSide::King : CastlingSide::Queen;
}

} // namespace polyglot::chess
