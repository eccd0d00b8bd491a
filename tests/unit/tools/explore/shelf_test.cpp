// The books that the explorer shows.
#include "core/chess/variants/variant.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/explore/shelf.hpp"

#include <cstdint>
#include <string>

namespace polyglot::tools {
namespace {

TEST_CASE("shelf: only a book of chess that can be written is edited") {
    const BookFolder folder;
    const std::string book =
        folder.write("a.bin", {{chess::Position::start().key(), test::raw_move("e2e4"), 1, 0, 0}});
    Shelf shelf(5, nullptr);
    REQUIRE(shelf.add(book).has_value());
    CHECK(shelf.editing() == nullptr);
    CHECK(shelf.edit_first().has_value());
    CHECK(shelf.editing() != nullptr);

    Shelf of_variant(5, nullptr, &chess::crazyhouse);
    REQUIRE(of_variant.add(book).has_value());
    const auto refused = of_variant.edit_first();
    REQUIRE(refused.has_error());
    CHECK(refused.error().message.starts_with(book + ": the book is of crazyhouse"));
    CHECK(of_variant.editing() == nullptr);
}

TEST_CASE("shelf: a book is opened again when its file has changed, and only then") {
    const BookFolder folder;
    const std::uint64_t key = chess::Position::start().key();
    const book::RawEntry e4{key, test::raw_move("e2e4"), 1, 0, 0};
    const std::string book = folder.write("a.bin", {e4});
    Shelf shelf(5, nullptr);
    REQUIRE(shelf.add(book).has_value());
    const std::uint64_t before = shelf.changes();
    shelf.reopen_changed();
    CHECK(shelf.changes() == before);
    folder.write("a.bin", {e4, {key, test::raw_move("d2d4"), 1, 0, 0}});
    shelf.reopen_changed();
    CHECK(shelf.changes() == before + 1);
    shelf.reopen_changed();
    CHECK(shelf.changes() == before + 1);
}

} // namespace
} // namespace polyglot::tools
