// verify-book and repair-book on a .bin book of a variant.
#include "core/book/sniff/sniff.hpp"
#include "core/chess/variants/fen.hpp"
#include "tests/unit/tools/books/variants/variant_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

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
            chess::variant_key(chess::VariantPosition::start(chess::crazyhouse), keys);
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
            chess::variant_key(chess::VariantPosition::start(chess::crazyhouse), keys);
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

} // namespace polyglot::tools
