// Commands of books on a .bin book of a variant.
#include "core/book/variants/move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
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

} // namespace polyglot::tools
