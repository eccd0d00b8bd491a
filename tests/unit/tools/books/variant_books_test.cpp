// Commands of books on a .bin book of a variant.
#include "core/book/sniff/sniff.hpp"
#include "core/book/variants/move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using chess::VariantKeys;
using chess::VariantPosition;

// A book of lines in SAN from the start position.
class VariantLines {
  public:
    VariantLines(const chess::Variant& variant, VariantKeys keys)
        : variant_(variant), keys_(keys) {}

    VariantLines& line(const std::vector<std::string_view>& sans, std::uint16_t weight = 10) {
        VariantPosition position = VariantPosition::start(variant_);
        for (const std::string_view san : sans) {
            const auto move = chess::parse_variant_san(position, san);
            REQUIRE_MESSAGE(move.has_value(), san);
            entries_.push_back({chess::variant_key(position, keys_),
                                book::encode_variant_move(*move, keys_).value(), weight, 0, 0});
            position.make(*move);
        }
        return *this;
    }
    std::vector<book::RawEntry> entries() const {
        std::vector<book::RawEntry> sorted = entries_;
        std::ranges::stable_sort(sorted, {}, &book::RawEntry::key);
        return sorted;
    }

  private:
    const chess::Variant& variant_;
    VariantKeys keys_;
    std::vector<book::RawEntry> entries_;
};

// The second line comes to the first one's position by key, without the pawn to drop.
const std::vector<std::string_view> with_pawn{"e4", "d5", "exd5", "Qxd5", "P@e4"};
const std::vector<std::string_view> without_pawn{"e4", "d5", "exd5", "Qxd5", "Nc3"};

} // namespace

TEST_CASE("find-book: a plain book of crazyhouse is read by its rules when the variant is given") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line(with_pawn)
                                   .line(without_pawn, 30)
                                   .entries());
    const Ran ran =
        run(run_find_book, {file, "-variant", "crazyhouse", "e4", "d5", "exd5", "Qxd5"});
    CHECK(ran.err.empty());
    CHECK(ran.status == 0);
    const auto text = [&](std::string_view part) {
        return ran.out.find(part) != std::string::npos;
    };
    CHECK(text("position: rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\n"));
    CHECK(text("  P@e4  P@e4          10   25.0%  may be played; entry "));
    CHECK(text("  b1c3  Nc3           30   75.0%  may be played; entry "));

    const std::string empty_pockets =
        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 3";
    const Ran json =
        run(run_find_book, {file, "-variant", "crazyhouse", "-fen", empty_pockets, "-json"});
    const auto moves = boost::json::parse(json.out).at("moves").as_array();
    REQUIRE(moves.size() == 2);
    CHECK(moves[0].at("why_not").as_string() == "not legal here");
    CHECK(moves[0].at("uci").as_string() == "e4e4");
    CHECK(moves[1].at("playable").as_bool());

    CHECK(run(run_find_book, {file, "-variant", "crazyhouse"}).out.find("reply d7d5 (d5)") !=
          std::string::npos);
    CHECK(run(run_find_book, {file, "-variant", "crazyhouse", "-fen", "x"}).status == 1);
    CHECK(run(run_find_book, {file, "-variant", "crazyhouse", "N@e4"})
              .err.starts_with("-moves: 'N@e4' is not legal"));
}

TEST_CASE("find-book: a book that names its variant needs no option, and is not read as another") {
    const BookFolder folder;
    const std::string file = folder.write(
        "zh.bin", VariantLines(chess::crazyhouse, VariantKeys::XBoard).line(with_pawn).entries());
    const Ran ran = run(run_find_book, {file, "e4", "d5", "exd5", "Qxd5"});
    CHECK(ran.out.find("P@e4") != std::string::npos);
    const Ran other = run(run_find_book, {file, "-variant", "atomic"});
    CHECK(other.status == 1);
    CHECK(other.err == file + ": the book has XBoard's keys of crazyhouse and not of atomic\n");
    const std::string horde = folder.write(
        "horde.bin", VariantLines(chess::horde, VariantKeys::Plain).line({"e5", "a6"}).entries());
    CHECK(run(run_find_book, {horde}).out.find("  e4e5  e5") != std::string::npos);
}

