#include "core/book/experience/experience.hpp"
#include "core/book/stockfish_value.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using chess::StockfishKeys;

chess::Position position_of(const char* fen) {
    return *chess::parse_fen(fen);
}

ExperienceRecord record(const chess::Position& position, std::string_view move, int depth,
                        int score, StockfishKeys keys = StockfishKeys::SetsOfRights) {
    return {.key = chess::stockfish_key_of(position, keys),
            .depth = depth,
            .score = score,
            .move = test::raw_move(move),
            .performance = 100};
}

std::vector<std::byte> file(ExperienceLayout layout, const std::vector<ExperienceRecord>& records) {
    std::vector<std::byte> bytes;
    for (const char c : signature_of(layout))
        bytes.push_back(static_cast<std::byte>(c));
    for (const ExperienceRecord& one : records) {
        std::array<std::byte, experience_record_size> raw{};
        encode_experience_record(layout, one, raw);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return bytes;
}

ExperienceBook open(const std::vector<std::byte>& bytes) {
    auto book = ExperienceBook::open(SpanReader(bytes));
    REQUIRE_MESSAGE(book.has_value(), book.error().message);
    return *std::move(book);
}

// "e2e4 1000, d2d4 368"
std::string moves(const ExperienceBook& book, const chess::Position& position) {
    std::string text;
    for (const Entry& entry : book.find(position))
        text += (text.empty() ? "" : ", ") +
                chess::format_uci_move(entry.move, chess::CastlingStyle::KingTakesRook) + ' ' +
                std::to_string(entry.weight);
    return text;
}

} // namespace

TEST_CASE("keys of the schemes A, B and C") {
    struct Row {
        const char* fen;
        std::uint64_t a, b, c;
    };
    constexpr std::array rows{Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                  0xB4D30CD15A43432D, 0x4AECE990B5C19A46, 0x8F8F01D4562F59FB},
                              Row{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                                  0x6BDFF9FE4592E7A4, 0x7103CA027DD310A6, 0xB46022469E3DD31B},
                              Row{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                                  0x96BBF34D11BCC22C, 0x6884160CFE3E1B47, 0xADE7FE481DD0D8FA},
                              Row{"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3",
                                  0xE568812659C392C1, 0x7AFB41B1ABDB18EE, 0x248A911478140892},
                              Row{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0xF9423DD5FC9AA423,
                                  0xF9423DD5FC9AA423, 0x9EAA63915C52ABBA}};
    for (const Row& row : rows) {
        CAPTURE(row.fen);
        const chess::Position position = position_of(row.fen);
        CHECK(chess::stockfish_key_of(position, StockfishKeys::FourRights) == row.a);
        CHECK(chess::stockfish_key_of(position, StockfishKeys::XorOfRights) == row.b);
        CHECK(chess::stockfish_key_of(position, StockfishKeys::SetsOfRights) == row.c);
    }
}

