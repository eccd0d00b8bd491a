#include "core/book/arena/abk.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/sftt/sftt.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/stores/learn_store.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

using TemporaryDirectory = test::Folder;

// Three moves for the start position, 500, 300 and 200 of 1000.
std::string start_book() {
    constexpr std::uint64_t start_key = 0x463b96181691fc9c;
    std::string bytes;
    for (const auto& [move, weight] : {std::pair{0x031c, 500}, {0x02db, 300}, {0x02da, 200}}) {
        std::array<std::byte, book::entry_size> raw{};
        book::encode_entry(
            {start_key, static_cast<std::uint16_t>(move), static_cast<std::uint16_t>(weight), 0, 0},
            raw);
        for (const std::byte b : raw)
            bytes += std::to_integer<char>(b);
    }
    return bytes;
}

void write(const fs::path& path, std::string_view bytes) {
    std::ofstream out(path, std::ios::binary);
    out << bytes;
    REQUIRE(out.good());
}

void check_error(const fs::path& path, std::string_view words) {
    const auto opened = io::open_book(path);
    REQUIRE_FALSE(opened.has_value());
    CHECK_MESSAGE(opened.error().message.find(words) != std::string::npos, opened.error().message,
                  " / ", words);
    CHECK_MESSAGE(opened.error().message.starts_with(to_text(path)), opened.error().message);
}

} // namespace

TEST_CASE("<starter> is the compiled-in book, wherever a book is named") {
    const TemporaryDirectory directory;
    CHECK(io::book_path(directory.path, "<starter>") == to_path("<starter>"));
    CHECK(io::book_path(directory.path, "book.bin") == directory.path / "book.bin");
    CHECK(io::is_starter(to_path("<starter>")));
    CHECK_FALSE(io::is_starter(to_path("starter")));
    CHECK_FALSE(io::is_starter(directory.path / "starter"));
    const auto opened = io::open_book(to_path("<starter>"));
    REQUIRE(opened.has_value());
    CHECK(opened->format == "PolyGlot");
    CHECK(opened->sorted);
    CHECK(opened->warnings.empty());
    CHECK(opened->entries > 100);
    CHECK(opened->book->gives_moves());
    const auto moves = opened->book->find(chess::Position::start());
    CHECK(moves.size() >= 4);
    CHECK(io::open_book_bytes(to_path("<starter>")).value()->size() >=
          opened->entries * book::entry_size);
}

TEST_CASE("the starter book takes no results: they need a file of their own") {
    const TemporaryDirectory directory;
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_file = "<starter>";
    const auto found = io::find_learn_store(settings, directory.path);
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error().message == "the starter book is part of the program; BookLearnFile keeps "
                                   "results in a file of their own");
    const auto opened = io::open_learn_store(settings, directory.path);
    CHECK(opened.store == nullptr);
    CHECK(opened.warning == "BookLearn: no results are kept: " + found.error().message);
}

TEST_CASE("a book file is opened, described and asked") {
    const TemporaryDirectory directory;
    write(directory / "a b.bin", start_book() + "\n");
    const auto opened = io::open_book(directory / "a b.bin");
    REQUIRE(opened.has_value());
    CHECK(opened->format == "PolyGlot");
    CHECK(opened->entries == 3);
    CHECK(opened->header.empty());
    CHECK(opened->sorted);
    CHECK(opened->warnings.size() == 1);
    const auto found = opened->book->find(chess::Position::start());
    REQUIRE(found.size() == 3);
    CHECK(found[0].weight == 500);
    for (int i = 0; i < 100; ++i)
        CHECK(opened->book->find(chess::Position::start()).size() == 3);
}

TEST_CASE("a file that is not a book is refused by name and reason") {
    const TemporaryDirectory directory;
    check_error(directory / "missing.bin", "No such file or directory");
    fs::create_directory(directory / "folder.bin");
    check_error(directory / "folder.bin", "is a directory");
    write(directory / "empty.bin", "");
    check_error(directory / "empty.bin", "an empty file");
    write(directory / "text.bin", "not a book at all");
    check_error(directory / "text.bin", "a text file");
}

