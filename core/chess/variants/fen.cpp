#include "core/chess/variants/fen.hpp"

#include "core/chess/board_text.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

namespace polyglot::chess {
namespace {

constexpr std::string_view piece_letters = "pnbrqk"; // by piece type
constexpr int max_clock = 9999;

std::string color_name(Color c) {
    return c == Color::White ? "white" : "black";
}

Piece piece_named(char c) {
    const std::size_t type = piece_letters.find(text::to_lower(c));
    if (type == std::string_view::npos) return {};
    return {static_cast<PieceType>(type), c == text::to_lower(c) ? Color::Black : Color::White};
}

char letter_of(Piece piece) {
    const char letter = piece_letters[index_of(piece.type)];
    return piece.color == Color::White ? text::to_upper(letter) : letter;
}

} // namespace

// One use: reads the fields from left to right into a board; the first complaint stays.
class VariantFenParser {
  public:
    VariantFenParser(const Variant& variant, std::string_view fen)
        : variant_(variant), fen_(fen), rest_(fen) {
        board_.checks_left.fill(variant.checks_to_win);
    }

    Result<VariantPosition> parse() {
        const bool good = placement() && side() && castling() && en_passant() && counters() &&
                          kings() && piece_counts() && checks();
        if (!good) return error_;
        return VariantPosition(variant_, board_);
    }

  private:
    bool fail(std::string message, std::size_t offset) {
        error_ = make_error(std::move(message), offset);
        return false;
    }
    bool fail(std::string message) { return fail(std::move(message), offset_of(field_)); }
    bool fail_variant(std::string_view what, std::size_t offset) {
        return fail(std::string(variant_.uci) + " has no " + std::string(what), offset);
    }
    std::size_t offset_of(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - fen_.data());
    }

    bool next_field(std::string_view what) {
        field_ = text::next_word(rest_);
        return !field_.empty() || fail(std::string(what) + " is missing", fen_.size());
    }

    // The board, and after it the pocket in brackets or as a ninth rank.
    bool placement() {
        if (!next_field("the board")) return false;
        std::string_view ranks = field_;
        const std::size_t bracket = field_.find('[');
        const std::size_t last_slash = field_.rfind('/');
        if (bracket != std::string_view::npos) {
            if (!field_.ends_with(']'))
                return fail("the pocket has no closing bracket", offset_of(field_) + bracket);
            ranks = field_.substr(0, bracket);
            if (!pocket(field_.substr(bracket + 1, field_.size() - bracket - 2))) return false;
        } else if (std::ranges::count(field_, '/') == 8) {
            ranks = field_.substr(0, last_slash);
            if (!pocket(field_.substr(last_slash + 1))) return false;
        }
        const auto slashes = std::ranges::count(ranks, '/');
        if (slashes != 7) return fail("the board does not have 8 ranks");
        for (int rank = 7; rank >= 0; --rank) {
            const std::size_t size = std::min(ranks.find('/'), ranks.size());
            if (!read_rank(ranks.substr(0, size), rank)) return false;
            ranks.remove_prefix(std::min(size + 1, ranks.size()));
        }
        return true;
    }

