#include "core/book/format.hpp"
#include "core/book/sniff/sniff.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

using namespace polyglot;
using namespace std::string_view_literals;

namespace {

// The bytes are refused as a book, with these words.
void check(const test::Bytes& bytes, std::string_view words) {
    const auto book = book::PolyglotBook::open(bytes);
    REQUIRE_MESSAGE(!book.has_value(), words);
    CHECK_MESSAGE(book.error().message.find(words) != std::string::npos, book.error().message,
                  " / ", words);
}

void check(std::string_view start, std::string_view words, std::size_t size = 5000) {
    // What follows the first bytes is as random as the inside of an archive.
    test::Bytes bytes = test::to_bytes(start);
    Random random(1);
    while (bytes.size() < size)
        bytes.push_back(static_cast<std::byte>(random.below(256)));
    check(bytes, words);
}

book::EntryTable table_of(const test::Bytes& bytes) {
    return book::EntryTable(std::make_shared<book::SpanReader>(bytes));
}

} // namespace

TEST_CASE("archives are named") {
    check("\x1f\x8b\x08\0"sv, "gzip");
    check("PK\x03\x04"sv, "zip archive");
    check("7z\xbc\xaf\x27\x1c"sv, "7z");
    check("BZh91AY&SY"sv, "bzip2");
    check("\xfd\x37zXZ\0"sv, "xz");
    check("\x28\xb5\x2f\xfd"sv, "zstd");
    check("Rar!\x1a\x07\0"sv, "rar");
}

TEST_CASE("texts are named") {
    const auto text = [](std::string_view s, std::string_view words) {
        check(test::to_bytes(s), words);
    };
    text("version https://git-lfs.github.com/spec/v1\noid sha256:57af\nsize 14731456\n",
         "git-lfs pointer");
    text("\n\n\n<!DOCTYPE html>\n<html lang=\"en\">", "HTML");
    text("<HTML><body>404</body></HTML>", "HTML");
    text("<?xml version=\"1.0\"?>", "XML");
    text("[Event \"Candidates\"]\n[Site \"?\"]\n\n1. e4 e5 *\n", "PGN");
    text("\xef\xbb\xbf[Event \"x\"]\r\n", "PGN");
    text("hello", "a text file");
    text("Just some notes about openings, nothing more than that.\r\n", "a text file");
    text("\xff\xfeN\0o\0t\0e\0s\0 \0a\0b\0o\0u\0t\0"sv, "UTF-16");
    text("\0N\0o\0t\0e\0s\0 \0o\0n\0 \0o\0p\0e\0n\0i\0n\0g\0s"sv, "UTF-16");
}

