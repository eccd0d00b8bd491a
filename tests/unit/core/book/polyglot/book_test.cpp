#include "core/book/polyglot/book.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <map>

using namespace polyglot;
using book::RawEntry;
using test::open;
using test::raw_move;
using test::to_bytes;

namespace {

// docs/formats/polyglot-bin.md: the published key of the start position
constexpr std::uint64_t start_key = 0x463b96181691fc9c;

// Keys and possible moves at random, several entries for some keys.
std::vector<RawEntry> random_entries(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    constexpr std::array moves{raw_move("e2e4"), raw_move("g8f6"), raw_move("e1h1"),
                               raw_move("a7a8q")};
    std::vector<RawEntry> entries;
    while (entries.size() < count) {
        const std::uint64_t key = 1 + random.below(~std::uint64_t{1});
        for (std::uint64_t n = random.below(4) + 1; n > 0 && entries.size() < count; --n)
            entries.push_back({key, moves[static_cast<std::size_t>(random.below(moves.size()))],
                               static_cast<std::uint16_t>(random.below(65536)), 0, 0});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

// The book must give for every key exactly the entries that a plain walk through the file gives.
void check_all_found(const book::PolyglotBook& book, const std::vector<RawEntry>& entries) {
    std::map<std::uint64_t, std::vector<RawEntry>> expected;
    for (const RawEntry& entry : entries)
        if (!book::is_special(entry)) expected[entry.key].push_back(entry);
    for (const auto& [key, wanted] : expected) {
        const auto found = book.find_raw(key);
        if (found != wanted)
            FAIL_CHECK("key " << key << ": " << found.size() << " of " << wanted.size()
                              << " entries");
        if (!expected.contains(key + 1)) CHECK(book.find_raw(key + 1).empty());
        if (!expected.contains(key - 1)) CHECK(book.find_raw(key - 1).empty());
    }
}

bool warns_of(const book::PolyglotBook& book, std::string_view text) {
    const std::vector<std::string> warnings = book.warnings();
    return std::any_of(warnings.begin(), warnings.end(),
                       [text](const std::string& w) { return w.find(text) != std::string::npos; });
}

} // namespace

TEST_CASE("an entry is sixteen bytes, big-endian") {
    const RawEntry entry{0x0102030405060708, 0x090a, 0x0b0c, 0x0d0e, 0x0f10};
    const test::Bytes bytes = to_bytes({entry});
    REQUIRE(bytes.size() == 16);
    for (std::size_t i = 0; i < 16; ++i)
        CHECK(std::to_integer<std::size_t>(bytes[i]) == i + 1);

    constexpr std::uint64_t seed = 7;
    CAPTURE(seed);
    Random random(seed);
    for (int i = 0; i < 10'000; ++i) {
        const std::uint64_t rest = random.next();
        const RawEntry any{random.next(), static_cast<std::uint16_t>(rest & 0xffffU),
                           static_cast<std::uint16_t>(rest >> 16U & 0xffffU),
                           static_cast<std::uint16_t>(rest >> 32U & 0xffffU),
                           static_cast<std::uint16_t>(rest >> 48U)};
        const test::Bytes raw = to_bytes({any});
        CHECK(book::decode_entry(std::span(raw).first<16>()) == any);
    }
}

TEST_CASE("every key of a sorted book is found, and no other") {
    for (const std::size_t count : {1U, 2U, 3U, 255U, 256U, 257U, 1000U, 50'000U}) {
        CAPTURE(count);
        const auto entries = random_entries(count, count);
        const test::Bytes bytes = to_bytes(entries);
        const auto book = open(bytes);
        CHECK(book.sorted());
        CHECK(book.warnings().empty());
        CHECK(book.entries().size() == count);
        check_all_found(book, entries);
    }
}

TEST_CASE("keys that are not evenly spread are found") {
    std::vector<RawEntry> entries = random_entries(20'000, 3);
    SUBCASE("all small") {
        for (RawEntry& e : entries)
            e.key = (e.key >> 40U) + 1;
    }
    SUBCASE("all large") {
        for (RawEntry& e : entries)
            e.key |= 0xffffff0000000000U;
    }
    SUBCASE("in two lumps") {
        for (RawEntry& e : entries)
            e.key = e.key >> 63U << 63U | (e.key & 0xfffffffU) | 1U;
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    const test::Bytes bytes = to_bytes(entries);
    check_all_found(open(bytes), entries);
}

TEST_CASE("a book cut anywhere is read to its last whole entry") {
    const auto entries = random_entries(20, 1);
    const test::Bytes whole = to_bytes(entries);
    for (std::size_t size = 16; size <= whole.size(); ++size) {
        CAPTURE(size);
        const test::Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        const auto book = open(bytes);
        CHECK(book.entries().size() == size / 16);
        CHECK(warns_of(book, "not a whole entry") == (size % 16 != 0));
        check_all_found(
            book, {entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(size / 16)});
    }
}

TEST_CASE("books out of order are answered all the same") {
    auto entries = random_entries(5000, 2);
    SUBCASE("a tail repeated") {
        const std::vector<RawEntry> tail(entries.begin() + 4800, entries.end());
        entries.insert(entries.end(), tail.begin(), tail.end());
    }
    SUBCASE("one entry out of place") {
        std::rotate(entries.begin() + 100, entries.begin() + 101, entries.end() - 50);
    }
    SUBCASE("two books joined") {
        const auto more = random_entries(3000, 9);
        entries.insert(entries.end(), more.begin(), more.end());
    }
    SUBCASE("descending") {
        std::reverse(entries.begin(), entries.end());
    }
    SUBCASE("shuffled") {
        Random random(5);
        for (std::size_t i = entries.size(); i > 1; --i)
            std::swap(entries[i - 1], entries[static_cast<std::size_t>(random.below(i))]);
    }
    const test::Bytes bytes = to_bytes(entries);
    const auto book = open(bytes);
    CHECK_FALSE(book.sorted());
    CHECK(warns_of(book, "not sorted"));
    check_all_found(book, entries);
}

TEST_CASE(
    "something appended to a file too large to be checked is noticed, however short or long") {
    const auto sorted =
        random_entries(book::PolyglotBook::full_check_limit / book::entry_size + 1, 6);
    const test::Bytes whole = to_bytes(sorted);
    CHECK(open(whole).sorted());
    for (const std::size_t tail : {1U, 100U, 5'000U, 60'000U, 1'000'000U}) {
        CAPTURE(tail);
        auto entries = sorted;
        entries.insert(entries.end(), sorted.begin(),
                       sorted.begin() + static_cast<std::ptrdiff_t>(tail));
        test::Bytes bytes = whole;
        bytes.insert(bytes.end(), whole.begin(),
                     whole.begin() + static_cast<std::ptrdiff_t>(tail * book::entry_size));
        const auto book = open(bytes);
        CHECK_FALSE(book.sorted());
        for (const std::size_t i : {std::size_t{0}, tail / 2, tail - 1}) {
            const std::uint64_t key = sorted[i].key;
            const auto is_key = [key](const RawEntry& e) { return e.key == key; };
            CHECK(book.find_raw(key).size() ==
                  static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), is_key)));
        }
    }
}

TEST_CASE("hundreds of entries for one position, the same move more than once") {
    std::vector<RawEntry> entries;
    for (unsigned i = 0; i < 300; ++i)
        entries.push_back({start_key, i % 2 == 0 ? raw_move("e2e4") : raw_move("d2d5"),
                           static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(i + 1),
                           static_cast<std::uint16_t>(i + 2)});
    entries.insert(entries.begin(), {1, raw_move("e2e4"), 1, 0, 0});
    const test::Bytes bytes = to_bytes(entries);
    const auto found = open(bytes).find(chess::Position::start());
    REQUIRE(found.size() == 300);
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].weight == i); // file order
        CHECK(found[i].learn_count == i + 1);
        CHECK(found[i].learn_sum == i + 2);
        // d2d5 is not legal, but its weight counts
        CHECK(static_cast<bool>(found[i].move) == (i % 2 == 0));
    }
}

