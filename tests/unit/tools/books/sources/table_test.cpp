// convert-book: books as tables and as PGN, and back.
#include "core/book/polyglot/book.hpp"
#include "core/book/stockfish_move.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/sources/header_text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using chess::Position;

Ran convert(const std::string& from, const std::string& to) {
    return run(run_convert_book, {"-from", from, "-to", to});
}

void check_round_trip(const BookFolder& folder, const std::string& book,
                      const std::string& extension) {
    const std::string text = folder / ("text." + extension);
    const std::string again = folder / "again.bin";
    const Ran out = convert(book, text);
    REQUIRE_MESSAGE(out.status == 0, out.err);
    const Ran in = convert(text, again);
    REQUIRE_MESSAGE(in.status == 0, in.err);
}

// A random book: positions of random games, with illegal moves, old spellings, moves twice, and
// keys of no game.
std::vector<RawEntry> random_book(std::uint64_t seed) {
    Random random(seed);
    std::vector<RawEntry> entries;
    const auto add = [&](std::uint64_t key, std::uint16_t move) {
        const auto number = [&random] {
            return static_cast<std::uint16_t>(random.below(4) ? random.below(50)
                                                              : random.below(65'536));
        };
        entries.push_back({key, move, number(), number(), number()});
    };
    constexpr std::uint16_t elsewhere = 0x0d24; // e5xd6: as no piece moves in most positions
    for (int game = 0; game < 10; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 12; ++ply) {
            const auto moves = position.legal_moves();
            if (moves.empty()) break;
            const chess::Move move = moves[random.below(moves.size())];
            add(position.key(), book::encode_move(move));
            if (random.below(6) == 0) add(position.key(), elsewhere);
            position.make(move);
        }
        add(random.next() | 1U, elsewhere);
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    return entries;
}

TEST_CASE("a .bin book as CSV or JSON and back is the same, byte for byte") {
    const BookFolder folder;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        test::Bytes bytes;
        if (seed % 2 == 0)
            bytes = test::to_bytes(
                book::encode_header({"1.0", {"normal"}, "a comment; with, marks\n\"and\" lines"}));
        const test::Bytes entries = test::to_bytes(random_book(seed));
        bytes.insert(bytes.end(), entries.begin(), entries.end());
        const std::string book = folder.write("book.bin", bytes);
        for (const std::string extension : {"csv", "json"}) {
            CAPTURE(extension);
            check_round_trip(folder, book, extension);
            CHECK(folder.read("again.bin") == folder.read("book.bin"));
        }
    }
}

const std::string start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST_CASE("a .bin's header is one row of a table, no entries, and the report does not count it") {
    const BookFolder folder;
    test::Bytes bytes =
        test::to_bytes(book::encode_header({"1.0", {"normal"}, "Created by X\nfrom g.pgn"}));
    const test::Bytes entries =
        test::to_bytes(std::vector<RawEntry>{{Position::start().key(), 796, 7, 0, 0}});
    bytes.insert(bytes.end(), entries.begin(), entries.end());
    const std::string book = folder.write("book.bin", bytes);
    for (const std::string extension : {"csv", "json"}) {
        CAPTURE(extension);
        const std::string text = folder / ("text." + extension);
        const Ran out = convert(book, text);
        REQUIRE_MESSAGE(out.status == 0, out.err);
        const Ran in = convert(text, folder / "again.bin");
        REQUIRE_MESSAGE(in.status == 0, in.err);
        for (const Ran& ran : {out, in})
            CHECK((ran.out + ran.err).find("cannot be reached") == std::string::npos);
        CHECK(folder.read("again.bin") == folder.read("book.bin"));
        const std::string table = folder.read("text." + extension);
        CHECK(table.find("0000000000000000") == std::string::npos);
        CHECK(
            table.find(
                extension == "csv"
                    ? ",header,'@PG@\\n1.0\\n2\\n1\\nnormal\\nCreated by X\\nfrom g.pgn\n"
                    : R"({"key":"header","raw":"@PG@\\n1.0\\n2\\n1\\nnormal\\nCreated by X\\nfrom g.pgn"})") !=
            std::string::npos);
        // A table of a table, and a part of the book, which gets no header.
        REQUIRE(convert(text, folder / ("copy." + extension)).status == 0);
        CHECK(folder.read("copy." + extension).find("nfrom g.pgn") != std::string::npos);
        REQUIRE(
            run(run_convert_book, {"-from", book, "-to", folder / "part.csv", "-fen", start_fen})
                .status == 0);
        CHECK(folder.read("part.csv").find("@PG@") == std::string::npos);
    }
    // As tables of earlier versions had it.
    folder.write("old.csv",
                 test::to_bytes("fen,move,key,raw,weight,learn_count,learn_sum\n" + start_fen +
                                ",e2e4,,,5,,\n,,0000000000000000,0x4050,18240,2609,11824\n"));
    CHECK(convert(folder / "old.csv", folder / "old.bin").status == 0);
    folder.write("bad.csv", test::to_bytes("key,raw\nheader,a\\qb\n"));
    const Ran bad = convert(folder / "bad.csv", folder / "bad.bin");
    CHECK(bad.status == 1);
    CHECK(bad.err.find("bad.csv:2: header 'a\\qb' has an escape other than") != std::string::npos);
}

TEST_CASE("a header's text has any bytes") {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        Random random(seed);
        std::vector<RawEntry> entries(random.below(6));
        for (RawEntry& entry : entries) {
            const auto field = [&random] { // some NULs, backslashes, blanks, letters, anything
                constexpr std::string_view usual{"\0\\ \nax", 6};
                const auto byte = [&random, usual] {
                    const bool is_usual = random.below(3) > 0;
                    return is_usual ? static_cast<unsigned char>(usual[random.below(usual.size())])
                                    : static_cast<unsigned char>(random.below(256));
                };
                return static_cast<std::uint16_t>(unsigned{byte()} << 8U | byte());
            };
            entry = {book::header_key, field(), field(), field(), field()};
        }
        const std::string text = format_header_text(entries);
        CAPTURE(text);
        CHECK(parse_header_text(text) == entries);
        CHECK(text.find_first_of("\n\r\t") == std::string::npos);
    }
    CHECK(format_header_text({}).empty());
    for (const char* wrong : {"\\", "a\\x", "\\x1", "\\xg0", "\\N", "\\x-1"})
        CHECK_FALSE(parse_header_text(wrong));
}

