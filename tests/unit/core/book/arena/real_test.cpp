// Two books that Arena's users made: docs/formats/arena-abk.md, "What real files do". Skipped where
// they are not.
#include "tests/unit/core/book/arena/abk_samples.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

using namespace polyglot;
using book::AbkBook;

namespace {

std::optional<std::string> load(std::string_view name) {
    const auto path = std::filesystem::path(POLYGLOT_SHARED_DATA) / "abk" / name;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        MESSAGE("skipped: no " << path.string());
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

struct Expected {
    std::uint64_t positions, moves;
    const char* warnings;
    const char* at_start;
    bool rebuilt; // and written again, which takes a while
};

void check(std::string_view name, const Expected& expected) {
    CAPTURE(name);
    const auto bytes = load(name);
    if (!bytes) return;
    const AbkBook book = test::open_abk(*bytes);
    CHECK(book.count_positions() == expected.positions);
    CHECK(book.count_moves() == expected.moves);
    CHECK(test::warnings_of(book) == expected.warnings);
    CHECK(test::moves_in(book, chess::Position::start()) == expected.at_start);

    std::vector<std::string> warnings;
    const auto tree =
        book::decode_abk(book::SpanReader(std::as_bytes(std::span(*bytes))), warnings);
    REQUIRE(tree.has_value());
    CHECK(warnings.empty());
    CHECK((book::encode_abk(*tree) == *bytes)); // not one byte is unknown

    test::AbkSums sums;
    std::map<std::uint64_t, chess::Position> positions;
    test::add_sums(*tree, 900, chess::Position::start(), sums, positions);
    test::check_sums(book, sums, positions);
    if (!expected.rebuilt) return;

    const book::AbkBuilt built = book::build_abk(book, book.header());
    CHECK(built.positions == expected.positions);
    CHECK(built.bridges == 0);
    CHECK(built.tree.header.depth == tree->header.depth); // each position by its shortest line
    const AbkBook again = test::open_abk(built.tree);
    CHECK(test::warnings_of(again).empty());
    test::check_sums(again, sums, positions);
}

} // namespace

TEST_CASE("Titus 2.4") {
    check("ArjunBhalla98_Chess-AI__Titus2.4.abk",
          {8293, 10870, "",
           "e2e4 d2d4 g1f3 h2h3 c2c4 b1c3 e2e3 g2g3 b2b3 a2a3 f2f4 g2g4 c2c3 b2b4 ", true});
}

TEST_CASE("libra8, whose author deleted a third of it") {
    check("gmcheems-org_chess-opening-book-reader__libra8.abk",
          {39673, 51839,
           "1,040 records are marked as deleted, the first at byte 25200; left out with 51,854 "
           "continuations\n",
           "g1f3 e2e4 c2c4 d2d4 ", false});
}
