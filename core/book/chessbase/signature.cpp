#include "core/book/chessbase/signature.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"

#include <algorithm>
#include <string>

namespace polyglot::book {

using chess::CastlingSide;
using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

constexpr unsigned length_mask = 0x1f, en_passant_flag = 0x20, castling_flag = 0x40,
                   unknown_flag = 0x80;
constexpr unsigned en_passant_bits = 3, castling_bits = 4;

struct Code {
    unsigned bits = 0;
    unsigned count = 0;
};

// Returns the code of a white piece. The code of a black one has 1 as its last bit.
constexpr Code code_of(PieceType type) {
    switch (type) {
    case PieceType::Pawn: return {0b110, 3};
    case PieceType::Knight: return {0b10010, 5};
    case PieceType::Bishop: return {0b10100, 5};
    case PieceType::Rook: return {0b10110, 5};
    case PieceType::Queen: return {0b100010, 6};
    case PieceType::King: return {0b100000, 6};
    case PieceType::None: break;
    }
    return {0, 1};
}

// Returns the n-th square in the order of the bits: file by file, upwards.
constexpr Square nth_square(int n) {
    return chess::make_square(n / 8, n % 8);
}

// The bits of castling rights in the stored form are: 3 Black king side, 2 Black queen side, 1
// White king side, 0 White queen side.
struct Right {
    unsigned bit;
    Color color;
    CastlingSide side;
    char letter; // as in a FEN
};
constexpr std::array rights{Right{8, Color::Black, CastlingSide::King, 'k'},
                            Right{4, Color::Black, CastlingSide::Queen, 'q'},
                            Right{2, Color::White, CastlingSide::King, 'K'},
                            Right{1, Color::White, CastlingSide::Queen, 'Q'}};

bool has_right(const Position& position, Color color, CastlingSide side) {
    return position.castling_rook(color, side) != chess::NoSquare;
}

unsigned castling_of(const Position& position, CtgView view) {
    unsigned castling = 0;
    for (const Right& right : rights)
        if (has_right(position, view.flipped ? ~right.color : right.color, right.side))
            castling |= right.bit;
    return castling;
}

bool is_en_passant_legal(const Position& position) {
    if (!chess::en_passant_is_attacked(position)) return false;
    const auto pawns = position.pieces(position.side_to_move(), PieceType::Pawn);
    const chess::MoveList moves = position.legal_moves(pawns);
    return std::ranges::any_of(
        moves, [](chess::Move move) { return move.kind() == chess::Move::Kind::EnPassant; });
}

class BitReader {
  public:
    explicit BitReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
    unsigned next() { // 0 past the end
        const std::size_t at = read_++;
        if (at / 8 >= bytes_.size()) return 0;
        return std::to_integer<unsigned>(bytes_[at / 8]) >> (7 - at % 8) & 1U;
    }
    std::size_t read() const { return read_; }

  private:
    std::span<const std::byte> bytes_;
    std::size_t read_ = 0;
};

Piece read_piece(BitReader& bits) {
    const auto of_next_color = [&bits](PieceType type) {
        return Piece{type, bits.next() != 0 ? Color::Black : Color::White};
    };
    if (bits.next() == 0) return {};
    if (bits.next() != 0) return of_next_color(PieceType::Pawn);
    const bool third = bits.next() != 0;
    const bool fourth = bits.next() != 0;
    if (third) return of_next_color(fourth ? PieceType::Rook : PieceType::Bishop);
    if (fourth) return of_next_color(PieceType::Knight);
    return of_next_color(bits.next() != 0 ? PieceType::Queen : PieceType::King);
}

char letter_of(Piece piece, bool flipped) {
    constexpr std::array letters{'p', 'n', 'b', 'r', 'q', 'k'};
    const char letter = letters[static_cast<std::size_t>(piece.type)];
    const bool white = (piece.color == Color::White) != flipped;
    return white ? static_cast<char>(letter - 'a' + 'A') : letter;
}

std::string board_of(const std::array<Piece, 64>& board, CtgView view) {
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto put_empty = [&] {
            if (empty > 0) fen += static_cast<char>('0' + std::exchange(empty, 0));
        };
        for (int file = 0; file < 8; ++file) {
            const Piece piece = board[view(chess::make_square(file, rank))];
            if (!piece) {
                ++empty;
            } else {
                put_empty();
                fen += letter_of(piece, view.flipped);
            }
        }
        put_empty();
        if (rank > 0) fen += '/';
    }
    return fen;
}