TEST_CASE("other books, and lock files of office programs, are named") {
    check("\x03\x41\x42\0\x70\x62\0\0\x1c\0\0\0"sv, "Arena book");
    check("YACB\0"sv, "YACB");
    check("CBOK\x01"sv, "gochess");
    check(test::Bytes(132'552, std::byte{0xff}), "Crafty");
    std::string lock = "\x04"
                       "Anna";
    lock.resize(55, ' ');
    lock += '\x04';
    lock.resize(162);
    check(test::to_bytes(lock), "Office lock file");
}

TEST_CASE("books as text, and experience files, are named") {
    const auto text = [](std::string_view s, std::string_view words) {
        check(test::to_bytes(s), words);
    };
    text("fen,move,weight\n", "a CSV table; polyglot convert-book makes a PolyGlot book of it");
    text("\xef\xbb\xbfLine;San;Weight\r\n", "a CSV table");
    text("{\"book\":{}}", "a JSON text; polyglot convert-book makes a PolyGlot book of it");
    text("[ {\"fen\": 1}]", "a JSON text");
    text("line\tsan\tweight\n", "a CSV table");
    text("line\tsan\tweight, of 65535\n", "a CSV table");
    text("line,\tsan,\tweight\n", "a CSV table");
    text("fen;move;weight;\"a, b, c, d\"\n", "a CSV table"); // separators within quotes are none
    text("\"fen \",move,weight\n", "a CSV table");
    text("fen,\"best,move\",value\n", "a table without a column move or san");
    text("name,value\n", "a text file");
    text("deadline,thousand\n", "a text file");
    text("line", "a text file");
    text("fen;weight\n", "a table without a column move or san");
    text("\xef\xbb\xbfMove, Weight\r\n", "a table without a column fen or line");
    text("SugaR Experience version 2",
         "an experience file; polyglot convert-book makes a PolyGlot book of it");
    test::Bytes brainlearn(48, std::byte{0});
    for (std::size_t at = 0; at < brainlearn.size(); at += 24) {
        brainlearn[at + 8] = std::byte{12};                                        // depth
        brainlearn[at + 16] = std::byte{0x1c}, brainlearn[at + 17] = std::byte{3}; // e2e4
    }
    check(brainlearn, "an experience file");
}

TEST_CASE("what a file is, for a message") {
    const auto described = [](const test::Bytes& bytes) {
        return book::describe_format(book::SpanReader(bytes)).value_or("unknown");
    };
    CHECK(described(test::to_bytes("YACB\0"sv)) == "a YACB book");
    CHECK(described(test::to_bytes("[Event \"x\"]\n"sv)) == "a PGN file");
    CHECK(described(test::to_bytes("\x1f\x8b\x08\0"sv)) == "a gzip archive");
    CHECK(described(test::to_bytes("\x03"
                                   "AB"sv)) == "too short: 3 bytes");
    CHECK(described({}) == "an empty file (0 bytes)");
    CHECK(described(test::to_bytes({{5, test::raw_move("e2e4"), 1, 0, 0}})) == "a PolyGlot book");
    CHECK(described(test::Bytes(64, std::byte{0x93})) == "unknown");
    CHECK(book::detect_format(test::to_bytes("[Event \"x\"]\n"sv), 12) == nullptr);
}

TEST_CASE("sizes that cannot be a book") {
    check(test::Bytes{}, "empty file");
    check(test::Bytes(5, std::byte{0x80}), "too short: 5 bytes");
    check(test::Bytes(64, std::byte{0}), "zero bytes");
    check(test::Bytes(1 << 20, std::byte{0}), "zero bytes");
}

TEST_CASE("random bytes are refused whatever their number and seed") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        // From eight entries on: each passes for a move once in fifteen times, so a few of them
        // prove nothing.
        test::Bytes bytes(static_cast<std::size_t>(128 + random.below(9000)));
        for (std::byte& b : bytes)
            b = static_cast<std::byte>(random.below(256));
        check(bytes, "not a PolyGlot book");
    }
}