std::vector<RawEntry> entries_of(const BookFolder& folder, const std::string& name) {
    const std::string bytes = folder.read(name);
    std::vector<RawEntry> entries;
    for (std::size_t at = 0; at + 16 <= bytes.size(); at += 16) {
        const RawEntry entry = book::decode_entry(
            std::as_bytes(std::span(bytes)).subspan(at).first<book::entry_size>());
        if (!book::is_special(entry)) entries.push_back(entry);
    }
    return entries;
}

std::uint16_t raw(std::string_view move, const Position& position = Position::start()) {
    return book::encode_move(chess::parse_uci_move(position, move).value());
}

void write(const BookFolder& folder, const std::string& name, const std::string& text) {
    folder.write(name, test::to_bytes(text));
}

TEST_CASE("a table from a spreadsheet: semicolons, quotes, CRLF, byte order mark, moved and "
          "missing columns") {
    const BookFolder folder;
    const std::uint64_t start = Position::start().key();
    const std::vector<RawEntry> expected{{start, raw("e2e4"), 30, 0, 0},
                                         {start, raw("d2d4"), 20, 2, 3}};
    const std::vector<std::pair<std::string, std::string>> texts{
        {"x.csv", "fen,move,weight,learn_count,learn_sum\n" + start_fen + ",e4,30,,\n" + start_fen +
                      ",d2d4,20,2,3\n"},
        {"x.csv", "\xef\xbb\xbfWeight;Move;FEN;learn_sum;learn_count;share\r\n30;\"e4\";" +
                      start_fen + ";;;\"60,5\"\r\n\r\n20,0;d4;\"" + start_fen +
                      "\";3;2;\r\n;;;;;\r\n"},
        {"x.json",
         R"([{"fen": ")" + start_fen + R"(", "move": "e2e4", "weight": 30}, {"fen": ")" +
             start_fen +
             R"(", "moves": [{"san": "d4", "weight": 20, "learn_count": 2, "learn_sum": 3}]}])"}};
    for (const auto& file : texts) {
        const std::string& name = file.first;
        CAPTURE(file.second);
        write(folder, name, file.second);
        const Ran ran = convert(folder / name, folder / "x.bin");
        CHECK_MESSAGE(ran.status == 0, ran.err);
        CHECK(entries_of(folder, "x.bin") == expected);
    }
    write(folder, "x.csv", "line,san,weight\n1. e4 e5,Nf3,7\n");
    REQUIRE(convert(folder / "x.csv", folder / "x.bin").status == 0);
    const Position position = after("e2e4 e7e5");
    CHECK(entries_of(folder, "x.bin") ==
          std::vector<RawEntry>{{position.key(), raw("g1f3", position), 7, 0, 0}});
}

