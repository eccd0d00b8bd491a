// The games that statistics keep: which they are, however they come, and that what goes into a
// file comes out.
#include "core/book/make/game_mark.hpp"
#include "core/book/make/games_layout.hpp"
#include "core/book/make/kept_games.hpp"
#include "core/book/make/stats_codec.hpp"
#include "core/book/make/stats_search.hpp"
#include "core/pgn/scanner.hpp"
#include "core/random.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using book::KeptGame;
using book::KeptOrder;
using book::MoveStats;

namespace {

// Few ratings and dates, so that many games are equal in rank.
KeptGame random_game(Random& random, bool with_copies) {
    KeptGame game;
    game.place = {static_cast<std::uint32_t>(random.below(3)),
                  static_cast<std::uint32_t>(random.below(2)), random.below(100'000)};
    game.mark = {static_cast<std::uint32_t>(random.below(5000)),
                 static_cast<std::uint32_t>(random.next())};
    game.rating = static_cast<std::uint32_t>(1000 * random.below(5));
    game.date = static_cast<std::uint32_t>(20'000'000 + 10'000 * random.below(5) + random.below(3));
    if (!with_copies) return game;
    game.copy = 1 + random.below(20);
    game.rating = static_cast<std::uint32_t>(100 * game.copy % 700); // copies have one rating
    return game;
}

std::vector<KeptGame> random_games(Random& random, bool with_copies = false) {
    std::vector<KeptGame> games;
    for (std::size_t count = random.below(60); count > 0; --count)
        games.push_back(random_game(random, with_copies));
    return games;
}

struct NoMoves final : pgn::GameVisitor {
    explicit NoMoves(std::string_view all) : text(all) {}
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& /*start*/,
                           std::uint64_t /*line*/) override {
        begins.push_back(book::begin_of_game(text, tags).value_or(std::string::npos));
        return pgn::all_plies;
    }
    void on_move(const chess::Position& /*before*/, chess::Move /*move*/, std::size_t /*ply*/,
                 std::size_t /*variation*/) override {}
    void end_game(pgn::Outcome /*outcome*/, std::size_t /*plies*/,
                  const pgn::Problem& /*problem*/) override {}
    std::string_view text;
    std::vector<std::size_t> begins;
};

struct File {
    std::vector<MoveStats> stats;
    std::vector<std::vector<KeptGame>> games;
    std::string bytes;
};

const std::vector<std::string> names{"a.pgn", "", std::string(300, 'x')};

File random_file(Random& random, std::size_t moves, const book::KeptInfo& kept) {
    File file;
    book::StatsEncoder encoder(64, {}, kept);
    for (std::size_t i = 0; i < moves; ++i) {
        file.stats.push_back({.key = 1000 * (i / 3),
                              .move = static_cast<std::uint16_t>(i),
                              .mover = chess::Color::White,
                              .wins = 1 + random.below(1000)});
        auto games = random_games(random, kept.has_copies);
        book::keep_best(games, kept.most);
        encoder.add(file.stats.back(), games);
        file.games.push_back(std::move(games));
    }
    book::StatsInfo info{moves, 2024, "example", true, false};
    info.kept = kept;
    encoder.finish(info, names);
    file.bytes = encoder.ready();
    return file;
}

// Returns the problem, and what was read before it.
std::string read(const std::string& bytes, std::vector<std::vector<KeptGame>>& games,
                 bool wants_games = true) {
    const test::Bytes all = test::to_bytes(bytes);
    auto decoder = book::StatsDecoder::open(std::make_shared<book::SpanReader>(all), 0,
                                            wants_games ? book::StatsDecoder::Games::Read
                                                        : book::StatsDecoder::Games::Skip);
    if (decoder.has_error()) return decoder.error().message;
    if (wants_games) CHECK((*decoder)->files() == names);
    for (MoveStats stats; (*decoder)->next(stats);)
        games.push_back((*decoder)->games());
    return (*decoder)->problem();
}

} // namespace

TEST_CASE("kept games: of two files that get one number, a place has one game") {
    std::vector<KeptGame> games(3);
    games[0].place = {.file = 0, .text = 0, .offset = 7};
    games[1].place = {.file = 1, .text = 0, .offset = 7};
    games[2].place = {.file = 2, .text = 0, .offset = 7};
    book::renumber_files(games, std::vector<std::uint32_t>{4, 4, 3});
    REQUIRE(games.size() == 2);
    CHECK(games[0].place.file == 3);
    CHECK(games[1].place.file == 4);
}

TEST_CASE("kept games: the best rated and the newest, of equals the first by place") {
    const auto game = [](std::uint32_t file, std::uint32_t rating, std::uint32_t date) {
        return KeptGame{{file, 0, 0}, {}, rating, date, 0};
    };
    const std::vector<KeptGame> all{game(0, 5000, 0), game(1, 4000, 20'200'101),
                                    game(2, 4000, 20'200'101), game(3, 4500, 20'190'000),
                                    game(4, 0, 20'210'000)};
    const auto files = [](const std::vector<KeptGame>& games) {
        std::string text;
        for (const KeptGame& one : games)
            text += std::to_string(one.place.file);
        return text;
    };
    CHECK(files(book::listed(all, KeptOrder::BestRated, 5)) == "03124");
    CHECK(files(book::listed(all, KeptOrder::Newest, 5)) == "41230");
    for (const auto& [most, expected] :
         {std::pair(1U, "04"), std::pair(2U, "0134"), std::pair(3U, "01234")}) {
        std::vector<KeptGame> kept{all.rbegin(), all.rend()};
        book::keep_best(kept, most);
        CHECK(files(kept) == expected);
    }
}

TEST_CASE("kept games: parts that are reduced first give the same, with copies and without") {
    Random random(17);
    for (int round = 0; round < 500; ++round) {
        const bool with_copies = round % 2 == 0;
        const std::size_t most = 1 + random.below(5);
        std::vector<KeptGame> whole = random_games(random, with_copies), joined;
        std::vector<KeptGame> part;
        for (const KeptGame& game : whole) {
            part.push_back(game);
            if (random.below(4) > 0) continue;
            book::keep_best(part, most);
            joined.insert(joined.begin(), part.begin(), part.end());
            part.clear();
        }
        joined.insert(joined.begin(), part.begin(), part.end());
        book::keep_best(joined, most);
        book::keep_best(whole, most);
        CHECK((joined == whole));
        CHECK(whole.size() <= 2 * most);
        std::vector<KeptGame> again = whole;
        book::keep_best(again, most);
        CHECK((again == whole));
    }
}

TEST_CASE("kept games: dates of tags may have any numbers") {
    CHECK(book::possible_date(20'260'131) == 20'260'131);
    CHECK(book::possible_date(20'261'331) == 20'260'000);
    CHECK(book::possible_date(20'260'199) == 20'260'100);
}

TEST_CASE("kept games: a game begins at its first tag, its text ends without blanks") {
    const std::string text =
        "x\n[Event \"a\"]\n\n1. e4 *\n\n[ Event \"b\"]\n\n1. d4 *\n\n1. c4 *\n";
    NoMoves visitor(text);
    pgn::scan_games(text, {}, visitor);
    CHECK(visitor.begins ==
          std::vector{text.find("[Event"), text.find("[ Event"), std::string::npos});
    CHECK(book::mark_of("[A \"b\"] *\r\n \n") == book::mark_of("[A \"b\"] *"));
    CHECK_FALSE(book::mark_of("[A \"b\"] *") == book::mark_of("[A \"c\"] *"));
}

TEST_CASE("kept games: what goes into a file comes out, in order and by position") {
    Random random(23);
    for (const book::KeptInfo kept :
         {book::KeptInfo{1, false}, book::KeptInfo{20, false}, book::KeptInfo{3, true}}) {
        const File file = random_file(random, 3000, kept);
        std::vector<std::vector<KeptGame>> games;
        CHECK(read(file.bytes, games).empty());
        CHECK((games == file.games));
        games.clear();
        CHECK(read(file.bytes, games, false).empty());
        CHECK(games.size() == file.games.size());
        const test::Bytes all = test::to_bytes(file.bytes);
        const auto search = book::StatsSearch::open(std::make_shared<book::SpanReader>(all));
        REQUIRE(search.has_value());
        CHECK(search->info().kept == kept);
        CHECK(*search->files() == names);
        for (std::size_t i = 0; i < file.stats.size(); i += 3) {
            const auto moves = search->find(file.stats[i].key);
            const auto found = search->find_games(file.stats[i].key);
            REQUIRE(moves.has_value());
            REQUIRE(found.has_value());
            REQUIRE(found->size() == 3);
            for (std::size_t j = 0; j < 3; ++j) {
                CHECK(((*moves)[j] == file.stats[i + j]));
                CHECK(((*found)[j].games == file.games[i + j]));
            }
        }
        CHECK(search->find_games(1)->empty());
    }
}

TEST_CASE("kept games: damage anywhere is found, and nothing wrong is read before it") {
    Random random(29);
    const File file = random_file(random, 60, {2, false});
    for (std::size_t at = 0; at < file.bytes.size(); ++at) {
        std::string bad = file.bytes;
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        std::vector<std::vector<KeptGame>> games;
        CHECK_FALSE(read(bad, games).empty());
        CHECK(std::equal(games.begin(), games.end(), file.games.begin()));
    }
    for (std::size_t size = 0; size < file.bytes.size(); size += 7) {
        std::vector<std::vector<KeptGame>> games;
        CHECK_FALSE(read(file.bytes.substr(0, size), games).empty());
    }
}

TEST_CASE("kept games: places and names that no file of make-book has are refused") {
    const auto file = [](std::uint64_t offset, const std::vector<std::string>& files) {
        book::StatsEncoder encoder(64, {}, {1, false});
        MoveStats stats;
        stats.wins = 1;
        KeptGame game;
        game.place.offset = offset;
        encoder.add(stats, {&game, 1});
        book::StatsInfo info;
        info.kept.most = 1;
        encoder.finish(info, files);
        return test::to_bytes(encoder.ready());
    };
    const auto is_read = [](const test::Bytes& bytes) {
        auto decoder = book::StatsDecoder::open(std::make_shared<book::SpanReader>(bytes), 0,
                                                book::StatsDecoder::Games::Read);
        const auto search = book::StatsSearch::open(std::make_shared<book::SpanReader>(bytes));
        MoveStats stats;
        const bool decoded = decoder && (*decoder)->next(stats);
        CHECK((search->find_games(0).has_value() && search->files().has_value()) == decoded);
        return decoded;
    };
    const std::uint64_t most = book::pgstats::max_offset;
    CHECK(is_read(file(most, {"a"})));
    CHECK_FALSE(is_read(file(most + 1, {"a"})));
    CHECK_FALSE(is_read(file(~std::uint64_t{0}, {"a"})));
    // Each empty name is a byte in the file, and 32 bytes in memory.
    std::vector<std::string> names_of_none(book::pgstats::max_files);
    CHECK(is_read(file(0, names_of_none)));
    CHECK(book::pgstats::check_files(names_of_none).has_value());
    names_of_none.emplace_back();
    CHECK_FALSE(is_read(file(0, names_of_none)));
    CHECK_FALSE(book::pgstats::check_files(names_of_none).has_value());
    // The longest name has 4 bytes before it, and the checksum after it.
    std::vector<std::string> name{std::string(book::pgstats::max_files_bytes - 8, 'x')};
    CHECK(book::pgstats::check_files(name).has_value());
    CHECK(book::pgstats::encode_files(name).size() == book::pgstats::max_files_bytes);
    name.front() += 'x';
    CHECK_FALSE(book::pgstats::check_files(name).has_value());
}

TEST_CASE("kept games: a file without them is of the old version") {
    book::StatsEncoder encoder;
    CHECK(encoder.ready().substr(8) == std::string_view("\0\0\0\2", 4));
    book::StatsEncoder with_games(64, {}, {4, false});
    CHECK(with_games.ready().substr(8) == std::string_view("\0\0\0\4", 4));
}
