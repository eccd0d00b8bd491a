// info-book: what is played in a book.
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/info_book/content.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

using test::raw_move;

struct Played {
    std::string_view before, move; // coordinates
    std::uint16_t weight = 1;
};

BookContent content_of(const std::vector<Played>& moves) {
    std::vector<book::RawEntry> entries;
    for (const Played& one : moves)
        entries.push_back({after(one.before).key(), raw_move(one.move), one.weight, 0, 0});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    const test::Bytes bytes = test::to_bytes(entries);
    return examine_content(std::make_shared<const book::PolyglotBook>(
        *book::PolyglotBook::open(std::span<const std::byte>(bytes))));
}

std::string text_of(const BookContent& content) {
    std::ostringstream out;
    print_text(content, out);
    return out.str();
}

TEST_CASE(
    "info-book begins with first moves, length of lines and openings; lines that meet are added") {
    const BookContent content = content_of({{"", "d2d4", 3},
                                            {"", "g1f3", 1},
                                            {"d2d4", "d7d5"},
                                            {"d2d4 d7d5", "g1f3"},
                                            {"g1f3", "d7d5"},
                                            {"g1f3 d7d5", "d2d4"},
                                            {"d2d4 d7d5 g1f3", "g8f6"}});
    CHECK(content.mean_ply == doctest::Approx(4));
    CHECK(text_of(content) ==
          "First moves: d4 75.0%, Nf3 25.0%\n"
          "Length of lines: 4.0 plies on average, up to 4 (of 500 drawn by share)\n"
          "Openings:\n"
          "  100.0%  D02 Queen's Pawn Game: Zukertort Variation\n"
          "  100.0%  D02 Queen's Pawn Game: Symmetrical Variation\n"
          "   75.0%  A40 Queen's Pawn Opening\n"
          "   75.0%  D00 Queen's Pawn Game\n"
          "   25.0%  A04 Réti Opening\n"
          "   25.0%  A06 Zukertort Opening: Queen's Pawn Defence\n"
          "\n");
}

TEST_CASE("info-book: lines of different lengths, an illegal move, a circle") {
    const BookContent two = content_of({{"", "e2e4", 3}, {"", "e2e5", 1}, {"e2e4", "e7e5"}});
    CHECK(two.mean_ply == doctest::Approx(0.75 * 2).epsilon(0.05)); // drawn
    CHECK(two.max_ply == 2);
    const BookContent circle = content_of(
        {{"", "g1f3"}, {"g1f3", "g8f6"}, {"g1f3 g8f6", "f3g1"}, {"g1f3 g8f6 f3g1", "f6g8"}});
    CHECK(circle.max_ply == 4);
    CHECK(circle.mean_ply == doctest::Approx(4));
}

TEST_CASE("info-book: a book for Black alone, and one without a move") {
    const std::string text = text_of(content_of({{"e2e4", "c7c5"}, {"d2d4", "g8f6"}}));
    CHECK(text.starts_with("First moves: none of its own; replies to d4, e4\n"));
    CHECK(text.find("   50.0%  B20 Sicilian Defence\n") != std::string::npos);
    CHECK(text_of(content_of({{"e2e4 e7e5 g1f3", "b8c6"}})).empty());
}

} // namespace
} // namespace polyglot::tools
