#include "core/chess/fen.hpp"

#include "core/chess/board_text.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace polyglot::chess {
namespace {

constexpr std::string_view letters_of_codes = "pPnNbBrRqQkK"; // by piece code
constexpr int max_clock = 9999;

constexpr std::string_view color_name(Color c) {
    return c == Color::White ? "white" : "black";
}
constexpr int back_rank(Color c) {
    return c == Color::White ? 0 : 7;
}

std::string name_of(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) return text::quote({&c, 1});
    return "byte 0x" + text::hexadecimal(byte).substr(14);
}

std::string count_of(int n, std::string_view noun) {
    return text::counted(static_cast<std::uint64_t>(n), noun);
}

} // namespace

// Reads the fields from left to right into a position; the first error is kept. For one use.
class FenParser {
  public:
    explicit FenParser(std::string_view fen) : fen_(fen), rest_(fen) {}

    Result<Position> parse() {
        const bool good = board() && side() && castling() && en_passant() && clocks() && end() &&
                          piece_counts() && checks();
        if (!good) return error_;
        position_.key_ = position_.compute_key();
        return position_;
    }

  private:
    bool fail(std::string message, std::size_t offset) {
        error_ = make_error(std::move(message), offset);
        return false;
    }
    bool fail(std::string message) { return fail(std::move(message), offset_of(field_)); }
    std::size_t offset_of(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - fen_.data());
    }

    bool next_field(std::string_view what) {
        field_ = text::next_word(rest_);
        if (!field_.empty()) return true;
        return fail(std::string(what) + " is missing", fen_.size());
    }

    bool board() {
        if (!next_field("the board")) return false;
        board_offset_ = offset_of(field_);
        int rank = 7;
        int file = 0;
        for (std::size_t i = 0; i < field_.size(); ++i) {
            const char c = field_[i];
            const std::size_t offset = board_offset_ + i;
            if (c == '/') {
                if (!rank_is_full(rank, file, offset)) return false;
                if (--rank < 0) return fail("the board has more than 8 ranks", offset);
                file = 0;
            } else if (c >= '1' && c <= '8') {
                file += c - '0';
            } else if (!piece(c, file++, rank, offset)) {
                return false;
            }
        }
        if (!rank_is_full(rank, file, board_offset_ + field_.size())) return false;
        return rank == 0 || fail("the board has " + count_of(8 - rank, "rank") + ", not 8",
                                 board_offset_ + field_.size());
    }

    bool rank_is_full(int rank, int files, std::size_t offset) {
        if (files == 8) return true;
        return fail("rank " + std::to_string(rank + 1) + " has " + count_of(files, "file"), offset);
    }

    bool piece(char c, int file, int rank, std::size_t offset) {
        const std::size_t code = letters_of_codes.find(c);
        if (code == std::string_view::npos) return fail(name_of(c) + " is not a piece", offset);
        if (file > 7) return true; // counted, and reported at the end of the rank
        const Square s = make_square(file, rank);
        if (code <= 1 && (rank == 0 || rank == 7))
            return fail("a pawn on " + format_square(s), offset);
        const Color color = code & 1 ? Color::White : Color::Black;
        if (code >= 10 && position_.pieces(color, PieceType::King))
            return fail("a second " + std::string(color_name(color)) + " king", offset);
        position_.put(static_cast<Position::PieceCode>(code), s);
        return true;
    }

    bool side() {
        if (!next_field("the side to move")) return false;
        if (field_ != "w" && field_ != "b")
            return fail("the side to move is " + text::quote(field_) + ", not w or b");
        position_.side_to_move_ = field_ == "w" ? Color::White : Color::Black;
        return true;
    }

    bool castling() {
        if (!next_field("the castling field")) return false;
        if (field_ == "-") return true;
        for (std::size_t i = 0; i < field_.size(); ++i) {
            const char c = field_[i];
            const char lower = text::to_lower(c);
            const std::size_t offset = offset_of(field_) + i;
            const Color color = c == lower ? Color::Black : Color::White;
            if (lower == 'k' || lower == 'q') {
                const CastlingSide towards =
                    lower == 'k' ? CastlingSide::King : CastlingSide::Queen;
                if (!grant(color, outer_rook(color, towards), offset)) return false;
            } else if (lower >= 'a' && lower <= 'h') {
                if (!grant(color, rook_on_file(color, lower - 'a'), offset)) return false;
            } else {
                return fail(name_of(c) + " is not a castling right", offset);
            }
        }
        return true;
    }

    bool king_can_castle(Color c) const {
        const Bitboard king = position_.pieces(c, PieceType::King);
        return king && rank_of(first_square(king)) == back_rank(c);
    }

    // Returns the rook nearest the edge, between the edge and the king; NoSquare if there is none.
    Square outer_rook(Color c, CastlingSide towards) const {
        if (!king_can_castle(c)) return NoSquare;
        const int step = towards == CastlingSide::King ? -1 : 1;
        for (int file = towards == CastlingSide::King ? 7 : 0; file != file_of(position_.king(c));
             file += step)
            if (const Square s = rook_on_file(c, file); s != NoSquare) return s;
        return NoSquare;
    }

    Square rook_on_file(Color c, int file) const {
        const Square s = make_square(file, back_rank(c));
        const bool is_rook = king_can_castle(c) && (position_.pieces(c, PieceType::Rook) & bit(s));
        return is_rook ? s : NoSquare;
    }

    bool grant(Color c, Square rook, std::size_t offset) {
        if (rook == NoSquare) return true; // not a valid right: fen.hpp states that it is dropped
        const CastlingSide towards =
            rook > position_.king(c) ? CastlingSide::King : CastlingSide::Queen;
        const Square known = position_.castling_rook(c, towards);
        if (known != NoSquare && known != rook)
            return fail("castling with two rooks on one side, " + format_square(known) + " and " +
                            format_square(rook),
                        offset);
        position_.castling_ |= bit(rook) | bit(position_.king(c));
        return true;
    }

    bool en_passant() {
        if (!next_field("the en-passant field")) return false;
        if (field_ == "-") return true;
        if (field_.size() != 2 || field_[0] < 'a' || field_[0] > 'h' || field_[1] < '1' ||
            field_[1] > '8')
            return fail("the en-passant field is " + text::quote(field_) +
                        ", neither a square nor -");
        const Color mover = ~position_.side_to_move_;
        const int rank = mover == Color::White ? 2 : 5;
        if (field_[1] != '1' + rank)
            return fail("en-passant square " + std::string(field_) + " is not on rank " +
                        std::to_string(rank + 1) + " although it is " +
                        std::string(color_name(~mover)) + "'s move");
        const int up = mover == Color::White ? 1 : -1;
        const int file = field_[0] - 'a';
        const Square pawn = make_square(file, rank + up);
        if (!(position_.pieces(mover, PieceType::Pawn) & bit(pawn)))
            return fail("en-passant square " + std::string(field_) + " without a " +
                        std::string(color_name(mover)) + " pawn on " + format_square(pawn));
        const Bitboard way = bit(make_square(file, rank)) | bit(make_square(file, rank - up));
        if (position_.occupied() & way)
            return fail("en-passant square " + std::string(field_) + ", but the pawn on " +
                        format_square(pawn) + " cannot have moved two squares");
        position_.en_passant_ = make_square(file, rank);
        return true;
    }

    bool clocks() {
        return clock("the half-move clock", 0, position_.half_move_clock_) &&
               clock("the full-move number", 1, position_.full_move_number_);
    }

    bool clock(std::string_view what, int lowest, int& value) {
        value = lowest;
        field_ = text::next_word(rest_);
        if (field_.empty() || field_ == "-") return true;
        const std::optional<long long> number = text::parse_int<long long>(field_);
        if (!number)
            return fail(std::string(what) + " is " + text::quote(field_) + ", not a number");
        if (*number < 0 || *number > max_clock)
            return fail(std::string(what) + ' ' + std::string(field_) + " is outside 0 to " +
                        std::to_string(max_clock));
        value = std::max(lowest, static_cast<int>(*number));
        return true;
    }

    bool end() {
        field_ = text::next_word(rest_);
        return field_.empty() || fail(text::quote(field_) + " after the last field");
    }

    bool piece_counts() {
        for (const Color c : {Color::White, Color::Black}) {
            const auto count = [&](PieceType t) { return std::popcount(position_.pieces(c, t)); };
            const std::string name(color_name(c));
            const int pawns = count(PieceType::Pawn);
            const int promoted = std::max(0, count(PieceType::Queen) - 1) +
                                 std::max(0, count(PieceType::Rook) - 2) +
                                 std::max(0, count(PieceType::Bishop) - 2) +
                                 std::max(0, count(PieceType::Knight) - 2);
            if (!position_.pieces(c, PieceType::King))
                return fail(name + " has no king", board_offset_);
            if (pawns > 8) return fail(name + " has " + count_of(pawns, "pawn"), board_offset_);
            if (pawns + promoted > 8)
                return fail(name + " has " + count_of(pawns, "pawn") + " and " +
                                count_of(promoted, "promoted piece") + ", more than 8 together",
                            board_offset_);
        }
        return true;
    }

    bool checks() {
        const Color waiting = ~position_.side_to_move_;
        if (!position_.is_attacked(position_.king(waiting), ~waiting)) return true;
        return fail(std::string(color_name(waiting)) + " is in check, but it is " +
                        std::string(color_name(~waiting)) + "'s move",
                    board_offset_);
    }

    std::string_view fen_;
    std::string_view rest_;
    std::string_view field_; // the current one
    std::size_t board_offset_ = 0;
    Position position_;
    Error error_;
};