    bool pocket(std::string_view text) {
        if (!variant_.has_pockets) return fail_variant("pocket", offset_of(text));
        if (text == "-") return true;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const Piece piece = piece_named(text[i]);
            if (!piece || piece.type == PieceType::King)
                return fail(text::quote(text.substr(i, 1)) + " cannot be in a pocket",
                            offset_of(text) + i);
            std::uint8_t& count = board_.pockets[index_of(piece.color)][index_of(piece.type)];
            if (count == 32)
                return fail("the pocket has more than 32 of one kind", offset_of(text) + i);
            ++count;
        }
        return true;
    }

    bool read_rank(std::string_view text, int rank) {
        int file = 0;
        Piece last; // which may be marked as promoted
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            const std::size_t offset = offset_of(text) + i;
            const Piece piece = piece_named(c);
            if (c == '~') {
                if (!variant_.has_pockets) return fail_variant("mark for promoted pieces", offset);
                if (!last || last.type == PieceType::Pawn || last.type == PieceType::King)
                    return fail("~ does not follow a piece that can be promoted", offset);
                if (file <= 8) board_.promoted |= bit(make_square(file - 1, rank));
            } else if (c >= '1' && c <= '8') {
                file += c - '0';
            } else if (!piece) {
                return fail(text::quote(text.substr(i, 1)) + " is not a piece", offset);
            } else if (file++ < 8 && !place(piece, make_square(file - 1, rank), offset)) {
                return false;
            }
            last = piece;
        }
        return file == 8 ||
               fail("rank " + std::to_string(rank + 1) + " does not have 8 files", offset_of(text));
    }

    bool place(Piece piece, Square s, std::size_t offset) {
        const bool is_pawn = piece.type == PieceType::Pawn;
        if (is_pawn && !(variant_.pawn_ranks[index_of(piece.color)] & bit(s)))
            return fail("a pawn on " + format_square(s), offset);
        board_.put(piece, s);
        return true;
    }

    bool side() {
        if (!next_field("the side to move")) return false;
        if (field_ != "w" && field_ != "b")
            return fail("the side to move is " + text::quote(field_) + ", not w or b");
        board_.side_to_move = field_ == "w" ? Color::White : Color::Black;
        return true;
    }

    bool castling() {
        if (!next_field("the castling field")) return false;
        if (field_ == "-") return true;
        for (std::size_t i = 0; i < field_.size(); ++i) {
            const char lower = text::to_lower(field_[i]);
            const Color color = field_[i] == lower ? Color::Black : Color::White;
            if (lower != 'k' && lower != 'q' && (lower < 'a' || lower > 'h'))
                return fail(text::quote(field_.substr(i, 1)) + " is not a castling right",
                            offset_of(field_) + i);
            if (variant_.castling != Variant::Castling::None &&
                !grant(color, lower, offset_of(field_) + i))
                return false;
        }
        return true;
    }

    // A right without its king or rook is dropped, as in chess. Where there may be several kings,
    // the one on the e-file may castle, else the first; a right that then does not fit is dropped.
    bool grant(Color c, char right, std::size_t offset) {
        const Bitboard kings = board_.pieces(c, PieceType::King) & back_rank_of(c);
        if (!kings) return true;
        const Bitboard on_e_file = kings & (bit(E1) | bit(E8));
        const Square king = first_square(on_e_file ? on_e_file : kings);
        const Bitboard left_of_king = bit(king) - 1;
        Bitboard rooks = board_.pieces(c, PieceType::Rook) & back_rank_of(c);
        if (right == 'k')
            rooks = std::bit_floor(rooks & ~left_of_king);
        else if (right == 'q')
            rooks &= left_of_king;
        else
            rooks &= bit(make_square(right - 'a', rank_of(king)));
        if (!rooks) return true;
        const Square rook = first_square(rooks);
        const Square known =
            board_.castling_rook(c, rook > king ? CastlingSide::King : CastlingSide::Queen);
        if (known != NoSquare && known != rook)
            return !variant_.kings_are_royal ||
                   fail("castling with two rooks on one side, " + format_square(known) + " and " +
                            format_square(rook),
                        offset);
        board_.castling |= bit(rook) | bit(king);
        return true;
    }

    bool en_passant() {
        if (!next_field("the en-passant field")) return false;
        if (field_ == "-") return true;
        const std::string square(field_);
        const int rank = board_.side_to_move == Color::White ? 5 : 2;
        if (field_.size() != 2 || field_[0] < 'a' || field_[0] > 'h' || field_[1] != '1' + rank)
            return fail("the en-passant field is " + text::quote(field_) +
                        ", neither - nor a square on rank " + std::to_string(rank + 1));
        const int up = rank == 2 ? 1 : -1;
        const auto on_file = [&](int on_rank) { return make_square(field_[0] - 'a', on_rank); };
        const Bitboard way = bit(on_file(rank)) | bit(on_file(rank - up));
        const Bitboard pawns = board_.pieces(~board_.side_to_move, PieceType::Pawn);
        if (!(pawns & bit(on_file(rank + up))) || board_.occupied() & way)
            return fail("en-passant square " + square +
                        ", but no pawn can have passed it with its last move");
        board_.en_passant = on_file(rank);
        return true;
    }

    // The two clocks, and the checks before or after them.
    bool counters() {
        int clocks = 0;
        for (field_ = text::next_word(rest_); !field_.empty(); field_ = text::next_word(rest_)) {
            if (field_.find('+') != std::string_view::npos) {
                if (!checks_left()) return false;
            } else if (clocks == 2) {
                return fail(text::quote(field_) + " after the last field");
            } else if (field_ != "-" &&
                       !clock(clocks == 0 ? board_.half_move_clock : board_.full_move_number)) {
                return false;
            } else {
                ++clocks;
            }
        }
        board_.full_move_number = std::max(board_.full_move_number, 1);
        return true;
    }

    bool clock(int& value) {
        const std::optional<int> number = text::parse_int<int>(field_);
        if (!number || *number < 0 || *number > max_clock)
            return fail("the clock is " + text::quote(field_) + ", not a number from 0 to " +
                        std::to_string(max_clock));
        value = *number;
        return true;
    }

    // "3+3" is what White and Black still have to give, "+0+0" what they have given.
    bool checks_left() {
        if (variant_.checks_to_win == 0) return fail_variant("count of checks", offset_of(field_));
        const bool given = field_.front() == '+';
        const auto is_count = [&](char c) { return c >= '0' && c <= '0' + variant_.checks_to_win; };
        const std::string_view counts = field_.substr(given ? 1 : 0);
        if (has_checks_ || counts.size() != 3 || counts[1] != '+' || !is_count(counts[0]) ||
            !is_count(counts[2]))
            return fail("the checks are " + text::quote(field_) + ", not as 3+3 or +0+0");
        has_checks_ = true;
        for (std::size_t color = 0; color < 2; ++color) {
            const int count = counts[2 * color] - '0';
            board_.checks_left[color] =
                static_cast<std::uint8_t>(given ? variant_.checks_to_win - count : count);
        }
        if (board_.checks_left[0] + board_.checks_left[1] == 0)
            return fail("both sides have given all checks");
        return true;
    }

    bool kings() {
        for (const Color c : {Color::White, Color::Black}) {
            const int count = std::popcount(board_.pieces(c, PieceType::King));
            const int wanted = variant_.kings[index_of(c)];
            const bool may_lack =
                !variant_.kings_are_royal || (variant_.kings_explode && c == board_.side_to_move);
            if (count < wanted && !may_lack) return fail(color_name(c) + " has no king", 0);
            if (count > wanted && variant_.kings_are_royal)
                return fail(wanted == 0 ? color_name(c) + " has a king"
                                        : "a second " + color_name(c) + " king",
                            0);
        }
        return board_.occupied() != 0 || fail("the board is empty", 0);
    }

    // Pawns and pieces that can only be promoted pawns. In crazyhouse they change sides, so both
    // sides' are counted.
    bool piece_counts() {
        for (const Color c : {Color::White, Color::Black}) {
            const int sides = variant_.has_pockets ? 2 : 1;
            const auto limit = [&](PieceType t) {
                if (variant_.kings[index_of(c)] == 0) return 0; // an army of pawns
                return t == PieceType::King || t == PieceType::Queen ? 1 : 2;
            };
            int pawns = count(c, PieceType::Pawn, sides);
            if (variant_.has_pockets) pawns += std::popcount(board_.promoted);
            for (const PieceType t :
                 {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
                pawns += std::max(0, count(c, t, sides) - promoted(t) - sides * limit(t));
            pawns += std::max(0, std::popcount(board_.pieces(c, PieceType::King)) -
                                     limit(PieceType::King));
            const int most = sides * variant_.pawns[index_of(c)];
            if (pawns > most)
                return fail((sides == 2 ? "both sides have " : color_name(c) + " has ") +
                                std::to_string(pawns) + " pawns and promoted pieces, more than " +
                                std::to_string(most),
                            0);
        }
        return true;
    }

    // Returns how many pieces of this type are marked as promoted.
    int promoted(PieceType t) const { return std::popcount(board_.pieces(t) & board_.promoted); }

    // Of one side on the board, or of both on the board and in the pockets.
    int count(Color c, PieceType t, int sides) const {
        if (sides == 1) return std::popcount(board_.pieces(c, t));
        return std::popcount(board_.pieces(t)) + board_.pockets[0][index_of(t)] +
               board_.pockets[1][index_of(t)];
    }

    bool checks() {
        const Color us = board_.side_to_move;
        const bool has_lost_king = variant_.kings_explode && board_.king(us) == NoSquare;
        if (!has_lost_king && variant_.in_check(board_, ~us))
            return fail(color_name(~us) + " is in check, but it is " + color_name(us) + "'s move",
                        0);
        if (!variant_.may_give_check && variant_.in_check(board_, us))
            return fail(color_name(us) + " is in check, which no move may give in " +
                            std::string(variant_.uci),
                        0);
        return true;
    }

    const Variant& variant_;
    std::string_view fen_;
    std::string_view rest_;
    std::string_view field_; // the one being read
    bool has_checks_ = false;
    VariantBoard board_;
    Error error_;
};

Result<VariantPosition> parse_variant_fen(const Variant& variant, std::string_view fen) {
    return VariantFenParser(variant, fen).parse();
}

namespace {

void append_castling(std::string& out, const VariantBoard& board, FenCastling style) {
    const std::size_t before = out.size();
    for (const Color c : {Color::White, Color::Black}) {
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            const Square rook = board.castling_rook(c, side);
            if (rook == NoSquare) continue;
            const Bitboard left = bit(rook) - 1;
            const Bitboard beyond = side == CastlingSide::King ? ~left & ~bit(rook) : left;
            const bool is_outer = !(board.pieces(c, PieceType::Rook) & back_rank_of(c) & beyond);
            char letter = static_cast<char>('A' + file_of(rook));
            if (style == FenCastling::Standard && is_outer)
                letter = side == CastlingSide::King ? 'K' : 'Q';
            out += c == Color::White ? letter : text::to_lower(letter);
        }
    }
    if (out.size() == before) out += '-';
}

std::string format_pocket(const VariantBoard& board) {
    std::string out;
    for (const Color c : {Color::White, Color::Black})
        for (const PieceType t : {PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                  PieceType::Knight, PieceType::Pawn})
            out.append(board.pockets[index_of(c)][index_of(t)], letter_of({t, c}));
    return out;
}

} // namespace

