// Cuts a stream of PGN text into pieces of whole games, so that several threads can read one file.
// The cuts depend on the text and the size of the pieces alone. If the moves at the beginning of
// the stream have piece letters of another language, the pieces have English ones.
#pragma once
#include "core/pgn/piece_letters.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::pgn {

struct Chunk {
    std::vector<char> text;
    std::uint64_t offset = 0;        // where the text begins in the unpacked stream, from 0
    std::uint64_t skipped_lines = 0; // line ends between this text and the next chunk's
    // The rest of its last game was skipped because the game is too large.
    bool cut_short = false;

    std::string_view view() const { return {text.data(), text.size()}; }
};

// tests/unit/core/pgn/chunks_test.cpp shows the cuts.
class Chunks {
  public:
    static constexpr std::size_t default_size = 1U << 20U;
    // Size in bytes; the rest of a larger game is skipped.
    static constexpr std::size_t max_game = 16U << 20U;
    // The stream must outlive this object. size: approximate size of a piece in bytes, at least 1.
    // The memory used is a few times the larger of `size` and the largest game, of which no more
    // than `largest` bytes are kept.
    explicit Chunks(std::istream& in, std::size_t size = default_size,
                    std::size_t largest = max_game);
    // Continues after this many bytes of the text, with the letters of its beginning. To be called
    // before next(), and only if the text begins at position 0 of the stream.
    void skip(std::uint64_t bytes);
    // Sets the letters of the whole text, for a stream that is a later part of it. To be called
    // before next().
    void use_letters(const PieceLetters& letters) {
        letters_ = letters;
        knows_letters_ = true;
    }
    // Returns the letters of the stream; English until next() has been called.
    const PieceLetters& letters() const { return letters_; }
    // Fills the chunk and reuses its memory; false at the end of the stream. in.bad() distinguishes
    // a read error from the end.
    bool next(Chunk& chunk);
    // Returns the place in the stream at which the next chunk begins.
    std::uint64_t offset() const { return offset_; }

  private:
    void detect_letters();
    bool cut_next(Chunk& chunk);
    bool read(std::vector<char>& text, std::size_t size);
    void cut_at(Chunk& chunk, std::size_t cut);
    void cut_short(Chunk& chunk);
    std::uint64_t skip_game(bool in_line);

    std::istream& in_;
    std::size_t size_, largest_;
    std::uint64_t offset_ = 0;
    std::vector<char> rest_; // read already, but after the last chunk
    PieceLetters letters_;
    bool knows_letters_ = false;
};

// Returns the beginning of the last game before which a text of whole lines can be cut without
// changing how either part is read; 0 if there is none after the beginning. The text must begin
// with a game or with the beginning of the stream.
std::size_t last_cut(std::string_view text);

// Reads a stream from any place of a text on, which may be inside a game. Returns the number of
// bytes from there to the next place at which the text can be cut without changing how either part
// is read; if no such place is found, the number of bytes up to the end. The cut found from a later
// place never precedes the one found from an earlier place. Afterwards the stream is at any place
// after the cut.
std::uint64_t next_cut(std::istream& in);

} // namespace polyglot::pgn
