// The move generator against published counts.
#include "core/chess/fen.hpp"
#include "core/chess/perft.hpp"
#include "core/text/text.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

const std::string shared = POLYGLOT_SHARED_DATA "/perft/";

#ifdef NDEBUG
// Of one row in the big suites: the depths beyond take minutes
constexpr std::uint64_t most_leaves = 500'000;
#else
constexpr std::uint64_t most_leaves = 10'000;
#endif

// False if there is no such file, which is only right for the shared ones.
bool can_open(std::ifstream& file, const std::string& path) {
    file.open(path);
    if (!file) MESSAGE("skipped, there is no ", path);
    return file.is_open();
}

void check(std::string_view fen, int depth, std::uint64_t leaves) {
    Position position = test::position_of(fen);
    const Position before = position;
    const std::uint64_t counted = perft(position, depth);
    CHECK_MESSAGE(counted == leaves, fen, " at depth ", depth);
    CHECK_MESSAGE(position == before, fen);
}

std::uint64_t number(std::string_view text) {
    const auto value = text::parse_int<std::uint64_t>(text);
    REQUIRE_MESSAGE(value.has_value(), text);
    return *value;
}

// FEN ;D1 20 ;D2 400 … # comment. Returns the number of counts compared.
int check_epd(std::ifstream& file, std::uint64_t limit) {
    int checked = 0;
    for (std::string line; std::getline(file, line);) {
        std::string_view rest = text::trim(std::string_view(line).substr(0, line.find('#')));
        std::string_view fen = rest.substr(0, rest.find(';'));
        rest.remove_prefix(fen.size());
        while (!rest.empty()) {
            rest.remove_prefix(2); // ";D"
            const auto depth = static_cast<int>(number(text::next_word(rest)));
            const std::uint64_t leaves = number(text::next_word(rest));
            rest = text::trim(rest);
            if (leaves > limit) continue;
            check(fen, depth, leaves);
            ++checked;
        }
    }
    return checked;
}

// Ethereal's own notation: 64 letters from a8 to h1 with e for empty, flags KQkq, three more that
// are never used, the side to move (1 = black), then from depth 1 the counts of that depth and all
// before.
std::string fen_of_letters(std::string_view letters) {
    std::string fen;
    for (std::size_t i = 0; i < 64; ++i) {
        if (i > 0 && i % 8 == 0) fen += '/';
        fen += letters[i] == 'e' ? '1' : letters[i];
    }
    std::string rights;
    for (std::size_t i = 0; i < 4; ++i)
        if (letters[64 + i] == '1') rights += "KQkq"[i];
    return fen + (letters[71] == '1' ? " b " : " w ") + (rights.empty() ? "-" : rights) + " - 0 1";
}

} // namespace

TEST_CASE("perft: our own selection") {
    std::ifstream file(POLYGLOT_TEST_DATA "/perft.epd");
    REQUIRE(file.is_open());
#ifdef NDEBUG
    CHECK(check_epd(file, 10'000'000) == 149);
#else
    CHECK(check_epd(file, 100'000) > 100);
#endif
}

TEST_CASE("perft: depth 0 is the position itself") {
    Position position = Position::start();
    CHECK(perft(position, 0) == 1);
    CHECK(perft(position, -1) == 1);
}

TEST_CASE("perft: the shared Chess960 suite of Ethereal") {
    std::ifstream file;
    if (can_open(file, shared + "AndyGrant_Ethereal__fischer.epd"))
        CHECK(check_epd(file, most_leaves) > 960);
}

TEST_CASE("perft: the shared standard suite of Ethereal") {
    std::ifstream file;
    if (!can_open(file, shared + "AndyGrant_Ethereal__PerftTests.txt")) return;
    int checked = 0;
    for (std::string line; std::getline(file, line);) {
        std::string_view rest = line;
        const std::string_view letters = text::next_word(rest);
        REQUIRE(letters.size() == 72);
        const std::string fen = fen_of_letters(letters);
        std::uint64_t before = 0;
        for (int depth = 1; !(rest = text::trim(rest)).empty(); ++depth) {
            const std::uint64_t sum = number(text::next_word(rest));
            const std::uint64_t leaves = sum - before;
            before = sum;
            if (leaves > most_leaves) continue;
            check(fen, depth, leaves);
            ++checked;
        }
    }
    CHECK(checked > 300);
}

TEST_CASE("perft: the shared Chess960 suite of python-chess") {
    std::ifstream file;
    if (!can_open(file, shared + "niklasf_python-chess__chess960.perft")) return;
    std::string fen;
    int checked = 0;
    for (std::string line; std::getline(file, line);) {
        std::string_view rest = line;
        const std::string_view word = text::next_word(rest);
        if (word == "epd") fen = text::trim(rest);
        if (word != "perft") continue;
        const auto depth = static_cast<int>(number(text::next_word(rest)));
        const std::uint64_t leaves = number(text::next_word(rest));
        if (leaves > most_leaves) continue;
        check(fen, depth, leaves);
        ++checked;
    }
    CHECK(checked > 960);
}

} // namespace polyglot::chess
