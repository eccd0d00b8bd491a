#include "adapter/session/books/open_books.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/uci_move.hpp"
#include "storage/books/book_file.hpp"
#include "storage/books/book_stamp.hpp"
#include "storage/files/replace_file.hpp"
#include "tests/support/harness/platform.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <chrono>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

// A PolyGlot book of this many entries, the first of which is this move of the start position.
std::string book_with(std::string_view text, std::size_t entries = 1) {
    const chess::Position& start = chess::Position::start();
    book::RawEntry entry{start.key(), book::encode_move(chess::parse_uci_move(start, text).value()),
                         1, 0, 0};
    std::string bytes;
    for (std::size_t i = 0; i < entries; ++i, ++entry.key) {
        std::array<std::byte, book::entry_size> raw{};
        book::encode_entry(entry, raw);
        for (const std::byte b : raw)
            bytes += std::to_integer<char>(b);
    }
    return bytes;
}

// One book on disk, as the adapter keeps it.
struct OnDisk {
    test::Folder folder;
    session::OpenBooks shelf{[](const std::string& path) -> Result<session::OpenedBook> {
                                 auto opened = io::open_book(path);
                                 if (!opened) return opened.error();
                                 return session::OpenedBook{opened->book, path};
                             },
                             [](const std::string& path) { return io::book_stamp(path); }};

    void begin(const std::string& bytes) {
        folder.write("a.bin", bytes);
        config::Settings settings;
        settings.book = true;
        settings.book_file = (folder / "a.bin").string();
        REQUIRE(shelf.apply(settings).warnings.empty());
    }
    // As most programs save a file: a new one takes the old one's name.
    void replace(const std::string& bytes) const {
        REQUIRE(io::replace_file(folder / "a.bin", bytes).has_value());
    }
    std::string move() const {
        const auto& book = shelf.books().at(0).book;
        if (!book) return "none";
        const auto entries = book->find(chess::Position::start());
        return entries.empty() ? "" : chess::format_uci_move(entries[0].move);
    }
};

} // namespace

TEST_CASE("book stamp: size, identity and date identify one state of a file") {
    const test::Folder folder;
    const auto stamp = [&] { return io::book_stamp(folder / "a.bin"); };
    CHECK(!stamp());
    folder.write("a.bin", "0123456789abcdef");
    // In whole seconds: a library for Windows sets no parts of them.
    const auto date =
        std::chrono::floor<std::chrono::seconds>(fs::last_write_time(folder / "a.bin"));
    fs::last_write_time(folder / "a.bin", date);
    const auto first = stamp();
    REQUIRE(first);
    CHECK(first->size == 16);
    CHECK(stamp() == first);

    fs::last_write_time(folder / "a.bin", date - std::chrono::hours(1));
    CHECK(first->modified_ns - stamp()->modified_ns == 3'600'000'000'000);
    CHECK(stamp()->identity == first->identity);

    fs::rename(folder / "a.bin", folder / "old.bin");
    folder.write("a.bin", "0123456789abcdef");
    fs::last_write_time(folder / "a.bin", date);
    CHECK(stamp()->identity != first->identity);
    CHECK(stamp()->modified_ns == first->modified_ns);
    CHECK(stamp()->size == first->size);
    std::error_code not_allowed;
    fs::create_symlink(folder / "a.bin", folder / "link.bin", not_allowed);
    if (!not_allowed) CHECK(io::book_stamp(folder / "link.bin") == stamp());
}

TEST_CASE("books on disk: a file that takes the name of another is opened at the next new game") {
    OnDisk disk;
    disk.begin(book_with("e2e4"));
    CHECK(disk.shelf.reopen_changed(true).empty());
    disk.replace(book_with("d2d4"));
    CHECK(disk.move() == "e2e4");
    CHECK(disk.shelf.reopen_changed(true).notes.size() == 1);
    CHECK(disk.move() == "d2d4");
    CHECK(disk.shelf.reopen_changed(true).empty());
}

TEST_CASE("books on disk: a file that is removed, or replaced by something else, is read on") {
    OnDisk disk;
    disk.begin(book_with("e2e4", 1000));
    if (!test::open_files_keep_their_names) {
        fs::remove(disk.folder / "a.bin");
        CHECK(disk.shelf.reopen_changed(true).warnings.size() == 1);
    }
    CHECK(disk.move() == "e2e4");
    disk.replace("[Event \"no book\"]\n\n1. e4 e5 *\n");
    CHECK(disk.shelf.reopen_changed(true).warnings.size() == 1);
    CHECK(disk.move() == "e2e4");
    CHECK(disk.shelf.reopen_changed(true).empty()); // reported once
    disk.replace(book_with("c2c4"));
    CHECK(disk.shelf.reopen_changed(true).notes.size() == 1);
    CHECK(disk.move() == "c2c4");
}

TEST_CASE("books on disk: a file that is written over in place") {
    OnDisk disk;
    disk.begin(book_with("e2e4", 1000));
    // Shorter: reads beyond its end return nothing
    disk.folder.write("a.bin", book_with("d2d4", 10));
    disk.move();
    CHECK(disk.shelf.reopen_changed(false).first_replaced);
    CHECK(disk.move() == "d2d4");

    const auto date = fs::last_write_time(disk.folder / "a.bin");
    disk.folder.write("a.bin", book_with("c2c4", 10));
    fs::last_write_time(disk.folder / "a.bin", date + std::chrono::seconds(1));
    CHECK(disk.shelf.reopen_changed(false).empty()); // results were written, for all we know
    CHECK(disk.shelf.reopen_changed(true).first_replaced);
    CHECK(disk.move() == "c2c4");

    disk.folder.write("a.bin", "1. e4 e5 2. Nf3 Nc6 *\n"); // nothing is left to read on
    CHECK(disk.shelf.reopen_changed(true).warnings.size() == 1);
    CHECK(disk.move() == "none");
    disk.folder.write("a.bin", book_with("a2a3"));
    CHECK(disk.shelf.reopen_changed(true).first_replaced);
    CHECK(disk.move() == "a2a3");
}
