// Chess960 by PolyGlot's format: from all of its start positions, and a real book for them.
#include "core/book/walk/walk.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

using namespace polyglot;

namespace {

// All orders of the pieces with the king between the rooks and the bishops on different colours.
std::vector<chess::Position> start_positions() {
    std::vector<chess::Position> starts;
    std::string row = "bbknnqrr";
    do {
        const bool king_between = row.find('r') < row.find('k') && row.find('k') < row.rfind('r');
        if (!king_between || row.find('b') % 2 == row.rfind('b') % 2) continue;
        std::string white = row;
        std::transform(white.begin(), white.end(), white.begin(),
                       [](char c) { return static_cast<char>(c - 'a' + 'A'); });
        starts.push_back(
            test::position(row + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1"));
    } while (std::next_permutation(row.begin(), row.end()));
    REQUIRE(starts.size() == 960);
    return starts;
}

} // namespace

TEST_CASE("the 960 start positions have keys of their own") {
    std::set<std::uint64_t> keys;
    for (const chess::Position& start : start_positions()) {
        CHECK(start.castles_with_outer_rooks());
        keys.insert(start.key());
    }
    CHECK(keys.size() == 960);
    CHECK(keys.contains(chess::Position::start().key()));
}

TEST_CASE("a real book for Chess960 is found by our keys, and its moves are legal") {
    std::ifstream file(POLYGLOT_SHARED_DATA "/books/nescitus_rodent-iv__books__guide_960.bin",
                       std::ios::binary);
    if (!file) {
        MESSAGE("skipped, there is no " POLYGLOT_SHARED_DATA
                "/books/nescitus_rodent-iv__books__guide_960.bin");
        return;
    }
    const std::string content{std::istreambuf_iterator<char>(file),
                              std::istreambuf_iterator<char>()};
    const test::Bytes bytes = test::to_bytes(content);
    const auto whole = std::make_shared<const book::PolyglotBook>(test::open(bytes));
    const auto book = book::with_key_filter(whole);
    const std::vector<chess::Position> starts = start_positions();
    CHECK(std::all_of(starts.begin(), starts.end(),
                      [&](const auto& start) { return book->knows(start); }));

    std::uint64_t entries = 0;
    std::uint64_t illegal = 0;
    std::uint64_t castlings = 0;
    const book::Walked walked =
        book::walk(*book, starts, {}, [&](const auto&, auto, const auto&, const auto& here) {
            for (const book::Entry& entry : here) {
                ++entries;
                if (!entry.move) ++illegal;
                if (entry.move.kind() == chess::Move::Kind::Castling) ++castlings;
            }
            return true;
        });
    CAPTURE(entries);
    CAPTURE(walked.positions);
    CAPTURE(whole->count_positions());
    CHECK(illegal == 0);
    CHECK(castlings > 0);
    // The others follow two or more plies that the book does not know.
    CHECK(walked.positions * 100 >= whole->count_positions() * 96);
}