TEST_CASE("a table: the start position is an empty line or startpos; tabs separate fields, too") {
    const BookFolder folder;
    const std::vector<RawEntry> expected{{Position::start().key(), raw("e2e4"), 30, 0, 0}};
    for (const char* const text :
         {"line,move,weight\n,e4,30\n", "fen,move,weight\nstartpos,e4,30\n",
          "fen,line,move,weight\n,,e4,30\n,,,\n", "line\tmove\tweight\r\n\te4\t30\r\n",
          "line\tmove\tweight\tshare, of all\n\te4\t30\t100,0\n",
          "\nline\tmove\tweight\n\te4\t30\n", "line;move;weight;share, of all\n;e4;30;100,0\n",
          "fen\tmove\tweight\tshare\nstartpos\te4\t30\t100,0\n",
          R"([{"line": "", "move": "e4", "weight": 30}])",
          R"([{"fen": "startpos", "move": "e4", "weight": 30}])"}) {
        CAPTURE(text);
        write(folder, "x.txt", text);
        const Ran ran = convert(folder / "x.txt", folder / "x.bin");
        CHECK_MESSAGE(ran.status == 0, ran.err);
        CHECK(entries_of(folder, "x.bin") == expected);
    }
}

TEST_CASE("a table without a needed column is refused with the column's name") {
    const BookFolder folder;
    const auto refused = [&folder](const std::string& text) {
        write(folder, "x.csv", text);
        const Ran ran = convert(folder / "x.csv", folder / "x.bin");
        CHECK(ran.status == 1);
        return ran.err;
    };
    const auto says = [&refused](const std::string& text, const std::string& reason) {
        const std::string err = refused(text);
        CHECK_MESSAGE(err.find(reason) != std::string::npos, err);
    };
    says("move,weight\ne4,1\n", "a table without a column fen or line");
    says("\"Line\";Weight\ne4;1\n", "a table without a column move or san");
    says("san\tweight\ne4\t1\n", "a table without a column fen or line");
    says("lines,move,weight\n,e4,1\n", "a table without a column fen or line");
    says("fen,thousand,best move\n,e4,1\n", "a table without a column move or san");
}

