#include "core/chess/stockfish_key.hpp"

#include <array>
#include <cstddef>

namespace polyglot::chess {
namespace {

// The generator xorshift64* (S. Vigna, "An experimental exploration of Marsaglia's xorshift
// generators, scrambled", 2014) with Stockfish's seed.
class Xorshift64Star {
  public:
    constexpr std::uint64_t next() {
        state_ ^= state_ >> 12U;
        state_ ^= state_ << 25U;
        state_ ^= state_ >> 27U;
        return state_ * 2'685'821'657'736'338'717U;
    }

  private:
    std::uint64_t state_ = 1'070'372;
};

struct Numbers {
    // Indexed by white pawn … white king, black pawn … black king.
    std::array<std::array<std::uint64_t, 64>, 12> pieces{};
    std::array<std::uint64_t, 8> en_passant{}; // files a to h
    // Indexed by set of rights, the empty set included.
    std::array<std::uint64_t, 16> castling{};
    std::uint64_t black_to_move = 0;
};

// Draws the numbers. Older versions of Stockfish draw four numbers for castling, one for each
// right; a set has the XOR of the numbers of its rights.
constexpr Numbers generate(StockfishKeys scheme) {
    Numbers numbers;
    Xorshift64Star random;
    for (auto& squares : numbers.pieces)
        for (std::uint64_t& number : squares)
            number = random.next();
    for (std::uint64_t& number : numbers.en_passant)
        number = random.next();
    if (scheme == StockfishKeys::FourRights) {
        for (std::size_t right = 1; right < numbers.castling.size(); right *= 2)
            numbers.castling[right] = random.next();
    } else {
        for (std::uint64_t& number : numbers.castling)
            number = random.next();
    }
    numbers.black_to_move = random.next();
    if (scheme == StockfishKeys::SetsOfRights) return numbers;
    numbers.castling[0] = 0;
    for (std::size_t set = 1; set < numbers.castling.size(); ++set)
        // `set ^ rest` is the lowest right of the set.
        if (const std::size_t rest = set & (set - 1); rest != 0)
            numbers.castling[set] = numbers.castling[set ^ rest] ^ numbers.castling[rest];
    return numbers;
}
constexpr std::array<Numbers, 3> all_numbers{generate(StockfishKeys::FourRights),
                                             generate(StockfishKeys::XorOfRights),
                                             generate(StockfishKeys::SetsOfRights)};

// Returns the sum of the rights: White king side 1, White queen side 2, Black king side 4, Black
// queen side 8, whichever rook it is.
std::size_t castling_rights(const Position& position) {
    std::size_t rights = 0;
    std::size_t right = 1;
    for (const Color color : {Color::White, Color::Black}) {
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            if (position.castling_rook(color, side) != NoSquare) rights |= right;
            right *= 2;
        }
    }
    return rights;
}

} // namespace

std::uint64_t stockfish_key(const Position& position) {
    return stockfish_key_of(position, StockfishKeys::SetsOfRights);
}

std::uint64_t stockfish_key_of(const Position& position, StockfishKeys scheme) {
    const Numbers& numbers = all_numbers[static_cast<std::size_t>(scheme)];
    std::uint64_t key = numbers.castling[castling_rights(position)];
    for (Bitboard rest = position.occupied(); rest;) {
        const Square square = pop_square(rest);
        const Piece piece = position.piece_at(square);
        const std::size_t kind =
            static_cast<std::size_t>(piece.type) + (piece.color == Color::White ? 0U : 6U);
        key ^= numbers.pieces[kind][square];
    }
    if (en_passant_is_attacked(position))
        key ^= numbers.en_passant[static_cast<std::size_t>(file_of(position.en_passant()))];
    if (position.side_to_move() == Color::Black) key ^= numbers.black_to_move;
    return key;
}

// The number of the eight plies is the state of D. Knuth's MMIX generator, of which one step is
// made.
std::uint64_t stockfish_clock_part(int half_move_clock) {
    if (half_move_clock < 14) return 0;
    const auto eights = static_cast<std::uint64_t>(half_move_clock - 14) / 8;
    return eights * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
}

} // namespace polyglot::chess
