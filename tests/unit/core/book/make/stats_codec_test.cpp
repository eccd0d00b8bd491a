// .pgstats files as bytes: what goes in comes out, damage is found wherever it is, and the format
// is what the document says.
#include "core/book/make/crc32c.hpp"
#include "core/book/make/stats_codec.hpp"
#include "tests/unit/core/book/book_bytes.hpp"
#include "tests/unit/core/book/make/stats_samples.hpp"

#include <memory>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
using book::MoveStats;
using book::StatsInfo;

namespace {

std::string encode(const std::vector<MoveStats>& list, const StatsInfo& info) {
    book::StatsEncoder encoder;
    std::string file;
    for (const MoveStats& stats : list) {
        encoder.add(stats);
        file += encoder.ready();
        encoder.take();
    }
    encoder.finish(info);
    CHECK(encoder.entries() == list.size());
    return file + std::string(encoder.ready());
}

struct Decoded {
    std::vector<MoveStats> list;
    StatsInfo info;
    std::string problem;
};
Decoded decode(const std::string& file, std::size_t buffer = 0) {
    const test::Bytes bytes = test::to_bytes(file);
    auto decoder = book::StatsDecoder::open(std::make_shared<book::SpanReader>(bytes), buffer);
    if (decoder.has_error()) return {{}, {}, decoder.error().message};
    Decoded decoded{test::read_all(**decoder), (*decoder)->info(), (*decoder)->problem()};
    MoveStats stats;
    CHECK_FALSE((*decoder)->next(stats)); // an end stays one
    CHECK((decoded.problem.empty() ? decoded.list.size() == (*decoder)->entries() : true));
    return decoded;
}

std::string hex(const std::string& bytes) {
    std::string text;
    for (const char c : bytes)
        for (const unsigned digit :
             {static_cast<unsigned char>(c) / 16U, static_cast<unsigned char>(c) % 16U})
            text += "0123456789abcdef"[digit];
    return text;
}

MoveStats random_stats(Random& random) {
    const auto number = [&](std::uint64_t most) {
        return random.below(16) == 0 ? most : random.below((most >> random.below(48)) + 1);
    };
    MoveStats stats{.key = random.next(), .move = static_cast<std::uint16_t>(random.next())};
    if (random.below(2) == 0) stats.mover = chess::Color::Black;
    stats.wins = number(MoveStats::max_count);
    stats.draws = number(MoveStats::max_count);
    stats.losses = stats.wins + stats.draws == 0 ? 1 : number(MoveStats::max_count);
    stats.rated_games = std::min(number(stats.games()), MoveStats::max_count);
    if (random.below(4) == 0) stats.rated_games = std::min(stats.games(), MoveStats::max_count);
    stats.elo_sum = number(stats.rated_games * MoveStats::max_elo);
    stats.last_year = static_cast<std::uint16_t>(number(MoveStats::max_year));
    return stats;
}

} // namespace

TEST_CASE("stats codec: the checksum is CRC-32C") {
    CHECK(book::crc32c(test::to_bytes("")) == 0);
    // The check value of the catalogue of CRCs
    CHECK(book::crc32c(test::to_bytes("123456789")) == 0xe3069283U);
    CHECK(book::crc32c(test::Bytes(32, std::byte{0})) == 0x8a9136aaU); // RFC 3720, B.4
    CHECK(book::crc32c(test::Bytes(32, std::byte{0xff})) == 0x62a8ab43U);
    const test::Bytes bytes = test::to_bytes("any bytes, in two parts");
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut)
        CHECK(book::crc32c(std::span(bytes).subspan(cut),
                           book::crc32c(std::span(bytes).first(cut))) == book::crc32c(bytes));
}

TEST_CASE("stats codec: the example of docs/formats/pgstats.md") {
    const std::vector<MoveStats> list{
        {0x463b96181691fc9c, 0x02db, chess::Color::White, 0, 0, 1, 0, 0, 0},
        {0x463b96181691fc9c, 0x031c, chess::Color::White, 2, 1, 0, 3, 7200, 2024},
        {0x823c9b50fd114196, 0x0d24, chess::Color::Black, 1, 0, 1, 1, 2350, 2024},
    };
    const std::string file = encode(list, {4, 2024, "example"});
    CHECK(hex(file) ==
          "504753544154530a00000002"
          "0000002b00000003b2619691"
          "3002db9cf9c7b481c3e59d460e031c00020100a038e80f0b0d24fa89fdb38ea7c1803c01000101ae12e80f"
          "463b96181691fc9c000000000000000ca352674d"
          "000000000000000407e86578616d706c65"
          "000000000000000300000000000000010000000000000011fcb7d61750475354454e440a");
    const std::string version_1 = test::pgstats_version_1(file);
    CHECK(hex(version_1) ==
          "504753544154530a00000001"
          "0000002b00000003b2619691"
          "3002db9cf9c7b481c3e59d460e031c00020100a038e80f0b0d24fa89fdb38ea7c1803c01000101ae12e80f"
          "000000000000000407e86578616d706c65"
          "00000000000000030000000000000011614d6d8750475354454e440a");
    for (const std::string& version : {file, version_1}) {
        const Decoded decoded = decode(version);
        CHECK(decoded.problem.empty());
        CHECK((decoded.list == list));
        CHECK(decoded.info == StatsInfo{4, 2024, "example"});
    }
}