TEST_CASE("values come back from Stockfish's units") {
    for (int cp = -4807; cp <= 4807; ++cp) {
        const int units = encode_stockfish_value({.value = cp, .depth = {}});
        REQUIRE(decode_stockfish_value(units).value == cp);
        REQUIRE(decode_stockfish_value(units).type == Evaluation::Type::Centipawns);
    }
    const Evaluation mate{.value = -7, .type = Evaluation::Type::DistanceToMate, .depth = {}};
    CHECK(encode_stockfish_value(mate) == -31'993);
    CHECK(decode_stockfish_value(-31'993) == mate);
    CHECK(encode_stockfish_value(
              {.value = 20'000, .type = Evaluation::Type::PerCent, .depth = {}}) == 0);
}

TEST_CASE("an experience file is detected, and its scheme found") {
    const auto start = chess::Position::start();
    for (const auto keys :
         {StockfishKeys::FourRights, StockfishKeys::XorOfRights, StockfishKeys::SetsOfRights}) {
        for (const auto layout :
             {ExperienceLayout::BrainLearn, ExperienceLayout::Sugar1, ExperienceLayout::Sugar2}) {
            const ExperienceBook book = open(file(layout, {record(start, "e2e4", 20, 70, keys)}));
            CHECK(book.layout() == layout);
            CHECK(book.keys() == keys);
            CHECK(moves(book, start) == "e2e4 1000");
        }
    }
    const auto bytes = file(ExperienceLayout::BrainLearn, {record(start, "e2e4", 300, 70)});
    CHECK_FALSE(ExperienceBook::open(SpanReader(bytes)).has_value());
    CHECK(open(file(ExperienceLayout::Sugar2, {})).count_positions() == 0);
}

TEST_CASE("a scheme that no known position decides is tried, or decided by given positions") {
    // With one right only, in White's view, A and C share a key with other rights: never both are
    // legal here.
    const auto endgame = position_of("r3k3/8/8/8/8/8/4P3/4K2R w Kq - 0 1");
    const auto bytes = file(ExperienceLayout::BrainLearn,
                            {record(endgame, "e2e4", 9, 100, StockfishKeys::XorOfRights)});
    const ExperienceBook book = open(bytes);
    CHECK_FALSE(book.keys().has_value());
    CHECK(moves(book, endgame) == "e2e4 1000");
    CHECK(book.decided_by(std::array{endgame}).keys() == StockfishKeys::XorOfRights);
}

TEST_CASE("a key may hold the half-move clock") {
    const auto at = [](int clock) {
        return position_of(
            ("4k3/8/8/8/8/8/4P3/4K3 w - - " + std::to_string(clock) + " 40").c_str());
    };
    auto known = record(at(22), "e2e4", 20, 100);
    known.key = 0xF2FD0C3D1FAFABC6;
    const ExperienceBook book =
        open(file(ExperienceLayout::BrainLearn, {known, record(at(0), "e1d1", 20, 0)}));
    const ExperienceBook decided = book.decided_by(std::array{at(0)});
    CHECK(moves(decided, at(22)) == "e2e4 1000");
    CHECK(moves(decided, at(14)) == "e1d1 1000");
}

TEST_CASE("BrainLearn: the deepest move is the best, and repeated moves keep the deeper search") {
    const auto start = chess::Position::start();
    auto unsearched = record(start, "a2a3", 0, experience_no_value);
    const ExperienceBook book =
        open(file(ExperienceLayout::BrainLearn,
                  {record(start, "d2d4", 10, 104), record(start, "e2e4", 20, 83), unsearched,
                   record(start, "g1f3", 20, 42), record(start, "e2e4", 18, 500)}));
    // d4 scores more, at half the depth; Nf3 is 20 centipawns below e4 (39 and 20 of 83 and 42
    // units).
    CHECK(moves(book, start) == "e2e4 1000, d2d4 500, g1f3 387");
    const auto entries = book.find(start);
    CHECK(entries[0].evaluation->value == 39);
    CHECK(entries[0].evaluation->depth == 20);
    CHECK(entries[0].evaluation->source == Evaluation::Source::Engine);
    CHECK(book.count_moves() == 3);
    CHECK(book.count_records() == 5);
    CHECK(book.warnings().size() == 1);
    CHECK(moves(book.of_depth(15), start) == "e2e4 1000, g1f3 387");
}

TEST_CASE("SugaR: counts are added, scores of one depth averaged, and values turned to White") {
    const auto after = position_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    const auto a = StockfishKeys::FourRights;
    const ExperienceBook book =
        open(file(ExperienceLayout::Sugar2,
                  {record(after, "e7e5", 10, -100, a), record(after, "e7e5", 10, -300, a),
                   record(after, "e7e5", 4, 700, a), record(after, "c7c5", 12, -400, a)}));
    REQUIRE(book.records().size() == 2);
    const auto known = book.find(after);
    REQUIRE(known.size() == 2);
    CHECK(known[0].evaluation->value == 96); // -200 units for Black
    for (const auto& one : book.records())
        if (one.depth == 10) {
            CHECK(one.count == 3);
            CHECK(one.score == -200);
        }
}

TEST_CASE("damage is reported or refused") {
    const auto start = chess::Position::start();
    auto bytes =
        file(ExperienceLayout::Sugar2, {record(start, "e2e4", 20, 70, StockfishKeys::FourRights)});
    bytes.resize(bytes.size() + 5);
    const ExperienceBook book = open(bytes);
    CHECK(book.warnings().size() == 1);
    bytes.resize(40);
    const auto cut = ExperienceBook::open(SpanReader(bytes));
    REQUIRE_FALSE(cut.has_value());
    CHECK(cut.error().message.find("cut off") != std::string::npos);
}

TEST_CASE("SugaR's signature before another layout is refused") {
    const auto start = chess::Position::start();
    const auto good = record(start, "e2e4", 20, 70, StockfishKeys::FourRights);
    auto bad = record(start, "d2d4", 1000, 70, StockfishKeys::FourRights);
    CHECK(open(file(ExperienceLayout::Sugar2, {good, bad})).warnings().size() == 1);
    const auto error_of = [](const std::vector<std::byte>& bytes) {
        const auto opened = ExperienceBook::open(SpanReader(bytes));
        return opened.has_value() ? std::string() : opened.error().message;
    };
    CHECK(error_of(file(ExperienceLayout::Sugar2, {good, bad, bad})).find("2 of 3 records") !=
          std::string::npos);
    CHECK(error_of(file(ExperienceLayout::Sugar1, {bad})).find("unknown layout") !=
          std::string::npos);
    auto other = file(ExperienceLayout::Sugar2, {good, good});
    other[25] = std::byte{'3'};
    CHECK(error_of(other).find("of a version that is not known") != std::string::npos);
}

TEST_CASE("which records are searched, and which cannot be of a search") {
    ExperienceRecord good = record(chess::Position::start(), "e2e4", 20, 70);
    CHECK(good.is_searched());
    CHECK(good.in_range());
    const auto with = [&good](int depth, int score) {
        ExperienceRecord one = good;
        one.depth = depth;
        one.score = score;
        return std::pair(one.is_searched(), one.in_range());
    };
    CHECK(with(1, 0) == std::pair(true, true));
    CHECK(with(0, 0) == std::pair(false, true));
    CHECK(with(-1, 0) == std::pair(false, false));
    CHECK(with(246, 0) == std::pair(true, true));
    CHECK(with(247, 0) == std::pair(true, false));
    for (const int sign : {1, -1}) {
        CHECK(with(20, sign * 32'000) == std::pair(true, true));
        CHECK(with(20, sign * 32'001) == std::pair(false, false));
    }
    CHECK(with(20, experience_no_value) == std::pair(false, true));
    CHECK(with(20, -experience_no_value) == std::pair(false, false));
    for (const std::uint16_t no_move : {std::uint16_t{0}, std::uint16_t{65}}) {
        ExperienceRecord one = good;
        one.move = no_move;
        CHECK_FALSE(one.is_searched());
    }
}

TEST_CASE("a file of BrainLearn: every record has to look like one") {
    const ExperienceRecord good = record(chess::Position::start(), "e2e4", 20, 70);
    const auto is_one = [&good](const std::function<void(ExperienceRecord&)>& change,
                                std::size_t zero_byte = 0) {
        ExperienceRecord other = good;
        change(other);
        std::vector<std::byte> bytes = file(ExperienceLayout::BrainLearn, {good, other});
        if (zero_byte > 0) bytes[experience_record_size + zero_byte] = std::byte{1};
        return detect_experience(bytes, bytes.size()) == ExperienceLayout::BrainLearn;
    };
    const auto none = [](ExperienceRecord&) {};
    CHECK(is_one(none));
    CHECK_FALSE(is_one(none, 18));
    CHECK_FALSE(is_one(none, 19));
    CHECK(is_one([](ExperienceRecord& r) { r.performance = 0; }));
    CHECK_FALSE(is_one([](ExperienceRecord& r) { r.performance = -1; }));
    CHECK_FALSE(is_one([](ExperienceRecord& r) { r.performance = 101; }));
    CHECK(is_one([](ExperienceRecord& r) { r.depth = 0; }));
    CHECK_FALSE(is_one([](ExperienceRecord& r) { r.depth = 247; }));
    CHECK_FALSE(is_one([](ExperienceRecord& r) { r.move = 5U << 6U | 5U; }));
    CHECK_FALSE(
        is_one([](ExperienceRecord& r) { r.move |= 1U << 12U; })); // a piece without promotion
    CHECK(is_one([](ExperienceRecord& r) { r.move |= 1U << 14U | 1U << 12U; }));
    CHECK_FALSE(is_one([](ExperienceRecord& r) { r.score = experience_no_value; })); // at depth 20
    CHECK(is_one([](ExperienceRecord& r) {
        r.score = experience_no_value;
        r.depth = 0;
    }));
    const std::vector<std::byte> bytes = file(ExperienceLayout::BrainLearn, {good});
    CHECK(detect_experience(bytes, 24).has_value());
    CHECK_FALSE(detect_experience(bytes, 25).has_value());
    CHECK_FALSE(detect_experience(bytes, 0).has_value());
    CHECK_FALSE(detect_experience(std::span(bytes).first(23), 24).has_value());
}

TEST_CASE("the records of SugaR's versions come back, a count of 0 as 1") {
    ExperienceRecord one = record(chess::Position::start(), "e2e4", 20, -70);
    one.performance = 0;
    one.count = 7;
    std::array<std::byte, experience_record_size> raw{};
    encode_experience_record(ExperienceLayout::Sugar2, one, raw);
    CHECK(decode_experience_record(ExperienceLayout::Sugar2, raw) == one);
    raw[20] = std::byte{0};
    CHECK(decode_experience_record(ExperienceLayout::Sugar2, raw).count == 1);
    one.count = 1;
    encode_experience_record(ExperienceLayout::Sugar1, one, raw);
    CHECK(decode_experience_record(ExperienceLayout::Sugar1, raw) == one);
    CHECK(raw[21] == std::byte{0xff});
    CHECK(raw[23] == std::byte{0xff});
    CHECK(raw[20] == std::byte{0});
    CHECK(name_of(ExperienceLayout::BrainLearn) == "BrainLearn");
    CHECK(name_of(ExperienceLayout::Sugar1) == "SugaR, version 1");
    CHECK(name_of(ExperienceLayout::Sugar2) == "SugaR, version 2");
}

TEST_CASE("SugaR: the order of moves by score, depth and, in version 2, count") {
    const auto start = chess::Position::start();
    struct Move {
        std::string_view move;
        int depth, score;
        std::uint16_t count = 1;
    };
    const auto order = [&start](ExperienceLayout layout, const std::vector<Move>& given) {
        std::vector<ExperienceRecord> records;
        for (const Move& one : given) {
            records.push_back(record(start, one.move, one.depth, one.score));
            records.back().count = one.count;
        }
        std::string text;
        for (const Entry& entry : open(file(layout, records)).find(start))
            text += chess::format_uci_move(entry.move) + ' ';
        return text;
    };
    const auto sugar1 = ExperienceLayout::Sugar1, sugar2 = ExperienceLayout::Sugar2;
    // A fifth of the depth multiplies the score: 2 * 50 > 1 * 99.
    CHECK(order(sugar1, {{"e2e4", 9, 99}, {"d2d4", 10, 50}}) == "d2d4 e2e4 ");
    CHECK(order(sugar1, {{"e2e4", 9, 101}, {"d2d4", 10, 50}}) == "e2e4 d2d4 ");
    CHECK(order(sugar1, {{"e2e4", 4, 60}, {"d2d4", 9, 60}}) == "d2d4 e2e4 "); // the deeper
    // A tenth of the depth and a third of the count.
    CHECK(order(sugar2, {{"e2e4", 19, 99}, {"d2d4", 20, 50}}) == "d2d4 e2e4 ");
    CHECK(order(sugar2, {{"e2e4", 19, 99, 5}, {"d2d4", 19, 50, 6}}) == "d2d4 e2e4 ");
    CHECK(order(sugar2, {{"e2e4", 19, 101, 5}, {"d2d4", 19, 50, 6}}) == "e2e4 d2d4 ");
    CHECK(order(sugar2, {{"e2e4", 19, 50, 1}, {"d2d4", 11, 50, 2}}) == "d2d4 e2e4 ");
    CHECK(order(sugar2, {{"e2e4", 11, 50, 2}, {"d2d4", 19, 50, 2}}) == "d2d4 e2e4 ");
    const auto brain = ExperienceLayout::BrainLearn;
    CHECK(order(brain, {{"e2e4", 9, 99}, {"d2d4", 10, 50}}) == "d2d4 e2e4 ");
    CHECK(order(brain, {{"e2e4", 10, 49}, {"d2d4", 10, 50}}) == "d2d4 e2e4 ");
}

TEST_CASE("counts are added up to the most, and a search of the same depth replaces BrainLearn's") {
    const auto start = chess::Position::start();
    auto many = record(start, "e2e4", 10, 100);
    many.count = 65'000;
    const ExperienceBook book = open(file(ExperienceLayout::Sugar2, {many, many}));
    REQUIRE(book.records().size() == 1);
    CHECK(book.records()[0].count == 65'535);
    const ExperienceBook deeper = open(file(
        ExperienceLayout::Sugar2, {record(start, "e2e4", 10, 100), record(start, "e2e4", 11, 40)}));
    CHECK(deeper.records()[0].score == 40);
    CHECK(deeper.records()[0].depth == 11);
    const ExperienceBook brain =
        open(file(ExperienceLayout::BrainLearn,
                  {record(start, "e2e4", 10, 100), record(start, "e2e4", 10, 40)}));
    CHECK(brain.records()[0].score == 40);
}

TEST_CASE("what info-book says of an experience file, and its warnings") {
    const auto start = chess::Position::start();
    auto unsearched = record(start, "a2a3", 0, experience_no_value);
    const std::vector<std::byte> bytes =
        file(ExperienceLayout::BrainLearn,
             {record(start, "e2e4", 20, 83), unsearched, record(start, "d2d4", 10, 20),
              record(start, "e2e4", 18, 500), unsearched});
    const ExperienceBook book = open(bytes);
    CHECK(book.facts() == Book::Facts{{"Layout", "BrainLearn"},
                                      {"Keys", "C, D: Stockfish and BrainLearn since July 2020"},
                                      {"Records", "5"},
                                      {"Records merged", "1"},
                                      {"Depth", "10 to 20 plies"}});
    CHECK(book.warnings() ==
          std::vector<std::string>{"2 records without a searched move are left out"});
    CHECK(book.count_positions() == 1);
    CHECK(book.gives_moves());
    CHECK(book.knows(start));
    CHECK(book.stockfish_moves(start).size() == 2);
    CHECK_FALSE(book.knows(position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")));
    auto senseless = record(start, "d2d4", 1000, 70);
    auto tail = file(ExperienceLayout::Sugar1, {record(start, "e2e4", 20, 83), senseless});
    tail.resize(tail.size() + 7);
    CHECK(open(tail).warnings() ==
          std::vector<std::string>{
              "the last 7 bytes are not a whole record and are left out: the file is damaged or "
              "not finished",
              "1 record with a depth or score of no search is left out"});
    const ExperienceBook empty = open(file(ExperienceLayout::Sugar1, {}));
    CHECK(empty.facts().size() == 4);
    CHECK(empty.facts()[1].second == "of any scheme: no known position decides");
    CHECK_FALSE(empty.gives_moves());
    for (const auto& [keys, name] :
         {std::pair(StockfishKeys::FourRights, "A: Stockfish before June 2020, SugaR"),
          std::pair(StockfishKeys::XorOfRights, "B: BrainLearn from 4.0 to July 2020")})
        CHECK(open(file(ExperienceLayout::BrainLearn, {record(start, "e2e4", 20, 83, keys)}))
                  .facts()[1]
                  .second == name);
}

TEST_CASE("an experience file is read by the settings that are given") {
    const auto start = chess::Position::start();
    const ExperienceBook book = open(file(
        ExperienceLayout::BrainLearn, {record(start, "e2e4", 20, 83), record(start, "g1f3", 20, 42),
                                       record(start, "d2d4", 10, 83)}));
    CHECK(book.read_by({}) == nullptr);
    const auto read = [&](const Reading& reading) {
        const auto other = book.read_by(reading);
        REQUIRE(other != nullptr);
        std::string text;
        for (const Entry& entry : other->find(start))
            text += chess::format_uci_move(entry.move) + ' ' + std::to_string(entry.weight) + ' ';
        return text;
    };
    CHECK(read({.min_depth = 11}) == "e2e4 1000 g1f3 387 ");
    CHECK(read({.min_depth = 10}) == "e2e4 1000 d2d4 500 g1f3 387 ");
    CHECK(read({.temperature = 1e-9}) == "e2e4 1000 d2d4 500 g1f3 1 ");
    CHECK(read({.temperature = 1e9}) == "e2e4 1000 g1f3 1000 d2d4 500 ");
    CHECK(book.of_depth(21).count_positions() == 0);
}

TEST_CASE("real experience files") {
    const std::filesystem::path folder = std::filesystem::path(POLYGLOT_SHARED_DATA) / "experience";
    if (!std::filesystem::exists(folder)) {
        MESSAGE("skipped: ../shared/data is not there");
        return;
    }
    const auto read = [&folder](const char* name) {
        std::ifstream in(folder / name, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const auto bytes = std::as_bytes(std::span(text));
        return open({bytes.begin(), bytes.end()});
    };
    const ExperienceBook small = read("brainlearn-2022-10-14-1944.bin");
    CHECK(small.count_records() == 81);
    CHECK(small.keys() == StockfishKeys::SetsOfRights);
    const ExperienceBook large = read("brainlearn-tests-1879704.bin");
    CHECK(large.count_records() == 78'321);
    CHECK(large.count_positions() == 78'320);
    CHECK(large.count_moves() == 78'320); // one (key, move) is there twice
    CHECK(large.keys() == StockfishKeys::XorOfRights);
    // From the start position, which the file does not have; every move that is reached is legal.
    std::uint64_t records = 0, legal = 0;
    const auto walked =
        explore(large, std::array{chess::Position::start()}, {},
                [&](const chess::Position& position, const std::vector<Entry>& entries) {
                    records += large.find_records(position).size();
                    legal += entries.size();
                });
    CHECK(walked.positions == 16'322);
    CHECK(records == 16'322);
    CHECK(legal == 16'322);
    CHECK(read("shashchess-2020-10-16-912.bin").count_positions() == 38);
}

} // namespace polyglot::book
