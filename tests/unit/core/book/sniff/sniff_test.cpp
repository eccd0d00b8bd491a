#include "core/book/format.hpp"
#include "core/book/sniff/sniff.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <memory>
#include <string>

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
    CHECK(evidence.moves <= 25 * 256);
    CHECK(evidence.moves > 20 * 256);
    CHECK(evidence.possible == evidence.moves);
    CHECK(evidence.descents == 0);
    const test::Bytes few = test::to_bytes({entries.begin(), entries.begin() + 300});
    CHECK(book::sample(table_of(few), 16).moves == 300);
}
