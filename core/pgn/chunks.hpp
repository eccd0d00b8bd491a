// A stream of PGN text cut into pieces of whole games, so that several threads can read one file. Where the cuts are depends
// on the text and the piece's size alone.
#pragma once
#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace polyglot::pgn {

struct Chunk {
    std::vector<char> text;
    std::uint64_t offset = 0;  // of the unpacked stream, from 0: where the text begins
    bool cut_short = false;    // its last game goes on in bytes that were skipped: it is too large
};

class Chunks {
  public:
    static constexpr std::size_t default_size = 1U << 20U;
    static constexpr std::size_t max_game = 16U << 20U; // bytes; the rest of a larger game is skipped
    // The stream must outlive this. size: bytes, roughly, of a piece.
    explicit Chunks(std::istream& in, std::size_t size = default_size);
    // Fills the chunk (its memory is used again); false at the end of the stream. in.bad() tells an error from the end.
    bool next(Chunk& chunk);
    std::uint64_t offset() const; // of the stream: where the next chunk begins

  private:
    std::istream& in_;
    std::size_t size_;
};

} // namespace polyglot::pgn
