#include "core/book/sftt/sftt.hpp"
#include "core/chess/stockfish_key.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>

using namespace polyglot;
using book::Evaluation;
using book::SfttEntry;
using book::SfttHeader;
using book::SfttTable;
using test::Bytes;
using test::raw_move;

namespace {

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::uint64_t start_key = 0x8f8f01d4562f59fb; // docs/formats/stockfish-key.md
constexpr std::uint8_t upper = 1, lower = 2, exact = 3;
constexpr std::int16_t none = book::sftt_no_value;

SfttEntry entry_of(std::uint64_t key, int depth = 20, std::int16_t value = 62,
                   std::uint8_t bound = exact) {
    return {key, static_cast<std::uint8_t>(depth + 7), bound, raw_move("e2e4"), value, 43};
}

Bytes to_bytes(const std::vector<SfttEntry>& entries, const SfttHeader& header = {}) {
    Bytes bytes = test::to_bytes(book::encode_sftt_header(header));
    for (const SfttEntry& entry : entries) {
        std::array<std::byte, book::sftt_entry_size> raw{};
        book::encode_sftt_entry(entry, raw);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return bytes;
}

SfttTable open(const Bytes& bytes) {
    auto table = SfttTable::open(book::SpanReader(bytes));
    REQUIRE_MESSAGE(table.has_value(), table.error().message);
    return *std::move(table);
}

SfttTable open(const Bytes& bytes, int min_depth) {
    return static_cast<const SfttTable&>(*open(bytes).read_by({.min_depth = min_depth}));
}

void check_refused(const Bytes& bytes, std::string_view reason) {
    const auto table = SfttTable::open(book::SpanReader(bytes));
    REQUIRE(!table.has_value());
    CHECK_MESSAGE(table.error().message.find(reason) != std::string::npos, table.error().message);
}

void check_oddities(const SfttTable& table, const std::vector<std::string>& expected) {
    const auto warnings = table.warnings();
    REQUIRE(warnings.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK_MESSAGE(warnings[i].find(expected[i]) != std::string::npos, warnings[i]);
}

// What a value reads as with White to move; with Black to move it must be the opposite.
void check_value(int units, Evaluation::Type type, int value) {
    const SfttEntry entry = entry_of(1, 20, static_cast<std::int16_t>(units));
    const Evaluation white = SfttTable::evaluation_of(entry, chess::Color::White);
    const Evaluation black = SfttTable::evaluation_of(entry, chess::Color::Black);
    CAPTURE(units);
    CHECK(white.type == type);
    CHECK(black.type == type);
    CHECK(white.value == value);
    CHECK(black.value == -value);
    CHECK(white.depth == 20);
    CHECK(white.source == Evaluation::Source::Table);
    CHECK(white.bound == Evaluation::Bound::Exact);
}

void check_bound(std::uint8_t bound, Evaluation::Bound white, Evaluation::Bound black) {
    const SfttEntry entry = entry_of(1, 20, 62, bound);
    CHECK(SfttTable::evaluation_of(entry, chess::Color::White).bound == white);
    CHECK(SfttTable::evaluation_of(entry, chess::Color::Black).bound == black);
}

} // namespace

TEST_CASE("SFTT: the bytes of an entry and of a header") {
    // The example of docs/formats/sftt.md.
    constexpr std::array<unsigned char, 16> bytes{0xfb, 0x59, 0x2f, 0x56, 0xd4, 0x01, 0x8f, 0x8f,
                                                  0x1b, 0x0b, 0x1c, 0x03, 0x3e, 0x00, 0x2b, 0x00};
    const SfttEntry entry = book::decode_sftt_entry(std::as_bytes(std::span(bytes)));
    CHECK(entry == entry_of(start_key, 20, 62, 1U << 3U | exact));
    CHECK(entry.depth() == 20);
    std::array<std::byte, 16> again{};
    book::encode_sftt_entry(entry, again);
    CHECK(std::ranges::equal(again, std::as_bytes(std::span(bytes))));

    const std::string header =
        book::encode_sftt_header({std::string(start), 0x0102030405060708, 31, 12});
    REQUIRE(header.size() == 128);
    CHECK(header.substr(0, 5) == std::string("SFTT\0", 5));
    CHECK(header.substr(5, start.size()) == start);
    CHECK(header.substr(5 + start.size(), 91 - start.size()) ==
          std::string(91 - start.size(), '\0'));
    CHECK(header.substr(96, 10) == "\x08\x07\x06\x05\x04\x03\x02\x01\x1f\x0c");
    CHECK(header.substr(106) == std::string(22, '\0'));
}

TEST_CASE("SFTT: any entry comes back") {
    constexpr std::uint64_t seed = 5;
    CAPTURE(seed);
    Random random(seed);
    for (int i = 0; i < 10'000; ++i) {
        std::array<std::byte, 16> bytes{};
        for (std::byte& byte : bytes)
            byte = static_cast<std::byte>(random.below(256));
        std::array<std::byte, 16> again{};
        book::encode_sftt_entry(book::decode_sftt_entry(bytes), again);
        if (again != bytes) FAIL_CHECK(i);
    }
}

TEST_CASE("SFTT: any header comes back, the longest FEN as well") {
    const std::string longest = "r1n1b1q1/k1p1p1p1/1p1p1p1p/1p1p1p1p/P1P1P1P1/P1P1P1P1/1N1N1B1B/"
                                "R1R1Q1K1 w KQkq e3 9999 9999";
    for (const std::string& fen : {std::string(), std::string(start), longest}) {
        const SfttHeader header{fen, 123'456'789'012, 30, 10};
        const Bytes bytes = to_bytes({}, header);
        CHECK(open(bytes).header() == header);
    }
    CHECK(longest.size() == 91);
    const Bytes bytes = to_bytes({}, {longest + '9', 0, 0, 0});
    CHECK(open(bytes).header().root_fen == longest.substr(0, longest.rfind(' ')));
    // Nothing that reads as fields: cut where the room ends.
    const Bytes endless = to_bytes({}, {std::string(200, 'x'), 0, 0, 0});
    CHECK(open(endless).header().root_fen == std::string(91, 'x'));
}

TEST_CASE("SFTT: values") {
    using Type = Evaluation::Type;
    check_value(0, Type::Centipawns, 0);
    check_value(208, Type::Centipawns, 100);
    check_value(-208, Type::Centipawns, -100);
    check_value(62, Type::Centipawns, 29);
    check_value(-62, Type::Centipawns, -29);
    check_value(9'999, Type::Centipawns, 4'807);
    check_value(10'000, Type::WonCentipawns, 0);
    check_value(-10'208, Type::WonCentipawns, -100);
    check_value(31'753, Type::WonCentipawns, 10'458);
    check_value(31'754, Type::DistanceToMate, 246);
    check_value(-31'754, Type::DistanceToMate, -246);
    check_value(31'999, Type::DistanceToMate, 1);
    check_value(-31'998, Type::DistanceToMate, -2);
    check_value(-32'000, Type::DistanceToMate, -1);
    // No value: the static evaluation of 43 units.
    for (const int units : {32'001, 32'002, 32'767, -32'001, -32'768})
        check_value(units, Type::Centipawns, 20);
}

TEST_CASE("SFTT: bounds are turned to White") {
    using Bound = Evaluation::Bound;
    check_bound(exact, Bound::Exact, Bound::Exact);
    check_bound(upper, Bound::Upper, Bound::Lower);
    check_bound(lower, Bound::Lower, Bound::Upper);
    check_bound(4 | lower, Bound::Lower, Bound::Upper); // on a principal variation
    check_bound(0xf8 | exact, Bound::Exact, Bound::Exact);
    check_bound(0, Bound::Exact, Bound::Exact); // the static evaluation
    CHECK(SfttTable::evaluation_of(entry_of(1, 20, 62, 0), chess::Color::White).value == 20);
}

TEST_CASE("SFTT: a position is found with its move and its value") {
    const chess::Position position = test::position(start);
    const Bytes bytes =
        to_bytes({entry_of(~start_key), entry_of(start_key, 20, 62, lower), entry_of(3)});
    const SfttTable table = open(bytes);
    CHECK(table.warnings().empty());
    CHECK(&table.format() == &book::sftt_format);
    CHECK(table.count_positions() == 3);
    CHECK(table.knows(position));
    auto entries = table.find(position);
    REQUIRE(entries.size() == 1);
    CHECK(chess::format_uci_move(entries[0].move) == "e2e4");
    CHECK(entries[0].weight == 1);
    REQUIRE(entries[0].evaluation.has_value());
    CHECK(entries[0].evaluation->value == 29);
    CHECK(entries[0].evaluation->bound == Evaluation::Bound::Lower);
    CHECK(entries[0].evaluation->depth == 20);
    chess::Position other = position;
    other.make(entries[0].move);
    CHECK(!table.knows(other));
    CHECK(table.find(other).empty());
}

TEST_CASE("SFTT: no move, another position's move, no value") {
    const chess::Position position = test::position(start);
    SfttEntry entry = entry_of(start_key);
    const auto found = [&] {
        const Bytes bytes = to_bytes({entry});
        auto entries = open(bytes).find(position);
        REQUIRE(entries.size() == 1);
        return entries[0];
    };
    entry.move = 0;
    CHECK(!found().move);
    CHECK(found().weight == 0);
    CHECK(found().evaluation.has_value());
    entry.move = raw_move("e2e5");
    CHECK(!found().move);
    CHECK(found().weight == 1);
    CHECK(!found().evaluation.has_value());
    entry = entry_of(start_key, 20, none);
    CHECK(found().evaluation->value == 20);
    entry.eval = none;
    CHECK(found().move);
    CHECK(!found().evaluation.has_value());
}

TEST_CASE("SFTT: entries below the minimum depth are left out, the deepest of a key counts") {
    const chess::Position position = test::position(start);
    const SfttEntry first = entry_of(start_key, 18, 1);
    const Bytes bytes = to_bytes({entry_of(start_key, 4, 2), entry_of(9, 3), SfttEntry{}, first,
                                  entry_of(start_key, 18, 3), entry_of(7, -6), SfttEntry{}});
    const SfttTable all = open(bytes);
    CHECK(all.entries().size() == 3);
    REQUIRE(all.entry(position) != nullptr);
    CHECK(*all.entry(position) == first);
    check_oddities(all, {"1 entries are less deep", "2 entries have the key of another"});
    CHECK(open(bytes, 3).entries().size() == 2);
    CHECK(open(bytes, 4).entries().size() == 1);
    CHECK(open(bytes, 18).entries().size() == 1);
    CHECK(open(bytes, 19).entries().empty());
    CHECK(open(bytes, 19).facts().back() == std::pair<std::string, std::string>("Entries", "0"));
    CHECK(all.facts().back() == std::pair<std::string, std::string>("Depth", "-6 to 18 plies"));
}

TEST_CASE("SFTT: the facts that info-book shows") {
    const Bytes bytes = to_bytes(
        {entry_of(1, 18), entry_of(2, 20)},
        {.root_fen = std::string(start), .nodes = 1'234, .root_depth = 31, .min_entry_depth = 12});
    CHECK(open(bytes).facts() == book::Book::Facts{{"Version", "0"},
                                                   {"Root position", std::string(start)},
                                                   {"Nodes", "1234"},
                                                   {"Root depth", "31"},
                                                   {"Minimum entry depth", "12"},
                                                   {"Entries", "2"},
                                                   {"Depth", "18 to 20 plies"}});
    const Bytes rootless = to_bytes({entry_of(1, 18)}, {});
    CHECK(open(rootless).facts()[1].second == "not kept");
    CHECK(open(rootless).roots()->empty());
    REQUIRE(open(bytes).roots()->size() == 1);
    CHECK(open(bytes).roots()->front() == test::position(start));
}

TEST_CASE("SFTT: with a half-move clock from 14 on, Stockfish 15.1's key comes first") {
    const std::string_view board = "4k3/8/8/8/8/8/4P3/4K3 w - - ";
    const auto at = [&](int clock) {
        return test::position(std::string(board) + std::to_string(clock) + " 80");
    };
    const std::uint64_t plain = chess::stockfish_key(at(0));
    const Bytes bytes =
        to_bytes({entry_of(plain, 1), entry_of(plain ^ chess::stockfish_clock_part(14), 2),
                  entry_of(plain ^ chess::stockfish_clock_part(22), 3)});
    const SfttTable table = open(bytes);
    const auto depth_at = [&](int clock) { return table.entry(at(clock))->depth(); };
    CHECK(depth_at(0) == 1);
    CHECK(depth_at(13) == 1);
    CHECK(depth_at(14) == 2);
    CHECK(depth_at(21) == 2);
    CHECK(depth_at(22) == 3);
    CHECK(depth_at(30) == 1); // not known with this clock
}

TEST_CASE("SFTT: every position of games is found in a table larger than one read") {
    Random random(31);
    std::vector<chess::Position> positions;
    std::vector<SfttEntry> entries;
    for (int game = 0; game < 20; ++game) {
        chess::Position position = chess::Position::start();
        for (int ply = 0; ply < 40; ++ply) {
            const chess::MoveList moves = position.legal_moves();
            if (moves.empty()) break;
            const chess::Move move = moves[static_cast<std::size_t>(random.below(moves.size()))];
            positions.push_back(position);
            entries.push_back(entry_of(chess::stockfish_key(position), ply));
            entries.back().move = book::encode_stockfish_move(move, position);
            position.make(move);
        }
    }
    while (entries.size() < 9'000)
        entries.push_back(entry_of(random.next()));
    for (std::size_t i = entries.size(); i > 1; --i)
        std::swap(entries[i - 1], entries[static_cast<std::size_t>(random.below(i))]);
    const Bytes bytes = to_bytes(entries);
    const SfttTable table = open(bytes);
    for (const chess::Position& position : positions) {
        const auto found = table.find(position);
        REQUIRE(found.size() == 1);
        CHECK(found[0].move);
    }
}

TEST_CASE("SFTT: invalid files are refused") {
    const Bytes good = to_bytes({entry_of(start_key)});
    CHECK(SfttTable::is_sftt(good));
    CHECK(!SfttTable::is_sftt({}));
    check_refused({}, "does not begin with SFTT");
    check_refused(test::to_bytes("SFTX"), "does not begin with SFTT");
    for (std::size_t size = 4; size < 128; ++size)
        check_refused(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)),
                      "cut off in its header");
    Bytes bytes = good;
    bytes[4] = std::byte{2};
    check_refused(bytes, "version 2; only version 0 is known");
    // Shorter than stated: another process is overwriting it.
    class Shrinking final : public book::ByteReader {
      public:
        std::uint64_t size() const override { return 128 + 16 * 5000; }
        std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
            static const Bytes header = to_bytes({});
            if (offset > 0) return 0;
            std::copy_n(header.begin(), std::min(header.size(), into.size()), into.begin());
            return into.size();
        }
    };
    const auto shrinking = SfttTable::open(Shrinking());
    REQUIRE(!shrinking.has_value());
    CHECK(shrinking.error().message == "cannot be read from byte 128 on");
}

TEST_CASE("SFTT: damage is reported, and the rest is read") {
    const chess::Position position = test::position(start);
    SfttHeader header;
    std::vector<SfttEntry> entries{entry_of(start_key), entry_of(8)};
    SUBCASE("cut anywhere in the last entry") {
        const Bytes whole = to_bytes(entries);
        for (std::size_t size = 145; size < 160; ++size) {
            const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            check_oddities(open(bytes), {"the last " + std::to_string(size - 144) +
                                         " bytes are not a whole entry"});
            CHECK(open(bytes).knows(position));
        }
    }
    SUBCASE("reserved bytes") {
        Bytes bytes = to_bytes(entries);
        bytes[127] = std::byte{1};
        check_oddities(open(bytes), {"reserved bytes of the header are not 0"});
    }
    SUBCASE("an invalid root position") {
        header.root_fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        const Bytes bytes = to_bytes(entries, header);
        check_oddities(open(bytes), {"the root position cannot be read: "});
        CHECK(open(bytes).facts()[1].second == "unreadable");
    }
    SUBCASE("less deep than in the header") {
        header.min_entry_depth = 21;
        check_oddities(open(to_bytes(entries, header)),
                       {"2 entries are less deep than the header says"});
    }
    SUBCASE("values beyond mate") {
        entries[0].value = 32'001;
        entries[1].eval = -32'768;
        check_oddities(open(to_bytes(entries)), {"2 values are beyond mate"});
    }
}
