// `polyglot edit-book`: edits in a small book, its undo file, and what is refused.
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using test::raw_move;

const chess::Position start = chess::Position::start();

RawEntry entry(const chess::Position& position, std::string_view move, std::uint16_t weight,
               std::uint16_t count = 0, std::uint16_t sum = 0) {
    return {position.key(), raw_move(move), weight, count, sum};
}

test::Bytes sorted_bytes(std::vector<RawEntry> entries, std::string_view header = "") {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    test::Bytes bytes = test::to_bytes(header);
    for (const RawEntry& e : entries)
        test::append(bytes, e);
    return bytes;
}

// 1.e4 (e5 2.Nf3 Nc6, c5), 1.d4 d5, and 1.Nf3 e5 2.e4, which transposes.
std::vector<RawEntry> entries() {
    return {entry(start, "e2e4", 60, 10, 12),     entry(start, "d2d4", 40),
            entry(after("e2e4"), "e7e5", 3),      entry(after("e2e4"), "c7c5", 1),
            entry(after("e2e4 e7e5"), "g1f3", 5), entry(after("e2e4 e7e5 g1f3"), "b8c6", 9),
            entry(after("d2d4"), "d7d5", 2),      entry(start, "g1f3", 10),
            entry(after("g1f3"), "e7e5", 1),      entry(after("g1f3 e7e5"), "e2e4", 1)};
}

const std::string header = book::encode_header({"1.0", {"normal"}, "A book"});

struct Book {
    BookFolder folder;
    std::string file = folder.write("book.bin", sorted_bytes(entries(), header));
    std::string original = folder.read("book.bin");

    Ran edit(std::vector<std::string> words) const {
        words.insert(words.begin(), file);
        return run(run_edit_book, words);
    }
    // The moves of a position as the file has them: "e2e4:60 d2d4:40".
    std::string moves(std::string_view line = "") const {
        const std::string bytes = folder.read("book.bin");
        const auto book =
            book::PolyglotBook::open(std::as_bytes(std::span(bytes.data(), bytes.size())));
        REQUIRE(book.has_value());
        CHECK(book->sorted());
        const chess::Position position = after(line);
        std::string text;
        for (const RawEntry& e : book->find_raw(position.key())) {
            const chess::Move move = book::decode_move(e.move, position);
            text += (text.empty() ? "" : " ") + chess::format_uci_move(move) + ":" +
                    std::to_string(e.weight);
            if (e.learn_count > 0)
                text += "/" + std::to_string(e.learn_count) + "," + std::to_string(e.learn_sum);
        }
        return text;
    }
    bool unchanged() const { return folder.read("book.bin") == original; }
};

void refused(const Ran& ran, int status, std::string_view message) {
    CHECK(ran.status == status);
    CHECK_MESSAGE(ran.err.find(message) != std::string::npos, ran.err);
}

} // namespace

TEST_CASE("edit-book: several edits in one run; learn fields and header stay") {
    const Book book;
    const Ran ran =
        book.edit({"-move", "e4", "-weight", "30", "-move", "d4", "-boost", "x2", "-move", "c4",
                   "-add", "-weight", "5", "-line", "1. e4", "-move", "c7c5", "-forbid"});
    CHECK(ran.err == "");
    REQUIRE(ran.status == 0);
    CHECK(book.moves() == "d2d4:80 e2e4:30/10,12 g1f3:10 c2c4:5");
    CHECK(book.moves("e2e4") == "e7e5:3 c7c5:0");
    CHECK(book.folder.read("book.bin").substr(0, header.size()) == header);
    CHECK(ran.out.find("d4          40  36.4%  ->     80  64.0%\n") != std::string::npos);
    CHECK(ran.out.find("c4           -      -  ->      5   4.0%  added\n") != std::string::npos);
    CHECK(ran.out.find("2 positions changed: 3 weights, 1 move added, 0 moves deleted; -undo takes "
                       "it back\n") != std::string::npos);
}

TEST_CASE("edit-book: shares") {
    const Book book;
    REQUIRE(book.edit({"-line", "e4", "-move", "c5", "-share", "40%"}).status == 0);
    CHECK(book.moves("e2e4") == "e7e5:3 c7c5:2");
    REQUIRE(book.edit({"-move", "Nf3", "-share", "0.5"}).status == 0);
    CHECK(book.moves() == "g1f3:100 e2e4:60/10,12 d2d4:40");
}