TEST_CASE("a book that is cut short or replaced while it is open does no harm") {
    const TemporaryDirectory directory;
    const fs::path path = directory / "book.bin";
    std::string large;
    for (int i = 0; i < 2000; ++i)
        large += start_book();
    write(path, large);
    const auto opened = io::open_book(path);
    REQUIRE(opened.has_value());
    SUBCASE("cut short") {
        fs::resize_file(path, 16);
        CHECK(opened->book->find(chess::Position::start()).empty());
    }
    SUBCASE("cut short in the middle of the position's entries") {
        fs::resize_file(path, large.size() - 16); // no shares of a part for shares of the whole
        CHECK(opened->book->find(chess::Position::start()).empty());
    }
    SUBCASE("cut to size 0, then written again") {
        fs::resize_file(path, 0);
        CHECK(opened->book->find(chess::Position::start()).empty());
        write(path, large);
        CHECK(opened->book->find(chess::Position::start()).size() == 6000);
    }
    SUBCASE("replaced") {
        REQUIRE(io::replace_file(path, start_book()).has_value());
        CHECK(opened->book->find(chess::Position::start()).size() == 6000);
    }
    SUBCASE("removed") {
        fs::remove(path);
        CHECK(opened->book->find(chess::Position::start()).size() == 6000);
    }
}

TEST_CASE("a file is read at any position, up to its end") {
    const TemporaryDirectory directory;
    write(directory / "a", "0123456789");
    const auto file = io::open_random_access_file(directory / "a");
    REQUIRE(file.has_value());
    CHECK((*file)->size() == 10);
    fs::remove(directory / "a"); // the name goes, the file stays
    std::array<std::byte, 4> bytes{};
    CHECK((*file)->read_at(3, bytes) == 4);
    CHECK(std::to_integer<char>(bytes[0]) == '3');
    CHECK(std::to_integer<char>(bytes[3]) == '6');
    CHECK((*file)->read_at(8, bytes) == 2);
    CHECK(std::to_integer<char>(bytes[1]) == '9');
    CHECK((*file)->read_at(10, bytes) == 0);
    CHECK((*file)->read_at(std::uint64_t{1} << 40U, bytes) == 0);
}

// How few reads this takes is counted in unit_core_book.
TEST_CASE("a book before or after 4 GB of zeros is found") {
    constexpr std::uintmax_t size = std::uintmax_t{4} << 30U;
    const TemporaryDirectory directory;
    const fs::path path = directory / "sparse.bin";
    write(path, start_book());
    std::error_code error;
    fs::resize_file(path, size, error);
    if (error) {
        MESSAGE("skipped: no sparse file of 4 GB here: " << error.message());
        return;
    }
    const auto at_begin = io::open_book(path);
    REQUIRE(at_begin.has_value());
    CHECK(at_begin->entries == 3);
    CHECK(at_begin->book->find(chess::Position::start()).size() == 3);

    write(path, "");
    fs::resize_file(path, size);
    check_error(path, "nothing but zero bytes");

    std::ofstream out(path, std::ios::binary | std::ios::app);
    out << start_book();
    out.close();
    REQUIRE(fs::file_size(path) == size + 48);
    const auto at_end = io::open_book(path);
    REQUIRE(at_end.has_value());
    CHECK(at_end->entries == 3);
    CHECK(at_end->book->find(chess::Position::start()).size() == 3);
}