std::string castling_fen(unsigned castling, CtgView view) {
    std::string fen;
    for (const Right& right : rights)
        if ((castling & right.bit) != 0)
            fen += static_cast<char>(view.flipped ? right.letter ^ 0x20 : right.letter);
    return fen.empty() ? "-" : fen;
}

bool is_same(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::ranges::equal(a, b);
}

} // namespace

class CtgSignatureWriter {
  public:
    void put(unsigned bits, unsigned count) {
        while (count-- > 0) {
            auto& byte = signature_.bytes_[std::min(1 + used_ / 8, CtgSignature::max_size - 1)];
            byte |= static_cast<std::byte>((bits >> count & 1U) << (7 - used_ % 8));
            ++used_;
        }
    }
    // Appends the tail, which ends with the last bit of the last byte and lies within that byte. A
    // signature without tail has at least one filling bit.
    CtgSignature finish(unsigned flags, unsigned tail, unsigned tail_bits) {
        const std::size_t wanted = used_ + std::max(tail_bits, 1U);
        const std::size_t size = (wanted + 7) / 8;
        while (used_ + tail_bits < 8 * size)
            put(0, 1);
        put(tail, tail_bits);
        signature_.size_ = std::min(size + 1, CtgSignature::max_size);
        signature_.bytes_[0] = static_cast<std::byte>(flags | signature_.size_);
        return signature_;
    }

  private:
    CtgSignature signature_;
    std::size_t used_ = 0; // bits, from the second byte on
};

CtgView ctg_view_of(const Position& position) {
    CtgView view{.flipped = position.side_to_move() == Color::Black};
    view.mirrored = castling_of(position, view) == 0 &&
                    chess::file_of(position.king(position.side_to_move())) < 4;
    return view;
}

bool has_ctg_signature(const Position& position) {
    for (const Color color : {Color::White, Color::Black}) {
        const int rank = color == Color::White ? 0 : 7;
        const auto king_side = position.castling_rook(color, CastlingSide::King);
        const auto queen_side = position.castling_rook(color, CastlingSide::Queen);
        if (king_side == chess::NoSquare && queen_side == chess::NoSquare) continue;
        if (position.king(color) != chess::make_square(4, rank)) return false;
        if (king_side != chess::NoSquare && king_side != chess::make_square(7, rank)) return false;
        if (queen_side != chess::NoSquare && queen_side != chess::make_square(0, rank))
            return false;
    }
    return true;
}

CtgSignature encode_ctg_signature(const Position& position, CtgEnPassant rule) {
    const CtgView view = ctg_view_of(position);
    CtgSignatureWriter writer;
    for (int n = 0; n < 64; ++n) {
        const Piece piece = position.piece_at(view(nth_square(n)));
        const Code code = code_of(piece.type);
        const bool black = piece && (piece.color == Color::Black) != view.flipped;
        writer.put(code.bits | (black ? 1U : 0U), code.count);
    }
    unsigned flags = 0, tail = 0, tail_bits = 0;
    const bool takes = rule == CtgEnPassant::Legal ? is_en_passant_legal(position)
                                                   : chess::en_passant_is_attacked(position);
    if (takes) {
        flags |= en_passant_flag;
        tail = static_cast<unsigned>(chess::file_of(view(position.en_passant())));
        tail_bits = en_passant_bits;
    }
    if (const unsigned castling = castling_of(position, view); castling != 0) {
        flags |= castling_flag;
        tail = tail << castling_bits | castling;
        tail_bits += castling_bits;
    }
    return writer.finish(flags, tail, tail_bits);
}