TEST_CASE("stats codec: statistics of a variant have a newer version, its name and its keys") {
    StatsInfo info{2, 2024, "example"};
    info.of = {&chess::crazyhouse, chess::VariantKeys::XBoard};
    book::StatsEncoder encoder(book::pgstats::most_index_points, info.of);
    encoder.add({7, 0x941c, chess::Color::White, 1, 0, 1});
    encoder.finish(info);
    std::string file(encoder.ready());
    CHECK(file.substr(0, 12) == std::string("PGSTATS\n\0\0\0\3", 12));
    const Decoded decoded = decode(file);
    CHECK(decoded.problem.empty());
    CHECK(decoded.info == info);
    CHECK(decoded.list.size() == 1);
    // What a newer program may write. The checksums fit.
    const auto replaced = [&file](std::string_view what, std::string_view by) {
        std::string other = file;
        other.replace(other.find(what), what.size(), by);
        return test::with_checksum_of_end(other);
    };
    CHECK(decode(replaced("crazyhouse", "dragonwing")).problem ==
          "is of the variant 'dragonwing' with keys of kind 1, which this polyglot does not know");
    CHECK(decode(replaced("\1\ncrazyhouse", "\2\ncrazyhouse")).problem ==
          "is of the variant 'crazyhouse' with keys of kind 2, which this polyglot does not know");
    CHECK(decode(replaced("\1\ncrazyhouse", "\1\xff"
                                            "crazyhouse"))
              .problem == "has been cut off or is damaged: its end is missing");
}

TEST_CASE("stats codec: decoding returns the encoded moves") {
    for (const std::size_t count : {0U, 1U, 2U, 1000U, 30000U}) {
        CAPTURE(count);
        Random random(count + 1);
        test::Sums sums;
        for (std::size_t i = 0; i < count; ++i) {
            MoveStats stats = random_stats(random);
            if (i % 3 > 0) stats.key = sums.rbegin()->first.first; // several moves of a position
            if (i == 5) stats.key = 0;
            if (i == 7) stats.key = ~std::uint64_t{0};
            sums[{stats.key, stats.move}] = stats;
        }
        const auto list = test::in_order(sums);
        const StatsInfo info{random.next(),
                             static_cast<std::uint16_t>(random.below(MoveStats::max_year + 1)),
                             std::string(count, 'x'), random.below(2) == 0, random.below(2) == 0};
        const std::string file = encode(list, info);
        for (const std::size_t buffer : {0U, 50'000U, 10'000'000U}) {
            const Decoded decoded = decode(file, buffer);
            CHECK(decoded.problem == "");
            CHECK((decoded.list == list));
            CHECK(decoded.info.games == info.games);
            CHECK(decoded.info.last_year == info.last_year);
            CHECK(decoded.info.description == info.description.substr(0, (16U << 10U) - 10));
        }
    }
}

TEST_CASE("stats codec: an entry of a big database takes 12 to 16 bytes") {
    Random random(1);
    test::Sums sums;
    for (int i = 0; i < 100'000; ++i) { // keys as close as those of 16 million positions
        MoveStats stats{.key = random.next() >> 8U,
                        .move = static_cast<std::uint16_t>(random.below(4096))};
        stats.wins = 1 + random.below(2);
        stats.rated_games = 1;
        stats.elo_sum = 2400;
        stats.last_year = 2020;
        sums[{stats.key, stats.move}] = stats;
    }
    const std::size_t size = encode(test::in_order(sums), {}).size();
    CHECK(size > 12 * sums.size());
    CHECK(size < 16 * sums.size());
}

TEST_CASE("stats codec: any byte changed, left out or added is found, and the entries before it "
          "are whole") {
    Random random(3);
    const auto list = test::in_order(test::sums_of(test::random_samples(random, 4000, 100'000)));
    const std::string file = encode(list, {4000, 2000, "a description"});
    REQUIRE(file.size() > 3 * (16U << 10U)); // several blocks
    const auto check = [&](const std::string& damaged, std::size_t at) {
        CAPTURE(at);
        const Decoded decoded = decode(damaged);
        CHECK(decoded.problem != "");
        CHECK(decoded.list.size() < list.size());
        CHECK(std::equal(decoded.list.begin(), decoded.list.end(), list.begin()));
    };
    for (std::size_t at = 0; at < file.size();
         at += at < 100 || file.size() - at < 100 ? 1U : 311U) {
        std::string damaged = file;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
        check(damaged, at);
        check(file.substr(0, at), at);
        check(file.substr(0, at) + file.substr(at + 1), at);
        check(file.substr(0, at) + 'x' + file.substr(at), at);
    }
    check(file + '\n', file.size());
    CHECK(decode("").problem == "is not a file of statistics (.pgstats)");
    CHECK(decode("PGSTATS\n").problem == "is not a file of statistics (.pgstats)");
    CHECK(decode("PGSTATS\n" + std::string("\0\0\0\5", 4) + file).problem ==
          "has version 5 of the format, this polyglot reads versions 1 to 4");
    CHECK(decode(file.substr(0, 30'000)).problem ==
          "has been cut off or is damaged: its end is missing");
    std::string damaged = file;
    damaged[20'000] = static_cast<char>(damaged[20'000] + 1);
    const std::string problem = decode(damaged).problem;
    CHECK(problem.starts_with("is damaged at byte 16"));
    CHECK(problem.ends_with(": a block whose checksum is wrong"));
}