TEST_CASE("real files open or are refused as they deserve") {
    const fs::path folder = fs::path(POLYGLOT_SHARED_DATA) / "books";
    if (!fs::exists(folder)) {
        MESSAGE("skipped: no " << folder.string());
        return;
    }
    struct Expected {
        std::uint64_t entries;
        bool sorted;
        std::string_view warning; // part of the only one
        std::size_t start_moves;
    };
    const std::map<std::string, Expected> books{
        {"247i_WinBoard__empty_book.bin", {0, true, "holds no moves", 0}},
        {"KDesp73_irida__data__books__rodent.bin", {175355, false, "2 sorted pieces", 10}},
        {"SriMethan_lichess-bot__books__atomic.bin", {129444, true, "", 20}},
        {"SriMethan_lichess-bot__small.bin", {3928, true, "", 13}},
        {"SriMethan_lichess-bot__tiny.bin", {2793, true, "", 13}},
        {"cutechess_cutechess__projects__lib__tests__data__book_small.bin", {31467, true, "", 11}},
        {"elcabesa_vajolet__tests__Perfect2017.bin", {6900, true, "", 17}},
        {"gnu-mirror-unofficial_chess__src__smallbook.bin",
         {2417, true, "the last 1 of 38673 bytes", 7}},
        {"gustafullberg_drosophila__data__book.bin", {28498, true, "", 8}},
        {"jromang_picochess__books__g-fun.bin", {4046, true, "", 20}},
        {"lichess-bot-devs_lichess-bot__engines__elo-2750.bin", {251551, true, "", 17}},
        {"lukasmonk_lucaschessR2__Resources__Openings__Extras__Ch2250.bin", {512, true, "", 3}},
        {"lukasmonk_lucaschess__Openings__carlos.bin", {3290, true, "", 7}},
        {"lukasmonk_lucaschess__Openings__fics15__2e256357.bin", {47423, true, "", 14}},
        {"lukasmonk_lucaschess__Openings__fischer.bin", {706, true, "", 7}},
        {"nescitus_rodent-iv__books__guide_960.bin", {134635, true, "", 4}},
        {"niklasf_python-chess__data__polyglot__lasker-trap.bin", {7, true, "", 0}},
        {"niklasf_python-chess__data__polyglot__performance__d8139a66.bin", {92954, true, "", 3}},
        {"pychess_pychess__pychess_book__c66b1d5a.bin", {7029, true, "", 8}},
        {"tidypy_LucasChess-AI-R6__bin__OS__linux__Engines__eguzki__eguzki.bin",
         {39559, true, "", 14}},
    };
    std::size_t seen = 0;
    for (const auto& file : fs::directory_iterator(folder)) {
        if (!file.is_regular_file()) continue;
        const std::string name = file.path().filename().string();
        CAPTURE(name);
        const auto it = books.find(name);
        REQUIRE_MESSAGE(it != books.end(), "a book this table does not know");
        ++seen;
        const auto opened = io::open_book(file.path());
        REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
        const auto& [entries, sorted, warning, start_moves] = it->second;
        CHECK(opened->entries == entries);
        CHECK(opened->sorted == sorted);
        CHECK(opened->warnings.size() == (warning.empty() ? 0 : 1));
        if (!warning.empty() && !opened->warnings.empty())
            CHECK_MESSAGE(opened->warnings[0].find(warning) != std::string::npos,
                          opened->warnings[0]);
        CHECK(opened->book->find(chess::Position::start()).size() == start_moves);
        const bool has_header =
            name.find("SriMethan_lichess-bot__") == 0 && name.find("atomic") == std::string::npos;
        if (has_header || name.find("drosophila") != std::string::npos)
            CHECK(opened->header == "1.0 normal: Created by Polyglot.");
    }
    CHECK(seen == books.size());
}

TEST_CASE("real files that are not books are refused with their name") {
    const fs::path folder = fs::path(POLYGLOT_SHARED_DATA) / "books" / "not-books";
    if (!fs::exists(folder)) {
        MESSAGE("skipped: no " << folder.string());
        return;
    }
    check_error(folder / "BookOwl_scid-vs-pc__books__varied__31067296.bin", "damaged after byte");
    check_error(folder / "DimTrigkakis_ChessEngine__komodo.bin", "HTML page");
    check_error(folder / "KDesp73_irida__data__books__Human.bin", "git-lfs pointer");
    check_error(folder / "The-bot-makers_Lichess-bot____buchen.bin", "Office lock file");
    check_error(folder / "adamtwiss_gochess__book__4d61df28.bin", "gochess book");
    check_error(folder /
                    "arunpersaud_xboard__installer__WinBoard-4.2.7__Crafty-WinBoard__books.bin",
                "Crafty book");
    check_error(folder / "gkalab_scidonthego__tags__v1.46__src__book.bin", "keys are in no order");
    check_error(folder / "jromang_picochess__books__a-nobook.bin", "an empty file");
}

