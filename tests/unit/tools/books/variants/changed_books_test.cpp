// Commands that edit and combine .bin books of variants.
#include "core/book/polyglot/book.hpp"
#include "tests/unit/tools/books/variants/variant_lines.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

TEST_CASE("edit-book: a move of a variant is weighed, added, deleted and taken back") {
    const BookFolder folder;
    const std::string file = folder.write(
        "zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain).line(without_pawn).entries());
    const std::string original = folder.read("zh.bin");
    const std::vector<std::string> at{"-variant", "crazyhouse", "-line", "e4 d5 exd5 Qxd5"};
    const auto edit = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{file};
        words.insert(words.end(), at.begin(), at.end());
        words.insert(words.end(), more.begin(), more.end());
        return run(run_edit_book, words);
    };
    const Ran added = edit({"-move", "P@e4", "-add", "-weight", "30"});
    CHECK_MESSAGE(added.status == 0, added.err);
    CHECK(added.out.find("PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\n") != std::string::npos);
    CHECK(added.out.find("  P@e4         -      -  ->     30  75.0%  added\n") !=
          std::string::npos);
    CHECK(run(run_find_book, {file, "-variant", "crazyhouse", "e4", "d5", "exd5", "Qxd5"})
              .out.find("  P@e4  P@e4          30   75.0%  may be played") != std::string::npos);
    CHECK(edit({"-move", "Nc3", "-delete"}).out.find("  Nc3 ") != std::string::npos);
    CHECK(run(run_edit_book, {file, "-history"}).out.find("-move P@e4 -add") != std::string::npos);
    CHECK(run(run_edit_book, {file, "-undo", "-variant", "crazyhouse"}).status == 0);
    CHECK(run(run_edit_book, {file, "-undo", "-variant", "crazyhouse"}).status == 0);
    CHECK(folder.read("zh.bin") == original);
    CHECK(edit({"-move", "Nc3", "-priority", "4"}).err ==
          "edit-book: -priority 4: only Arena books (.abk) have games and priorities\n");
    CHECK(edit({"-move", "Q@e4", "-add"}).status == 2);
    CHECK(edit({"-move", "P@e4", "-weight", "3"})
              .err.find("P@e4 is not in the book here; -add adds it") != std::string::npos);
}

TEST_CASE("edit-book: shares, subtrees and lists in a variant's book") {
    const BookFolder folder;
    const auto book_of = [&](VariantKeys keys,
                             const std::vector<std::vector<std::string_view>>& l) {
        VariantLines lines(chess::crazyhouse, keys);
        for (const auto& line : l)
            lines.line(line);
        std::vector<book::RawEntry> entries = lines.entries();
        entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
        return entries;
    };
    const std::string file =
        folder.write("zh.bin", book_of(VariantKeys::Plain, {with_pawn, without_pawn}));
    const std::vector<std::string> at{file, "-variant", "crazyhouse", "-line", "e4 d5 exd5 Qxd5"};
    const auto edit = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = at;
        words.insert(words.end(), more.begin(), more.end());
        return run(run_edit_book, words);
    };
    const auto found = [&](std::string_view part) {
        const std::string out =
            run(run_find_book, {file, "-variant", "crazyhouse", "e4", "d5", "exd5", "Qxd5"}).out;
        CHECK_MESSAGE(out.find(part) != std::string::npos, out);
    };
    // Both shares together leave a rest of 10 % for the third move.
    CHECK(edit({"-move", "Qf3", "-add", "-move", "P@e4", "-share", "60%", "-move", "Nc3", "-share",
                "30%"})
              .status == 0);
    found("  60.0%  may be played");
    found("  30.0%  may be played");
    found("  10.0%  may be played");
    CHECK(edit({"-move", "P@e4", "-share", "60%", "-move", "Nc3", "-share", "60%"}).status == 1);

    const std::string list = folder.write(
        "list.csv", test::to_bytes(std::string_view(
                        "fen,move,weight,action\n"
                        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3,P@e4,5,\n"
                        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3,Nc3,,"
                        "delete\n")));
    CHECK(run(run_edit_book, {file, "-variant", "crazyhouse", "-from", list}).status == 0);
    found("  P@e4  P@e4           5 ");
    const std::string wrong = folder.write(
        "wrong.csv", test::to_bytes(std::string_view("line,move,weight\ne4 d5,P@e4,5\n")));
    CHECK(run(run_edit_book, {file, "-variant", "crazyhouse", "-from", wrong})
              .err.find("wrong.csv:2: ") != std::string::npos);

    // A copy from a book with the other keys, and of one move only.
    const std::string other = folder.write(
        "x.bin", book_of(VariantKeys::XBoard, {{"e4", "d5", "exd5", "Qxd5", "Nc3", "P@e4"}}));
    CHECK(edit({"-move", "Nc3", "-copy-from", other}).status == 0);
    CHECK(run(run_find_book, {file, "-variant", "crazyhouse", "e4", "d5", "exd5", "Qxd5", "Nc3"})
              .out.find("P@e4") != std::string::npos);
    CHECK(edit({"-move", "d4", "-copy-from", other}).err.find("does not have d4 here") !=
          std::string::npos);
    // What is deleted with its continuations leaves the rest.
    CHECK(edit({"-move", "Nc3", "-delete-subtree"}).status == 0);
    CHECK(run(run_find_book, {file, "-variant", "crazyhouse", "e4", "d5", "exd5", "Qxd5", "Nc3"})
              .out.find("P@e4") == std::string::npos);
    found("  P@e4  P@e4           5 ");
    CHECK(run(run_edit_book, {file, "-variant", "crazyhouse", "-line", "e4", "-delete-subtree"})
              .status == 0);
    CHECK(run(run_verify_book, {file, "-variant", "crazyhouse"}).out.find(", 1 entry, ") !=
          std::string::npos);
}

