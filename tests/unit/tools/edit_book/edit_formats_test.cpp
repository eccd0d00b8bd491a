// `polyglot edit-book` on Arena and YACB books: what is written, what is refused, and -undo to the
// last byte.
#include "core/book/yacb/yacb.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace polyglot::tools {
namespace {

using test::abk_move;

const chess::Position start = chess::Position::start();

struct EditedFile {
    BookFolder folder;
    std::string name, file, original;

    EditedFile(std::string file_name, std::string_view bytes)
        : name(std::move(file_name)),
          file(folder.write(name, test::to_bytes(bytes))),
          original(bytes) {}
    Ran edit(std::vector<std::string> words) const {
        words.insert(words.begin(), file);
        return run(run_edit_book, words);
    }
    void done(const std::vector<std::string>& words) const {
        const Ran ran = edit(words);
        REQUIRE_MESSAGE(ran.status == 0, ran.err);
    }
    void refused(const std::vector<std::string>& words, std::string_view message) const {
        const std::string before = folder.read(name);
        const Ran ran = edit(words);
        CHECK(ran.status == 1);
        CHECK_MESSAGE(ran.err.find(message) != std::string::npos, ran.err);
        CHECK(folder.read(name) == before);
    }
    bool unchanged() const { return folder.read(name) == original; }
};

// 1.e4 (30 games, White won 12, lost 6) e5 2.Nf3 and 1.Nf3 (10 games) e5 2.e4 Nc6; 1.d4 (60 games).
// What is not edited is odd on purpose: the filler, a byte after the last record.
std::string arena_bytes(std::uint32_t of_priority = 0, std::uint32_t of_games = 3) {
    book::AbkTree tree =
        test::abk_tree({abk_move("e2e4", 901, 903), abk_move("e7e5", 902), abk_move("g1f3"),
                        abk_move("g1f3", 904, 907), abk_move("e7e5", 905), abk_move("e2e4", 906),
                        abk_move("b8c6"), abk_move("d2d4")});
    tree.records[0].games = 30;
    tree.records[0].white_wins = 12;
    tree.records[0].white_losses = 6;
    tree.records[3].games = 10;
    tree.records[7].games = 60;
    tree.header.comment = "By hand";
    tree.header.depth = 4;
    tree.header.importance_of_priority = of_priority;
    tree.header.importance_of_games = of_games;
    std::string bytes = book::encode_abk(tree) + "!";
    bytes[20'000] = 'y';
    return bytes;
}

// "e2e4:30p5/12,6 d2d4:60p5": the moves of a position in the file.
std::string arena_moves(const EditedFile& book, std::string_view line = "") {
    const book::AbkBook read = test::open_abk(book.folder.read(book.name));
    const chess::Position position = after(line);
    std::string text;
    for (const book::Entry& e : read.find(position)) {
        text += (text.empty() ? "" : " ") + chess::format_uci_move(e.move) + ":" +
                std::to_string(e.games->games) + "p" + std::to_string(*e.priority);
        if (e.games->white_wins > 0)
            text += "/" + std::to_string(e.games->white_wins) + "," +
                    std::to_string(e.games->white_losses);
    }
    return text;
}

struct Values {
    std::string line, best; // best: empty, no move
    int value = 0;
    std::uint16_t elo = 0;
};

std::string yacb_bytes(const std::vector<Values>& all) {
    const std::string header = book::encode_yacb_header();
    std::vector<book::YacbEntry> entries;
    for (const Values& v : all) {
        const chess::Position position = after(v.line);
        book::YacbEntry entry{.key = book::YacbBook::open(std::make_shared<book::SpanReader>(
                                                              std::as_bytes(std::span(header))))
                                         ->key_of(position),
                              .evaluation = {.value = v.value,
                                             .source = book::Evaluation::Source::Engine,
                                             .elo = v.elo}};
        if (!v.best.empty())
            entry.best_move =
                book::encode_stockfish_move(*chess::parse_uci_move(position, v.best), position);
        entries.push_back(entry);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    std::string bytes = header;
    bytes[10] = 1; // a reserved byte, which stays
    for (const book::YacbEntry& entry : entries) {
        std::array<std::byte, book::yacb_entry_size> raw{};
        book::encode_yacb_entry(entry, raw);
        bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
    }
    return bytes + "tail";
}

std::vector<Values> some_values() {
    return {{"", "e2e4", 33, 120}, {"e2e4", "e7e5", 30, 65535},   {"e2e4 e7e5", "g1f3", 28, 1},
            {"d2d4", "", 20, 9},   {"e2e4 e7e5 g1f3", "", 25, 2}, {"g1f3 e7e5", "", 5, 3}};
}

// "e2e4 33 120", "- 20 9", or "" for an unknown position.
std::string yacb_entry(const EditedFile& book, std::string_view line = "") {
    const std::string bytes = book.folder.read(book.name);
    const auto read =
        book::YacbBook::open(std::make_shared<book::SpanReader>(std::as_bytes(std::span(bytes))));
    REQUIRE(read.has_value());
    const chess::Position position = after(line);
    const auto entry = read->evaluation(position);
    if (!entry) return "";
    const chess::Move move = book::decode_stockfish_move(entry->best_move, position);
    return (move ? chess::format_uci_move(move) : "-") + " " +
           std::to_string(entry->evaluation.value) + " " + std::to_string(entry->evaluation.elo);
}

} // namespace

TEST_CASE("edit-book, Arena: games, shares and priorities; everything else stays") {
    const EditedFile book("b.abk", arena_bytes());
    const Ran ran = book.edit({"-move", "d4", "-weight", "20", "-move", "e4", "-boost", "x2",
                               "-line", "e4 e5", "-move", "Nf3", "-forbid"});
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    CHECK(arena_moves(book) == "e2e4:60p5/24,12 g1f3:10p5 d2d4:20p5");
    CHECK(arena_moves(book, "e2e4 e7e5") == "g1f3:1p0");
    CHECK(ran.out.find("e4      30 games p5  30.0%  -> 60 games p5  66.7%\n") != std::string::npos);
    CHECK(ran.out.find("2 positions changed: 3 weights, 0 moves added, 0 moves deleted") !=
          std::string::npos);
    std::string bytes = book.folder.read("b.abk");
    REQUIRE(bytes.size() == book.original.size());
    CHECK(bytes.substr(0, 25'200) == book.original.substr(0, 25'200));
    CHECK(bytes.back() == '!');
    book.done({"-undo"});
    CHECK(book.unchanged());

    book.done({"-move", "e4", "-share", "50%", "-move", "Nf3", "-priority", "9", "-games", "3"});
    book.done({"-move", "d4", "-share", "0"});
    CHECK(arena_moves(book) == "e2e4:70p5/28,14 g1f3:3p9 d2d4:60p0");
    book.done({"-move", "d4", "-share", "50%"}); // plays again
    CHECK(arena_moves(book) == "e2e4:70p5/28,14 g1f3:3p9 d2d4:73p5");
    for (int run = 0; run < 3; ++run)
        book.done({"-undo"});
    CHECK(book.unchanged());
}

TEST_CASE("edit-book, Arena: the shares of one position are met together") {
    const EditedFile book("b.abk", arena_bytes());
    book.done({"-move", "e4", "-share", "50%", "-move", "Nf3", "-share", "30%"});
    CHECK(arena_moves(book) == "e2e4:150p5/60,30 g1f3:90p5 d2d4:60p5");
    book.done({"-undo"});
    book.done({"-move", "e4", "-share", "50%", "-move", "Nf3", "-share", "30%", "-move", "d4",
               "-share", "20%"});
    CHECK(arena_moves(book) == "e2e4:30p5/12,6 g1f3:18p5 d2d4:12p5");
    book.done({"-undo"});
    book.done({"-move", "Nf3", "-share", "60%", "-move", "d4", "-share", "40%"}); // no rest
    CHECK(arena_moves(book) == "e2e4:30p0/12,6 g1f3:1000p5 d2d4:667p5");
    book.done({"-undo"});
    CHECK(book.unchanged());
    const EditedFile priorities("p.abk", arena_bytes(3, 0));
    priorities.done({"-move", "e4", "-share", "50%", "-move", "Nf3", "-share", "30%"});
    CHECK(arena_moves(priorities) == "e2e4:30p13/12,6 g1f3:10p8 d2d4:60p5");
    const EditedFile uniform("u.abk", arena_bytes(0, 0));
    uniform.refused({"-move", "e4", "-share", "50%", "-move", "Nf3", "-share", "30%"},
                    "any importance");
}

TEST_CASE("edit-book, Arena: a move that the header's limits forbid takes no rest") {
    std::string bytes = arena_bytes();
    bytes[218 + 4] = 20; // of games, at least: not 1.Nf3
    const EditedFile book("b.abk", bytes);
    book.refused({"-move", "e4", "-share", "50%", "-move", "d4", "-share", "30%"},
                 "-share 50%, -share 30%: these shares make 80.0%, and no other move of the "
                 "position is played");
    book.done({"-move", "e4", "-share", "40%", "-move", "d4", "-share", "60%"});
    CHECK(arena_moves(book) == "e2e4:40p5/16,8 g1f3:10p0 d2d4:60p5");
}

TEST_CASE("edit-book, Arena: shares that priorities cannot give are refused, those nearly reached "
          "are not") {
    const EditedFile book("b.abk", arena_bytes(3, 0));
    book.refused({"-move", "e4", "-share", "99%", "-move", "Nf3", "-share", "0.5%"},
                 "-share 99%, -share 0.5%: the book's header and the other moves here allow e4 a "
                 "share of 97.7% beside "
                 "the others, not of 99.0%");
    book.done({"-move", "e4", "-share", "97%", "-move", "Nf3", "-share", "0.1%"});
    CHECK(arena_moves(book) == "e2e4:30p200/12,6 g1f3:10p1 d2d4:60p5");
}

TEST_CASE("edit-book, Arena: shares that whole numbers of few games miss are not refused") {
    const EditedFile book("b.abk", arena_bytes());
    book.done({"-move", "e4", "-share", "0", "-move", "d4", "-share", "40%"});
    CHECK(arena_moves(book) == "e2e4:30p0/12,6 g1f3:10p5 d2d4:7p5"); // 41.2 %
}

TEST_CASE("edit-book, Arena: several shares of 0") {
    const EditedFile book("b.abk", arena_bytes());
    book.done({"-move", "e4", "-share", "0", "-move", "Nf3", "-share", "0"});
    CHECK(arena_moves(book) == "e2e4:30p0/12,6 g1f3:10p0 d2d4:60p5");
    book.refused(
        {"-move", "e4", "-share", "0", "-move", "Nf3", "-share", "0", "-move", "d4", "-share", "0"},
        "these shares make 0.0%, and no other move of the position is played");
}

TEST_CASE("edit-book, Arena: where the priority counts, weights are priorities; where neither "
          "does, there are none") {
    const EditedFile book("b.abk", arena_bytes(3, 0));
    book.done({"-move", "e4", "-weight", "9", "-move", "d4", "-boost", "2", "-move", "a3", "-add"});
    CHECK(arena_moves(book) == "e2e4:30p9/12,6 g1f3:10p5 d2d4:60p10 a2a3:0p1");
    book.refused({"-move", "e4", "-weight", "256"}, "-weight 256: the weight is the priority here");
    book.refused({"-move", "e4", "-share", "99%"}, "allow it a share from ");
    const EditedFile uniform("u.abk", arena_bytes(0, 0));
    uniform.refused({"-move", "e4", "-weight", "9"},
                    "gives neither games nor priority any importance");
    uniform.done({"-move", "e4", "-forbid", "-move", "a3", "-add"});
    CHECK(arena_moves(uniform) == "e2e4:30p0/12,6 g1f3:10p5 d2d4:60p5 a2a3:0p5");
}

TEST_CASE("edit-book, Arena: moves added and deleted, what other lines reach stays, undo gives "
          "back every byte") {
    const EditedFile book("b.abk", arena_bytes());
    book.done({"-line", "e4", "-move", "c5", "-add", "-line", "e4 c5", "-move", "Nf3", "-add",
               "-weight", "7"});
    CHECK(arena_moves(book, "e2e4") == "e7e5:1p5 c7c5:1p5");
    CHECK(arena_moves(book, "e2e4 c7c5") == "g1f3:7p5");
    CHECK(book.folder.read("b.abk").size() == book.original.size() + 2 * 28);
    const std::string verified = run(run_verify_book, {book.file}).out;
    CHECK_MESSAGE(verified.find("tree") == std::string::npos, verified); // no record is outside it
    CHECK_MESSAGE(verified.find("pointer") == std::string::npos, verified);
    CHECK_MESSAGE(verified.find("states") == std::string::npos, verified);
    // 1.e4 e5 2.Nf3 Nc6 is still reached, its moves stood after 1.Nf3
    book.done({"-move", "Nf3", "-delete"});
    CHECK(arena_moves(book) == "e2e4:30p5/12,6 d2d4:60p5");
    CHECK(arena_moves(book, "e2e4 e7e5 g1f3") == "b8c6:1p5");
    CHECK(arena_moves(book, "g1f3").empty());
    book.refused({"-line", "Nf3", "-move", "d5", "-add"},
                 "no line of the book leads to the position");
    book.refused({"-move", "Nf3", "-delete"}, "Nf3 is not in the book here");
    book.refused({"-delete"}, "no move would be left; nothing is written");
    CHECK(book.edit({"-history"}).out.find(" UTC  1 position  -move Nf3 -delete\n") ==
          std::string::npos);
    CHECK(book.edit({"-history"}).out.find(" positions  -move Nf3 -delete\n") != std::string::npos);
    CHECK(book.edit({"-undo", "-dry-run"}).out.find("would be as before") != std::string::npos);
    book.done({"-undo"});
    book.done({"-undo"});
    CHECK(book.unchanged());
    CHECK(book.folder.files() == 1);
}

TEST_CASE("edit-book, Arena: copies from another Arena book and from a .bin") {
    const EditedFile book("b.abk", arena_bytes());
    book::AbkTree tree = test::abk_tree({abk_move("c2c4", 901), abk_move("e7e5")});
    tree.records[0].games = 44;
    tree.records[0].priority = 3;
    tree.records[1].games = 40;
    tree.records[1].white_wins = 30;
    const std::string other = book.folder.write("o.abk", test::to_bytes(book::encode_abk(tree)));
    book.done({"-move", "c4", "-copy-from", other});
    CHECK(arena_moves(book) == "e2e4:30p5/12,6 g1f3:10p5 d2d4:60p5 c2c4:44p3");
    CHECK(arena_moves(book, "c2c4") == "e7e5:40p5/30,0");
    book.done({"-copy-from", other});
    CHECK(arena_moves(book) == "c2c4:44p3");
    book.done({"-undo"});
    book.done({"-undo"});
    CHECK(book.unchanged());
    const std::string bin =
        book.folder.write("o.bin", {{start.key(), test::raw_move("e2e4"), 8, 0, 0},
                                    {start.key(), test::raw_move("c2c4"), 4, 0, 0}});
    book.done({"-copy-from", bin});
    CHECK(arena_moves(book) == "e2e4:8p9 c2c4:4p5");
    CHECK(arena_moves(book, "e2e4") == "e7e5:1p5"); // the other book does not know it
}

TEST_CASE("edit-book, Arena: a table of convert-book changes nothing, or what is edited in it") {
    for (const std::string format : {"csv", "json"}) {
        const EditedFile book("b.abk", arena_bytes());
        const std::string table = book.folder / "t." + format;
        REQUIRE(run(run_convert_book, {"-from", book.file, "-to", table}).status == 0);
        const Ran ran = book.edit({"-from", table});
        CHECK_MESSAGE(ran.out.find("has all of this already") != std::string::npos,
                      (ran.out + ran.err));
        book.done({"-move", "e4", "-games", "5", "-move", "d4", "-forbid"});
        book.done({"-from", table});
        CHECK(book.unchanged());
        // Its weights are shares above 16 bits: a .bin refuses them.
        const std::string bin =
            book.folder.write("o.bin", {{start.key(), test::raw_move("e2e4"), 8, 0, 0}});
        CHECK(run(run_edit_book, {bin, "-from", table}).err.find("is not a weight: 0 to 65535") !=
              std::string::npos);
    }
}

TEST_CASE("edit-book, Arena: undo of what another program has changed, or what was never written") {
    const EditedFile book("b.abk", arena_bytes());
    book.done({"-move", "e4", "-games", "5"});
    const std::string undo = book.folder.read("b.abk.undo");
    book.done({"-undo"});
    book.folder.write("b.abk.undo", test::to_bytes(undo));
    book.done({"-undo"});
    CHECK(book.unchanged());
    book.folder.write("b.abk", test::to_bytes(arena_bytes(1)));
    book.done({"-move", "e4", "-games", "6"});
    book.folder.write("b.abk.undo", test::to_bytes(undo));
    book.refused({"-undo"}, "has been changed since by another program; nothing is taken back");
    for (const char* const damage :
         {R"(,"before":[8,4,8],"after":[8,4,8],"records":[[99,null,[1,2,3,4,5,6,7,8,9,0]]])",
          R"(,"before":[9,4,8],"after":[8,4,8],"records":[])", R"(,"records":1)", ""}) {
        book.folder.write("b.abk.undo", test::to_bytes(R"({"time":"","edits":"","positions":[])" +
                                                       std::string(damage) + "}\n"));
        book.refused({"-undo"}, damage[0] == ',' && damage[2] == 'b' ? "not of such a book"
                                                                     : "b.abk.undo:1: is not");
    }
}

TEST_CASE("edit-book, YACB: the move changes, the value stays; undo gives back every byte") {
    const EditedFile book("b.yacb", yacb_bytes(some_values()));
    const Ran ran = book.edit({"-move", "d4", "-add", "-line", "e4", "-move", "e5", "-delete",
                               "-line", "c4", "-move", "e5", "-add"});
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    CHECK(yacb_entry(book) == "d2d4 33 120");
    CHECK(yacb_entry(book, "e2e4") == "- 30 65535");
    CHECK(yacb_entry(book, "c2c4") == "e7e5 0 0");
    CHECK(ran.out.find("d4           -      -  ->  +0.33   best  added\n") != std::string::npos);
    const std::string bytes = book.folder.read("b.yacb");
    CHECK(bytes.substr(0, 32) == book.original.substr(0, 32));
    CHECK(bytes.ends_with("tail"));
    CHECK(bytes.size() == book.original.size() + 16);
    CHECK(book.edit({"-move", "d4", "-add", "-dry-run"}).out.find("has all of this already") !=
          std::string::npos);
    book.done({"-undo"});
    CHECK(book.unchanged());
}

TEST_CASE("edit-book, YACB: positions and subtrees deleted, copies") {
    const EditedFile book("b.yacb", yacb_bytes(some_values()));
    book.done({"-line", "d4", "-delete"});
    CHECK(yacb_entry(book, "d2d4").empty());
    book.done({"-move", "e4", "-delete-subtree"});
    CHECK(yacb_entry(book) == "- 33 120");
    CHECK(yacb_entry(book, "e2e4").empty());
    CHECK(yacb_entry(book, "e2e4 e7e5").empty());
    // 1.Nf3 is not known, so no known position leads to it
    CHECK(yacb_entry(book, "e2e4 e7e5 g1f3").empty());
    CHECK(yacb_entry(book, "g1f3 e7e5") == "- 5 3");
    book.done({"-undo"});
    book.done({"-undo"});
    CHECK(book.unchanged());

    const std::string other = book.folder.write(
        "o.yacb", test::to_bytes(yacb_bytes({{"", "c2c4", 40, 7}, {"c2c4", "e7e5", 35, 8}})));
    book.done({"-copy-from", other});
    CHECK(yacb_entry(book) == "c2c4 40 7");
    CHECK(yacb_entry(book, "c2c4") == "e7e5 35 8");
    const std::string bin =
        book.folder.write("o.bin", {{start.key(), test::raw_move("e2e4"), 8, 0, 0},
                                    {start.key(), test::raw_move("c2c4"), 9, 0, 0}});
    book.done({"-undo"});
    book.done({"-copy-from", bin});
    CHECK(yacb_entry(book) == "c2c4 33 120"); // our value, its heaviest move
}

TEST_CASE("edit-book, YACB: what has no meaning there, and what is not sorted") {
    const EditedFile book("b.yacb", yacb_bytes(some_values()));
    const std::array<std::pair<const char*, const char*>, 3> weighed{
        {{"-weight", "3"}, {"-share", "40%"}, {"-boost", "x2"}}};
    for (const auto& [word, value] : weighed)
        book.refused({"-move", "e4", word, value},
                     "a YACB book has a value and one move for a position, and no weights");
    book.refused({"-move", "e4", "-forbid"}, "a YACB book keeps no move that is never played");
    book.refused({"-move", "e4", "-priority", "3"},
                 "only Arena books (.abk) have games and priorities");
    book.refused({"-move", "d4", "-delete"}, "d4 is not the book's move here");
    book.refused({"-line", "a3", "-delete"}, "the position is not in the book");
    book.refused({"-line", "a3 a6", "-move", "h3", "-delete-subtree"},
                 "neither the move nor the position after it");
    CHECK(book.unchanged());
    std::string unsorted = book.original;
    std::swap_ranges(unsorted.begin() + 32, unsorted.begin() + 48, unsorted.begin() + 48);
    EditedFile("u.yacb", unsorted).refused({"-delete"}, "is not sorted; polyglot convert-book");
    EditedFile("c.abk", arena_bytes().substr(0, 1000))
        .refused({"-delete"}, "cut off within its header");
}

TEST_CASE("edit-book: games and priorities are an Arena book's") {
    const BookFolder folder;
    const std::string bin = folder.write("o.bin", {{start.key(), test::raw_move("e2e4"), 8, 0, 0}});
    CHECK(run(run_edit_book, {bin, "-move", "e4", "-games", "3"}).err.find("only Arena books") !=
          std::string::npos);
    CHECK(run(run_edit_book, {bin, "-move", "e4", "-priority", "256"}).status == 2);
    CHECK(run(run_edit_book, {bin, "-move", "e4", "-games", "-3"}).status == 2);
}

} // namespace polyglot::tools
