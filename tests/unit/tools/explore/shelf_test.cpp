// The books that the explorer shows.
#include "core/book/polyglot/book.hpp"
#include "core/chess/variants/variant.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tests/unit/tools/explore/explore_support.hpp"
#include "tools/explore/answers.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

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

TEST_CASE("shelf: books side by side are of one variant, and others in their place, too") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", sample);
    const std::string named =
        book::encode_header({.version = "1.0", .variants = {"atomic"}, .comment = {}});
    const auto of_atomic = [&](std::string_view name) {
        return folder.write(name, test::to_bytes(named + std::string(16, '\1')));
    };
    const std::string atomic = of_atomic("b.bin");
    Shelf shelf(5, nullptr);
    REQUIRE(shelf.add(book).has_value());
    const std::string differ = atomic + ": the book is of atomic, and " + book + " of chess";
    CHECK(shelf.add(atomic).error().message == differ);
    CHECK(shelf.books().size() == 1);
    CHECK(shelf.replace({book, atomic}, false).error().message == differ);
    CHECK(shelf.replace({atomic, book}, false).error().message ==
          book + ": the book is of chess, and " + atomic + " of atomic");
    CHECK(shelf.replace({book, folder / "none.bin"}, false).has_error());
    CHECK(shelf.replace({atomic}, true)
              .error()
              .message.starts_with(atomic + ": the book is of atomic"));
    CHECK(shelf.number() == 1); // as before
    CHECK(shelf.books().front().name == book);
    CHECK(shelf.variant() == nullptr);
    REQUIRE(shelf.replace({atomic, atomic}, false).has_value());
    CHECK(shelf.number() == 2);
    CHECK(shelf.changes() == 2);
    CHECK(shelf.variant() == &chess::atomic);
    CHECK(shelf.books().size() == 2);
    // A file that becomes one of another variant is not shown as it is now.
    write_book(folder, "b.bin", sample);
    shelf.reopen_changed();
    CHECK(shelf.variant() == &chess::atomic);
    CHECK(shelf.books().front().trouble ==
          "the file has changed and is not shown as it is now: " + atomic +
              ": the book is of chess, and " + atomic + " of atomic");
    const std::uint64_t changes = shelf.changes();
    shelf.reopen_changed();
    CHECK(shelf.changes() == changes); // it is not tried again
    CHECK(Shelf(5, nullptr)
              .add(folder / "none.bin")
              .error()
              .message.starts_with((folder / "none.bin") + ": "));
}

TEST_CASE("shelf: the threshold decides which moves are played") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", {{"", "e2e4", 99}, {"", "d2d4", 1}});
    const auto why_not = [&](int threshold) {
        Shelf shelf(threshold, nullptr);
        REQUIRE(shelf.add(book).has_value());
        const Answers answers(shelf);
        const auto found = answers.position({});
        const auto& move = found->at("books").at(0).at("moves").at(1).as_object();
        return move.contains("why_not");
    };
    CHECK_FALSE(why_not(9));
    CHECK(why_not(10));
}

TEST_CASE("shelf: a book that is edited and has changed on disk") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", sample);
    Shelf shelf(5, nullptr);
    REQUIRE(shelf.add(book).has_value());
    REQUIRE(shelf.edit_first().has_value());
    const auto moves = [&] {
        return shelf.books().front().source.weighted->find(chess::Position::start()).size();
    };
    std::uint64_t revision = shelf.editing()->revision();
    write_book(folder, "a.bin", {{"", "e2e4"}, {"", "d2d4"}, {"", "c2c4"}});
    shelf.reopen_changed();
    CHECK(moves() == 3);
    CHECK(shelf.editing()->revision() > revision);
    CHECK(shelf.editing()->book()->find(chess::Position::start()).size() == 3);
    CHECK(shelf.books().front().trouble.empty());
    // With edits that are not saved, it stays what the user sees.
    auto step = read_step({{"edit", "add"}, {"move", "b2b3"}});
    REQUIRE(step.has_value());
    REQUIRE(shelf.editing()->apply(*std::move(step)).has_value());
    shelf.show_edits();
    CHECK(moves() == 4);
    CHECK(shelf.books().front().source.quick->find(chess::Position::start()).size() == 4);
    revision = shelf.editing()->revision();
    const std::uint64_t changes = shelf.changes();
    write_book(folder, "a.bin", {{"", "e2e4"}});
    shelf.reopen_changed();
    CHECK(moves() == 4);
    CHECK(shelf.editing()->revision() == revision);
    CHECK(shelf.changes() == changes + 1);
    CHECK(shelf.books().front().trouble.starts_with("it has changed on disk meanwhile"));
    shelf.reopen_changed();
    CHECK(shelf.changes() == changes + 1);
    REQUIRE(shelf.editing()->discard().has_value());
    shelf.show_edits();
    CHECK(moves() == 1);
    // A file that cannot be edited any more.
    folder.write("a.bin", test::to_bytes("e2e4 e7e5\n"));
    shelf.reopen_changed();
    CHECK_FALSE(shelf.books().front().trouble.empty());
    io::end_command();
}

TEST_CASE("shelf: the book that is edited is opened for editing again, without its edits") {
    const BookFolder folder;
    const std::string book = write_book(folder, "a.bin", sample);
    const std::string other = write_book(folder, "b.bin", {{"", "a2a3"}});
    Shelf shelf(5, nullptr);
    REQUIRE(shelf.add(book).has_value());
    REQUIRE(shelf.edit_first().has_value());
    const auto add_move = [&] {
        auto step = read_step({{"edit", "add"}, {"move", "b2b3"}});
        REQUIRE(shelf.editing()->apply(*std::move(step)).has_value());
        shelf.show_edits();
    };
    add_move();
    REQUIRE(shelf.replace({book, other}, true).has_value());
    REQUIRE(shelf.editing() != nullptr);
    CHECK(shelf.editing()->name() == book);
    CHECK(shelf.editing()->unsaved() == 0);
    CHECK(shelf.editing()->left() == nullptr);
    CHECK(shelf.editing()->revision() == (std::uint64_t{2} << 32U | 1U));
    CHECK_FALSE(std::filesystem::exists(book + ".unsaved"));
    add_move();
    CHECK(shelf.replace({other, folder / "none.bin"}, true).has_error());
    CHECK(shelf.editing()->unsaved() == 1); // as before
    REQUIRE(shelf.replace({other}, true).has_value());
    CHECK(shelf.editing()->name() == other);
    CHECK_FALSE(std::filesystem::exists(book + ".unsaved"));
    REQUIRE(shelf.replace({book}, false).has_value());
    CHECK(shelf.editing() == nullptr);
    io::end_command();
}

} // namespace
} // namespace polyglot::tools