TEST_CASE("intersect-book and subtract-book: moves of a variant") {
    const BookFolder folder;
    const auto entries = [](VariantKeys keys, const std::vector<std::string_view>& line) {
        return VariantLines(chess::crazyhouse, keys).line(line).entries();
    };
    const std::string a = folder.write("a.bin", entries(VariantKeys::XBoard, with_pawn));
    const std::string b = folder.write("b.bin", entries(VariantKeys::XBoard, without_pawn));
    const std::string plain = folder.write("plain.bin", entries(VariantKeys::Plain, with_pawn));
    const std::string out = folder / "out.bin";
    CHECK(run(run_intersect_book, {a, b, "-out", out}).out ==
          out + ": 4 positions, 4 entries of 5 of " + a + "\n");
    CHECK(run(run_subtract_book, {a, b, "-out", out}).out ==
          out + ": 1 position, 1 entries of 5 of " + a + "\n");
    CHECK(folder.read("out.bin").substr(8, 2) == "\x94\x1c"); // P@e4
    CHECK(run(run_subtract_book, {a, b, "-by", "position", "-out", out})
              .err.find("no entry is left") != std::string::npos);
    CHECK(run(run_subtract_book, {a, plain, "-out", out}).err.find("names no variant") !=
          std::string::npos);
    CHECK(run(run_subtract_book, {a, plain, "-variant", "crazyhouse", "-out", out})
              .err.find("convert-book -keys changes them") != std::string::npos);
    // Castling in an old spelling is the same move.
    const std::vector<std::string_view> castling{"e4", "e5", "Nf3", "Nf6", "Be2", "Be7", "O-O"};
    std::vector<book::RawEntry> spelled = entries(VariantKeys::XBoard, castling);
    for (book::RawEntry& entry : spelled)
        if (entry.move == test::raw_move("e1h1")) entry.move = test::raw_move("e1g1");
    const std::string old = folder.write("old.bin", spelled);
    const std::string usual = folder.write("usual.bin", entries(VariantKeys::XBoard, castling));
    CHECK(run(run_intersect_book, {old, usual, "-out", out}).out.find(" 7 entries of 7 ") !=
          std::string::npos);
}

TEST_CASE("merge-book and diff-book: books of one variant with one kind of keys") {
    const BookFolder folder;
    const auto entries = [](VariantKeys keys, const std::vector<std::string_view>& line) {
        return VariantLines(chess::crazyhouse, keys).line(line).entries();
    };
    const std::string a = folder.write("a.bin", entries(VariantKeys::Plain, with_pawn));
    const std::string b = folder.write("b.bin", entries(VariantKeys::Plain, without_pawn));
    test::Bytes named =
        test::to_bytes(std::string_view(book::encode_header({"1.0", {"crazyhouse"}, "mine"})));
    const test::Bytes xboard = test::to_bytes(entries(VariantKeys::XBoard, without_pawn));
    named.insert(named.end(), xboard.begin(), xboard.end());
    const std::string x = folder.write("x.bin", named);
    const std::string chess_book =
        folder.write("chess.bin", std::vector<book::RawEntry>{{chess::Position::start().key(),
                                                               test::raw_move("e2e4"), 1, 0, 0}});

    const Ran same = run(run_diff_book, {a, a, "-variant", "crazyhouse"});
    CHECK(same.status == 0);
    CHECK(same.out == "5 positions alike, 0 changed, 0 only in " + a + ", 0 only in " + a + "\n");
    const Ran changed = run(run_diff_book, {a, b, "-variant", "crazyhouse"});
    CHECK(changed.status == 1);
    CHECK(changed.out.starts_with(
        "1. e4 d5 2. exd5 Qxd5  (rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 "
        "3)\n  P@e4     100.0% ->       -\n  Nc3           - ->  100.0%\n"));
    CHECK(changed.out.find("100.0% of games are played differently\n") != std::string::npos);

    const std::string out = folder / "out.bin";
    CHECK(run(run_merge_book, {a, b, "-variant", "crazyhouse", "-out", out}).status == 0);
    CHECK(run(run_verify_book, {out, "-variant", "crazyhouse"}).status == 0);
    const Ran merged = run(run_merge_book, {x, x, "-out", out});
    CHECK_MESSAGE(merged.status == 0, merged.err);
    const std::string bytes = folder.read("out.bin");
    const auto reopened = book::PolyglotBook::open(std::as_bytes(std::span(bytes)));
    REQUIRE(reopened->header());
    CHECK(reopened->header()->variants == std::vector<std::string>{"crazyhouse"});

    const std::string other_keys =
        x + " has XBoard's keys, and " + a + " has plain keys; convert-book -keys changes them\n";
    CHECK(run(run_merge_book, {x, a, "-variant", "crazyhouse", "-out", out}).err == other_keys);
    CHECK(run(run_diff_book, {x, a, "-variant", "crazyhouse"}).err == "diff-book: " + other_keys);
    const std::string unnamed = x + " is of crazyhouse, and " + chess_book +
                                " names no variant; -variant crazyhouse says that it is of it, "
                                "too\n";
    CHECK(run(run_merge_book, {chess_book, x, "-out", out}).err == unnamed);
    CHECK(run(run_diff_book, {chess_book, x}).err == "diff-book: " + unnamed);
    CHECK(run(run_diff_book, {a, b, "-variant", "crazyhouse", "-fen", "x"}).status == 2);
    CHECK(run(run_diff_book, {a, b, "-variant", "crazyhouse", "-chess960"}).status == 2);
}

} // namespace polyglot::tools
