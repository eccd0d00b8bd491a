// `polyglot repair-book`: each fault by itself, damage at random, and what is left alone.
#include "core/random.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using test::raw_move;

const chess::Position start = chess::Position::start();

RawEntry entry(std::string_view line, std::string_view move, std::uint16_t weight,
               std::uint16_t count = 0) {
    return {after(line).key(), raw_move(move), weight, count, count};
}

constexpr std::string_view before_castling = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6";

std::vector<RawEntry> sound() {
    std::vector<RawEntry> entries{entry("", "e2e4", 60, 3),
                                  entry("", "d2d4", 40),
                                  entry("e2e4", "e7e5", 5),
                                  entry("e2e4 e7e5", "g1f3", 5),
                                  entry("e2e4 e7e5 g1f3", "b8c6", 9),
                                  entry("e2e4 e7e5 g1f3 b8c6", "f1b5", 2),
                                  entry("e2e4 e7e5 g1f3 b8c6 f1b5", "g8f6", 1),
                                  entry(before_castling, "e1h1", 7)};
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    return entries;
}

RawEntry& find(std::vector<RawEntry>& entries, std::string_view line, std::string_view move) {
    return *std::find_if(entries.begin(), entries.end(),
                         [key = after(line).key(), raw = raw_move(move)](auto& e) {
                             return e.key == key && e.move == raw;
                         });
}

struct Repaired {
    Ran ran;
    bool sound = false; // verify-book finds no error and no remark
    test::Bytes bytes;  // empty: not written
};

Repaired repair(const test::Bytes& bytes, const std::vector<std::string>& more = {}) {
    const BookFolder folder;
    const std::string file = folder.write("b.bin", bytes);
    std::vector<std::string> words{file, "-out", folder / "out.bin"};
    words.insert(words.end(), more.begin(), more.end());
    Repaired repaired{.ran = run(run_repair_book, words), .bytes = {}};
    CHECK(folder.read("b.bin").size() == bytes.size());
    if (folder.files() == 1) return repaired;
    repaired.bytes = test::to_bytes(std::string_view(folder.read("out.bin")));
    repaired.sound = run(run_verify_book, {folder / "out.bin", "-strict"}).status == 0;
    return repaired;
}

void check_mended(const test::Bytes& damaged, std::string_view report,
                  const std::vector<RawEntry>& expected = sound()) {
    const Repaired repaired = repair(damaged);
    CHECK_MESSAGE(repaired.ran.status == 0, repaired.ran.err);
    CHECK_MESSAGE(repaired.ran.out.find(report) != std::string::npos, repaired.ran.out);
    CHECK(repaired.sound);
    CHECK(repaired.bytes == test::to_bytes(expected));
}

} // namespace

TEST_CASE("repair-book: a sound book is copied as it is; without -out nothing is written") {
    const Repaired repaired = repair(test::to_bytes(sound()));
    CHECK(repaired.ran.status == 0);
    CHECK(repaired.ran.out.find("nothing to repair") != std::string::npos);
    CHECK(repaired.bytes == test::to_bytes(sound()));
    const BookFolder folder;
    const Ran ran = run(run_repair_book, {folder.write("b.bin", sound())});
    CHECK(ran.out.find("nothing to repair; -out names a file to write") != std::string::npos);
    CHECK(folder.files() == 1);
}

TEST_CASE("repair-book: each fault") {
    std::vector<RawEntry> entries = sound();
    std::swap(entries.front(), entries.back());
    check_mended(test::to_bytes(entries), "sorted by key: ");

    entries = sound();
    find(entries, before_castling, "e1h1").move = raw_move("e1g1");
    check_mended(test::to_bytes(entries), "1 castling move spelled as the king taking its rook");

    entries = sound();
    find(entries, "e2e4", "e7e5").move |= 0x8000;
    check_mended(test::to_bytes(entries), "bit 15 cleared in 1 move");

    entries = sound();
    RawEntry& c6 = find(entries, "e2e4 e7e5 g1f3", "b8c6");
    c6.weight = 4;
    const RawEntry again{c6.key, c6.move, 5, 8, 8};
    entries.insert(entries.begin() + (&c6 - entries.data()) + 1, again);
    check_mended(test::to_bytes(entries), "1 entry joined with an earlier entry of the same move");

    entries = sound();
    const RawEntry& d4 = find(entries, "", "d2d4");
    entries.insert(entries.begin() + (&d4 - entries.data()) + 1,
                   {d4.key, raw_move("e2e5"), 9, 0, 0});
    check_mended(test::to_bytes(entries), "1 illegal move deleted");

    const test::Bytes good = test::to_bytes(sound());
    test::Bytes bytes = good;
    test::append(bytes, {.key = ~std::uint64_t{0}});
    check_mended(bytes, "1 end marker removed");
    bytes = good;
    bytes.resize(bytes.size() + 5, std::byte{1});
    check_mended(bytes, "5 bytes after the last entry removed");
    bytes = good;
    bytes.resize(bytes.size() + 160);
    check_mended(bytes, "160 bytes after the last entry removed");
    bytes = test::header_bytes("no header");
    bytes.insert(bytes.end(), good.begin(), good.end());
    check_mended(bytes, "2 entries of key 0 that are not a header removed");
}