TEST_CASE("edit-book: the shares of one position are met together") {
    const auto from = [](const std::string& table) {
        Book book;
        const Ran ran = book.edit(
            {"-from", book.folder.write("l.csv", test::to_bytes(std::string_view(table)))});
        return ran.status == 0 ? book.moves() + " | " + book.moves("d2d4 d7d5") : ran.err;
    };
    const std::string start_moves = "e2e4:60/10,12 d2d4:40 g1f3:10 | ";
    CHECK(from("line,san,share\nd4 d5,c4,50\nd4 d5,Nf3,30\nd4 d5,Nc3,20\n") ==
          start_moves + "c2c4:15 g1f3:9 b1c3:6");
    // Rows of another position, and other edits, between them.
    CHECK(from("line,san,share,action\nd4 d5,c4,50,\ne4,c5,25,\nd4 d5,Nf3,50,\ne4,e6,25,\nd4 "
               "d5,a3,,add\n") == start_moves + "c2c4:1 g1f3:1 a2a3:1");
    CHECK(from("line,san,share\nd4 d5,c4,60\nd4 d5,Nf3,50\n")
              .find("l.csv:3: the shares of one position make 110.0%, more than 100%") !=
          std::string::npos);
    CHECK(
        from("line,san,share\nd4 d5,c4,60\nd4 d5,Nf3,20\n").find("make 80.0%, and no other move") !=
        std::string::npos);

    Book book;
    REQUIRE(book.edit({"-move", "e4", "-share", "50%", "-move", "d4", "-share", "30%"}).status ==
            0);
    CHECK(book.moves() == "e2e4:25/10,12 d2d4:15 g1f3:10");
    // A later share of the same move counts; another edit of the move comes after its share.
    REQUIRE(
        book.edit({"-move", "e4", "-share", "90%", "-share", "0.4", "-move", "d4", "-share", "40%"})
            .status == 0);
    CHECK(book.moves() == "e2e4:20/10,12 d2d4:20 g1f3:10");
    REQUIRE(
        book.edit({"-move", "e4", "-share", "50%", "-boost", "x2", "-move", "d4", "-share", "50%"})
            .status == 0);
    CHECK(book.moves() == "d2d4:70 e2e4:60/10,12 g1f3:10");
    refused(book.edit({"-move", "e4", "-share", "60%", "-move", "d4", "-share", "50%"}), 1,
            "-share 60%, -share 50%: the shares of one position make 110.0%, more than 100%");
    refused(book.edit({"-move", "a3", "-share", "60%", "-move", "d4", "-share", "30%"}), 1,
            "-share 60%: a3 is not in the book here; -add adds it");
}

TEST_CASE("edit-book: moves and positions deleted") {
    const Book book;
    REQUIRE(book.edit({"-move", "d4", "-delete", "-line", "e4", "-delete"}).status == 0);
    CHECK(book.moves() == "e2e4:60/10,12 g1f3:10");
    CHECK(book.moves("e2e4") == "");
    CHECK(book.moves("e2e4 e7e5") == "g1f3:5"); // only the position
}

TEST_CASE("edit-book: a subtree goes, but not what other moves lead to") {
    const Book book;
    const Ran ran = book.edit({"-move", "e4", "-delete-subtree"});
    CHECK(ran.status == 0);
    CHECK(book.moves() == "d2d4:40 g1f3:10");
    CHECK(book.moves("e2e4") == "");
    CHECK(book.moves("e2e4 e7e5") == "");
    CHECK(book.moves("e2e4 e7e5 g1f3") == "b8c6:9"); // through 1.Nf3 e5 2.e4
    CHECK(book.moves("d2d4") == "d7d5:2");
    CHECK(ran.out.find("3 positions changed: 0 weights, 0 moves added, 4 moves deleted") !=
          std::string::npos);
}

TEST_CASE("edit-book: a subtree from another book") {
    const Book book;
    const std::string other = book.folder.write(
        "other.bin", sorted_bytes({entry(start, "c2c4", 7), entry(after("c2c4"), "e7e5", 8),
                                   entry(start, "e2e4", 1), entry(after("e2e4"), "e7e6", 9)}));
    REQUIRE(book.edit({"-move", "c4", "-copy-from", other}).status == 0);
    CHECK(book.moves() == "e2e4:60/10,12 d2d4:40 g1f3:10 c2c4:7");
    CHECK(book.moves("c2c4") == "e7e5:8");
    CHECK(book.moves("e2e4") == "e7e5:3 c7c5:1");
    REQUIRE(book.edit({"-copy-from", other}).status == 0);
    CHECK(book.moves() == "c2c4:7 e2e4:1/10,12");
    CHECK(book.moves("e2e4") == "e7e6:9");
    refused(book.edit({"-move", "a3", "-copy-from", other}), 1, "other.bin does not have a3 here");
    refused(book.edit({"-copy-from", book.folder / "none.bin"}), 1, "none.bin");
}

