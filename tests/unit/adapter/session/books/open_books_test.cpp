// Which moves of a ChessBase book have a weight is for the settings to say, also while it is open.
#include "adapter/session/books/open_books.hpp"
#include "adapter/session/shared/answers.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/chessbase/ctg.hpp"
#include "core/random.hpp"
#include "tests/support/harness/ctg_builder.hpp"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

// One green move, one without colour, one red.
const std::vector<std::byte>& sample() {
    static const std::vector<std::byte> bytes =
        test::CtgBuilder().line("e4+g").line("d4").line("f3+r").build().ctg;
    return bytes;
}

BookOpener opener(int& opened) {
    return [&opened](const std::string&) -> Result<OpenedBook> {
        ++opened;
        auto book =
            book::CtgBook::open(std::make_shared<const book::SpanReader>(sample()), nullptr);
        return OpenedBook{std::make_shared<const book::CtgBook>(*std::move(book)), "a book", {}};
    };
}

class NoLog final : public Log {
  public:
    NoLog() : Log(false) {}

  private:
    void append(Channel /*channel*/, std::string_view /*line*/) override {}
};

std::string weights(const OpenBook& open_book) {
    std::string text;
    for (const book::Entry& entry : open_book.book->find(chess::Position::start()))
        text += std::to_string(entry.weight) + ' ';
    return text;
}

} // namespace

TEST_CASE("CtgMoves: green moves, or all but red ones; changed without reopening the book, also "
          "of a logged book") {
    int opened = 0;
    NoLog log;
    Random random(1);
    const Environment logged =
        with_logged_answers({.open_book = opener(opened), .random = random, .log = log});
    for (const BookOpener& open : {opener(opened), logged.open_book}) {
        opened = 0;
        OpenBooks shelf(open, {});
        config::Settings settings;
        settings.book = true;
        settings.book_file = "first.ctg";
        settings.books.emplace_back();
        settings.books.front().name = "Other";
        settings.books.front().file = "other.ctg";
        settings.books.front().ctg_moves = "All";
        static_cast<void>(shelf.apply(settings));
        REQUIRE(shelf.books().size() == 2);
        CHECK(weights(shelf.books()[0]) == "1 0 0 ");
        CHECK(weights(shelf.books()[1]) == "1 1 0 ");
        settings.book_ctg_moves = "all";
        settings.books.front().ctg_moves = "green";
        static_cast<void>(shelf.apply(settings));
        CHECK(weights(shelf.books()[0]) == "1 1 0 ");
        CHECK(weights(shelf.books()[1]) == "1 0 0 ");
        CHECK(opened == 2);
    }
}

TEST_CASE("only the first book counts as replaced, and only by a file that can be opened") {
    int opened = 0;
    bool opens = true;
    std::uint64_t first = 1, other = 1; // sizes
    const BookOpener open = opener(opened);
    OpenBooks books(
        [&](const std::string& path) -> Result<OpenedBook> {
            if (!opens) return make_error("no book");
            return open(path);
        },
        [&](const std::string& path) {
            return book::BookStamp{.size = path == "first.ctg" ? first : other};
        });
    config::Settings settings;
    settings.book = true;
    settings.book_file = "first.ctg";
    settings.book_variant = "atomic";
    settings.books.emplace_back();
    settings.books.front().name = "Other";
    settings.books.front().file = "other.ctg";
    CHECK_FALSE(books.apply(settings).first_replaced);
    CHECK_FALSE(books.books().front().other_variant.empty());
    CHECK(books.reopen_changed(true).empty());
    ++other;
    CHECK_FALSE(books.reopen_changed(true).first_replaced);
    CHECK(opened == 3);
    ++first;
    CHECK(books.reopen_changed(true).first_replaced);
    CHECK(opened == 4);
    opens = false;
    ++first;
    CHECK_FALSE(books.reopen_changed(true).first_replaced);
    // The file was overwritten in place.
    CHECK(books.books().front().book == nullptr);
    CHECK(books.books().front().other_variant.empty());
}

TEST_CASE("each condition and rule of the first book comes from its setting") {
    int opened = 0;
    OpenBooks books(opener(opened), {});
    config::Settings settings;
    settings.book = true;
    settings.book_file = "first.ctg";
    settings.book_depth_moves = 11;
    settings.book_random = false;
    settings.book_threshold_per_mil = 12;
    settings.book_top_n = 13;
    settings.book_variety = 14;
    settings.book_min_elo = 1500;
    settings.book_min_depth = 16;
    settings.book_ctg_moves = "all";
    settings.book_variant = "normal";
    settings.books.emplace_back(); // a section without a file is no book
    static_cast<void>(books.apply(settings));
    REQUIRE(books.books().size() == 1);
    const config::BookSettings& rules = books.books().front().rules;
    CHECK(rules.file == "first.ctg");
    CHECK(rules.depth_moves == 11);
    CHECK_FALSE(rules.random);
    CHECK(rules.threshold_per_mil == 12);
    CHECK(rules.top_n == 13);
    CHECK(rules.variety == 14);
    CHECK(rules.min_elo == 1500);
    CHECK(rules.min_depth == 16);
    CHECK(rules.ctg_moves == "all");
    CHECK(rules.variant == "normal");
}

} // namespace polyglot::session