TEST_CASE("a table with a move of a position twice: both are kept, with a warning") {
    const BookFolder folder;
    write(folder, "x.csv", "line,move,weight\n,e4,30\n,d4,20\n,e2e4,10\n");
    const Ran ran = convert(folder / "x.csv", folder / "x.bin");
    CHECK(ran.status == 0);
    CHECK(ran.err.find("x.csv: line 4: e4 of this position is in line 2, too; both are kept\n") !=
          std::string::npos);
    CHECK(entries_of(folder, "x.bin").size() == 3);
    write(
        folder, "x.json",
        R"([{"line": "", "moves": [{"move": "e4", "weight": 30}]}, {"line": "", "move": "e4", "weight": 1}])");
    CHECK(run(run_find_book, {folder / "x.json"})
              .err.find("element 2: e4 of this position is in element 1, too") !=
          std::string::npos);
    std::string many = "line,move,weight\n";
    for (int i = 0; i < 20; ++i)
        many += ",e4,1\n";
    write(folder, "x.csv", many);
    CHECK(convert(folder / "x.csv", folder / "x.bin").err.find("x.csv: 9 further moves twice\n") !=
          std::string::npos);
}

TEST_CASE("a table that is wrong is refused with its line, and writes nothing") {
    const BookFolder folder;
    const auto refused = [&folder](const std::string& name, const std::string& text) {
        write(folder, name, text);
        folder.write("old.bin", random_book(1));
        const std::string before = folder.read("old.bin");
        const Ran ran = convert(folder / name, folder / "old.bin");
        CHECK(ran.status == 1);
        CHECK(folder.read("old.bin") == before);
        return ran.err;
    };
    const auto says = [&](const std::string& rows, const std::string& reason) {
        const std::string err = refused("x.csv", "fen,move,weight,raw,key,value,type\n" + rows);
        CHECK_MESSAGE(err.find(reason) != std::string::npos, err);
    };
    says(start_fen + ",e5,1,,,,\n", "x.csv:2: ");
    says(start_fen + ",e4,-1,,,,\n", "weight '-1' is not a whole number");
    says(start_fen + ",e4,1.5,,,,\n", "weight '1.5' is not a whole number");
    says(start_fen + ",e4,,,,,\n", "x.csv:2: no weight");
    says("nonsense,e4,1,,,,\n", "x.csv:2: fen 'nonsense'");
    says(",e4,1,,,,\n", "neither a fen nor a line");
    says(start_fen + ",,1,0x12345,,,\n", "is not 16 bits");
    says(start_fen + ",e4,1,,,12,furlongs\n", "type 'furlongs' is unknown");
    says("", "has no move of a book");
    CHECK(refused("x.json", "{\"positions\": 5}").find("positions") != std::string::npos);
    CHECK(refused("x.json", "{\"positions\": [").find("is not JSON") != std::string::npos);
    CHECK(refused("x.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n").find("make-book") != std::string::npos);
    CHECK(refused("x.pgn", "[Event \"x\"]\n\n1. e4 {weight 5} Ke4 *\n").find("x.pgn:3: ") !=
          std::string::npos);
    CHECK(refused("x.pgn", "[Event \"x\"]\n\n1. e4 {weight few} *\n").find("weight 'few'") !=
          std::string::npos);
}

TEST_CASE("PGN with weights: variations, remarks and games that begin elsewhere") {
    const BookFolder folder;
    write(folder, "x.pgn",
          "[Event \"x\"]\n\n1. e4 {weight 7, 70.0%; priority 5} {good} (1. d4 {weight 3, 30.0%} d5 "
          "{weight 9, 100.0%})"
          " 1... e5 $1 {a remark} 2. Nf3 {weight 1, 100.0%} *\n\n"
          "[Event \"y\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/1K6/7R/k7 w - - 0 1\"]\n\n1. Rh3 {weight "
          "4, 100.0%} *\n");
    const Ran ran = convert(folder / "x.pgn", folder / "x.bin");
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    const auto has = [entries = entries_of(folder, "x.bin")](
                         const Position& position, std::string_view move, std::uint16_t weight) {
        return std::count(entries.begin(), entries.end(),
                          RawEntry{position.key(), raw(move, position), weight, 0, 0});
    };
    CHECK(has(after(""), "e2e4", 7) == 1);
    CHECK(has(after(""), "d2d4", 3) == 1);
    CHECK(has(after("d2d4"), "d7d5", 9) == 1);
    CHECK(has(after("e2e4 e7e5"), "g1f3", 1) == 1);
    CHECK(entries_of(folder, "x.bin").size() == 5);
}