TEST_CASE("edit-book: undo, again and again, byte for byte; learning meanwhile stays") {
    const Book book;
    REQUIRE(book.edit({"-move", "e4", "-delete-subtree"}).status == 0);
    REQUIRE(book.edit({"-move", "d4", "-weight", "1"}).status == 0);
    const Ran history = book.edit({"-history"});
    CHECK(history.out.find(" UTC  3 positions  -move e4 -delete-subtree\n") != std::string::npos);
    CHECK(history.out.find(" UTC  1 position  -move d4 -weight 1\n") != std::string::npos);

    std::string learnt = book.folder.read("book.bin");
    REQUIRE(raw_move("d2d4") == 0x2db);
    const auto d4 = learnt.find(std::string("\x02\xdb\x00\x01", 4)); // with weight 1
    REQUIRE(d4 != std::string::npos);
    learnt[d4 + 5] = 3;
    learnt[d4 + 7] = 4;
    const std::string file =
        book.folder.write("book.bin", test::to_bytes(std::string_view(learnt)));
    REQUIRE(book.edit({"-undo"}).status == 0);
    CHECK(book.moves() == "d2d4:40/3,4 g1f3:10");
    REQUIRE(book.edit({"-undo"}).status == 0);
    CHECK(book.moves() == "e2e4:60/10,12 d2d4:40/3,4 g1f3:10");
    refused(book.edit({"-undo"}), 1, "there is no run to take back");
    CHECK(book.folder.files() == 1);

    const Book other;
    REQUIRE(other.edit({"-move", "e4", "-delete-subtree", "-move", "c4", "-add"}).status == 0);
    CHECK_FALSE(other.unchanged());
    REQUIRE(other.edit({"-undo"}).status == 0);
    CHECK(other.unchanged());
}

TEST_CASE(
    "edit-book: undo of what another program has changed meanwhile, or what was never written") {
    const Book book;
    REQUIRE(book.edit({"-move", "e4", "-weight", "1"}).status == 0);
    const std::string history = book.folder.read("book.bin.undo");
    REQUIRE(book.edit({"-undo"}).status == 0);
    book.folder.write("book.bin.undo", test::to_bytes(std::string_view(history)));
    REQUIRE(book.edit({"-undo"}).status == 0); // ended between the undo file and the book
    CHECK(book.unchanged());

    REQUIRE(book.edit({"-move", "e4", "-weight", "1"}).status == 0);
    const std::string edited = book.folder.read("book.bin.undo");
    REQUIRE(book.edit({"-move", "e4", "-weight", "2"}).status == 0);
    book.folder.write("book.bin.undo", test::to_bytes(std::string_view(edited)));
    refused(book.edit({"-undo"}), 1,
            "has been changed since by another program; nothing is taken back");
    CHECK(book.moves() == "d2d4:40 g1f3:10 e2e4:2/10,12");
}

TEST_CASE("edit-book: -dry-run writes nothing") {
    const Book book;
    const Ran ran = book.edit({"-move", "e4", "-weight", "1", "-dry-run"});
    CHECK(ran.status == 0);
    CHECK(ran.out.find("would have 1 position changed") != std::string::npos);
    CHECK(book.unchanged());
    CHECK(book.folder.files() == 1);
    CHECK(book.edit({"-move", "e4", "-weight", "60"}).out.find("has all of this already") !=
          std::string::npos);
    CHECK(book.folder.files() == 1);
}

TEST_CASE("edit-book: end markers and trailing bytes stay; a new position is put in its place") {
    const BookFolder folder;
    test::Bytes bytes = sorted_bytes({entry(start, "e2e4", 1)});
    test::append(bytes, {.key = ~std::uint64_t{0}});
    bytes.resize(bytes.size() + 5, std::byte{1});
    const std::string file = folder.write("b.bin", bytes);
    REQUIRE(run(run_edit_book, {file, "-line", "e4", "-move", "e5", "-add"}).status == 0);
    std::vector<RawEntry> both{entry(start, "e2e4", 1), entry(after("e2e4"), "e7e5", 1)};
    test::Bytes expected = sorted_bytes(both);
    expected.insert(expected.end(), bytes.begin() + 16, bytes.end());
    CHECK(folder.read("b.bin") ==
          std::string(reinterpret_cast<const char*>(expected.data()), expected.size()));
}

