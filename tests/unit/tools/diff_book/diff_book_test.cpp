// `polyglot diff-book`: positions, shares, and how much of play changes.
#include "core/random.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/compare/block_reader.hpp"
#include "tools/books/compare/compare.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using chess::Position;
using test::raw_move;

const chess::Position start = chess::Position::start();

RawEntry entry(std::string_view moves, std::string_view move, std::uint16_t weight) {
    return {after(moves).key(), raw_move(move), weight, 0, 0};
}

std::vector<RawEntry> sorted(std::vector<RawEntry> entries) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    return entries;
}

BookDifference compare(const std::vector<RawEntry>& a, const std::vector<RawEntry>& b,
                       double least = 0) {
    const test::Bytes first = test::to_bytes(sorted(a));
    const test::Bytes second = test::to_bytes(sorted(b));
    const auto open = [](const test::Bytes& bytes) {
        return book::PolyglotBook::open(std::span(bytes));
    };
    const auto one = open(first);
    const auto two = open(second);
    REQUIRE(one.has_value());
    REQUIRE(two.has_value());
    const CompareRules rules{.least = least, .keep_on = [] { return true; }};
    BookDifference walked = compare_books(*one, *two, std::span(&start, 1), rules);
    // All of these books can be reached, so the quick way says the same.
    const auto by_key = compare_by_keys(*one, *two, *one, *two, rules);
    REQUIRE(by_key.has_value());
    CHECK(by_key->same == walked.same);
    CHECK(by_key->changed == walked.changed);
    CHECK(by_key->only == walked.only);
    CHECK(by_key->counted == walked.counted);
    CHECK(by_key->play == doctest::Approx(walked.play));
    const auto open_by_blocks = [](const test::Bytes& bytes) {
        return book::PolyglotBook::open(
            std::make_shared<const BlockReader>(std::make_shared<const book::SpanReader>(bytes)));
    };
    const auto one_read = open_by_blocks(first);
    const auto two_read = open_by_blocks(second);
    REQUIRE(one_read.has_value());
    REQUIRE(two_read.has_value());
    const auto read = compare_by_keys(*one_read, *two_read, *one_read, *two_read, rules);
    REQUIRE(read.has_value());
    CHECK(read->changed == by_key->changed);
    CHECK(read->play == by_key->play);
    std::size_t reached = 0;
    for (const PositionPair& pair : walked.differences)
        if (pair.reached > 0) {
            REQUIRE(reached < by_key->differences.size());
            CHECK(by_key->differences[reached].reached == doctest::Approx(pair.reached));
            CHECK(by_key->differences[reached++].variation == doctest::Approx(pair.variation));
        }
    CHECK(reached == by_key->differences.size());
    return walked;
}

// 1.e4 (60 %): e5 or c5; 1.d4 (40 %): d5.
std::vector<RawEntry> book_a() {
    return {entry("", "e2e4", 60), entry("", "d2d4", 40), entry("e2e4", "e7e5", 3),
            entry("e2e4", "c7c5", 1), entry("d2d4", "d7d5", 1)};
}

} // namespace

TEST_CASE("reading by blocks gives the bytes of the file") {
    Random random(1);
    test::Bytes bytes(3 * BlockReader::block_count * BlockReader::block_size + 5);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random.below(256));
    const book::SpanReader plain{std::span<const std::byte>(bytes)};
    const BlockReader blocks(std::make_shared<const book::SpanReader>(bytes));
    CHECK(blocks.size() == bytes.size());
    for (int n = 0; n < 500; ++n) {
        std::vector<std::byte> wanted(random.below(2 * BlockReader::block_size));
        std::vector<std::byte> found = wanted;
        const std::uint64_t at =
            n < 10 ? bytes.size() - random.below(20) : random.below(bytes.size());
        CHECK(blocks.read_at(at, found) == plain.read_at(at, wanted));
        CHECK(found == wanted);
    }
    CHECK(blocks.read_at(bytes.size() + 1, std::span(bytes).first(4)) == 0);
}

