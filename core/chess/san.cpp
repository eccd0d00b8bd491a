#include "core/chess/san.hpp"

#include "core/chess/attacks.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <array>
#include <optional>

namespace polyglot::chess {
namespace {

constexpr std::string_view piece_letters = "PNBRQK"; // by piece type
constexpr int any = -1;

PieceType piece_named(char c) {
    const std::size_t type = piece_letters.find(c);
    return type == std::string_view::npos ? PieceType::None : static_cast<PieceType>(type);
}
constexpr bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
constexpr bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

// What the text says, before any board is asked.
struct Pattern {
    PieceType piece = PieceType::Pawn;
    int from_file = any, from_rank = any;
    int to_file = any, to_rank = any; // no to_rank: "exd", a pawn taking
    PieceType promotion = PieceType::None;
    bool en_passant = false; // marked so
};

bool drop_suffix(std::string_view& s, std::string_view suffix) {
    if (!s.ends_with(suffix)) return false;
    s.remove_suffix(suffix.size());
    s = text::trim_right(s);
    return true;
}

// Check, mate and comment marks may be missing or wrong; the board knows better.
void drop_marks(std::string_view& s, bool& en_passant) {
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view mark : {"+", "#", "!", "?"})
            again |= drop_suffix(s, mark);
        for (const std::string_view mark : {"e.p.", "e.p", "ep."})
            if (drop_suffix(s, mark)) again = en_passant = true;
        if (s.size() > 4 && drop_suffix(s, "ep")) again = en_passant = true;
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
    if (piece == PieceType::Pawn || piece == PieceType::King) return false;
    pattern.promotion = piece;
    s = rest;
    return true;
}

std::optional<Pattern> read_pattern(std::string_view s) {
    Pattern pattern;
    drop_marks(s, pattern.en_passant);
    if (s.empty()) return std::nullopt;
    if (const PieceType piece = piece_named(s.front()); piece != PieceType::None) {
        pattern.piece = piece;
        s.remove_prefix(1);
    }
    if (!take_promotion(s, pattern)) return std::nullopt;

    // Left are one or two squares, either with a part missing, and at most one of x - : between them.
    std::array<int*, 4> slots{&pattern.from_file, &pattern.from_rank, &pattern.to_file, &pattern.to_rank};
    std::string squares;
    int separators = 0;
    for (const char c : s) {
        if (c == 'x' || c == '-' || c == ':' || c == 'X')
            ++separators;
        else
            squares += c;
    }
    if (separators > 1 || squares.size() < 2 || squares.size() > 4) return std::nullopt;
    // Fill from the back: the last square is where the move goes to.
    std::size_t slot = slots.size();
    if (!is_rank(squares.back())) --slot; // "exd"
    for (std::size_t i = squares.size(); i-- > 0;) {
        const char c = squares[i];
        // A lone file or rank before the last square may stand for either part of the first.
        if (slot == 2 && is_file(c)) --slot;
        if (slot == 0) return std::nullopt;
        --slot;
        const bool wants_file = slot == 0 || slot == 2;
        if (wants_file ? !is_file(c) : !is_rank(c)) return std::nullopt;
        *slots[slot] = wants_file ? c - 'a' : c - '1';
    }
    if (pattern.to_file == any) return std::nullopt;
    if (pattern.to_rank == any && (pattern.piece != PieceType::Pawn || pattern.from_file == any)) return std::nullopt;
    return pattern;
}

bool matches(const Position& position, const Pattern& pattern, Move move) {
    const auto fits = [](int wanted, int is) { return wanted == any || wanted == is; };
    return move.kind() != Move::Kind::Castling && position.piece_at(move.from()).type == pattern.piece &&
           fits(pattern.to_file, file_of(move.to())) && fits(pattern.to_rank, rank_of(move.to())) &&
           fits(pattern.from_file, file_of(move.from())) && fits(pattern.from_rank, rank_of(move.from())) &&
           move.promotion() == pattern.promotion && (!pattern.en_passant || move.kind() == Move::Kind::EnPassant);
}

// O-O with letters or zeros, any dashes: 1 for the king side, 2 for the queen side, 0 for something else.
int castling_zeros(std::string_view s) {
    if (s.empty() || (s.front() != 'O' && s.front() != 'o' && s.front() != '0')) return 0;
    bool en_passant = false;
    drop_marks(s, en_passant);
    std::string plain;
    for (const char c : s) {
        if (c == '-') continue;
        plain += c == 'O' || c == 'o' || c == '0' ? 'O' : '?';
    }
    return plain == "OO" ? 1 : plain == "OOO" ? 2 : 0;
}

} // namespace