TEST_CASE("the header and end markers are never found") {
    test::Bytes bytes = test::header_bytes("@PG@\n1.0\n2\n1\nnormal\nmade by hand");
    test::append(bytes, {start_key, raw_move("e2e4"), 1, 0, 0});
    test::append(bytes, {book::end_marker_key, 0, 0, 0, 0});
    const auto book = open(bytes);
    REQUIRE(book.header().has_value());
    CHECK(book.header()->comment == "made by hand");
    CHECK(book.warnings().empty());
    CHECK(book.find_raw(0).empty());
    CHECK(book.find_raw(book::end_marker_key).empty());
    CHECK(book.find(chess::Position::start()).size() == 1);

    const test::Bytes marker = to_bytes({{book::end_marker_key, 0, 0, 0, 0}});
    const auto empty = open(marker);
    CHECK(warns_of(empty, "holds no moves"));
    CHECK(empty.find(chess::Position::start()).empty());
}

TEST_CASE("headers are parsed, damaged ones warned about") {
    const auto header =
        book::parse_header("@PG@\n1.0\n3\n2\nnormal\natomic\nline one\nline two\0\0\0");
    REQUIRE(header.has_value());
    CHECK(header->version == "1.0");
    CHECK(header->variants == std::vector<std::string>{"normal", "atomic"});
    CHECK(header->comment == "line one\nline two");
    CHECK(book::parse_header("@PG@\n1.0\n2\n1\nnormal\n")->comment.empty());
    CHECK(book::parse_header("@PG@\n1.0\n2\n1\nnormal")->variants.size() == 1);
    CHECK(book::parse_header("@PG@\n1.1\n3\n1\nnormal\nsomething new\ntext")->comment == "text");
    CHECK(book::parse_header("@PG@\n1.0\n0\ntext")->comment == "text");
    for (const std::string_view bad :
         {"", "@PG@", "@PG@\n", "@PG@\n1.0", "@PG@\n1.0\nx\n1\nnormal\n",
          "@PG@\n1.0\n2\nx\nnormal\n", "PG@@\n1.0\n2\n1\nnormal\n", "@PG@\n1.0\n-1\n1\nnormal\n",
          "@PG@\n1.0\n99\n1\nnormal\n", "@PG@\n1.0\n4294967295\n4294967295\nnormal\n"})
        CHECK_MESSAGE(!book::parse_header(bad), bad);

    const book::Header made{"1.0", {"normal"}, "Created by a test.\nTwo lines."};
    const auto again = book::parse_header(book::format_header(made));
    REQUIRE(again.has_value());
    CHECK(again->version == made.version);
    CHECK(again->variants == made.variants);
    CHECK(again->comment == made.comment);

    test::Bytes bytes = test::header_bytes("no header");
    test::append(bytes, {start_key, raw_move("e2e4"), 1, 0, 0});
    const auto book = open(bytes);
    CHECK_FALSE(book.header().has_value());
    CHECK(warns_of(book, "not an @PG@ header"));
    CHECK(book.find(chess::Position::start()).size() == 1);
}

