// Piece letters other than English ones. PGN knows only these (Portable Game Notation, 1994,
// section 8.2.3.2), but files made for print have figurines, and old ones the letters of their
// country.
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
    static constexpr std::size_t sample_size = 64U << 10U; // bytes: what detect() wants to see

    PieceLetters() = default; // English
    // By the beginning of a text: another language (German, French, Spanish, Italian, Dutch) only
    // if every piece move there is written in it and some could not be English; figurines, of
    // either colour, if every letter is English. What is mixed is taken for English, so that its
    // moves are reported as unreadable.
    static PieceLetters detect(std::string_view sample);

    bool are_english() const { return name_.empty(); }
    // "German", "German or Dutch" if the sample does not tell, "figurines"; empty: English.
    const std::string& name() const { return name_; }
    // Writes the moves of a text in English, in place: no line becomes longer or shorter. Comments
    // and tags stay.
    void to_english(std::span<char> text) const;

  private:
    std::string name_;
    std::array<char, 26> english_{}; // of each capital letter; NUL: stays
};

} // namespace polyglot::pgn
