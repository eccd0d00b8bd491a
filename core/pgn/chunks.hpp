// A stream of PGN text cut into pieces of whole games, so that several threads can read one file.
// Where the cuts are depends on the text and the piece's size alone. Moves with the piece letters
// of another language, as they are in the beginning of the stream, come in English.
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
    std::uint64_t offset = 0;        // of the unpacked stream, from 0: where the text begins
    std::uint64_t skipped_lines = 0; // line ends between this text and the next chunk's
    // Its last game goes on in bytes that were skipped: it is too large
    bool cut_short = false;

    std::string_view view() const { return {text.data(), text.size()}; }
};

class Chunks {
  public:
    static constexpr std::size_t default_size = 1U << 20U;
    // Bytes; the rest of a larger game is skipped
    static constexpr std::size_t max_game = 16U << 20U;
    // The stream must outlive this. size: bytes, roughly, of a piece; at least 1. Memory is a few
    // times the larger of size and the largest game, of which no more than `largest` bytes are
    // kept.
    explicit Chunks(std::istream& in, std::size_t size = default_size,
                    std::size_t largest = max_game);
    // Goes on after this many bytes of the text, with the letters of its beginning. Before next(),
    // and only if the stream's position 0 is where the text begins.
    void skip(std::uint64_t bytes);
    // For a stream that is the later part of a text: the letters of the whole one. Before next().
    void use_letters(const PieceLetters& letters) {
        letters_ = letters;
        knows_letters_ = true;
    }
    // Of the stream; English until next() has been called.
    const PieceLetters& letters() const { return letters_; }
    // Fills the chunk, reusing its memory; false at the end of the stream. in.bad() distinguishes
    // an error from the end.
    bool next(Chunk& chunk);
    std::uint64_t offset() const { return offset_; } // of the stream: where the next chunk begins

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
    std::vector<char> rest_; // what has been read after the last chunk
    PieceLetters letters_;
    bool knows_letters_ = false;
};

// The beginning of the last game before which a text of whole lines can be cut without changing how
// either part is read; 0 if there is none after the beginning. The text must begin with a game, or
// the stream.
std::size_t last_cut(std::string_view text);

// Reads a stream from any place of a text on, which may be inside a game. Returns how many bytes
// after it the text can be cut without changing how either part is read, or the number of bytes up
// to the end if no such place is found: the cut of a later place is never before that of an earlier
// one. The stream ends anywhere after it.
std::uint64_t next_cut(std::istream& in);

} // namespace polyglot::pgn