namespace {

std::string start_yacb() {
    book::YacbEntry entry;
    entry.key = chess::stockfish_key(chess::Position::start());
    entry.evaluation.value = 33;
    entry.best_move = 0x031c; // e2e4
    std::array<std::byte, book::yacb_entry_size> bytes{};
    book::encode_yacb_entry(entry, bytes);
    std::string text = book::encode_yacb_header();
    for (const std::byte b : bytes)
        text += std::to_integer<char>(b);
    return text;
}

std::string start_abk() {
    book::AbkTree tree;
    tree.header.comment = "King's\r\npawn";
    tree.header.author = "A. Tester";
    tree.header.importance_of_games = 5;
    tree.records.push_back({.from = 12, .to = 28, .priority = 5, .games = 3, .white_wins = 2});
    tree.header.moves = 1;
    return book::encode_abk(tree);
}

} // namespace

TEST_CASE("the format of a book is detected from its content, not its name") {
    const TemporaryDirectory directory;
    const auto check = [&](const std::string& content, std::string_view format,
                           std::string_view header) {
        const fs::path path = directory / "book.bin";
        write(path, content);
        const auto opened = io::open_book(path);
        REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
        CHECK(opened->format == format);
        CHECK(opened->header == header);
        CHECK(opened->warnings.empty());
        const auto entries = opened->book->find(chess::Position::start());
        REQUIRE_FALSE(entries.empty());
        CHECK(chess::format_uci_move(entries.front().move) == "e2e4");
        CHECK(opened->book->count_positions() == 1);
    };
    check(start_book(), "PolyGlot", "");
    check(start_yacb(), "YACB", "");
    check(start_abk(), "Arena", "King's  pawn, A. Tester");
}

TEST_CASE("a transposition table is for tools, not for play") {
    const TemporaryDirectory directory;
    const fs::path path = directory / "book.bin";
    write(path, book::encode_sftt_header({}));
    check_error(path,
                "is a transposition table (SFTT): make a book of it with polyglot convert-book");
    const auto opened = io::open_book(path, io::BookUse::Study);
    REQUIRE(opened.has_value());
    CHECK(opened->format == "SFTT");
    CHECK(opened->entries == 0);
}

TEST_CASE("results are never written into a book whose format has no place for them") {
    const TemporaryDirectory directory;
    const fs::path path = directory / "book.bin";
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_learn_force = true; // not even then
    settings.book_file = path.string();
    for (const auto& [content, format] :
         {std::pair{start_yacb(), "a YACB book"}, {start_abk(), "an Arena book (.abk)"}}) {
        write(path, content);
        const book::OpenedLearnStore opened = io::open_learn_store(settings, fs::current_path());
        CHECK(opened.store == nullptr);
        CHECK(opened.warning ==
              "BookLearn: no results are kept: " + path.string() + ": is " + format +
                  ", which has no place for them; BookLearnFile keeps results in a file of their "
                  "own");
        std::ifstream file(path, std::ios::binary);
        CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == content);
    }
}

TEST_CASE("real Arena books are known by their content") {
    const fs::path folder = fs::path(POLYGLOT_SHARED_DATA) / "abk";
    if (!fs::exists(folder)) {
        MESSAGE("skipped: no " << folder.string());
        return;
    }
    for (const auto& file : fs::directory_iterator(folder)) {
        CAPTURE(file.path().string());
        const auto opened = io::open_book(file.path());
        REQUIRE(opened.has_value());
        CHECK(opened->format == "Arena");
        CHECK(opened->entries > 0);
        CHECK_FALSE(opened->book->find(chess::Position::start()).empty());
    }
}
