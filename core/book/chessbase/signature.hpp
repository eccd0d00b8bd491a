// The signature by which a ChessBase book finds a position (docs/formats/ctg.md): a string of bits,
// and its hash. Test: signature_test.cpp.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace polyglot::book {

// Transforms a position into the form that is stored: White is to move and, if castling is
// impossible, White's king stands on the right half of the board. The transformation is its own
// inverse.
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

// Decides when the en-passant file is part of the signature. Real files do not show which rule
// holds for a capture that only a pin forbids.
enum class CtgEnPassant : std::uint8_t {
    Legal,   // if some pawn may capture
    Attacked // if some pawn stands beside the pawn that has moved two squares
};
CtgSignature encode_ctg_signature(const chess::Position& position,
                                  CtgEnPassant rule = CtgEnPassant::Legal);

// False if the position has castling rights other than those of standard chess; a signature has no
// place for them.
bool has_ctg_signature(const chess::Position& position);

// Returns the position that a signature stands for, as it looks in this view; its move numbers are
// unknown. The error names the part that is wrong or unknown. Encoding the result by one of the
// rules gives the same bytes.
Result<chess::Position> decode_ctg_signature(std::span<const std::byte> signature,
                                             CtgView view = {});

// Returns the hash of all bytes of a signature. Its low bits select the page.
std::uint32_t ctg_hash(std::span<const std::byte> signature);
// Returns 64 bits made from ctg_hash() and FNV-1a. This key is our own and appears in no file.
std::uint64_t ctg_key(std::span<const std::byte> signature);

} // namespace polyglot::book