std::string format_variant_fen(const VariantPosition& position, const VariantFenStyle& style) {
    const VariantBoard& board = position.board();
    std::array<Piece, 64> squares;
    for (std::size_t s = 0; s < squares.size(); ++s)
        squares[s] = board.piece_at(static_cast<Square>(s));
    std::string out = format_board(squares, board.promoted);
    if (position.variant().has_pockets)
        out += style.pocket == VariantFenStyle::Pocket::Brackets ? '[' + format_pocket(board) + ']'
                                                                 : '/' + format_pocket(board);
    out += board.side_to_move == Color::White ? " w " : " b ";
    append_castling(out, board, style.castling);
    out += ' ' + (board.en_passant == NoSquare ? "-" : format_square(board.en_passant));
    const auto left = board.checks_left;
    const int all = position.variant().checks_to_win;
    if (all > 0 && style.checks == VariantFenStyle::Checks::LeftToGive)
        out += ' ' + std::to_string(left[0]) + '+' + std::to_string(left[1]);
    for (const int number : {board.half_move_clock, board.full_move_number})
        // In a very long game it stays there
        out += ' ' + std::to_string(std::min(number, max_clock));
    if (all > 0 && style.checks == VariantFenStyle::Checks::Given)
        out += " +" + std::to_string(all - left[0]) + '+' + std::to_string(all - left[1]);
    return out;
}

bool castles_as_in_chess960(const VariantBoard& board) {
    constexpr Bitboard usual = 0x9100'0000'0000'0091; // kings and rooks of chess that may castle
    return (board.castling & ~usual) != 0;
}

} // namespace polyglot::chess