TEST_CASE("show-book: the lines of a variant's book, drops, and positions apart by their pockets") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line(with_pawn)
                                   .line(without_pawn, 30)
                                   .entries());
    const Ran ran = run(run_show_book, {file, "-variant", "crazyhouse", "e4", "d5"});
    CHECK(ran.out.starts_with(file + " (PolyGlot of crazyhouse), after 1. e4 d5\n\n"));
    CHECK(ran.out.find("  2... Qxd5  100.0%") != std::string::npos);
    CHECK(ran.out.find("    3. Nc3    75.0%") != std::string::npos);
    CHECK(ran.out.find("    3. P@e4   25.0%") != std::string::npos);
    const Ran json = run(run_show_book, {file, "-variant", "crazyhouse", "-json"});
    const auto tree = boost::json::parse(json.out);
    std::string at = "/tree";
    for (int ply = 0; ply < 4; ++ply)
        at += "/moves/0/after";
    CHECK(tree.at_pointer(at + "/fen").as_string() ==
          "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    CHECK(tree.at_pointer(at + "/moves/1/uci").as_string() == "P@e4");
    // The pawn is not in the pocket.
    const std::string fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 3";
    const Ran empty = run(run_show_book, {file, "-variant", "crazyhouse", "-fen", fen});
    CHECK(empty.out.find(", " + fen + "\n") != std::string::npos);
    CHECK(empty.out.find("3. e4e4   25.0%") != std::string::npos);
    CHECK(empty.out.find("not legal here") != std::string::npos);
    CHECK(run(run_show_book, {file, "-variant", "crazyhouse", "-fen", "x"}).status == 2);
    CHECK(run(run_show_book, {file, "-variant", "crazyhouse", "Q@d4"}).status == 2);
}

TEST_CASE("info-book: the positions of a variant's book") {
    const BookFolder folder;
    VariantLines lines(chess::crazyhouse, VariantKeys::Plain);
    std::vector<book::RawEntry> entries = lines.line(with_pawn).line(without_pawn).entries();
    const std::string file = folder.write("zh.bin", entries);
    const Ran ran = run(run_info_book, {file, "-variant", "crazyhouse", "-json"});
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
    const auto info = boost::json::parse(ran.out);
    CHECK(info.at("facts").at("Variant").as_string() == "crazyhouse");
    CHECK(info.at("facts").at("Keys").as_string() == "plain");
    CHECK(info.at("positions").as_int64() == 5);
    CHECK(info.at("reached").as_int64() == 5);
    CHECK(info.at("white").at("moves").as_int64() == 6);
    CHECK(info.at("white").at("illegal").as_int64() == 0);
    CHECK(info.at("black").at("playable").as_int64() == 4);

    const Ran text = run(run_info_book, {file, "-variant", "crazyhouse"});
    CHECK(text.out.find("Variant                        : crazyhouse\n") != std::string::npos);
    CHECK(run(run_info_book, {file, "-variant", "crazyhouse", "-fen", "x"}).status == 2);
}

namespace {

struct RepairedBook {
    Ran ran;
    std::vector<book::RawEntry> entries; // empty: not written
    bool is_sound = false;
};

RepairedBook repair(std::vector<book::RawEntry> entries, std::vector<std::string> options) {
    const BookFolder folder;
    const std::string file = folder.write("b.bin", entries);
    std::vector<std::string> words = options;
    words.insert(words.end(), {file, "-out", folder / "out.bin"});
    RepairedBook repaired{run(run_repair_book, words), {}, false};
    if (repaired.ran.status != 0) return repaired;
    const std::string text = folder.read("out.bin");
    const auto bytes = std::as_bytes(std::span(text));
    for (std::size_t at = 0; at < bytes.size(); at += book::entry_size)
        repaired.entries.push_back(book::decode_entry(bytes.subspan(at).first<book::entry_size>()));
    options.push_back(folder / "out.bin");
    repaired.is_sound = run(run_verify_book, options).status == 0;
    return repaired;
}

bool has_move(const std::vector<book::RawEntry>& entries, std::uint64_t key, std::uint16_t move) {
    return std::ranges::any_of(entries, [&](const book::RawEntry& entry) {
        return entry.key == key && entry.move == move;
    });
}

} // namespace