SanResult resolve_san(const Position& position, std::string_view text) {
    const std::string_view trimmed = text::trim(text);
    const int zeros = castling_zeros(trimmed);
    const std::optional<Pattern> pattern = zeros ? Pattern{} : read_pattern(trimmed);
    if (!pattern) return {};

    Move found;
    for (const Move move : position.legal_moves()) {
        const bool king_side = move.to() > move.from();
        if (zeros ? move.kind() != Move::Kind::Castling || king_side != (zeros == 1)
                  : !matches(position, *pattern, move))
            continue;
        if (found) return {Move(), SanStatus::Ambiguous};
        found = move;
    }
    return {found, found ? SanStatus::Legal : SanStatus::Illegal};
}

namespace {

// "c3e4 or g3e4": the first two moves that fit.
std::string two_matches(const Position& position, std::string_view trimmed) {
    const std::optional<Pattern> pattern = read_pattern(trimmed);
    std::string text;
    for (const Move move : position.legal_moves()) {
        if (!matches(position, *pattern, move)) continue;
        if (!text.empty()) return text + " or " + format_uci_move(move);
        text = format_uci_move(move);
    }
    return text;
}

} // namespace

Result<Move> parse_san(const Position& position, std::string_view text) {
    const SanResult result = resolve_san(position, text);
    if (result) return result.move;
    const std::string_view trimmed = text::trim(text);
    const std::string quoted = '\'' + std::string(trimmed.substr(0, 40)) + "' ";
    switch (result.status) {
    case SanStatus::Ambiguous: return make_error(quoted + "is ambiguous: " + two_matches(position, trimmed));
    case SanStatus::Illegal: return make_error(quoted + "is not legal here");
    default: return make_error(quoted + "does not read as a move");
    }
}

namespace {

// A SAN is at most "Qa1xb2#" or "exd8=Q+", 7 characters long.
class SanText {
  public:
    void add(char c) { text_[size_++] = c; }
    void add(std::string_view s) {
        for (const char c : s)
            add(c);
    }
    void add_file(Square s) { add(static_cast<char>('a' + file_of(s))); }
    void add_rank(Square s) { add(static_cast<char>('1' + rank_of(s))); }
    std::string_view view() const { return {text_.data(), size_}; }

  private:
    std::array<char, 8> text_{};
    std::size_t size_ = 0;
};

// The pieces of this type, one or more steps of it away from a square. There is but one king.
Bitboard pieces_within_reach(const Position& position, PieceType type, Square to) {
    const Bitboard same = position.pieces(position.side_to_move(), type);
    switch (type) {
    case PieceType::Knight: return knight_attacks(to) & same;
    case PieceType::Bishop: return bishop_attacks(to, position.occupied()) & same;
    case PieceType::Rook: return rook_attacks(to, position.occupied()) & same;
    case PieceType::Queen:
        return (bishop_attacks(to, position.occupied()) | rook_attacks(to, position.occupied())) & same;
    default: return 0;
    }
}

// The file, the rank or both of the from square: the least that tells the move from every other legal one.
void add_disambiguation(const Position& position, Move move, PieceType type, SanText& text) {
    const Bitboard others = pieces_within_reach(position, type, move.to()) & ~bit(move.from());
    if (!others) return; // as nearly always; only now legality has to be asked for
    bool rival = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move other : position.legal_moves(others)) {
        if (other.to() != move.to()) continue;
        rival = true;
        same_file |= file_of(other.from()) == file_of(move.from());
        same_rank |= rank_of(other.from()) == rank_of(move.from());
    }
    if (!rival) return;
    if (!same_file || same_rank) text.add_file(move.from());
    if (same_file) text.add_rank(move.from());
}

void add_without_check_mark(const Position& position, Move move, SanText& text) {
    if (move.kind() == Move::Kind::Castling) {
        text.add(move.to() > move.from() ? "O-O" : "O-O-O");
        return;
    }
    const PieceType type = position.piece_at(move.from()).type;
    const bool takes = move.kind() == Move::Kind::EnPassant || position.piece_at(move.to());
    if (type != PieceType::Pawn) {
        text.add(piece_letters[static_cast<std::size_t>(type)]);
        add_disambiguation(position, move, type, text);
    } else if (takes) {
        text.add_file(move.from());
    }
    if (takes) text.add('x');
    text.add_file(move.to());
    text.add_rank(move.to());
    if (move.promotion() != PieceType::None) {
        text.add('=');
        text.add(piece_letters[static_cast<std::size_t>(move.promotion())]);
    }
}

} // namespace

void make_and_append_san(Position& position, Move move, std::string& text) {
    SanText san;
    add_without_check_mark(position, move, san);
    position.make(move);
    if (position.in_check()) san.add(position.legal_move_count() == 0 ? '#' : '+');
    text += san.view();
}

std::string format_san(const Position& position, Move move) {
    Position after = position;
    std::string text;
    make_and_append_san(after, move, text);
    return text;
}

} // namespace polyglot::chess