TEST_CASE("a tail of zeros is left out") {
    const auto entries = random_entries(3000, 4);
    test::Bytes bytes = to_bytes(entries);
    bytes.resize(bytes.size() * 3);
    const auto book = open(bytes);
    CHECK(book.entries().size() == 3000);
    CHECK(book.sorted());
    CHECK(warns_of(book, "96000 zero bytes"));
    check_all_found(book, entries);
}

TEST_CASE("a position is found by the key that counts an en-passant square with an enemy pawn next "
          "to it") {
    // A pinned pawn: PolyGlot hashes the file although the capture is not legal.
    const test::Bytes bytes = to_bytes({{0x28741f7099a3606f, raw_move("a5a6"), 1, 0, 0}});
    const auto found = open(bytes).find(test::position("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"));
    REQUIRE(found.size() == 1);
    CHECK(chess::format_uci_move(found[0].move) == "a5a6");
}

TEST_CASE("a position with an inner rook's castling right is not the one of its key") {
    const auto outer = test::position("4k3/8/8/8/8/8/8/4KRR1 w G - 0 1");
    const auto inner = test::position("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1");
    REQUIRE(outer.key() == inner.key());
    const test::Bytes bytes = to_bytes(
        {{outer.key(), raw_move("f1f7"), 1, 0, 0}, {outer.key(), raw_move("g1g8"), 1, 0, 0}});
    const auto book = open(bytes);
    CHECK(book.refuses(outer).empty());
    const auto entries = book.find(outer);
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].move == chess::parse_uci_move(outer, "f1f7"));
    CHECK(book.refuses(inner).find("inner rook") != std::string_view::npos);
    CHECK(book.find(inner).empty());
    CHECK_FALSE(book.knows(inner));
}

TEST_CASE("a book without a move of any weight gives no moves; a large one is looked at in part") {
    const auto gives = [](const std::vector<RawEntry>& entries) {
        const test::Bytes bytes = to_bytes(entries);
        return open(bytes).gives_moves();
    };
    const RawEntry move{start_key, raw_move("e2e4"), 1, 0, 0};
    const RawEntry weightless{start_key, raw_move("e2e4"), 0, 0, 0};
    const RawEntry end{book::end_marker_key, 0, 0, 0, 0};
    CHECK(gives({move}));
    CHECK(gives({weightless, move, end}));
    CHECK_FALSE(gives({weightless}));
    CHECK_FALSE(gives({weightless, end}));
    const test::Bytes header = test::header_bytes("@PG@\n1.0\n0\n");
    CHECK_FALSE(open(header).gives_moves());

    const std::size_t looked_at = book::PolyglotBook::full_check_limit / book::entry_size;
    std::vector<RawEntry> many(looked_at, weightless);
    CHECK_FALSE(gives(many));
    many.push_back(weightless); // not looked at: it might be a move
    CHECK(gives(many));
}
