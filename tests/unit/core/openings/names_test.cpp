// The compiled table says what openings.tsv says, and nothing of any other position.
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/openings/compiled.hpp"
#include "core/openings/names.hpp"
#include "core/openings/starter.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::openings {
namespace {

using chess::Position;

struct Row {
    std::string code, name, moves, continuation;
};

template <class Visit>
void for_each_row(Visit visit) {
    std::ifstream file(POLYGLOT_OPENINGS);
    REQUIRE(file);
    for (std::string line; std::getline(file, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (text::trim(line).empty() || line.front() == '#') continue;
        Row row;
        std::istringstream fields(line);
        std::getline(fields, row.code, '\t');
        std::getline(fields, row.name, '\t');
        std::getline(fields, row.moves, '\t');
        std::getline(fields, row.continuation);
        visit(row);
    }
}

Position after(std::string_view moves) {
    Position position = Position::start();
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves))
        position.make(chess::parse_san(position, word).value());
    return position;
}

TEST_CASE("every row of the table is found by its position, and no other position is") {
    std::set<std::uint64_t> keys;
    for_each_row([&](const Row& row) {
        CAPTURE(row.name);
        const Position position = after(row.moves);
        keys.insert(position.key());
        const auto found = find_opening(position);
        REQUIRE(found);
        CHECK(found->code == row.code);
        CHECK(found->name == row.name);
        CHECK(format_opening(*found) == row.code + ' ' + row.name);
    });
    CHECK(keys.size() >= 10);
    CHECK(compiled_names().keys.size() == keys.size());
    CHECK(std::is_sorted(compiled_names().keys.begin(), compiled_names().keys.end()));
    CHECK_FALSE(find_opening(Position::start()));
    std::size_t others = 0;
    for_each_row([&](const Row& row) {
        const Position position = after(row.moves);
        for (const chess::Move move : position.legal_moves()) {
            Position next = position;
            next.make(move);
            if (keys.contains(next.key())) continue;
            ++others;
            REQUIRE_FALSE(find_opening(next));
        }
    });
    CHECK(others > 100);
}

TEST_CASE("transpositions, move numbers and clocks do not matter; side to move and rights do") {
    const auto name_of = [](const char* fen) {
        const auto found = find_opening(chess::parse_fen(fen).value());
        return found ? std::string(found->code) : "";
    };
    CHECK(name_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 30") == "B00");
    CHECK(name_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1").empty());
    CHECK(name_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1").empty());
}

TEST_CASE("the starter book is sorted, and every move of it is legal") {
    const auto book = book::PolyglotBook::open(starter_book());
    REQUIRE(book.has_value());
    CHECK(book->sorted());
    CHECK(book->warnings().empty());
    REQUIRE(book->header());
    CHECK(book->header()->comment.starts_with("polyglot's starter book"));
    for_each_row([&](const Row& row) {
        if (row.continuation == "-") return;
        Position position = Position::start();
        std::string_view moves = row.moves;
        for (std::string_view word = text::next_word(moves); !word.empty();
             word = text::next_word(moves)) {
            const chess::Move move = chess::parse_san(position, word).value();
            const auto entries = book->find(position);
            CHECK(std::any_of(entries.begin(), entries.end(),
                              [&](const book::Entry& e) { return e.move == move; }));
            CHECK(std::all_of(entries.begin(), entries.end(),
                              [](const book::Entry& e) { return e.move && e.weight; }));
            position.make(move);
        }
    });
}

} // namespace
TEST_CASE("opening names: American English is that of the table") {
    CHECK(in_table_spelling("Sicilian defense: DEFENSE") == "Sicilian Defence: Defence");
    CHECK(in_table_spelling("Defence") == "Defence");
    CHECK(in_table_spelling("defens").size() == 6);
    CHECK(in_table_spelling("").empty());
}

} // namespace polyglot::openings
