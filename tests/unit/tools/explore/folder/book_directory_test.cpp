// Which files of a folder are books, and that no name leads out of it.
#include "core/book/polyglot/book.hpp"
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/explore/folder/book_directory.hpp"

#include <filesystem>
#include <string>
#include <system_error>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

std::string names_of(const BookList& list) {
    std::string names;
    for (const ListedBook& book : list.books)
        names += book.name + ' ' + std::string(book.format) + ' ' + std::to_string(book.size) +
                 (book.is_editable ? " editable; " : "; ");
    return names;
}

} // namespace

TEST_CASE("books by content and ending, in folders too, sorted by name") {
    const test::Folder folder;
    const std::string entries(32, '\1');
    folder.write("books/b.bin", entries);
    folder.write("books/a/A.BIN", entries);
    folder.write("books/odd.bin", entries + "x");
    folder.write("books/notes.txt", "Remember the milk\n");
    folder.write("books/moves.csv", "fen,move,weight\n");
    const BookDirectory books(to_text(folder / "books"));
    CHECK(names_of(books.list()) ==
          "a/A.BIN PolyGlot 32 editable; b.bin PolyGlot 32 editable; moves.csv CSV 16; ");
    CHECK(to_path(books.path_of("a/A.BIN").value()) ==
          to_path(to_text(folder / "books")) / to_path("a/A.BIN"));
}

TEST_CASE("no name leads out of the folder") {
    const test::Folder folder;
    const std::string entries(32, '\1');
    const fs::path inside = folder.write("books/a.bin", entries);
    const fs::path outside = folder.write("secret/s.bin", entries);
    std::error_code failed; // Windows may not permit links
    fs::create_symlink(outside, folder / "books/link.bin", failed);
    if (!failed) {
        fs::create_directory_symlink(folder / "secret", folder / "books/elsewhere", failed);
        fs::create_directory_symlink(folder / "books", folder / "books/loop", failed);
        fs::create_symlink(inside, folder / "books/same.bin", failed);
        fs::create_symlink(folder / "books/none", folder / "books/dangling.bin", failed);
    }
    const bool has_links = !failed;
    const BookDirectory books(to_text(folder / "books"));
    const BookList list = books.list();
    CHECK(names_of(list) == (has_links ? "a.bin PolyGlot 32 editable; same.bin PolyGlot 32 "
                                         "editable; "
                                       : "a.bin PolyGlot 32 editable; "));
    if (has_links) CHECK(list.skipped == 3);
    for (const std::string& name :
         {std::string("../secret/s.bin"), std::string("./a.bin"), std::string("link.bin"),
          std::string("elsewhere/s.bin"), std::string("loop/a.bin"), std::string("a/../a.bin"),
          std::string("/etc/passwd"), to_text(outside), to_text(inside), std::string(),
          std::string("a.bin\0", 6)})
        CHECK_MESSAGE(books.path_of(name).has_error(), name);
    CHECK(books.path_of("a.bin").has_value());
}

TEST_CASE("books of variants are named, folders within folders have an end") {
    const test::Folder folder;
    const std::string header =
        book::encode_header({.version = "1.0", .variants = {"atomic"}, .comment = {}});
    folder.write("a.bin", header + std::string(16, '\1'));
    folder.write("b.bin", std::string(16, '\1'));
    std::string deep;
    for (int i = 0; i < BookDirectory::deepest; ++i)
        deep += "d/";
    folder.write(deep + "c.bin", std::string(16, '\1'));
    folder.write(deep + "d/e.bin", std::string(16, '\1'));
    const BookList list = BookDirectory(to_text(folder.path)).list();
    REQUIRE(list.books.size() == 3);
    CHECK(list.books[0].variant == "atomic");
    CHECK(list.books[1].variant.empty());
    CHECK(list.books[2].name == deep + "c.bin");
    CHECK_FALSE(list.has_more);
    CHECK(list.skipped == 0);
}

TEST_CASE("the first thousand books are listed") {
    const test::Folder folder;
    const auto write = [&folder](std::size_t number) {
        folder.write(std::to_string(number) + ".bin", std::string(16, '\1'));
    };
    for (std::size_t i = 0; i < BookDirectory::most_books; ++i)
        write(i);
    const BookDirectory directory(to_text(folder.path));
    CHECK(directory.list().books.size() == BookDirectory::most_books);
    CHECK_FALSE(directory.list().has_more);
    write(BookDirectory::most_books);
    CHECK(directory.list().books.size() == BookDirectory::most_books);
    CHECK(directory.list().has_more);
}

TEST_CASE("a folder that is not there has no books") {
    const test::Folder folder;
    CHECK(BookDirectory(to_text(folder / "none")).list().books.empty());
}

} // namespace polyglot::tools
