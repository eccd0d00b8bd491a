// Games with the piece letters of other languages are read as the same games in English, if they
// are consistent.
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/pgn/piece_letters.hpp"
#include "core/pgn/reader.hpp"

#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

struct Language {
    std::string_view name;
    std::array<std::string_view, 5> signs; // of K Q R B N
};
const std::vector<Language> languages{
    {"German", {"K", "D", "T", "L", "S"}},
    {"French", {"R", "D", "T", "F", "C"}},
    {"Spanish or Italian", {"R", "D", "T", "A", "C"}},
    {"Dutch", {"K", "D", "T", "L", "P"}},
    {"figurines", {"♔", "♕", "♖", "♗", "♘"}},
    {"figurines", {"♚", "♛", "♜", "♝", "♞"}},
    {"figurines", {"♔︎", "♕︎", "♖︎", "♗︎", "♘︎"}},
};

// With _K and so on for the pieces: each form in which a piece is named.
constexpr std::string_view game = R"([White "Dd4, Tartakower"]
[Event "Sf3"]

1. e4 e5 2._Nf3 _Nc6 3. _Bb5 a6 {Better than 3... Df6 or Rf6!} 4. _Bxc6 dxc6 (4... bxc6 5. _Nxe5) 5. O-O _Qf6
6. d3 _Bg4 7. _Kh1 O-O-O 8. _Nbd2+= _Re8!? 9._Nc4 _Bxf3 10. gxf3 _Qe6 11. _N4d2 *

[FEN "8/4P1k1/8/8/8/8/p7/4K3 w - - 0 1"]

1. e8=_Q a1=_N 2. _Qe7+ _Kg6 *

[FEN "8/4P1k1/8/8/8/8/p7/4K3 w - - 0 1"]

1. e8_R a1/_B 2. _Re7+ _Kg6 *
)";

std::string in_language(const Language& language) {
    std::string text(game);
    for (std::size_t i = 0; i < language.signs.size(); ++i)
        for (std::size_t at = 0;
             (at = text.find(std::string("_") + "KQRBN"[i])) != std::string::npos;)
            text.replace(at, 2, language.signs[i]);
    return text;
}

// All moves, and what went wrong.
std::string read(const std::string& text, std::string* letters = nullptr) {
    std::istringstream in(text);
    Reader reader(in, 32); // in pieces of one game
    std::string all;
    while (const auto next = reader.next()) {
        for (const chess::Move move : next->game.moves())
            all += chess::format_uci_move(move) + ' ';
        all += next->problem + std::string(next->tag("White")) + '\n';
    }
    if (letters != nullptr) *letters = reader.letters().name();
    return all;
}

} // namespace

TEST_CASE("each language gives the same games; the language is named") {
    const std::string english = read(in_language({"", {"K", "Q", "R", "B", "N"}}));
    CHECK(english.starts_with("e2e4 e7e5 g1f3 b8c6 "));
    CHECK(english.find("d2c4 g4f3 g2f3 f6e6 c4d2 Dd4, Tartakower\n") != std::string::npos);
    CHECK(english.ends_with("e7e8q a2a1n e8e7 g7g6 \ne7e8r a2a1b e8e7 g7g6 \n"));
    for (const Language& language : languages) {
        CAPTURE(language.name);
        std::string name;
        CHECK(read(in_language(language), &name) == english);
        CHECK(name == language.name);
    }
}

TEST_CASE("what is not in one language stays, and is reported") {
    const auto name_of = [](std::string_view moves) { return PieceLetters::detect(moves).name(); };
    CHECK(name_of("") == "");
    CHECK(name_of("1. e4 e5 2. Nf3 Pd6 3. Bb5 *") == "");
    CHECK(name_of("1. e4 e5 2. Sf3 Nc6 *") == ""); // German and English
    CHECK(name_of("1. e4 e5 2. Sf3 Cc6 *") == ""); // German and French
    CHECK(name_of("1. e4 e5 2. ♘f3 Sc6 *") == ""); // figurines and German
    CHECK(name_of("1. e4 e5 2. ♘f3 Nc6 *") == "figurines");
    CHECK(name_of("1. e4 e5 2. Re2 Ke7 *") == ""); // as good in English
    CHECK(name_of("1. e4 e5 2. Dh5 Ke7 *") == "German or Dutch");
    CHECK(name_of("{Sf3} [Sf3] Sfoo S3 Sf9 Sf ($1) ; Lb5\n 1. e4 *") == "");
    CHECK(name_of("[Sf3 \"Sc6\"]\n\n1. e4 *") == "");
    CHECK(read("1. e4 e5 2. Sf3 Nc6 *").find("'Sf3' does not read as a move") != std::string::npos);
    CHECK(read("1. e4 e5 2. Nf3 Sc6 *").find("'Sc6' does not read as a move") != std::string::npos);
}

TEST_CASE("places in the text stay where they are") {
    for (const Language& language : languages) {
        std::string text = in_language(language);
        const std::string before = text;
        PieceLetters::detect(text).to_english({text.data(), text.size()});
        REQUIRE(text.size() == before.size());
        for (std::size_t i = 0; i < text.size(); ++i)
            CHECK((text[i] == '\n') == (before[i] == '\n'));
        CHECK(text.find("{Better than 3... Df6 or Rf6!}") ==
              before.find("{Better than 3... Df6 or Rf6!}"));
    }
}

} // namespace polyglot::pgn