TEST_CASE("diff-book: a book and itself, or itself with other weights in the same ratios") {
    std::vector<RawEntry> doubled = book_a();
    for (RawEntry& e : doubled)
        e.weight = static_cast<std::uint16_t>(e.weight * 2);
    for (const std::vector<RawEntry>& b : {book_a(), doubled}) {
        const BookDifference difference = compare(book_a(), b);
        CHECK(difference.same == 3);
        CHECK(difference.changed + difference.only[0] + difference.only[1] == 0);
        CHECK(difference.differences.empty());
        CHECK(difference.play == doctest::Approx(0));
    }
}

TEST_CASE("diff-book: one share changes") {
    std::vector<RawEntry> b = book_a();
    b[2].weight = 1; // e5 and c5 alike
    const BookDifference difference = compare(book_a(), b);
    CHECK(difference.same == 2);
    CHECK(difference.changed == 1);
    REQUIRE(difference.differences.size() == 1);
    CHECK(difference.differences[0].variation == doctest::Approx(0.25));
    CHECK(difference.differences[0].reached == doctest::Approx(0.6));
    CHECK(difference.play == doctest::Approx(0.15)); // in 60 % of games a quarter
    REQUIRE(difference.first_moves.size() == 2);
    CHECK(difference.first_moves[0].play == doctest::Approx(0.25));
    CHECK(difference.first_moves[1].play == doctest::Approx(0));
    CHECK(compare(book_a(), b, 0.3).differences.empty());
    CHECK(compare(book_a(), b, 0.3).changed == 1);
}

TEST_CASE("diff-book: positions that one book lacks, and moves that are added or deleted") {
    std::vector<RawEntry> b = book_a();
    b.erase(b.begin() + 4);                // 1.d4 is followed by nothing
    b.push_back(entry("", "c2c4", 100));   // half of all games
    b.push_back(entry("c2c4", "e7e5", 1)); // known only to this book
    const BookDifference difference = compare(book_a(), b);
    CHECK(difference.same == 1);
    CHECK(difference.changed == 1);
    CHECK(difference.only[0] == 1);
    CHECK(difference.only[1] == 1);
    // Half of the games begin with 1.c4; of the others, 1.d4 (20 %) parts at the next move.
    CHECK(difference.play == doctest::Approx(0.5 + 0.2));
    CHECK(difference.differences.front().uci.empty()); // the start position matters most
}

TEST_CASE("diff-book: transpositions are reached by the games of all ways; circles end") {
    const std::vector<RawEntry> a{entry("", "e2e4", 1),
                                  entry("", "g1f3", 1),
                                  entry("e2e4", "e7e5", 1),
                                  entry("g1f3", "e7e5", 1),
                                  entry("e2e4 e7e5", "g1f3", 1),
                                  entry("g1f3 e7e5", "e2e4", 1),
                                  entry("e2e4 e7e5 g1f3", "b8c6", 1)};
    std::vector<RawEntry> b = a;
    b.back().move = raw_move("g8f6");
    const BookDifference difference = compare(a, b);
    REQUIRE(difference.differences.size() == 1);
    CHECK(difference.differences[0].reached == doctest::Approx(1));
    CHECK(difference.play == doctest::Approx(1));

    const std::vector<RawEntry> circle{entry("", "g1f3", 1), entry("g1f3", "g8f6", 1),
                                       entry("g1f3 g8f6", "f3g1", 1),
                                       entry("g1f3 g8f6 f3g1", "f6g8", 1)};
    CHECK(compare(circle, circle).same == 4);
}

TEST_CASE("diff-book: random books: symmetric where it must be, and shares of games stay within 0 "
          "and 1") {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        const auto some = [&random] {
            std::vector<RawEntry> entries;
            for (RawEntry e : book_a()) {
                e.weight = static_cast<std::uint16_t>(1 + random.below(9));
                if (random.below(4) > 0) entries.push_back(e);
            }
            entries.push_back(entry("", "c2c4", static_cast<std::uint16_t>(1 + random.below(9))));
            return entries;
        };
        const std::vector<RawEntry> a = some();
        const std::vector<RawEntry> b = some();
        const BookDifference there = compare(a, b);
        const BookDifference back = compare(b, a);
        CHECK(there.same == back.same);
        CHECK(there.changed == back.changed);
        CHECK(there.only[0] == back.only[1]);
        CHECK(there.play == doctest::Approx(back.play));
        CHECK(there.play >= 0);
        CHECK(there.play <= doctest::Approx(1));
        if (there.changed + there.only[0] + there.only[1] == 0)
            CHECK(there.play == doctest::Approx(0));
    }
}

