// Piece letters other than the English ones. PGN has only those (Portable Game Notation, 1994,
// section 8.2.3.2), but files made for print use figurines, and old ones the letters of their
// country. Test: piece_letters_test.cpp.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::pgn {

class PieceLetters {
  public:
    static constexpr std::size_t sample_size = 64U << 10U; // bytes that detect() needs

    PieceLetters() = default; // English
    // Detects the letters from the beginning of a text. The result is another language (German,
    // French, Spanish, Italian, Dutch) only if every piece move there is written in it and some
    // could not be English; figurines, of either colour, only if every letter is English. A mixture
    // is taken for English, so that its moves are reported as unreadable.
    static PieceLetters detect(std::string_view sample);

    bool are_english() const { return name_.empty(); }
    // Returns "German", "German or Dutch" if the sample does not decide, "figurines"; empty for
    // English.
    const std::string& name() const { return name_; }
    // Replaces the letters in the moves of a text by English ones. Lengths of lines do not change;
    // comments and tags stay as they are.
    void to_english(std::span<char> text) const;

  private:
    std::string name_;
    std::array<char, 26> english_{}; // by capital letter; NUL: unchanged
};

} // namespace polyglot::pgn
