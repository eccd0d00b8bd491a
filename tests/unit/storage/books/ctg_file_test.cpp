// A ChessBase book and the file beside it.
#include "core/book/chessbase/ctg.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tests/support/harness/ctg_builder.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

std::string text_of(const test::CtgBuilder::Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const book::CtgBook& ctg_of(const io::OpenedBook& opened) {
    const auto* book = opened.book->chessbase();
    REQUIRE(book != nullptr);
    return *book;
}

} // namespace

TEST_CASE("a ChessBase book is opened with the .cto beside it, whatever its name") {
    const test::Folder folder;
    test::CtgBuilder builder;
    builder.line("e4+g e5+g");
    const auto files = builder.build();
    const fs::path path = folder.write("Book One.dat", text_of(files.ctg));
    const auto alone = io::open_book(path);
    REQUIRE_MESSAGE(alone.has_value(), alone.error().message);
    CHECK(alone->format == "ChessBase");
    CHECK(alone->entries == 3);
    CHECK_FALSE(ctg_of(*alone).store().has_table());
    CHECK(alone->warnings ==
          std::vector<std::string>{"there is no .cto file of this name: all pages were read"});
    folder.write("Book One.cto", text_of(files.cto));
    for (const auto use : {io::BookUse::Play, io::BookUse::Study, io::BookUse::Walk}) {
        const auto opened = io::open_book(path, use);
        REQUIRE(opened.has_value());
        CHECK(ctg_of(*opened).store().has_table());
        CHECK(opened->warnings.empty());
        CHECK(opened->book->find(chess::Position::start()).size() == 1);
    }
    folder.write("Book One.cto", "nothing");
    const auto wrong = io::open_book(path);
    REQUIRE(wrong.has_value());
    CHECK(wrong->warnings ==
          std::vector<std::string>{
              "its .cto is not used, all pages were read instead: it is not such a table"});
    CHECK(wrong->book->knows(chess::Position::start()));
}

TEST_CASE("a book without green moves at the start says which setting plays the others") {
    const test::Folder folder;
    test::CtgBuilder builder;
    builder.line("e4 e5");
    const auto files = builder.build();
    folder.write("book.cto", text_of(files.cto));
    const auto opened = io::open_book(folder.write("book.ctg", text_of(files.ctg)));
    REQUIRE(opened.has_value());
    CHECK(opened->warnings ==
          std::vector<std::string>{
              "no move of the start position is green: only with CtgMoves = all is one played"});
}

TEST_CASE("a large book is not played from without its .cto, but studied") {
    const test::Folder folder;
    test::CtgBuilder builder;
    builder.line("e4+g");
    const auto files = builder.build();
    const fs::path path = folder.write("book.ctg", text_of(files.ctg));
    fs::resize_file(path, book::most_scanned_ctg_bytes + 2 * book::ctg_page_size);
    const auto played = io::open_book(path);
    REQUIRE_FALSE(played.has_value());
    CHECK(played.error().message == to_text(path) + ": too large to be used without its .cto, the "
                                                    "file of the same name, which is not there");
}