Result<Position> parse_fen(std::string_view fen) {
    return FenParser(fen).parse();
}

namespace {

std::array<Piece, 64> board_of(const Position& position) {
    std::array<Piece, 64> board;
    for (std::size_t square = 0; square < board.size(); ++square)
        board[square] = position.piece_at(static_cast<Square>(square));
    return board;
}

// True if the rook is the outermost one, which X-FEN writes as K or Q. Another rook is written as
// its file.
bool is_outer(const Position& position, Color c, Square rook) {
    const bool king_side = rook > position.king(c);
    const int step = king_side ? 1 : -1;
    for (int file = file_of(rook) + step; file >= 0 && file <= 7; file += step)
        if (position.piece_at(make_square(file, rank_of(rook))) == Piece{PieceType::Rook, c})
            return false;
    return true;
}

void append_castling(std::string& out, const Position& position, FenCastling style) {
    const std::size_t before = out.size();
    for (const Color c : {Color::White, Color::Black}) {
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            const Square rook = position.castling_rook(c, side);
            if (rook == NoSquare) continue;
            char letter = static_cast<char>('A' + file_of(rook));
            if (style == FenCastling::Standard && is_outer(position, c, rook))
                letter = side == CastlingSide::King ? 'K' : 'Q';
            out += c == Color::White ? letter : text::to_lower(letter);
        }
    }
    if (out.size() == before) out += '-';
}

} // namespace

std::string format_board(const std::array<Piece, 64>& board, Bitboard promoted) {
    std::string out;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) out += static_cast<char>('0' + std::exchange(empty, 0));
        };
        for (int file = 0; file < 8; ++file) {
            const Square square = make_square(file, rank);
            const Piece piece = board[square];
            if (!piece) {
                ++empty;
                continue;
            }
            flush();
            out += letters_of_codes[2 * static_cast<std::size_t>(piece.type) +
                                    (piece.color == Color::White ? 1 : 0)];
            if (promoted & bit(square)) out += '~';
        }
        flush();
        if (rank > 0) out += '/';
    }
    return out;
}

std::string format_fen(const Position& position, FenCastling castling) {
    std::string out = format_board(board_of(position));
    out.reserve(90);
    out += position.side_to_move() == Color::White ? " w " : " b ";
    append_castling(out, position, castling);
    out += ' ';
    out += position.en_passant() == NoSquare ? "-" : format_square(position.en_passant());
    for (const int number : {position.half_move_clock(), position.full_move_number()})
        // In a very long game, the number stays at the limit.
        out += ' ' + std::to_string(std::min(number, max_clock));
    return out;
}

} // namespace polyglot::chess
