#include "core/book/chessbase/move_code.hpp"

#include "core/book/chessbase/signature.hpp"

#include <array>
#include <cstddef>

namespace polyglot::book {
namespace {

using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

struct Meaning {
    enum class Kind : std::uint8_t { Unknown, Ambiguous, Move, ShortCastling, LongCastling };
    Kind kind = Kind::Unknown;
    PieceType type = PieceType::None;
    std::int8_t number = 0;     // which piece of its type, counted by file, then by rank
    std::int8_t dx = 0, dy = 0; // files to the right and ranks upwards, modulo 8
};
using Meanings = std::array<Meaning, 256>;

struct Step {
    std::int8_t dx, dy;
};
template <std::size_t N>
using Codes = std::array<std::uint8_t, N>;

template <std::size_t N>
constexpr void add(Meanings& meanings, PieceType type, int number, const std::array<Step, N>& steps,
                   const Codes<N>& codes) {
    for (std::size_t i = 0; i < N; ++i)
        meanings[codes[i]] = {Meaning::Kind::Move, type, static_cast<std::int8_t>(number),
                              steps[i].dx, steps[i].dy};
}

// Adds a ray of seven steps. Code 0 stands for an unknown code.
constexpr void add_ray(Meanings& meanings, PieceType type, int number, Step step,
                       const Codes<7>& codes) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (codes[i] == 0) continue;
        const auto k = static_cast<int>(i) + 1;
        meanings[codes[i]] = {Meaning::Kind::Move, type, static_cast<std::int8_t>(number),
                              static_cast<std::int8_t>(k * step.dx),
                              static_cast<std::int8_t>(k * step.dy)};
    }
}

constexpr Step up{0, 1}, rightward{1, 0}, up_right{1, 1}, up_left{-1, 1};

constexpr void add_queens(Meanings& m) {
    using enum PieceType;
    add_ray(m, Queen, 1, up, {0x05, 0x9d, 0x94, 0x37, 0xb7, 0x9a, 0xfd});
    add_ray(m, Queen, 1, rightward, {0x2f, 0x74, 0x31, 0xe5, 0x39, 0x29, 0x8f});
    add_ray(m, Queen, 1, up_right, {0xf1, 0xa2, 0x45, 0xe7, 0x28, 0x61, 0xed});
    add_ray(m, Queen, 1, up_left, {0xd7, 0xd9, 0x7e, 0xe7, 0x4b, 0x80, 0x42});
    add_ray(m, Queen, 2, up, {0x4d, 0xbd, 0xa0, 0xb0, 0xc6, 0, 0xc9});
    add_ray(m, Queen, 2, rightward, {0xf8, 0x03, 0xfa, 0x08, 0xbc, 0, 0xf0});
    add_ray(m, Queen, 2, up_right, {0x92, 0xfb, 0xae, 0x38, 0x41, 0x23, 0x6f});
    add_ray(m, Queen, 2, up_left, {0xee, 0x8e, 0xfe, 0x38, 0x3b, 0xab, 0x63});
    // One of these codes means six up, the other six to the right; it is not known which is which.
    m[0x1a] = m[0xf9] = {Meaning::Kind::Ambiguous};
}