TEST_CASE("edit-book: lists, by hand and as convert-book writes them") {
    const auto with = [](const std::string& text, const std::string& name = "list") {
        Book book;
        const std::string list = book.folder.write(name, test::to_bytes(std::string_view(text)));
        const Ran ran = book.edit({"-from", list});
        return ran.status == 0 ? book.moves() + " | " + book.moves("e2e4") : ran.err;
    };
    const std::string same = "e2e4:60/10,12 d2d4:40 g1f3:10";
    CHECK(with("fen,move,weight\n,c4,1\n").find("list:2: neither a fen nor a line") !=
          std::string::npos);
    CHECK(with("line,move,weight\n,d4,50\n") == "e2e4:60/10,12 d2d4:50 g1f3:10 | e7e5:3 c7c5:1");
    CHECK(with("line\tsan\tshare\ne4\tc5\t40,0\n") == same + " | e7e5:3 c7c5:2");
    CHECK(with("line,move,weight\ne4,c5,7\n") == same + " | c7c5:7 e7e5:3");
    CHECK(with("\xef\xbb\xbfLine;Move;Share\r\ne4;c5;\"40,0\"\r\n") == same + " | e7e5:3 c7c5:2");
    CHECK(with("line,move,action\ne4,c5,delete\ne4,e5,forbid\ne4,e6,add\n") ==
          same + " | e7e6:1 e7e5:0");
    CHECK(with(R"([{"line":"e4","move":"c5","weight":7},{"line":"e4","move":"e5","boost":2}])") ==
          same + " | c7c5:7 e7e5:6");
    CHECK(with("line,move,weight\ne4,c5,70000\n")
              .find("list:2: '70000' is not a weight: 0 to 65535") != std::string::npos);
    CHECK(with("line,move,weight\ne4,e4,7\n").find("list:2: ") != std::string::npos);
    CHECK(with("a,b\n1,2\n").find("list:1: the first line names the columns") != std::string::npos);
    CHECK(with("line,weight\ne4,2\n").find("; missing: move or san") != std::string::npos);
    CHECK(with("[1]").find("list: element 1: is not an object") != std::string::npos);
    CHECK(with("{\"x\":1}").find("neither an array") != std::string::npos);
    CHECK(with("[{").find("is not JSON") != std::string::npos);

    const Book twice;
    const std::string list = twice.folder.write(
        "twice.csv",
        test::to_bytes(std::string_view("line,move,weight\ne4,c5,7\ne4,e5,5\ne4,c5,9\n")));
    const Ran ran = twice.edit({"-from", list});
    CHECK(ran.err == list + ":4: c5 of this position is in " + list +
                         ":2, too; its edits apply one after the other\n");
    CHECK(twice.moves("e2e4") == "c7c5:9 e7e5:5");

    for (const std::string format : {"csv", "json"}) {
        Book book;
        const std::string table = book.folder / "table." + format;
        REQUIRE(run(run_convert_book, {"-from", book.file, "-to", table}).status == 0);
        CHECK(book.edit({"-from", table}).out.find("has all of this already") != std::string::npos);
        CHECK(book.unchanged());
        REQUIRE(
            book.edit({"-move", "e4", "-delete-subtree", "-move", "d4", "-weight", "1"}).status ==
            0);
        // Puts back everything but the learn fields
        REQUIRE(book.edit({"-from", table}).status == 0);
        CHECK(book.moves() == "e2e4:60 d2d4:40 g1f3:10");
        CHECK(book.moves("e2e4 e7e5") == "g1f3:5");
    }
}