TEST_CASE("a book as PGN and back has the same weights") {
    const BookFolder folder;
    const Position second = after("e2e4");
    std::vector<RawEntry> entries{{Position::start().key(), raw("e2e4"), 12'135, 0, 0},
                                  {Position::start().key(), raw("d2d4"), 77, 0, 0},
                                  {second.key(), raw("e7e5", second), 3, 0, 0},
                                  {second.key(), raw("c7c5", second), 0, 0, 0}};
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    check_round_trip(folder, folder.write("book.bin", entries), "pgn");
    CHECK(entries_of(folder, "again.bin") == entries);
}

TEST_CASE("values as CSV or JSON and back are the same YACB book, with what cannot be reached") {
    const BookFolder folder;
    Random random(5);
    std::string bytes = book::encode_yacb_header();
    std::vector<book::YacbEntry> entries;
    const auto add = [&](std::uint64_t key, std::uint16_t move) {
        book::Evaluation value;
        value.value = static_cast<int>(random.below(600)) - 300;
        value.bound = static_cast<book::Evaluation::Bound>(random.below(3));
        value.source = static_cast<book::Evaluation::Source>(random.below(4));
        value.elo = static_cast<std::uint16_t>(random.below(4000));
        entries.push_back({key, value, move});
    };
    for (const std::string line :
         {"", "e2e4", "e2e4 e7e5", "d2d4", "d2d4 d7d5", "e2e4 c7c5", "e2e4 c7c5 g1f3"}) {
        const Position position = after(line);
        const auto moves = position.legal_moves();
        const bool has_best = random.below(4) > 0;
        add(chess::stockfish_key(position),
            has_best ? book::encode_stockfish_move(moves[random.below(moves.size())], position)
                     : std::uint16_t{0});
    }
    add(0x1234, 796);
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    for (const book::YacbEntry& entry : entries) {
        std::array<std::byte, book::yacb_entry_size> raw_bytes{};
        book::encode_yacb_entry(entry, raw_bytes);
        bytes.append(reinterpret_cast<const char*>(raw_bytes.data()), raw_bytes.size());
    }
    write(folder, "book.yacb", bytes);
    for (const std::string extension : {"csv", "json"}) {
        CAPTURE(extension);
        const std::string text = folder / ("text." + extension);
        REQUIRE(convert(folder / "book.yacb", text).status == 0);
        REQUIRE(convert(text, folder / "again.yacb").status == 0);
        CHECK(folder.read("again.yacb") == bytes);
    }
}

TEST_CASE("convert-book and edit-book: a table that has been cut") {
    const BookFolder folder;
    const std::string book = folder / "b.bin";
    const auto table = [&folder](std::string_view text) {
        return folder.write("t.csv", test::to_bytes(text));
    };
    const std::string warning = "t.csv: the last line has no line end: if the file has been cut, "
                                "the end of its last field is missing\n";
    const Ran within_field = convert(table("line,move,weight\n,e4,60\n,d4,3"), book);
    CHECK(within_field.status == 0);
    CHECK_MESSAGE(within_field.err.ends_with(warning), within_field.err);
    CHECK(convert(table("line,move,weight\n,e4,60\n,d4,3\n"), book).err.empty());
    const std::string error = "t.csv:3: the text ends after 2 of 3 fields of this line";
    const std::string cut = table("line,move,weight\n,e4,60\n,d4");
    CHECK(convert(cut, folder / "other.bin").err.find(error) != std::string::npos);
    CHECK(run(run_edit_book, {book, "-from", cut}).err.find(error) != std::string::npos);
    const std::string edits = table("line,move,weight\n,e4,61");
    CHECK(run(run_edit_book, {book, "-from", edits}).err.ends_with(warning));
}

} // namespace
} // namespace polyglot::tools