TEST_CASE("repair-book: by the rules of a variant; drops stay") {
    for (const VariantKeys keys : {VariantKeys::Plain, VariantKeys::XBoard}) {
        VariantLines lines(chess::crazyhouse, keys);
        std::vector<book::RawEntry> entries = lines.line(with_pawn).entries();
        const std::uint64_t start =
            chess::variant_key(VariantPosition::start(chess::crazyhouse), keys);
        const auto drop = std::ranges::find_if(
            entries, [](const auto& entry) { return book::is_drop(entry.move); });
        REQUIRE(drop != entries.end());
        const std::uint64_t at_drop = drop->key;
        const std::uint16_t raw_drop = drop->move;
        const std::uint16_t other_drop =
            keys == VariantKeys::Plain ? 0x9000U | 16U << 6U | 28U : test::raw_move("e4e4");
        entries.push_back({at_drop, other_drop, 5, 0, 0});
        entries.push_back({start, test::raw_move("e2e5"), 1, 0, 0});
        entries.push_back({start, test::raw_move("e4e4"), 1, 0, 0});
        entries.push_back({start, test::raw_move("e2e4"), 7, 0, 0});
        const RepairedBook repaired = repair(entries, {"-variant", "crazyhouse"});
        CHECK_MESSAGE(repaired.is_sound, repaired.ran.err);
        CHECK(repaired.entries.size() == 6);
        CHECK(has_move(repaired.entries, at_drop, raw_drop));
        CHECK(has_move(repaired.entries, start, test::raw_move("e4e4")));
        CHECK_FALSE(has_move(repaired.entries, start, test::raw_move("e2e5")));
        for (const std::string_view text :
             {"1 drop spelled as its keys are\n", "2 entries joined", "1 illegal move deleted\n",
              "left alone: 1 drop of a piece that is in no pocket reached\n"})
            CHECK_MESSAGE(repaired.ran.out.find(text) != std::string::npos, repaired.ran.out);
    }
    CHECK(repair({{1, 0, 1, 0, 0}}, {"-variant", "horde", "-fen", "x"}).ran.status == 2);
}

TEST_CASE("repair-book: promotions to king are antichess's, and what chess forbids is atomic's") {
    const std::string fen = "8/P7/8/8/8/8/8/7k w - - 0 1";
    const auto key_of = [](const chess::Variant& variant, std::string_view text) {
        return chess::variant_key(*chess::parse_variant_fen(variant, text), VariantKeys::Plain);
    };
    const std::uint64_t key = key_of(chess::antichess, fen);
    const auto to_king = static_cast<std::uint16_t>(test::raw_move("a7a8") | 5U << 12U);
    const std::vector<book::RawEntry> entries{{key, to_king, 2, 0, 0},
                                              {key, test::raw_move("a7a8q"), 1, 0, 0}};
    CHECK(repair(entries, {"-variant", "antichess", "-fen", fen}).entries == entries);
    CHECK(repair(entries, {"-variant", "kingofthehill"}).entries ==
          std::vector<book::RawEntry>{entries[1]});
    // The kings touch, and the rook gives no check.
    const std::string touching = "8/8/8/8/8/4k3/4K3/R6r w - - 0 1";
    const std::vector<book::RawEntry> atomic{
        {key_of(chess::atomic, touching), test::raw_move("e2d2"), 1, 0, 0}};
    CHECK(repair(atomic, {"-variant", "atomic", "-fen", touching}).entries == atomic);
}