TEST_CASE("repair-book: a move of no piece is deleted, also where the position is not reached") {
    const std::uint64_t stranger = 1;
    std::vector<RawEntry> entries{{stranger, raw_move("e2e4"), 9, 0, 0}};
    for (const RawEntry& e : sound())
        entries.push_back(e);
    for (const char* const move :
         {"a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "b1a3", "g1h3", "a2a4",
          "b2b4", "c2c4", "f2f4", "g2g4", "h2h4", "b1c3", "g1f3"})
        entries.push_back({start.key(), raw_move(move), 1, 0, 0});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    const std::vector<RawEntry> expected = entries;
    entries.insert(entries.begin() + 1, {stranger, raw_move("a1b4"), 9, 0, 0});
    const Repaired repaired = repair(test::to_bytes(entries));
    CHECK_MESSAGE(repaired.ran.out.find("1 move that no piece can make deleted") !=
                      std::string::npos,
                  repaired.ran.err);
    CHECK(repaired.bytes == test::to_bytes(expected));
}

TEST_CASE("repair-book: a header stays") {
    const test::Bytes header =
        test::to_bytes(std::string_view(book::encode_header({"1.0", {"normal"}, "A book"})));
    std::vector<RawEntry> entries = sound();
    std::swap(entries.front(), entries.back());
    test::Bytes damaged = header;
    test::Bytes mended = header;
    for (const RawEntry& e : entries)
        test::append(damaged, e);
    for (const RawEntry& e : sound())
        test::append(mended, e);
    CHECK(repair(damaged).bytes == mended);
}