Result<Position> decode_ctg_signature(std::span<const std::byte> signature, CtgView view) {
    if (signature.size() < 2 || signature.size() > CtgSignature::max_size ||
        (std::to_integer<unsigned>(signature[0]) & length_mask) != signature.size())
        return make_error("a signature whose length is not the one in its first byte");
    const auto flags = std::to_integer<unsigned>(signature[0]);
    if ((flags & unknown_flag) != 0)
        return make_error("a signature with the flag 0x80, whose meaning is unknown");
    BitReader bits(signature.subspan(1));
    std::array<Piece, 64> board{};
    for (int n = 0; n < 64; ++n)
        board[nth_square(n)] = read_piece(bits);
    unsigned tail_bits = 0;
    if ((flags & en_passant_flag) != 0) tail_bits += en_passant_bits;
    if ((flags & castling_flag) != 0) tail_bits += castling_bits;
    if ((bits.read() + std::max(tail_bits, 1U) + 7) / 8 != signature.size() - 1)
        return make_error("a signature whose length is not that of its board");

    auto tail = std::to_integer<unsigned>(signature.back());
    unsigned castling = 0;
    if ((flags & castling_flag) != 0) {
        castling = tail & 0xfU;
        tail >>= castling_bits;
    }
    std::string fen =
        board_of(board, view) + (view.flipped ? " b " : " w ") + castling_fen(castling, view) + ' ';
    if ((flags & en_passant_flag) != 0) {
        const Square square = view(chess::make_square(static_cast<int>(tail & 7U), 5));
        fen += static_cast<char>('a' + chess::file_of(square));
        fen += static_cast<char>('1' + chess::rank_of(square));
    } else {
        fen += '-';
    }
    auto position = chess::parse_fen(fen);
    if (!position)
        return make_error("a signature of no position: " + fen + ": " + position.error().message);
    // The signature has a right without king or rook, a king on the wrong half, or filling bits
    // that are not 0.
    if (!is_same(encode_ctg_signature(*position, CtgEnPassant::Legal).bytes(), signature) &&
        !is_same(encode_ctg_signature(*position, CtgEnPassant::Attacked).bytes(), signature))
        return make_error("a signature that is not the one of its position, " + fen);
    return position;
}

std::uint32_t ctg_hash(std::span<const std::byte> signature) {
    // These are the numbers of Unix' dbm.
    constexpr std::array<std::uint32_t, 64> numbers{
        0x3100d2bf, 0x3118e3de, 0x34ab1372, 0x2807a847, 0x1633f566, 0x2143b359, 0x26d56488,
        0x3b9e6f59, 0x37755656, 0x3089ca7b, 0x18e92d85, 0x0cd0e9d8, 0x1a9e3b54, 0x3eaa902f,
        0x0d9bfaae, 0x2f32b45b, 0x31ed6102, 0x3d3c8398, 0x146660e3, 0x0f8d4b76, 0x02c77a5f,
        0x146c8799, 0x1c47f51f, 0x249f8f36, 0x24772043, 0x1fbc1e4d, 0x1e86b3fa, 0x37df36a6,
        0x16ed30e4, 0x02c3148e, 0x216e5929, 0x0636b34e, 0x317f9f56, 0x15f09d70, 0x131026fb,
        0x38c784b1, 0x29ac3305, 0x2b485dc5, 0x3c049ddc, 0x35a9fbcd, 0x31d5373b, 0x2b246799,
        0x0a2923d3, 0x08a96e9d, 0x30031a9f, 0x08f525b5, 0x33611c06, 0x2409db98, 0x0ca4feb2,
        0x1000b71e, 0x30566e32, 0x39447d31, 0x194e3752, 0x08233a95, 0x0f38fe36, 0x29c7cd57,
        0x0f7b3a39, 0x328e8a16, 0x1e7d1388, 0x0fba78f5, 0x274c7e7c, 0x1e8be65c, 0x2fa0b0bb,
        0x1eb6c371};
    std::uint32_t hash = 0, at = 0;
    const auto add = [&](std::uint32_t nibble) {
        at += 4 * (15 - nibble) + 1;
        hash += numbers[at % numbers.size()];
    };
    for (const std::byte byte : signature) {
        const auto value = std::to_integer<std::uint32_t>(byte);
        add(value & 0xfU);
        add(value >> 4U);
    }
    return hash;
}

std::uint64_t ctg_key(std::span<const std::byte> signature) {
    std::uint32_t fnv = 0x811c'9dc5U;
    for (const std::byte byte : signature)
        fnv = (fnv ^ std::to_integer<std::uint32_t>(byte)) * 0x0100'0193U;
    return std::uint64_t{ctg_hash(signature)} << 32U | fnv;
}

} // namespace polyglot::book