TEST_CASE("verify-book: moves of a variant are judged by its rules") {
    const BookFolder folder;
    const auto findings = [&](std::vector<book::RawEntry> entries, std::string_view variant) {
        std::ranges::stable_sort(entries, {}, &book::RawEntry::key);
        const Ran ran = run(run_verify_book, {folder.write("x.bin", entries), "-variant",
                                              std::string(variant), "-json"});
        std::string text = std::to_string(ran.status);
        const boost::json::value verified = boost::json::parse(ran.out);
        for (const auto& finding : verified.at("findings").as_array())
            text += " " + std::string(finding.at("severity").as_string()) + " " +
                    std::string(finding.at("kind").as_string()) + " " +
                    std::to_string(finding.at("count").to_number<int>());
        return text;
    };
    for (const VariantKeys keys : {VariantKeys::Plain, VariantKeys::XBoard}) {
        VariantLines lines(chess::crazyhouse, keys);
        std::vector<book::RawEntry> entries = lines.line(with_pawn).line(without_pawn).entries();
        std::erase_if(entries,
                      [seen = std::vector<book::RawEntry>()](const book::RawEntry& entry) mutable {
                          const bool is_known = std::ranges::find(seen, entry) != seen.end();
                          seen.push_back(entry);
                          return is_known;
                      });
        CHECK(findings(entries, "crazyhouse") == "0");
        const std::uint64_t start =
            chess::variant_key(VariantPosition::start(chess::crazyhouse), keys);
        entries.push_back({start, test::raw_move("e2e5"), 1, 0, 0});
        CHECK(findings(entries, "crazyhouse") == "1 error illegal 1");
        entries.back().move = test::raw_move("e4e4");
        CHECK(findings(entries, "crazyhouse") == "0 remark pocket 1");
        entries.back().key = 1;
        CHECK(findings(entries, "crazyhouse") == "0 remark not_reached 1");
    }
    // After 1.e4 d5 2.exd5 the pawn is gone, and with it the queen would explode.
    CHECK(findings(VariantLines(chess::atomic, VariantKeys::Plain)
                       .line({"e4", "d5", "exd5", "a6"})
                       .entries(),
                   "atomic") == "0");
    const std::string file = folder.write(
        "horde.bin", VariantLines(chess::horde, VariantKeys::Plain).line({"e5", "a6"}).entries());
    CHECK(run(run_verify_book, {file, "-variant", "horde"}).out.find("; nothing wrong\n") !=
          std::string::npos);
    CHECK(run(run_verify_book, {file, "-variant", "racingkings", "-fen", "x"}).status == 2);
    CHECK(run(run_verify_book, {file, "-variant", "horde", "-chess960"}).status == 2);
}

TEST_CASE("verify-book: each book is judged by the rules that it names") {
    const BookFolder folder;
    const std::string zh = folder.write(
        "zh.bin", VariantLines(chess::crazyhouse, VariantKeys::XBoard).line(with_pawn).entries());
    const std::string horde = folder.write(
        "horde.bin", VariantLines(chess::horde, VariantKeys::Plain).line({"e5", "a6"}).entries());
    const std::string chess_book =
        folder.write("chess.bin", std::vector<book::RawEntry>{{chess::Position::start().key(),
                                                               test::raw_move("e2e4"), 1, 0, 0}});
    CHECK(run(run_verify_book, {zh, horde, chess_book}).out ==
          zh + ": PolyGlot of crazyhouse, 5 entries, 5 positions, 5 reached; nothing wrong\n" +
              horde + ": PolyGlot of horde, 2 entries, 2 positions, 2 reached; nothing wrong\n" +
              chess_book + ": PolyGlot, 1 entry, 1 position, 1 reached; nothing wrong\n");
    const std::string bare = "k7/8/8/8/8/8/8/7K[] w - - 0 1";
    CHECK(run(run_verify_book, {zh, "-fen", bare}).out.find(", 0 reached") != std::string::npos);
    CHECK(run(run_verify_book, {zh, horde, "-fen", bare})
              .err.starts_with("-fen and -chess960 go with books of one variant\n"));
    CHECK(run(run_verify_book, {zh, "-chess960"}).status == 2);
    // The header decides before the keys.
    test::Bytes named =
        test::to_bytes(std::string_view(book::encode_header({"1.0", {"atomic"}, "mine"})));
    const test::Bytes rest = test::to_bytes(
        VariantLines(chess::atomic, VariantKeys::Plain).line({"e4", "d5", "exd5"}).entries());
    named.insert(named.end(), rest.begin(), rest.end());
    CHECK(run(run_verify_book, {folder.write("atomic.bin", named)}).out.find("of atomic, 3 ") !=
          std::string::npos);
    CHECK(run(run_verify_book, {zh, "-variant", "atomic"})
              .err.ends_with("XBoard's keys of crazyhouse and not of atomic\n"));
}

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