TEST_CASE(
    "repair-book: castling in both spellings becomes one move; sums above 16 bits are scaled") {
    std::vector<RawEntry> entries = sound();
    RawEntry& castling = find(entries, before_castling, "e1h1");
    castling.weight = 60'000;
    const RawEntry other{castling.key, raw_move("e1g1"), 60'000, 0, 0};
    entries.insert(entries.begin() + (&castling - entries.data()) + 1, other);
    std::vector<RawEntry> expected = sound();
    find(expected, before_castling, "e1h1").weight = 65'535;
    check_mended(test::to_bytes(entries), "weights scaled to 16 bits in 1 position", expected);
}

TEST_CASE("Chess960 books of bots: castling to the corner with a rook elsewhere is shown, reported "
          "and respelt") {
    struct Case {
        const char* fen;
        const char* stored;
        const char* right;
        const char* san;
    };
    const std::array<Case, 3> cases{{
        {"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", "e1h1", "e1g1", "O-O"},
        {"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b GBgb - 0 1", "e8a8", "e8b8", "O-O-O"},
        {"2r1k1r1/pppppppp/8/8/8/8/PPPPPPPP/2R1K1R1 w GCgc - 0 1", "e1a1", "e1c1", "O-O-O"},
    }};
    std::vector<RawEntry> stored;
    std::vector<RawEntry> right;
    std::vector<std::string> fens;
    for (const Case& c : cases) {
        const std::uint64_t key = test::position(c.fen).key();
        stored.push_back({key, raw_move(c.stored), 5, 0, 0});
        right.push_back({key, raw_move(c.right), 5, 0, 0});
        fens.insert(fens.end(), {"-fen", c.fen});
    }
    for (auto* const entries : {&stored, &right})
        std::sort(entries->begin(), entries->end(),
                  [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    const BookFolder folder;
    const std::string file = folder.write("bot.bin", stored);
    for (const Case& c : cases) {
        const Ran found = run(run_find_book, {file, "-fen", c.fen});
        CHECK_MESSAGE(found.out.find(std::string(c.right) + "  " + c.san) != std::string::npos,
                      found.out);
    }
    std::vector<std::string> verify{file, "-json"};
    verify.insert(verify.end(), fens.begin(), fens.end());
    const Ran verified = run(run_verify_book, verify);
    CHECK_MESSAGE(verified.out.find(R"("kind":"castling","what":"castling in an old spelling)") !=
                      std::string::npos,
                  verified.out);
    CHECK(verified.out.find("illegal") == std::string::npos);
    const Repaired repaired = repair(test::to_bytes(stored), fens);
    CHECK_MESSAGE(repaired.ran.out.find("3 castling moves spelled as the king taking its rook") !=
                      std::string::npos,
                  repaired.ran.out);
    CHECK(repaired.bytes == test::to_bytes(right));
}

TEST_CASE("repair-book: promotions as eguzki writes them") {
    const chess::Position promotes = test::position("8/5P1k/8/8/8/8/8/K7 w - - 0 1");
    const auto to_f8 = static_cast<std::uint16_t>(raw_move("f7f8") | 0x8000U);
    const Repaired repaired =
        repair(test::to_bytes(std::vector<RawEntry>{{promotes.key(), to_f8, 3, 0, 0}}),
               {"-fen", "8/5P1k/8/8/8/8/8/K7 w - - 0 1"});
    const auto queen = static_cast<std::uint16_t>(raw_move("f7f8") | 0x4000U);
    CHECK(repaired.bytes ==
          test::to_bytes(std::vector<RawEntry>{{promotes.key(), queen, 3, 0, 0}}));
}

TEST_CASE("repair-book: what is left alone is reported") {
    // Of another variant, it seems: nothing of it can be reached but one position.
    std::vector<RawEntry> entries{{start.key(), raw_move("e2e5"), 1, 0, 0}};
    for (std::uint64_t key = 1; key < 10; ++key)
        entries.push_back({key, raw_move("e1g1"), 1, 0, 0});
    std::sort(entries.begin(), entries.end(),
              [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
    const Ran ran = repair(test::to_bytes(entries)).ran;
    CHECK(ran.out.find("nothing to repair") != std::string::npos);
    CHECK(ran.out.find("left alone: 1 move not legal") != std::string::npos);
    CHECK(ran.out.find("left alone: castling and legality in 9 positions") != std::string::npos);
    entries = sound();
    find(entries, "e2e4", "e7e5").weight = 0;
    CHECK(repair(test::to_bytes(entries)).ran.out.find("left alone: 1 entry of weight 0") !=
          std::string::npos);
}

// Entries of a position that keep the order of keys.
void add(std::vector<RawEntry>& entries, std::uint64_t key,
         const std::vector<std::uint16_t>& moves) {
    for (const std::uint16_t move : moves)
        entries.push_back({key, move, 1, 0, 0});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.key < b.key; });
}

// Nine tenths of the moves of a book are possible, else it is taken for other data.
void add_crazyhouse(std::vector<RawEntry>& entries) {
    const std::vector<std::uint16_t> drops{0x16db, 0x271c, 0x38e3, 0x4924, 0x941c, 0x0a28};
    add(entries, start.key(), drops);
    for (const char* const first : {"c2c4", "g1f3", "b1c3", "g2g3"}) {
        const chess::Position position = after(first);
        std::vector<std::uint16_t> moves;
        for (const chess::Move move : position.legal_moves())
            moves.push_back(book::encode_move(move));
        add(entries, position.key(), moves);
    }
}

TEST_CASE(
    "repair-book: no move of another variant is changed, castling and drops with bit 15 neither") {
    std::vector<RawEntry> entries = sound();
    find(entries, before_castling, "e1h1").move = raw_move("e1g1");
    add_crazyhouse(entries);
    const Repaired repaired = repair(test::to_bytes(entries));
    CHECK(repaired.bytes == test::to_bytes(entries));
    const std::string& out = repaired.ran.out;
    CHECK_MESSAGE(out.find("nothing to repair") != std::string::npos, out);
    CHECK_MESSAGE(
        out.find("left alone: 6 moves not legal by the rules of chess: this looks like a book for "
                 "crazyhouse") != std::string::npos,
        out);
    CHECK_MESSAGE(out.find("left alone: 1 castling move in an old spelling") != std::string::npos,
                  out);
}

TEST_CASE("what verify-book says that repair-book mends, it mends") {
    std::vector<std::vector<RawEntry>> books(8, sound());
    std::swap(books[1].front(), books[1].back());
    find(books[2], before_castling, "e1h1").move = raw_move("e1g1");
    find(books[3], "e2e4", "e7e5").move |= 0x8000;
    add(books[4], start.key(), {raw_move("e2e5"), raw_move("a1b4"), raw_move("d2d4")});
    add_crazyhouse(books[5]);
    find(books[5], before_castling, "e1h1").move = raw_move("e1g1");
    for (std::uint64_t key = 1; key < 20; ++key)
        add(books[6], key, {raw_move("e1g1")});
    add(books[6], start.key(), {raw_move("e2e5")});
    books[7] = {{start.key(), raw_move("e2e5"), 1, 0, 0}};
    for (const auto& entries : books)
        for (const bool marked : {false, true}) {
            test::Bytes bytes = test::to_bytes(entries);
            if (marked) test::append(bytes, {.key = ~std::uint64_t{0}});
            const BookFolder folder;
            const auto promised = [&folder](const std::string& file) {
                std::set<std::string> kinds;
                const auto report =
                    boost::json::parse(run(run_verify_book, {folder / file, "-json"}).out);
                for (const auto& finding : report.at("findings").as_array())
                    if (finding.at("cure").as_string().starts_with("polyglot repair-book"))
                        kinds.insert(std::string(finding.at("kind").as_string()));
                return kinds;
            };
            folder.write("b.bin", bytes);
            const std::set<std::string> before = promised("b.bin");
            const Ran ran = run(run_repair_book, {folder / "b.bin", "-out", folder / "out.bin"});
            CHECK((ran.status == 0 || before.empty()));
            if (ran.status != 0) continue;
            CHECK(before.empty() == (ran.out.find("nothing to repair") != std::string::npos));
            CHECK(promised("out.bin").empty());
        }
}

TEST_CASE("repair-book: what is refused") {
    const BookFolder folder;
    CHECK(run(run_repair_book, {}).status == 2);
    CHECK(run(run_repair_book, {folder / "none.bin"}).status == 1);
    const std::string text =
        folder.write("text.bin", test::to_bytes("some text that is no book\n"));
    CHECK(run(run_repair_book, {text}).err.find("convert-book rewrites books of other formats") !=
          std::string::npos);
    const std::string wrong = folder.write("wrong.bin", {{start.key(), raw_move("e2e5"), 1, 0, 0}});
    const std::string good = folder.write("good.bin", sound());
    const std::string kept = folder.read("good.bin");
    const Ran ran = run(run_repair_book, {wrong, "-out", good});
    CHECK(ran.status == 1);
    CHECK(ran.err.find("no entry would be left; nothing is written") != std::string::npos);
    CHECK(folder.read("good.bin") == kept);
}

TEST_CASE("repair-book: whatever the damage, nothing that was right is lost") {
    Random random(3);
    for (int round = 0; round < 100; ++round) {
        std::vector<RawEntry> entries = sound();
        for (RawEntry& e : entries)
            if (random.below(4) == 0) e.move |= 0x8000;
        if (random.below(2) == 0) {
            RawEntry& castling =
                *std::find_if(entries.begin(), entries.end(), [](const RawEntry& e) {
                    return (e.move & 0x7fffU) == raw_move("e1h1");
                });
            castling.move = raw_move("e1g1");
        }
        for (std::size_t n = random.below(4); n > 0; --n)
            std::swap(entries[random.below(entries.size())], entries[random.below(entries.size())]);
        test::Bytes bytes = test::to_bytes(entries);
        if (random.below(3) == 0) test::append(bytes, {.key = ~std::uint64_t{0}});
        bytes.resize(bytes.size() + random.below(40));
        const Repaired repaired = repair(bytes);
        REQUIRE(repaired.ran.status == 0);
        std::vector<RawEntry> mended;
        for (std::size_t at = 0; at + 16 <= repaired.bytes.size(); at += 16)
            mended.push_back(book::decode_entry(std::span(repaired.bytes).subspan(at).first<16>()));
        const auto order = [](const RawEntry& a, const RawEntry& b) {
            return std::pair(a.key, a.move) < std::pair(b.key, b.move);
        };
        std::vector<RawEntry> all = sound();
        std::sort(all.begin(), all.end(), order);
        std::sort(mended.begin(), mended.end(), order);
        CHECK(mended == all);
    }
}

} // namespace polyglot::tools
