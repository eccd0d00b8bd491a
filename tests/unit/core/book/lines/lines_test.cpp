#include "core/book/format.hpp"
#include "core/book/lines/lines.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using namespace std::string_view_literals;
using test::after;

LinesBook open(std::string_view text) {
    const test::Bytes bytes = test::to_bytes(text);
    auto book = LinesBook::open(SpanReader(bytes));
    REQUIRE(book.has_value());
    return *std::move(book);
}

std::string moves(const LinesBook& book, const std::vector<std::string_view>& line) {
    std::string text;
    for (const Entry& entry : book.find(after(line)))
        text += (text.empty() ? "" : ", ") + chess::format_uci_move(entry.move) + ' ' +
                std::to_string(entry.weight);
    return text;
}

TEST_CASE(
    "lines: a move weighs the lines that play it, and one that is marked counts for nothing") {
    const LinesBook book = open(
        "\xef\xbb\xbf\n  e2e4 e7e5\tg1f3 (Spanish) b8c6\r\ne2e4 c7c5\n(empty)\nd2d4? d7d5\nd2d4x\n"sv);
    CHECK(book.warnings().empty());
    CHECK(book.facts().front().second == "4");
    CHECK(book.count_positions() == 5);
    CHECK(book.count_moves() == 7);
    CHECK(moves(book, {}) == "e2e4 2, d2d4 0");
    CHECK(moves(book, {"e2e4"}) == "e7e5 1, c7c5 1");
    CHECK(moves(book, {"e2e4", "e7e5", "g1f3"}) == "b8c6 1");
    CHECK(moves(book, {"d2d4"}) == "d7d5 1");
    CHECK(moves(book, {"g1f3"}).empty());
}

TEST_CASE("lines: a promotion without a piece is to a queen; what is no move ends its line") {
    const LinesBook book =
        open("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6 b7a8 e7e5\ne2e4 e4e5 d2d4\nh2h4 pxq\n"sv);
    CHECK(moves(book, {"a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "g8f6"}) ==
          "b7a8q 1");
    REQUIRE(book.warnings().size() == 2);
    CHECK(book.warnings().front() ==
          "line 2: 'e4e5' is not a legal move, and the rest of the line is left out");
    CHECK(moves(book, {"e2e4"}).empty());
    CHECK(moves(book, {}) == "a2a4 1, e2e4 1, h2h4 1");
}

TEST_CASE("lines: a mark counts for its line alone, and further warnings are counted") {
    const LinesBook mixed = open("d2d4? d7d5\nd2d4 d7d5\n"sv);
    CHECK(moves(mixed, {}) == "d2d4 1");
    CHECK(mixed.gives_moves());
    CHECK_FALSE(open("d2d4? d7d5x\n"sv).gives_moves());
    std::string bad;
    for (int i = 0; i < 12; ++i)
        bad += "e2e4 no\n";
    const LinesBook book = open(bad);
    REQUIRE(book.warnings().size() == 11);
    CHECK(book.warnings().back() == "2 further lines with a word that is no move");
}

TEST_CASE("lines: a file that cannot be read to its end, or is too large") {
    class Cut final : public ByteReader {
      public:
        explicit Cut(std::uint64_t size) : size_(size) {}
        std::uint64_t size() const override { return size_; }
        std::size_t read_at(std::uint64_t, std::span<std::byte>) const override {
            return static_cast<std::size_t>(size_ - 1);
        }

      private:
        std::uint64_t size_;
    };
    const auto error = [](std::uint64_t size) {
        return LinesBook::open(Cut(size)).error().message;
    };
    CHECK(error(10) == "cannot be read");
    CHECK(error(64U << 20U) == "cannot be read");
    CHECK(error((64U << 20U) + 1) == "is too large for a text of opening lines: over 64 MiB");
}

TEST_CASE("lines are detected by their first line") {
    const auto detected = [](std::string_view text, std::size_t bytes_after = 0) {
        const test::Bytes bytes = test::to_bytes(text);
        const FormatInfo* const format = detect_format(bytes, bytes.size() + bytes_after);
        return format == nullptr ? std::string_view() : format->name;
    };
    CHECK(detected("e2e4 e7e5\nnot a move\n"sv) == "lines");
    CHECK(detected("(a comment)\n\n e2e4? e7e5"sv) == "lines");
    CHECK(detected("e2e4 e7e5 g1f"sv, 1) == "lines"); // the head ends within a move
    for (const std::string_view game :
         {"e2e4 e7e5 1-0"sv, "e2e4 e7e5 g1f3 b8c6\nf1b5 a7a6 1/2-1/2\n"sv, "e2e4 e7e5\n*\n"sv})
        CHECK_MESSAGE(detected(game).empty(), game);
    for (const std::string_view other :
         {"e2e4 e7e5 g1f"sv, "e2e4\n"sv, "e2e4 e2e4\n"sv, "e2e4 e7e5 no\n"sv, "1. e4 e5 2. Nf3\n"sv,
          "e4 e5\n"sv, ""sv, "(\n"sv})
        CHECK_MESSAGE(detected(other).empty(), other);
}

} // namespace
} // namespace polyglot::book