TEST_CASE("diff-book: text, JSON and exit status") {
    const BookFolder folder;
    const std::string a = folder.write("a.bin", sorted(book_a()));
    std::vector<RawEntry> changed = book_a();
    changed[2].weight = 1;
    const std::string b = folder.write("b.bin", sorted(changed));
    CHECK(run(run_diff_book, {a, a}).status == 0);
    CHECK(run(run_diff_book, {a, a}).out ==
          "3 positions alike, 0 changed, 0 only in " + a + ", 0 only in " + a + "\n");
    const Ran ran = run(run_diff_book, {a, b});
    CHECK(ran.status == 1);
    CHECK(ran.out.find("1. e4  (rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1)\n"
                       "  e5        75.0% ->   50.0%\n"
                       "  c5        25.0% ->   50.0%\n") != std::string::npos);
    CHECK(ran.out.find("15.0% of games are played differently\n") != std::string::npos);
    const Ran json = run(run_diff_book, {a, b, "-json"});
    CHECK(json.out.find("\"changed\":1") != std::string::npos);
    CHECK(json.out.find("\"line\":\"1. e4\"") != std::string::npos);
    CHECK(run(run_diff_book, {a, b, "-min-change", "30"}).out.find("1. e4") == std::string::npos);
    CHECK(run(run_diff_book, {a}).status == 2);
    CHECK(run(run_diff_book, {a, b, "-min-change", "x"}).status == 2);
    CHECK(run(run_diff_book, {a, folder / "none.bin"}).status == 2);
    // Any two formats.
    REQUIRE(run(run_convert_book, {"-from", a, "-to", folder / "a.abk"}).status == 0);
    CHECK(run(run_diff_book, {a, folder / "a.abk"}).status == 0);
}

TEST_CASE("diff-book: random books say the same by their keys and by a walk; two spellings of "
          "castling are walked") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::array<std::vector<RawEntry>, 2> books;
        for (int game = 0; game < 8; ++game) {
            Position position = Position::start();
            for (int ply = 0; ply < 6; ++ply) {
                const auto moves = position.legal_moves();
                const chess::Move move =
                    moves[random.below(std::min<std::size_t>(moves.size(), 4))];
                for (auto& book : books) {
                    const bool has = std::any_of(book.begin(), book.end(), [&](const RawEntry& e) {
                        return e.key == position.key() && e.move == book::encode_move(move);
                    });
                    if (!has && random.below(8) > 0)
                        book.push_back({position.key(), book::encode_move(move),
                                        static_cast<std::uint16_t>(1 + random.below(50)), 0, 0});
                }
                position.make(move);
            }
        }
        // Only what both can reach: compare() has checked the rest.
        const test::Bytes a = test::to_bytes(sorted(books[0]));
        const test::Bytes b = test::to_bytes(sorted(books[1]));
        const auto one = book::PolyglotBook::open(std::span(a));
        const auto two = book::PolyglotBook::open(std::span(b));
        const CompareRules rules{.keep_on = [] { return true; }};
        const BookDifference walked = compare_books(*one, *two, std::span(&start, 1), rules);
        const auto by_key = compare_by_keys(*one, *two, *one, *two, rules);
        REQUIRE(by_key.has_value());
        CHECK(by_key->play == doctest::Approx(walked.play));
        CHECK(by_key->same >= walked.same);
        CHECK(by_key->changed >= walked.changed);
        CHECK(by_key->only[0] >= walked.only[0]);
    }
    const Position castles = after("e2e4 e7e5 g1f3 g8f6 f1e2 f8e7");
    const test::Bytes a =
        test::to_bytes(std::vector<RawEntry>{{castles.key(), 4U << 6U | 7U, 1, 0, 0}});
    const test::Bytes b =
        test::to_bytes(std::vector<RawEntry>{{castles.key(), 4U << 6U | 6U, 1, 0, 0}});
    const auto one = book::PolyglotBook::open(std::span(a));
    const auto two = book::PolyglotBook::open(std::span(b));
    CHECK_FALSE(
        compare_by_keys(*one, *two, *one, *two, {.keep_on = [] { return true; }}).has_value());
}

} // namespace polyglot::tools
