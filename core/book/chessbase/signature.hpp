// By which a ChessBase book (docs/formats/ctg.md) knows a position: a bit string, and the hash of
// it.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace polyglot::book {

// How a position is turned into the form that is stored, in which White is to move and, where
// nobody may castle, White's king stands on the right half of the board. Applied twice, it does
// nothing.
struct CtgView {
    bool flipped = false;  // colours exchanged, ranks upside down: Black is to move
    bool mirrored = false; // files from right to left
    chess::Square operator()(chess::Square square) const {
        return static_cast<chess::Square>(square ^ (flipped ? 56 : 0) ^ (mirrored ? 7 : 0));
    }
    friend bool operator==(const CtgView&, const CtgView&) = default;
};
CtgView ctg_view_of(const chess::Position& position);

class CtgSignature {
  public:
    static constexpr std::size_t max_size = 31; // bytes: the length has five bits
    std::span<const std::byte> bytes() const { return std::span(bytes_).first(size_); }

  private:
    friend class CtgSignatureWriter;
    std::array<std::byte, max_size> bytes_{};
    std::size_t size_ = 0;
};

// When the en-passant file is part of the signature. Real files decide nothing about a capture that
// only a pin forbids.
enum class CtgEnPassant : std::uint8_t {
    Legal,   // if some pawn may take
    Attacked // if some pawn stands beside the pawn that has moved two squares
};
CtgSignature encode_ctg_signature(const chess::Position& position,
                                  CtgEnPassant rule = CtgEnPassant::Legal);

// The position has no castling right but those of standard chess; others have no place in a
// signature.
bool has_ctg_signature(const chess::Position& position);

// The position that a signature stands for, as it looks in this view; without move numbers. The
// error names what is wrong or unknown. Encoding the result, by one of the rules, gives the same
// bytes.
Result<chess::Position> decode_ctg_signature(std::span<const std::byte> signature,
                                             CtgView view = {});

// Of all bytes of a signature. The low bits choose the page.
std::uint32_t ctg_hash(std::span<const std::byte> signature);
// 64 bits, made of that and FNV-1a: ours, no file has it.
std::uint64_t ctg_key(std::span<const std::byte> signature);

} // namespace polyglot::book
