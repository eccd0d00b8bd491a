#include "core/book/experience/experience.hpp"
#include "core/book/stockfish_value.hpp"
#include "core/book/walk/walk.hpp"
#include "core/chess/fen.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
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