TEST_CASE("a book that lost bytes on the way is distinguished from other data") {
    std::vector<book::RawEntry> entries;
    for (std::uint64_t i = 1; i <= 20'000; ++i)
        entries.push_back(
            {i * 0x000369d0369d0369, test::raw_move("e2e4"), static_cast<std::uint16_t>(i), 0, 0});
    test::Bytes bytes = test::to_bytes(entries);
    bytes.erase(bytes.begin() + 100'000);
    check(bytes, "damaged after byte");

    // But a book whose moves are all possible is one in any order, and a little damage does not
    // spoil it.
    std::vector<book::RawEntry> good(entries.begin(), entries.begin() + 1000);
    good[500].move = 0;
    good[501].move = 0xffff;
    const test::Bytes repaired = test::to_bytes(good);
    const auto book = test::open(repaired);
    REQUIRE(book.warnings().size() == 1);
    CHECK(book.warnings()[0] == "2 of 1000 entries looked at hold no possible move");
}

TEST_CASE("the evidence: which entries are sampled, and how many") {
    std::vector<book::RawEntry> entries(100'000,
                                        book::RawEntry{5, test::raw_move("e2e4"), 1, 0, 0});
    const test::Bytes bytes = test::to_bytes(entries);
    const auto evidence = book::sample(table_of(bytes), 16);
    // 16 pages and the 9 of 391 at distances 1 to 256 from the end
    CHECK(evidence.moves == 24 * 256 + 160); // the last page is not full
    CHECK(evidence.possible == evidence.moves);
    CHECK(evidence.descents == 0);
    for (const std::size_t number : {1U, 255U, 256U, 257U, 300U, 512U, 513U}) { // all of a few
        const test::Bytes few = test::to_bytes(
            {entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(number)});
        CHECK(book::sample(table_of(few), 16).moves == number);
    }
}

TEST_CASE("texts and archives by their first bytes, which are theirs alone") {
    const auto text = [](std::string_view s, std::string_view words) {
        check(test::to_bytes(s), words);
    };
    check("PK\x05\x06"sv, "an empty zip archive");
    check("SQLite format 3\0"sv, "an SQLite database");
    check("\x7f\x45LF"sv, "a program");
    text("<head><title>404</title>", "an HTML page");
    text("[Site \"?\"]\n", "a PGN file");
    text("[White \"?\"]\n", "a PGN file");
    text("[White]\n", "a text file");
    // UTF-16 by its mark and a quarter of zeros, or without a mark by three quarters of them.
    const auto wide = [](std::string_view mark, std::size_t zeros) {
        std::string bytes(mark);
        while (bytes.size() < 40) { // 20 letters
            bytes += '\x05';
            bytes += zeros > 0 ? '\0' : '\x04';
            zeros -= zeros > 0 ? 1 : 0;
        }
        return book::recognise_other_format(test::to_bytes(bytes), bytes.size()).value_or("none");
    };
    CHECK(wide("\xff\xfe"sv, 6) == "a UTF-16 text file");
    CHECK(wide("\xfe\xff"sv, 6) == "a UTF-16 text file");
    CHECK(wide("\xff\xfe"sv, 5) == "none");
    CHECK(wide("", 16) == "a UTF-16 text file");
    CHECK(wide("", 15) == "none");
    check(test::to_bytes("\xff\xfeN\0o\0"sv), "UTF-16");
    check(test::to_bytes("\xff\xfeN\0"sv), "too short: 4 bytes");
}

TEST_CASE("lock files of office programs: their sizes, and a name of at most 53 letters") {
    const auto is_lock = [](std::size_t size, std::size_t name) {
        std::string lock(1, static_cast<char>(name));
        lock.append(name, 'a');
        lock.resize(size);
        const auto what = book::recognise_other_format(test::to_bytes(lock), size);
        return what && what->starts_with("an Office lock file");
    };
    CHECK(is_lock(162, 4));
    CHECK(is_lock(165, 4));
    CHECK_FALSE(is_lock(163, 4));
    CHECK_FALSE(is_lock(164, 4));
    CHECK(is_lock(162, 53));
    CHECK_FALSE(is_lock(162, 54));
    CHECK(is_lock(162, 1));
    CHECK_FALSE(is_lock(162, 0));
}

TEST_CASE("Crafty's book: offsets between its index and its end") {
    constexpr std::size_t index = 131'072;
    const auto is_crafty = [](std::size_t size, std::uint32_t offset) {
        test::Bytes bytes(size, std::byte{0xff});
        for (std::size_t i = 0; i < 4; ++i)
            bytes[4092 + i] = static_cast<std::byte>(offset >> 8 * i);
        return book::recognise_other_format(bytes, size) == "a Crafty book, another format";
    };
    CHECK(is_crafty(index + 100, index));
    CHECK_FALSE(is_crafty(index + 100, index - 1));
    CHECK(is_crafty(index + 100, index + 99));
    CHECK_FALSE(is_crafty(index + 100, index + 100));
    CHECK(is_crafty(index + 1, index));
    CHECK_FALSE(is_crafty(index, 0xffff'ffff));
}

TEST_CASE("the files beside a ChessBase book, whose size is in them") {
    const auto what = [](std::uint32_t first, std::uint32_t second, std::uint32_t third,
                         std::size_t size) {
        test::Bytes bytes;
        for (const std::uint32_t number : {first, second, third})
            for (std::size_t i = 4; i-- > 0;)
                bytes.push_back(static_cast<std::byte>(number >> 8 * i));
        bytes.resize(size, std::byte{1});
        return book::recognise_other_format(bytes, size).value_or("none");
    };
    constexpr std::string_view rest =
        " of a ChessBase book; the book is the .ctg file of the same name";
    CHECK(what(0x0010'0001, 5, 0, 36) == "the table of pages (.cto)" + std::string(rest));
    CHECK(what(0x0010'0001, 5, 0, 40) == "none");
    CHECK(what(0x0010'0002, 5, 0, 36) == "none");
    CHECK(what(0x000c'0001, 0, 64, 20) == "a table (.ctb)" + std::string(rest));
    CHECK(what(0x000c'0001, 0, 72, 20) == "none");
    CHECK(what(0x000c'0001, 0, 0, 12) == "a table (.ctb)" + std::string(rest));
}

TEST_CASE("moves of 16 bits: which some piece can make, drops, and promotions to king") {
    const auto raw = [](unsigned from, unsigned to, unsigned piece = 0) {
        return static_cast<std::uint16_t>(piece << 12U | from << 6U | to);
    };
    // From e4: along lines, as a knight, and nothing else.
    constexpr unsigned e4 = 28;
    std::string board;
    for (unsigned to = 0; to < 64; ++to)
        board += book::is_possible_move(raw(e4, to)) ? 'x' : '.';
    CHECK(board == ".x..x..x" // first rank
                   "..xxxxx."
                   "..xxxxx."
                   "xxxx.xxx"
                   "..xxxxx."
                   "..xxxxx."
                   ".x..x..x"
                   "x...x...");
    for (const unsigned piece : {1U, 4U}) {
        CHECK(book::is_possible_move(raw(52, 60, piece))); // e7e8
        CHECK(book::is_possible_move(raw(52, 61, piece)));
        CHECK(book::is_possible_move(raw(12, 4, piece))); // e2e1
        CHECK_FALSE(book::is_possible_move(raw(52, 62, piece)));
        CHECK_FALSE(book::is_possible_move(raw(44, 60, piece)));
        CHECK_FALSE(book::is_possible_move(raw(44, 52, piece)));
        CHECK_FALSE(book::is_possible_move(raw(60, 60, piece)));
    }
    CHECK_FALSE(book::is_possible_move(raw(52, 60, 5)));
    CHECK_FALSE(book::is_possible_move(raw(61, 60, 4))); // along the last rank

    CHECK(book::is_king_promotion(raw(52, 60, 5)));
    CHECK(book::is_king_promotion(raw(52, 61, 5)));
    CHECK(book::is_king_promotion(raw(12, 4, 5)));
    CHECK_FALSE(book::is_king_promotion(raw(52, 62, 5)));
    CHECK_FALSE(book::is_king_promotion(raw(52, 60, 4)));
    CHECK_FALSE(book::is_king_promotion(raw(44, 52, 5)));
    CHECK_FALSE(book::is_king_promotion(raw(12, 20, 5)));
    CHECK_FALSE(book::is_king_promotion(raw(60, 52, 5)));

    for (const unsigned piece : {0U, 1U, 4U}) {
        CHECK(book::is_drop(raw(8, 8, piece)));
        CHECK(book::is_drop(raw(55, 55, piece)));
        CHECK(book::is_drop(raw(7, 7, piece)) == (piece > 0)); // no pawn on an outer rank
        CHECK(book::is_drop(raw(56, 56, piece)) == (piece > 0));
        CHECK_FALSE(book::is_drop(raw(8, 9, piece)));
    }
    CHECK_FALSE(book::is_drop(raw(8, 8, 5)));
    for (unsigned letter = 0; letter < 64; ++letter) {
        const bool is_piece = letter == 16 || letter == 14 || letter == 2 || letter == 18 ||
                              letter == 17; // P, N, B, R, Q
        CHECK(book::is_drop(raw(letter, 20, 9)) == is_piece);
        CHECK(book::is_drop(raw(letter, 60, 9)) == (is_piece && letter != 16));
    }
}

TEST_CASE("the evidence, judged: nine of ten moves in order, or nearly all in any order") {
    const auto judge = [](const book::Evidence& evidence) {
        return book::judge(evidence, 1'600).value_or("a book");
    };
    const book::Evidence good{.moves = 100, .possible = 90, .pairs = 100, .descents = 5};
    CHECK(judge(good) == "a book");
    book::Evidence evidence = good;
    evidence.possible = 89;
    CHECK(judge(evidence) ==
          "1600 bytes of something else: 89.0% of the entries seen hold a possible move");
    evidence.good_bytes = 4095;
    CHECK(judge(evidence).starts_with("1600 bytes of something else"));
    evidence.good_bytes = 4096;
    CHECK(judge(evidence) == "one that is damaged after byte 4096: bytes were lost or added, as "
                             "when a binary file is sent as text");
    evidence = good;
    evidence.descents = 6;
    CHECK(judge(evidence) == "1600 bytes of something else: 90.0% of the entries seen hold a "
                             "possible move, and their keys are in no order");
    evidence.possible = 98;
    CHECK(judge(evidence) == "a book");
    evidence.possible = 97;
    CHECK(judge(evidence) != "a book");
    evidence = good;
    evidence.drops = 89; // one other move makes them a book
    CHECK(judge(evidence) == "a book");
    evidence.drops = 90;
    CHECK(judge(evidence) != "a book");
    CHECK(judge({.markers = 1}) == "a book");
    CHECK(judge({}) == "nothing but zero bytes, as of an unfinished download");
}

TEST_CASE("the evidence is counted entry by entry") {
    const std::uint16_t e4 = test::raw_move("e2e4");
    constexpr std::uint16_t no_move = 28U << 6U; // e4a1
    constexpr std::uint16_t drop = 20U << 6U | 20U;
    const test::Bytes bytes = test::to_bytes({{book::header_key, 1, 2, 3, 4},
                                              {5, e4, 1, 0, 0},
                                              {5, no_move, 1, 0, 0},
                                              {4, drop, 1, 0, 0},
                                              {book::end_marker_key, 0, 0, 0, 0}});
    const book::Evidence evidence = book::sample(table_of(bytes), 16);
    CHECK(evidence.markers == 2);
    CHECK(evidence.moves == 3);
    CHECK(evidence.possible == 2);
    CHECK(evidence.drops == 1);
    CHECK(evidence.pairs == 4);
    CHECK(evidence.descents == 1);
    CHECK(evidence.good_bytes == 0); // more than one in ten moves is none
    const test::Bytes zeros = test::to_bytes({{}, {5, e4, 1, 0, 0}});
    CHECK(book::sample(table_of(zeros), 16).markers == 0);
    CHECK(book::sample(table_of(zeros), 16).good_bytes == 32);
}

TEST_CASE("texts: at least a quarter is ASCII, and no control character is among them") {
    const auto is_text = [](std::string_view s) { return book::is_text(test::to_bytes(s)); };
    CHECK(is_text("a\t\n\r\f\x1a~ "));
    for (const std::string_view control : {"\x7f"sv, "\x1f"sv, "\0"sv, "\x0b"sv})
        CHECK_FALSE(is_text("text" + std::string(control)));
    CHECK(is_text("a\xc3\xa9\xe9")); // a quarter is ASCII
    CHECK_FALSE(is_text("a\xc3\xa9\xe9\xe9"));
    CHECK(is_text(""));
}

TEST_CASE("a table is recognised by its first 4,096 bytes") {
    std::string table = "fen,move\n" + std::string(5'000, 'x');
    table[4'096] = '\1';
    CHECK(book::detect_format(std::as_bytes(std::span(table)), table.size()) == &book::csv_format);
    table[4'095] = '\1';
    CHECK(book::detect_format(std::as_bytes(std::span(table)), table.size()) == nullptr);
}

TEST_CASE("text formats by their first characters") {
    const auto format = [](std::string_view s) {
        const auto found = book::detect_text_format(test::to_bytes(s), {"raw", "action"});
        return found ? std::string(book::info_of(*found).name) : "none";
    };
    CHECK(format("{ \"a\"") == "JSON");
    CHECK(format("{a") == "none");
    CHECK(format("[]") == "JSON");
    CHECK(format("[ {") == "JSON");
    CHECK(format("[Event") == "PGN");
    CHECK(format("[event") == "PGN");
    CHECK(format("[z") == "PGN");
    CHECK(format("[1") == "none");
    CHECK(format("[") == "none");
    CHECK(format("") == "none");
    CHECK(format(" \n") == "none");
    CHECK(format("fen,raw") == "CSV");
    CHECK(format("key,action") == "CSV");
    CHECK(format("key,weight") == "none");
    CHECK(format("fen,move\0"sv) == "none");
}