TEST_CASE("dump-book: the lines of a variant's book") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line({"e4", "d5", "exd5", "Qxd5", "P@e4"})
                                   .entries());
    CHECK(
        run(run_dump_book, {file, "-variant", "crazyhouse", "-color", "white", "-out", "-"}).out ==
        "Dump of \"" + file +
            "\" for white.\n"
            "1: 1. e4{100%} d5 2. exd5{100%} Qxd5 3. P@e4{100%} \n");
    const std::string fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
    CHECK(run(run_dump_book,
              {file, "-variant", "crazyhouse", "-color", "w", "-out", "-", "-fen", fen})
              .out.ends_with("1: 3. P@e4{100%} \n"));
    CHECK(run(run_dump_book, {file, "-variant", "horde", "-color", "w", "-fen", fen}).status == 2);
    CHECK(run(run_dump_book,
              {file, "-variant", "crazyhouse", "-color", "w", "-out", "-", "-max-ply", "3"})
              .out.ends_with("1: 1. e4{100%} d5 2. exd5{100%} \n"));
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

TEST_CASE("convert-book: a variant's book with other keys and back, and as text") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line(with_pawn)
                                   .line(without_pawn, 30)
                                   .entries());
    const std::string xboard = folder / "x.bin";
    const std::string back = folder / "back.bin";
    const Ran there =
        run(run_convert_book, {file, "-variant", "crazyhouse", "-keys", "xboard", "-to", xboard});
    CHECK_MESSAGE(there.status == 0, there.err);
    CHECK(there.out ==
          xboard + ": 5 positions, 6 entries of " + file + " (PolyGlot of crazyhouse)\n");
    CHECK(run(run_find_book, {xboard, "e4", "d5", "exd5", "Qxd5"}).out.find("  P@e4  P@e4") !=
          std::string::npos);
    CHECK(run(run_info_book, {xboard}).out.find("Keys                           : XBoard's\n") !=
          std::string::npos);
    CHECK(run(run_convert_book, {xboard, "-keys", "plain", "-to", back}).status == 0);
    CHECK(run(run_diff_book, {file, back, "-variant", "crazyhouse"}).status == 0);

    const auto text = [&](const std::string& format) {
        return run(run_convert_book,
                   {file, "-variant", "crazyhouse", "-to", "-", "-format", format})
            .out;
    };
    CHECK(text("csv").find("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3,4,P@e4,"
                           "P@e4,10,25.00,0,0,,\n") != std::string::npos);
    const auto table = boost::json::parse(text("json"));
    CHECK(table.at("book").at("variant").as_string() == "crazyhouse");
    CHECK(table.at("positions").as_array().size() == 5);
    const std::string games = text("pgn");
    CHECK(games.find("[Variant \"Crazyhouse\"]\n") != std::string::npos);
    CHECK(games.find("[FEN ") == std::string::npos);
    CHECK(games.find("[Round \"2\"]") != std::string::npos);
    CHECK(games.find("[Round \"3\"]") == std::string::npos);
    CHECK(games.find("3. P@e4 {weight 10, 25.0%}\n*\n") != std::string::npos);
    // Tables are read back.
    for (const std::string format : {"csv", "json"}) {
        const std::string written = folder.write("text." + format, test::to_bytes(text(format)));
        const std::string again = folder / "again.bin";
        const Ran read = run(run_convert_book, {written, "-to", again});
        CHECK_MESSAGE(read.status == 0, read.err);
        CHECK(run(run_diff_book, {file, again, "-variant", "crazyhouse"}).status == 0);
        CHECK(run(run_convert_book, {written, "-keys", "xboard", "-to", again}).status == 0);
        CHECK(run(run_diff_book, {xboard, again}).status == 0);
        CHECK(run(run_find_book, {written, "e4", "d5", "exd5", "Qxd5"}).out.find("  P@e4  P@e4") !=
              std::string::npos);
        const std::string of_xboard =
            run(run_convert_book, {xboard, "-to", "-", "-format", format}).out;
        const std::string named = folder.write("x." + format, test::to_bytes(of_xboard));
        CHECK(run(run_convert_book, {named, "-to", again}).status == 0);
        CHECK(run(run_diff_book, {xboard, again}).status == 0);
    }
    const std::string faulty =
        folder.write("faulty.csv", test::to_bytes(std::string_view("fen,move,weight,key,raw\n"
                                                                   ",,,variant,crazyhouse\n"
                                                                   "startpos,P@e4,1,,\n")));
    CHECK(run(run_convert_book, {faulty, "-to", back}).err.find("faulty.csv:3: ") !=
          std::string::npos);
    const std::string lines = folder.write("text.pgn", test::to_bytes(text("pgn")));
    CHECK(run(run_convert_book, {lines, "-to", back}).err.find("PGN is read as chess") !=
          std::string::npos);
    const Ran arena =
        run(run_convert_book, {file, "-variant", "crazyhouse", "-to", folder / "x.abk"});
    CHECK(arena.err == "convert-book: " + file +
                           ": is of crazyhouse; books of variants are written as .bin, CSV, JSON "
                           "and PGN\n");
    const std::string horde = folder.write(
        "horde.bin", VariantLines(chess::horde, VariantKeys::Plain).line({"e5", "a6"}).entries());
    CHECK(run(run_convert_book, {horde, "-keys", "xboard", "-to", back}).err ==
          "convert-book: -keys: XBoard has no keys of horde\n");
    CHECK(run(run_convert_book, {file, "-keys", "xboard", "-to", back}).status == 2);
}