constexpr Meanings make_meanings() {
    using enum PieceType;
    Meanings m{};
    constexpr std::array pawn{Step{0, 1}, Step{0, 2}, Step{-1, 1}, Step{1, 1}};
    constexpr std::array<Codes<4>, 8> pawns{{{0xec, 0xdb, 0x0c, 0x8b},
                                             {0x04, 0x62, 0xd1, 0x96},
                                             {0x55, 0x9b, 0x27, 0x7c},
                                             {0xcf, 0xe6, 0x06, 0xeb},
                                             {0xbb, 0x5f, 0xde, 0x00},
                                             {0xcb, 0xb1, 0x82, 0x2d},
                                             {0x18, 0xc8, 0xc7, 0x5c},
                                             {0xa3, 0x4a, 0x24, 0x14}}};
    for (std::size_t i = 0; i < pawns.size(); ++i)
        add(m, Pawn, static_cast<int>(i) + 1, pawn, pawns[i]);
    constexpr std::array knight{Step{1, 2},   Step{2, 1},   Step{2, -1}, Step{1, -2},
                                Step{-1, -2}, Step{-2, -1}, Step{-2, 1}, Step{-1, 2}};
    add(m, Knight, 1, knight, Codes<8>{0x34, 0x36, 0xe9, 0x8a, 0xda, 0x0f, 0xf7, 0x85});
    add(m, Knight, 2, knight, Codes<8>{0x4c, 0xd2, 0xe0, 0x2a, 0x30, 0x01, 0xd3, 0xf3});
    constexpr std::array king{Step{0, 1},  Step{1, 1},   Step{1, 0},  Step{1, -1},
                              Step{0, -1}, Step{-1, -1}, Step{-1, 0}, Step{-1, 1}};
    add(m, King, 1, king, Codes<8>{0x13, 0x67, 0xbe, 0x44, 0x0a, 0x8c, 0x97, 0xdf});
    m[0x6b] = {Meaning::Kind::ShortCastling};
    m[0xf6] = {Meaning::Kind::LongCastling};
    add_ray(m, Rook, 1, up, {0x81, 0xe8, 0x7a, 0x99, 0x87, 0x50, 0xe1});
    add_ray(m, Rook, 1, rightward, {0x7f, 0xcd, 0x98, 0xef, 0x6e, 0x52, 0x86});
    add_ray(m, Rook, 2, up, {0x7d, 0xf4, 0xe3, 0xc5, 0xa5, 0x7b, 0x69});
    add_ray(m, Rook, 2, rightward, {0xc4, 0xa9, 0x0e, 0xad, 0xb5, 0xd8, 0x21});
    // Four steps along either diagonal are the same displacement modulo 8, so they have the same
    // code.
    add_ray(m, Bishop, 1, up_right, {0x2e, 0xc1, 0x0d, 0x6a, 0x15, 0x3a, 0x12});
    add_ray(m, Bishop, 1, up_left, {0x1b, 0xc3, 0x66, 0x6a, 0x3c, 0xb2, 0x26});
    add_ray(m, Bishop, 2, up_right, {0xf5, 0xc2, 0xb9, 0x9f, 0x32, 0x09, 0x1d});
    add_ray(m, Bishop, 2, up_left, {0x54, 0x22, 0xca, 0x9f, 0xcc, 0x79, 0x72});
    add_queens(m);
    return m;
}
constexpr Meanings meanings = make_meanings();

// Returns the square of a piece in the stored form, or NoSquare.
Square find_man(const Position& position, CtgView view, PieceType type, int number) {
    const auto men = position.pieces(position.side_to_move(), type);
    for (int n = 0; n < 64; ++n) {
        const Square square = chess::make_square(n / 8, n % 8);
        if ((men & chess::bit(view(square))) != 0 && --number == 0) return square;
    }
    return chess::NoSquare;
}

CtgDecodedMove legal_or_refused(Move move) {
    if (!move) return {{}, "not legal here"};
    return {move, {}};
}

CtgDecodedMove castle(const Position& position, chess::CastlingSide side) {
    const chess::Color us = position.side_to_move();
    if (!has_ctg_signature(position) || !position.can_castle(side)) return legal_or_refused({});
    return legal_or_refused(position.find_legal_move(
        position.king(us), position.castling_rook(us, side), PieceType::None));
}

} // namespace

CtgDecodedMove decode_ctg_move(std::uint8_t code, const Position& position) {
    const Meaning& meaning = meanings[code];
    switch (meaning.kind) {
    case Meaning::Kind::Unknown: return {{}, "a code whose meaning is unknown"};
    case Meaning::Kind::Ambiguous:
        return {{}, "a code with two readings: the second queen six up, or six to the right"};
    case Meaning::Kind::ShortCastling: return castle(position, chess::CastlingSide::King);
    case Meaning::Kind::LongCastling: return castle(position, chess::CastlingSide::Queen);
    case Meaning::Kind::Move: break;
    }
    const CtgView view = ctg_view_of(position);
    const Square from = find_man(position, view, meaning.type, meaning.number);
    if (from == chess::NoSquare) return {{}, "of a man that does not stand there"};
    const Square to = chess::make_square((chess::file_of(from) + meaning.dx + 8) % 8,
                                         (chess::rank_of(from) + meaning.dy + 8) % 8);
    const Square real_from = view(from), real_to = view(to);
    if (meaning.type == PieceType::Pawn && chess::rank_of(to) == 7 &&
        position.find_legal_move(real_from, real_to, PieceType::Queen))
        return {{}, "a promotion, which no known file shows"};
    const Move move = position.find_legal_move(real_from, real_to, PieceType::None);
    // A king beside its rook could be taken to castle (Chess960), so such a move is refused.
    return legal_or_refused(move && move.kind() == Move::Kind::Castling ? Move() : move);
}

} // namespace polyglot::book