TEST_CASE("edit-book: what is refused, and leaves the book as it was") {
    const Book book;
    refused(run(run_edit_book, {"-move", "e4", "-add"}), 2, "no book is named");
    refused(book.edit({}), 2, "no edit is given");
    refused(book.edit({"-move", "e4"}), 2, "no edit is given: -weight");
    refused(book.edit({"e4", "-share", "50%"}), 2, "if 'e4' is a move, write -move e4");
    refused(book.edit({"-weight", "3"}), 2, "-move names the move that is edited");
    refused(book.edit({"-move", "e5", "-add"}), 2, "-move");
    refused(book.edit({"-line", "e4 e9", "-delete"}), 2, "    e4 e9\n       ^\n");
    refused(book.edit({"-fen", "x", "-delete"}), 2, "-fen");
    refused(book.edit({"-move", "e4", "-weight", "65536"}), 2,
            "'65536' is not a weight: 0 to 65535");
    refused(book.edit({"-move", "e4", "-share", "100%"}), 2,
            "'100%': a share is below 100%, as 40% or 0.4");
    refused(book.edit({"-move", "e4", "-share", "40"}), 2, "'40': a share is below 100%");
    refused(book.edit({"-move", "e4", "-share", "-1%"}), 2, "'-1%' is not a share");
    refused(book.edit({"-move", "e4", "-share", "x%"}), 2, "'x%' is not a share");
    refused(book.edit({"-move", "e4", "-boost", "y"}), 2, "is not a factor");
    refused(book.edit({"-undo", "-move", "e4", "-add"}), 2, "without edits");
    refused(book.edit({"-move", "a3", "-weight", "3"}), 1,
            "-weight 3: a3 is not in the book here; -add adds it");
    refused(book.edit({"-line", "a3", "-delete"}), 1, "-delete: the position is not in the book");
    refused(book.edit({"-delete-subtree"}), 1, "no move would be left; nothing is written");
    refused(book.edit({"-from", book.folder / "none.csv"}), 2, "cannot be opened");
    refused(run(run_edit_book, {book.folder / "none.bin", "-delete"}), 1, "none.bin");
    refused(run(run_edit_book,
                {book.folder.write("text.bin", test::to_bytes("some text here\n")), "-delete"}),
            1, "edit-book edits books in the formats of PolyGlot, Arena and YACB");
    refused(run(run_edit_book, {book.folder.write("unsorted.bin", {entry(after("e2e4"), "e7e5", 1),
                                                                   entry(after("d2d4"), "d7d5", 1),
                                                                   entry(start, "e2e4", 1)}),
                                "-delete"}),
            1, "is not sorted; polyglot repair-book makes a sorted copy");
    CHECK(book.unchanged());
    CHECK(book.folder.files() == 3);
}

// Against a model in memory: a map of weights.
TEST_CASE("edit-book: random edits do to the book what they do to a table") {
    Random random(11);
    const std::array<const char*, 4> lines{"", "e2e4", "d2d4", "e2e4 e7e5"};
    for (int round = 0; round < 40; ++round) {
        const Book book;
        std::map<std::pair<std::size_t, std::uint16_t>, int> model;
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (const RawEntry& e : entries())
                if (e.key == after(lines[i]).key()) model[{i, e.move}] = e.weight;
        std::vector<std::string> words;
        for (int n = 0; n < 6; ++n) {
            const std::size_t i = random.below(lines.size());
            const chess::Position position = after(lines[i]);
            const chess::MoveList moves = position.legal_moves();
            const chess::Move move = moves[random.below(moves.size())];
            words.insert(words.end(), {"-line", lines[i], "-move", chess::format_uci_move(move)});
            const std::pair place{i, book::encode_move(move)};
            switch (random.below(3)) {
            case 0:
                words.emplace_back("-add");
                model.emplace(place, 1);
                break;
            case 1: {
                const int weight = static_cast<int>(random.below(1000));
                words.insert(words.end(), {"-add", "-weight", std::to_string(weight)});
                model[place] = weight;
                break;
            }
            default: words.insert(words.end(), {"-add", "-delete"}); model.erase(place);
            }
        }
        const Ran ran = book.edit(words);
        REQUIRE_MESSAGE(ran.status == 0, ran.err);
        std::map<std::pair<std::size_t, std::uint16_t>, int> found;
        const std::string bytes = book.folder.read("book.bin");
        const auto read =
            book::PolyglotBook::open(std::as_bytes(std::span(bytes.data(), bytes.size())));
        REQUIRE(read.has_value());
        CHECK(read->sorted());
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (const RawEntry& e : read->find_raw(after(lines[i]).key()))
                found[{i, e.move}] = e.weight;
        CHECK(found == model);
        if (book.unchanged()) continue;
        REQUIRE(book.edit({"-undo"}).status == 0);
        CHECK(book.unchanged());
    }
}

} // namespace polyglot::tools