TEST_CASE("learn-book: results in the learn fields of a variant's book") {
    const BookFolder folder;
    std::vector<book::RawEntry> entries =
        VariantLines(chess::crazyhouse, VariantKeys::XBoard).line(with_pawn).entries();
    for (book::RawEntry& entry : entries)
        if (entry.move == 0x941c) entry.learn_count = 4, entry.learn_sum = 6;
    const std::string file = folder.write("zh.bin", entries);
    const std::string fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
    CHECK(run(run_learn_book, {file, "-show"}).out.find("P@e4     1. e4 d5 2. exd5 Qxd5\n") !=
          std::string::npos);
    CHECK(run(run_learn_book, {file, "-show", "-csv"}).out.find(fen) != std::string::npos);
    CHECK(run(run_learn_book, {file, "-show", "-fen", fen}).out.find(" 75.0%") !=
          std::string::npos);
    CHECK(run(run_learn_book, {folder / "l.db", "-show", "-variant", "horde"}).status == 1);
    const std::string reset = folder / "zh.bin";
    CHECK(run(run_learn_book, {reset, "-reset"}).status == 0);
    CHECK(run(run_learn_book, {file, "-show"}).out.find("no results") != std::string::npos);
}

TEST_CASE("a book that names its variant is used for no other, and not for chess") {
    const BookFolder folder;
    const std::string file = folder.write(
        "zh.bin", VariantLines(chess::crazyhouse, VariantKeys::XBoard).line(with_pawn).entries());
    const std::string out = folder / "out.bin";
    const std::string message =
        file + ": the book has XBoard's keys of crazyhouse and not of atomic\n";
    const auto refuses = [&](const Ran& ran) {
        CHECK_MESSAGE(ran.err.ends_with(message), ran.err);
        CHECK(ran.status != 0);
    };
    refuses(run(run_show_book, {file, "-variant", "atomic"}));
    refuses(run(run_repair_book, {file, "-variant", "atomic", "-out", out}));
    refuses(run(run_edit_book, {file, "-variant", "atomic", "-move", "e4", "-weight", "1"}));
    refuses(run(run_merge_book, {file, "-variant", "atomic", "-out", out}));
    refuses(run(run_diff_book, {file, file, "-variant", "atomic"}));
    refuses(run(run_convert_book, {file, "-variant", "atomic", "-to", out}));

    const std::string store = folder / "l.db";
    refuses(run(run_learn_book, {store, "-replay", "-", "-book", file, "-variant", "atomic"}));
    const Ran import = run(run_learn_book, {store, "-import", file, "-engine", "Fruit"});
    CHECK_MESSAGE(import.err.ends_with("zh.bin: has XBoard's keys; a store of results has plain "
                                       "ones\n"),
                  import.err);
    refuses(run(run_dump_book, {file, "-variant", "atomic", "-color", "white", "-out", out}));
    refuses(run(run_subtract_book, {file, file, "-variant", "atomic", "-out", out}));
    refuses(run(run_learn_book, {file, "-variant", "atomic", "-show"}));
    const Ran openings = run(run_openings_book, {file, "-out", folder / "out.epd"});
    CHECK_MESSAGE(openings.err.ends_with("-variant draws from it by its rules\n"), openings.err);
    CHECK(folder.files() == 1);
}

} // namespace polyglot::tools
