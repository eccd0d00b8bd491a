#include "core/book/walk/key_set.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/chess/zobrist_keys.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <atomic>

using namespace polyglot;
using book::Evaluation;
using book::YacbBook;
using book::YacbEntry;
using test::Bytes;
using test::raw_move;

namespace {

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::uint64_t start_key = 0x8f8f01d4562f59fb; // docs/formats/stockfish-key.md

// raw_move() is Stockfish's spelling as long as nothing is promoted, castled or taken en passant.
YacbEntry entry_of(std::uint64_t key, int value = 33, std::uint16_t move = raw_move("e2e4")) {
    YacbEntry entry{.key = key, .evaluation = {}, .best_move = move};
    entry.evaluation.value = value;
    entry.evaluation.source = Evaluation::Source::Engine;
    entry.evaluation.elo = 120;
    return entry;
}

Bytes to_bytes(const std::string& header, const std::vector<YacbEntry>& entries) {
    Bytes bytes = test::to_bytes(header);
    for (const YacbEntry& entry : entries) {
        std::array<std::byte, book::yacb_entry_size> raw{};
        book::encode_yacb_entry(entry, raw);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return bytes;
}
Bytes to_bytes(const std::vector<YacbEntry>& entries) {
    return to_bytes(book::encode_yacb_header(), entries);
}

// The bytes must outlive the book.
YacbBook open(const Bytes& bytes) {
    auto book = YacbBook::open(std::make_shared<const book::SpanReader>(bytes));
    REQUIRE_MESSAGE(book.has_value(), book.error().message);
    return *std::move(book);
}

void check_refused(const Bytes& bytes, std::string_view reason) {
    const auto book = YacbBook::open(std::make_shared<const book::SpanReader>(bytes));
    REQUIRE(!book.has_value());
    CHECK_MESSAGE(book.error().message.find(reason) != std::string::npos, book.error().message);
}

void check_oddities(const YacbBook& book, const std::vector<std::string>& expected) {
    const auto warnings = book.warnings();
    REQUIRE(warnings.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK_MESSAGE(warnings[i].find(expected[i]) != std::string::npos, warnings[i]);
}

std::vector<YacbEntry> random_entries(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<YacbEntry> entries;
    for (std::size_t i = 0; i < count; ++i)
        entries.push_back(entry_of(random.next(), static_cast<int>(random.below(200))));
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

} // namespace

TEST_CASE("yacb: the filter of keys has all of them") {
    const std::vector<YacbEntry> entries = random_entries(500, 11);
    const Bytes bytes = to_bytes(entries);
    const auto filter = open(bytes).make_key_filter();
    REQUIRE(filter != nullptr);
    CHECK(std::ranges::all_of(
        entries, [&](const YacbEntry& entry) { return filter->may_contain(entry.key); }));
}

TEST_CASE("YACB: the bytes of an entry") {
    // The example of docs/formats/yacb.md.
    constexpr std::array<unsigned char, 16> bytes{0xfb, 0x59, 0x2f, 0x56, 0xd4, 0x01, 0x8f, 0x8f,
                                                  0x78, 0x00, 0x02, 0x00, 0x21, 0x00, 0x1c, 0x03};
    const auto decoded = book::decode_yacb_entry(std::as_bytes(std::span(bytes)));
    CHECK(decoded == entry_of(start_key));
    std::array<std::byte, 16> again{};
    book::encode_yacb_entry(*decoded, again);
    CHECK(std::ranges::equal(again, std::as_bytes(std::span(bytes))));
}

TEST_CASE("YACB: every combination of type, bound, source and value comes back") {
    for (unsigned meta = 0; meta < 256; ++meta)
        for (const unsigned value : {0U, 1U, 400U, 32767U, 32768U, 40000U, 40001U, 65535U})
            for (const unsigned padding : {0U, 1U, 128U}) {
                std::array<std::byte, 16> bytes{};
                bytes[10] = static_cast<std::byte>(meta);
                bytes[11] = static_cast<std::byte>(padding);
                bytes[12] = static_cast<std::byte>(value & 0xffU);
                bytes[13] = static_cast<std::byte>(value >> 8U);
                const unsigned type = meta >> 5U;
                const bool allowed =
                    type <= 4 && (meta & 1U) == 0 && padding == 0 && (type != 4 || value <= 40000);
                const auto entry = book::decode_yacb_entry(bytes);
                CAPTURE(meta);
                CAPTURE(value);
                REQUIRE(entry.has_value() == allowed);
                if (!entry) continue;
                const int expected =
                    static_cast<int>(value) - (type != 4 && value > 32767 ? 65536 : 0);
                CHECK(entry->evaluation.value == expected);
                CHECK(static_cast<unsigned>(entry->evaluation.bound) == (meta >> 3U & 3U));
                std::array<std::byte, 16> again{};
                book::encode_yacb_entry(*entry, again);
                CHECK(again == bytes);
            }
}

TEST_CASE("YACB: values that do not fit become the nearest one") {
    const auto written = [](int value, Evaluation::Type type) {
        YacbEntry entry = entry_of(1, value);
        entry.evaluation.type = type;
        std::array<std::byte, 16> bytes{};
        book::encode_yacb_entry(entry, bytes);
        const auto read = book::decode_yacb_entry(bytes);
        REQUIRE(read.has_value());
        return read->evaluation.value;
    };
    CHECK(written(40'000, Evaluation::Type::Centipawns) == 32'767);
    CHECK(written(-40'000, Evaluation::Type::DistanceToMate) == -32'768);
    CHECK(written(40'001, Evaluation::Type::PerCent) == 40'000);
    CHECK(written(-1, Evaluation::Type::PerCent) == 0);
}

TEST_CASE("YACB: a position is found with its move and its value") {
    const chess::Position position = test::position(start);
    const Bytes bytes = to_bytes({entry_of(5), entry_of(start_key), entry_of(start_key + 9)});
    const YacbBook book = open(bytes);
    CHECK(book.warnings().empty());
    CHECK(&book.format() == &book::yacb_format);
    CHECK(book.count_positions() == 3);
    CHECK(book.key_of(position) == start_key);
    CHECK(book[1] == entry_of(start_key));
    CHECK(book.knows(position));
    const auto entries = book.find(position);
    REQUIRE(entries.size() == 1);
    CHECK(chess::format_uci_move(entries[0].move) == "e2e4");
    CHECK(entries[0].weight == 1);
    CHECK(entries[0].evaluation == entry_of(start_key).evaluation);

    chess::Position other = position;
    other.make(entries[0].move);
    CHECK(book.find(other).empty());
    CHECK(!book.knows(other));
}

TEST_CASE("YACB: no move, and another position's move") {
    const chess::Position position = test::position(start);
    const Bytes none = to_bytes({entry_of(start_key, 33, 0)});
    const auto without = open(none).find(position);
    REQUIRE(without.size() == 1);
    CHECK(!without[0].move);
    CHECK(without[0].weight == 0);
    CHECK(without[0].evaluation.has_value());

    const Bytes foreign = to_bytes({entry_of(start_key, 33, raw_move("e4e5"))});
    const YacbBook book = open(foreign);
    const auto illegal = book.find(position);
    REQUIRE(illegal.size() == 1);
    CHECK(!illegal[0].move);
    CHECK(illegal[0].weight == 1);
    CHECK(!illegal[0].evaluation.has_value());
    CHECK(book.evaluation(position) == entry_of(start_key, 33, raw_move("e4e5")));
}

TEST_CASE("YACB: castling, promotion and en passant are played") {
    const auto check = [](std::string_view fen, std::string_view move) {
        const chess::Position position = test::position(fen);
        const auto legal = chess::parse_uci_move(position, move);
        REQUIRE(legal.has_value());
        const Bytes bytes = to_bytes({entry_of(chess::stockfish_key(position), 0,
                                               book::encode_stockfish_move(*legal, position))});
        const auto entries = open(bytes).find(position);
        REQUIRE(entries.size() == 1);
        CHECK_MESSAGE(entries[0].move == *legal, fen);
    };
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1");
    check("rk2r3/8/8/8/8/8/8/RK2R3 b EAea - 0 1", "b8a8");
    check("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8r");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
}

TEST_CASE("YACB: every key is found, and no other, whatever their number and spread") {
    for (const std::size_t count : {1U, 2U, 127U, 128U, 129U, 5000U, 70'000U}) {
        for (const unsigned shift : {0U, 40U}) {
            CAPTURE(count);
            auto entries = random_entries(count, count);
            if (shift > 0) // all small, and some equal: those are one key
                for (YacbEntry& entry : entries)
                    entry.key >>= shift;
            entries.erase(std::unique(entries.begin(), entries.end(),
                                      [](const auto& a, const auto& b) { return a.key == b.key; }),
                          entries.end());
            const chess::Position position = test::position(start);
            const std::uint64_t place = Random(count).below(entries.size());
            entries[static_cast<std::size_t>(place)].key = start_key;
            std::sort(entries.begin(), entries.end(),
                      [](const auto& a, const auto& b) { return a.key < b.key; });
            const Bytes with = to_bytes(entries);
            CHECK(open(with).knows(position));
            CHECK(open(with).warnings().empty());
            std::erase_if(entries, [](const auto& entry) { return entry.key == start_key; });
            const Bytes without = to_bytes(entries);
            CHECK(!open(without).knows(position));
        }
    }
}

TEST_CASE("YACB: each position of games, by Stockfish's keys and by the file's own") {
    book::YacbNumbers numbers{};
    Random random(21);
    for (std::uint64_t& number : numbers)
        number = random.next();
    for (const bool own : {false, true}) {
        const std::string header =
            own ? book::encode_yacb_header(numbers) : book::encode_yacb_header();
        CHECK(header.size() == (own ? 6280 : 32));
        const Bytes empty = to_bytes(header, {});
        const YacbBook keys = open(empty);
        std::vector<chess::Position> positions;
        std::vector<YacbEntry> entries;
        for (int game = 0; game < 20; ++game) {
            chess::Position position =
                game % 2 == 0 ? chess::Position::start()
                              : test::position("rk2r3/pppp4/8/8/8/8/4PPPP/RK2R3 w EAea - 0 1");
            for (int ply = 0; ply < 40; ++ply) {
                const chess::MoveList moves = position.legal_moves();
                if (moves.empty()) break;
                const chess::Move move =
                    moves[static_cast<std::size_t>(random.below(moves.size()))];
                positions.push_back(position);
                entries.push_back(entry_of(keys.key_of(position), ply,
                                           book::encode_stockfish_move(move, position)));
                position.make(move);
            }
        }
        std::stable_sort(entries.begin(), entries.end(),
                         [](const auto& a, const auto& b) { return a.key < b.key; });
        entries.erase(std::unique(entries.begin(), entries.end(),
                                  [](const auto& a, const auto& b) { return a.key == b.key; }),
                      entries.end());
        const Bytes bytes = to_bytes(header, entries);
        const YacbBook book = open(bytes);
        CHECK(book.warnings().empty());
        CHECK(book.facts()[0] == std::pair<std::string, std::string>("Version", "0"));
        CHECK(book.facts()[2].second == std::to_string(entries.size()));
        CHECK(book.facts()[1].second ==
              (own ? "PolyGlot's, with the file's own numbers" : "Stockfish's"));
        for (const chess::Position& position : positions) {
            const auto found = book.find(position);
            REQUIRE(found.size() == 1);
            CHECK(position.is_legal(found[0].move));
        }
        std::vector<YacbEntry> all;
        book.for_each([&](std::uint64_t number, const YacbEntry& entry) {
            CHECK(number == all.size());
            all.push_back(entry);
            return true;
        });
        CHECK(all == entries);
    }
}

TEST_CASE("YACB: with PolyGlot's numbers in the file, keys are those of a .bin book") {
    const Bytes bytes = to_bytes(book::encode_yacb_header(chess::zobrist::random_numbers), {});
    const YacbBook book = open(bytes);
    CHECK(book.facts()[1].second == "PolyGlot's, with its numbers in the file");
    Random random(22);
    for (const std::string_view fen :
         {start, std::string_view("rk2r3/pppp4/8/8/8/8/4PPPP/RK2R3 w EAea - 0 1"),
          std::string_view("4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1")}) {
        for (int game = 0; game < 20; ++game) {
            chess::Position position = test::position(fen);
            for (int ply = 0; ply < 60; ++ply) {
                CHECK(book.key_of(position) == position.key());
                const chess::MoveList moves = position.legal_moves();
                if (moves.empty()) break;
                position.make(moves[static_cast<std::size_t>(random.below(moves.size()))]);
            }
        }
    }
}

TEST_CASE("YACB: castling with an inner rook has no key among PolyGlot's") {
    const auto outer = test::position("4k3/8/8/8/8/8/8/4KRR1 w G - 0 1");
    const auto inner = test::position("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1");
    const Bytes own = to_bytes(book::encode_yacb_header(chess::zobrist::random_numbers),
                               {entry_of(outer.key(), 5, 0)});
    CHECK(open(own).refuses(outer).empty());
    CHECK(open(own).knows(outer));
    CHECK(open(own).refuses(inner).find("inner rook") != std::string_view::npos);
    CHECK(!open(own).knows(inner));
    CHECK(open(own).find(inner).empty());
    // Stockfish has one key for both.
    const Bytes stockfish = to_bytes({entry_of(chess::stockfish_key(outer), 5, 0)});
    CHECK(open(stockfish).refuses(inner).empty());
    CHECK(open(stockfish).knows(inner));
}

TEST_CASE("YACB: invalid files are refused") {
    const Bytes good = to_bytes({entry_of(start_key)});
    CHECK(YacbBook::is_yacb(good));
    CHECK(!YacbBook::is_yacb({}));
    CHECK(!YacbBook::is_yacb(test::to_bytes("YAC")));
    check_refused({}, "does not begin with YACB");
    check_refused(test::to_bytes("YACX"), "does not begin with YACB");
    for (std::size_t size = 4; size < 32; ++size)
        check_refused(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)),
                      "cut off in its header");
    Bytes bytes = good;
    bytes[4] = std::byte{1};
    check_refused(bytes, "version 1; only version 0 is known");
    bytes[4] = std::byte{0};
    bytes[5] = std::byte{2};
    check_refused(bytes, "keys of type 2; only 0 and 1");
    bytes[5] = std::byte{1};
    check_refused(bytes, "cut off in the numbers of its keys, after 48 bytes");
    bytes.resize(6279);
    check_refused(bytes, "after 6279 bytes");
    bytes.resize(6280);
    CHECK(open(bytes).size() == 0);
}

TEST_CASE("YACB: damage is reported, and the rest is read") {
    const chess::Position position = test::position(start);
    const YacbEntry known = entry_of(start_key);
    SUBCASE("no entries") {
        const Bytes bytes = to_bytes({});
        check_oddities(open(bytes), {"holds no positions"});
        CHECK(!open(bytes).knows(position));
    }
    SUBCASE("cut anywhere in the last entry") {
        const Bytes whole = to_bytes({known, entry_of(~std::uint64_t{0})});
        for (std::size_t size = 49; size < 64; ++size) {
            const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            check_oddities(open(bytes), {"the last " + std::to_string(size - 48) +
                                         " bytes are not a whole entry"});
            CHECK(open(bytes).find(position).size() == 1);
        }
    }
    SUBCASE("reserved bytes of the header") {
        Bytes bytes = to_bytes({known});
        bytes[31] = std::byte{1};
        check_oddities(open(bytes), {"reserved bytes of the header"});
        CHECK(open(bytes).knows(position));
    }
    SUBCASE("keys that descend or are there twice") {
        const Bytes bytes = to_bytes({entry_of(7), entry_of(5), known, entry_of(start_key, -5)});
        check_oddities(open(bytes), {"1 of the 4 entries looked at have a smaller key",
                                     "1 of the 4 entries looked at have the key"});
        CHECK(open(bytes).evaluation(position) == known);
    }
    SUBCASE("reserved values") {
        for (const auto& [at, value] : {std::pair{10U, 0xa0U}, {10U, 0x01U}, {11U, 0x01U}}) {
            Bytes bytes = to_bytes({entry_of(7), known});
            bytes[32 + 16 + at] = static_cast<std::byte>(value);
            check_oddities(open(bytes), {"1 of the 2 entries looked at hold reserved values"});
            CHECK(open(bytes).find(position).empty());
            CHECK(!open(bytes).knows(position));
            CHECK(!open(bytes)[1].has_value());
        }
    }
}

namespace {

// A file of any size that holds entries with evenly spread keys, and counts what is read of it.
class BigFile final : public book::ByteReader {
  public:
    BigFile(std::uint64_t entries, std::uint64_t readable)
        : entries_(entries), readable_(readable) {}
    std::uint64_t size() const override { return 32 + 16 * entries_; }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        ++reads;
        bytes += into.size();
        std::size_t count = 0;
        for (; count < into.size() && offset + count < std::min(size(), readable_); ++count)
            into[count] = at(offset + count);
        return count;
    }
    mutable std::atomic<std::uint64_t> reads = 0, bytes = 0;

  private:
    std::byte at(std::uint64_t offset) const {
        static const std::string header = book::encode_yacb_header();
        if (offset < 32) return static_cast<std::byte>(header[static_cast<std::size_t>(offset)]);
        const std::uint64_t number = (offset - 32) / 16;
        // Unevenly, as hashes are: some 30 bits of the key are at random.
        const std::uint64_t step = ~std::uint64_t{0} / entries_;
        YacbEntry entry = entry_of(step * number + Random(number).below(step));
        if (start_key / step == number) entry.key = start_key;
        std::array<std::byte, 16> raw{};
        book::encode_yacb_entry(entry, raw);
        return raw[static_cast<std::size_t>((offset - 32) % 16)];
    }
    std::uint64_t entries_;
    std::uint64_t readable_;
};

} // namespace

TEST_CASE("YACB: a book of 2 GB costs a few reads") {
    const auto file = std::make_shared<const BigFile>(std::uint64_t{1} << 27U, ~std::uint64_t{0});
    const auto book = YacbBook::open(file);
    REQUIRE(book.has_value());
    CHECK(book->warnings().empty());
    CHECK(file->bytes <= 8192 + 64 * 4096);
    CHECK(book->knows(test::position(start)));
    // Two or three for a position, known or not.
    Random random(41);
    std::uint64_t all = 0;
    for (int game = 0; game < 5; ++game) {
        chess::Position position = test::position(start);
        for (int ply = 0; ply < 20; ++ply) {
            file->reads = 0;
            static_cast<void>(book->find(position));
            CHECK(file->reads <= 5);
            all += file->reads;
            const chess::MoveList moves = position.legal_moves();
            position.make(moves[static_cast<std::size_t>(random.below(moves.size()))]);
        }
    }
    CHECK(all <= 300);
}

TEST_CASE("YACB: a file that cannot be read") {
    const auto gone = std::make_shared<const BigFile>(1000, 31);
    CHECK(YacbBook::open(gone).error().message == "cannot be read");
    // Cut short after it was opened: no positions, no crash.
    const auto cut = std::make_shared<const BigFile>(100'000, 6280);
    const auto book = YacbBook::open(cut);
    REQUIRE(book.has_value());
    CHECK(!book->knows(test::position(start)));
    CHECK(book->find(test::position(start)).empty());
    CHECK(!(*book)[99'999].has_value());
}
