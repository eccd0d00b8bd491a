// Books of each dialect, made at random in the way their writers make them, and the real ones where
// they are at hand.
#include "core/book/learning.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

using namespace polyglot;
using book::LearnDialect;
using book::LearnFields;

namespace {

constexpr std::uint64_t all_pages = 1U << 20U;
constexpr int seeds = 20;

int number(Random& random, int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

std::uint16_t swapped(std::uint16_t value) {
    return static_cast<std::uint16_t>(value << 8U | value >> 8U);
}

test::Bytes book_of(const std::vector<LearnFields>& fields) {
    test::Bytes bytes;
    std::uint64_t key = 0x1000;
    for (const LearnFields& f : fields)
        test::append(bytes, {key += 0x10000, test::raw_move("e2e4"), 5, f.count, f.sum});
    return bytes;
}

book::LearnEvidence judge(const test::Bytes& bytes, std::uint64_t max_pages = all_pages) {
    return book::judge_learn_fields(book::EntryTable(std::make_shared<book::SpanReader>(bytes)),
                                    max_pages);
}
book::LearnEvidence judge(const std::vector<LearnFields>& fields) {
    return judge(book_of(fields));
}

// What a game does to the fields of the moves played; half_points 0 to 2.
using Lesson = std::function<void(LearnFields&, int half_points)>;

// A book as a tree in which each position has three moves, the first played most; games go down to
// its leaves.
std::vector<LearnFields> play(Random& random, int games, int win_per_cent, const Lesson& lesson) {
    std::vector<LearnFields> fields(9840); // 8 moves deep
    for (int game = 0; game < games; ++game) {
        const int roll = number(random, 1, 100);
        const int half_points = roll <= win_per_cent ? 2 : roll <= win_per_cent + 25 ? 1 : 0;
        for (std::size_t position = 0; 3 * position < fields.size();) {
            const std::size_t move =
                3 * position +
                static_cast<std::size_t>(std::min(number(random, 0, 2), number(random, 0, 2)));
            lesson(fields[move], half_points);
            position = move + 1;
        }
    }
    return fields;
}

void learn_results(LearnFields& fields, int half_points) {
    fields.count = static_cast<std::uint16_t>(fields.count + 1);
    fields.sum = static_cast<std::uint16_t>(fields.sum + half_points);
}
void learn_losses_wins(LearnFields& fields, int half_points) {
    if (half_points == 0) ++fields.count;
    if (half_points == 2) ++fields.sum;
}

using Writer = std::function<LearnFields(Random&)>;

// A share of the entries has fields at all, and one in 200 is damaged.
std::vector<LearnFields> write(Random& random, int entries, const Writer& writer, bool damage) {
    std::vector<LearnFields> fields;
    for (int i = 0; i < entries; ++i) {
        fields.push_back(number(random, 0, 9) == 0 ? LearnFields{} : writer(random));
        if (damage && number(random, 0, 199) == 0)
            fields.back() = {static_cast<std::uint16_t>(random.below(65'536)),
                             static_cast<std::uint16_t>(random.below(65'536))};
    }
    return fields;
}

// In books of these sizes the dialect is found, whatever the seed.
void check(LearnDialect dialect, const Writer& writer) {
    for (const int entries : {50, 500, 5000}) {
        for (int seed = 1; seed <= 10'000 / entries; ++seed) {
            Random random(static_cast<std::uint64_t>(seed));
            const auto evidence = judge(write(random, entries, writer, entries >= 500));
            CHECK_MESSAGE(evidence.dialect == dialect, book::name_of(dialect), " entries ", entries,
                          " seed ", seed, ": ", evidence.reason);
        }
    }
}

std::uint16_t score(Random& random) {
    return static_cast<std::uint16_t>(number(random, -30, 30) * number(random, 0, 8) +
                                      number(random, -9, 9));
}
std::uint16_t depth(Random& random, int learn) {
    return static_cast<std::uint16_t>(number(random, 12, 24) << 8 | number(random, 0, learn));
}

} // namespace

TEST_CASE("learn fields: nothing learnt") {
    const auto evidence = judge(std::vector<LearnFields>(100));
    CHECK(evidence.dialect == LearnDialect::Empty);
    CHECK(evidence.entries == 100);
    CHECK(evidence.learnt == 0);
    CHECK(judge(test::Bytes{}).dialect == LearnDialect::Empty);
    for (const std::size_t entries : {1U, 255U, 256U, 257U, 512U, 513U}) // of pages of 256
        CHECK(judge(std::vector<LearnFields>(entries)).entries == entries);
    CHECK(judge(book_of(std::vector<LearnFields>(1024)), 2).entries == 512);
    CHECK(judge(book_of(std::vector<LearnFields>(1024)), 0).entries == 256);
}

TEST_CASE("learn fields: results are known as such from the first game on, won or lost") {
    for (const int games : {1, 2, 3, 10, 100, 3000}) {
        for (const int win_per_cent : {0, 5, 35, 70, 95}) {
            for (int seed = 1; seed <= (games > 1000 ? 5 : seeds); ++seed) {
                Random random(static_cast<std::uint64_t>(seed));
                const auto evidence = judge(play(
                    random, games, win_per_cent - (win_per_cent == 0 ? 25 : 0), learn_results));
                CHECK_MESSAGE(evidence.dialect == LearnDialect::PolyGlot, games, " games, ",
                              win_per_cent, " %, seed ", seed, ": ", evidence.reason);
                CHECK(evidence.agree == evidence.learnt);
            }
        }
    }
}

TEST_CASE("learn fields: one line played over and over stays results") {
    for (int games = 1; games < 65'000; games += games / 50 + 1) {
        for (const int lead : {-3, 0, 3}) {
            std::vector<LearnFields> fields;
            for (int i = 0; i < 7; ++i)
                fields.push_back({static_cast<std::uint16_t>(games),
                                  static_cast<std::uint16_t>(std::max(1, games + lead + i % 2))});
            for (LearnFields& f : fields)
                f.sum = static_cast<std::uint16_t>(std::min<int>(f.sum, 2 * games));
            CHECK_MESSAGE(book::is_polyglot(judge(fields).dialect), games, ' ', lead, ": ",
                          judge(fields).reason);
        }
    }
}

TEST_CASE("learn fields: a few damaged entries do not overturn results, in a small book they do") {
    for (int seed = 1; seed <= 20; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        auto fields = play(random, 500, 35, learn_results);
        const auto learnt = judge(fields).learnt;
        for (std::uint64_t i = 0; i < learnt / 110; ++i)
            fields[static_cast<std::size_t>(
                random.below(static_cast<std::uint32_t>(fields.size())))] = {0, 9};
        CHECK(judge(fields).dialect == LearnDialect::PolyGlot);
    }
    std::vector<LearnFields> small(30, LearnFields{3, 4});
    small[7] = {3, 7};
    const auto evidence = judge(small);
    CHECK(!book::is_polyglot(evidence.dialect));
    CHECK(evidence.reason.find("1 of 30 learn fields can't be games and half-points") == 0);
}

TEST_CASE(
    "learn fields: from 2000 moves on, one of them has scored more than half if they are results") {
    // Results of 1 to 7 games, `even` of them with as many half-points as games, the others with
    // less, or one with more.
    const auto dialect_of = [](std::size_t learnt, std::size_t even, bool one_above = false) {
        std::vector<LearnFields> fields;
        for (std::size_t i = 0; i < learnt; ++i) {
            const auto games = static_cast<std::uint16_t>(1 + i % 7);
            fields.push_back({games, static_cast<std::uint16_t>(i < even ? games : games - 1)});
        }
        if (one_above) fields.back() = {3, 4};
        return judge(fields).dialect;
    };
    CHECK(dialect_of(2000, 300) == LearnDialect::Unknown); // 15 per cent
    CHECK(dialect_of(2000, 299) == LearnDialect::PolyGlot);
    CHECK(dialect_of(1999, 300) == LearnDialect::PolyGlot);
    CHECK(dialect_of(2001, 301) == LearnDialect::Unknown);
    CHECK(dialect_of(2000, 300, true) == LearnDialect::PolyGlot);
}

TEST_CASE("learn fields: losses and wins") {
    for (const int games : {30, 300, 3000}) {
        for (const int win_per_cent : {5, 35, 70}) {
            for (int seed = 1; seed <= (games > 1000 ? 3 : seeds); ++seed) {
                Random random(static_cast<std::uint64_t>(seed));
                const auto evidence = judge(play(random, games, win_per_cent, learn_losses_wins));
                // Who lost nearly all, or nothing, leaves one of the two numbers empty.
                const bool both = win_per_cent == 35 || games > 30;
                if (!both) CHECK(evidence.dialect != LearnDialect::Empty);
                if (both)
                    CHECK_MESSAGE(evidence.dialect == LearnDialect::LossesWins, games, " games, ",
                                  win_per_cent, " %, seed ", seed, ": ", evidence.reason);
            }
        }
    }
}

TEST_CASE("learn fields: a few losses without a win could be results, and the reason explains it") {
    const auto evidence = judge(std::vector<LearnFields>(7, LearnFields{1, 0}));
    CHECK(evidence.dialect == LearnDialect::PolyGlot);
    CHECK(
        evidence.reason ==
        "7 of 7 learn fields are a number of games and half-points possible in them, though losses "
        "and wins could look the same in so few");
    CHECK(judge(std::vector<LearnFields>(7, LearnFields{0, 1})).dialect == LearnDialect::Unknown);
}

TEST_CASE("learn fields: score, depth and learn value, in either byte order") {
    for (const int learn : {0, 99}) {
        check(LearnDialect::ScoreDepthLearn, [learn](Random& r) {
            return LearnFields{swapped(score(r)), depth(r, learn)};
        });
        check(LearnDialect::ScoreDepthLearn, [learn](Random& r) {
            return LearnFields{score(r), depth(r, learn)};
        });
    }
}

TEST_CASE("learn fields: a few scores in a small book must not be overwritten") {
    for (int seed = 1; seed <= 200; ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        std::vector<LearnFields> fields;
        for (int i = 0; i < 7; ++i)
            fields.push_back({swapped(static_cast<std::uint16_t>(11 * i + number(random, -40, 9))),
                              depth(random, 99)});
        CHECK_MESSAGE(judge(fields).dialect == LearnDialect::ScoreDepthLearn, "seed ", seed, ": ",
                      judge(fields).reason);
    }
}

TEST_CASE("learn fields: annotations and priorities") {
    check(LearnDialect::Nag, [](Random& r) {
        return LearnFields{static_cast<std::uint16_t>(number(r, 1, 6) << 8), 0};
    });
    check(LearnDialect::Nag, [](Random& r) {
        return LearnFields{0, static_cast<std::uint16_t>(number(r, 1, 145))};
    });
}

TEST_CASE("learn fields: places in a database, of any size and byte order") {
    for (const int high : {1, 10, 700, 16'000, 65'535}) {
        check(LearnDialect::GameReference, [high](Random& r) {
            return LearnFields{static_cast<std::uint16_t>(number(r, 0, high)),
                               static_cast<std::uint16_t>(number(r, 0, 65'535))};
        });
        check(LearnDialect::GameReference, [high](Random& r) {
            return LearnFields{swapped(static_cast<std::uint16_t>(number(r, 0, 65'535))),
                               swapped(static_cast<std::uint16_t>(number(r, 0, high)))};
        });
    }
    check(LearnDialect::GameReference, [](Random& r) {
        return LearnFields{0, static_cast<std::uint16_t>(number(r, 1, 30'000))};
    });
}

TEST_CASE("learn fields: places in a database, in a large book too") {
    Random random(1);
    const auto fields = write(
        random, 100'000,
        [](Random& r) {
            return LearnFields{static_cast<std::uint16_t>(number(r, 0, 65'535)),
                               static_cast<std::uint16_t>(256 * number(r, 0, 1))};
        },
        true);
    CHECK(judge(fields).dialect == LearnDialect::GameReference);
}

TEST_CASE("learn fields: percentages") {
    check(LearnDialect::Percentage, [](Random& r) {
        const int games = number(r, 1, 60);
        return LearnFields{static_cast<std::uint16_t>(10'000 * number(r, games / 4, games) / games),
                           0};
    });
    check(LearnDialect::Percentage, [](Random& r) {
        return LearnFields{static_cast<std::uint16_t>(number(r, 10, 100)), 0};
    });
}

TEST_CASE("learn fields: undocumented contents are not taken for results") {
    const auto unknown = [](const Writer& writer, int entries = 500) {
        for (int seed = 1; seed <= seeds; ++seed) {
            Random random(static_cast<std::uint64_t>(seed));
            const auto evidence = judge(write(random, entries, writer, false));
            CHECK_MESSAGE(!book::is_polyglot(evidence.dialect), "seed ", seed, ": ",
                          evidence.reason);
        }
    };
    const auto games_and = [&unknown](int per_cent) { // wins, or draws
        unknown(
            [per_cent](Random& r) {
                // Mostly one
                const int games = std::min({number(r, 1, 6), number(r, 1, 6), number(r, 1, 6)});
                int of_them = 0;
                for (int i = 0; i < games; ++i)
                    of_them += number(r, 1, 100) <= per_cent ? 1 : 0;
                return LearnFields{static_cast<std::uint16_t>(games),
                                   static_cast<std::uint16_t>(of_them)};
            },
            4000);
    };
    games_and(40);
    games_and(60);
    unknown([](Random& r) {
        return LearnFields{static_cast<std::uint16_t>(number(r, 100, 60'000)), 0};
    });
    unknown([](Random& r) { return LearnFields{0, static_cast<std::uint16_t>(number(r, 1, 4))}; });
    unknown([](Random& r) {
        return LearnFields{static_cast<std::uint16_t>(number(r, 1, 30)),
                           static_cast<std::uint16_t>(number(r, 2300, 2800))};
    });
}

TEST_CASE(
    "learn fields: our own results never shut us out of our book, however bad or alike they are") {
    for (std::uint16_t games = 1; games <= 300; ++games) {
        CAPTURE(games);
        for (const std::size_t moves : {1U, 8U, 30U}) {
            if (games != 256)
                CHECK(
                    book::is_polyglot(judge(std::vector<LearnFields>(moves, {games, 0})).dialect));
            CHECK(
                book::is_polyglot(judge(std::vector<LearnFields>(moves, {games, games})).dialect));
        }
    }
    CHECK(book::is_polyglot(judge({{16, 0}, {40, 0}, {3, 1}}).dialect));
    CHECK(book::is_polyglot(judge({{32, 1}}).dialect));
    for (const int games : {1, 10, 100, 200})
        for (int seed = 1; seed <= seeds; ++seed) {
            Random random(static_cast<std::uint64_t>(seed));
            // A quarter drawn, none won
            CHECK(book::is_polyglot(judge(play(random, games, 0, learn_results)).dialect));
            // All lost
            CHECK(book::is_polyglot(judge(play(random, games, -25, learn_results)).dialect));
        }
}

TEST_CASE(
    "learn fields: header and end marker are not entries; a large table is sampled to its ends") {
    test::Bytes bytes = test::header_bytes("@PG@\n1.0\n1\nnormal\nmade by hand");
    const test::Bytes entries = book_of(std::vector<LearnFields>(10, LearnFields{2, 2}));
    bytes.insert(bytes.end(), entries.begin(), entries.end());
    test::append(bytes, {book::end_marker_key, 0, 0, 0, 0});
    CHECK(judge(bytes).entries == 10);

    std::vector<LearnFields> fields(25'600);
    fields.front() = {1, 1};
    fields.back() = {1, 2};
    const auto evidence = judge(book_of(fields), 4);
    CHECK(evidence.entries == 4 * 256);
    CHECK(evidence.learnt == 2);
}

// So many fields of each kind, of which no two counts are alike where a step is given.
struct Fields {
    int number;
    int count;
    int sum; // -1: as large as the count
    int step = 0;
};
book::LearnEvidence judge_mix(const std::vector<Fields>& kinds) {
    std::vector<LearnFields> fields;
    for (const Fields& kind : kinds) {
        for (int i = 0; i < kind.number; ++i) {
            const int count = kind.count + i * kind.step;
            fields.push_back({static_cast<std::uint16_t>(count),
                              static_cast<std::uint16_t>(kind.sum < 0 ? count : kind.sum)});
        }
    }
    return judge(fields);
}

TEST_CASE("learn fields: the limits between possible results and other contents") {
    const auto dialect = [](const std::vector<Fields>& kinds) { return judge_mix(kinds).dialect; };
    // Counts of 4096 and more, half of all, and four in five different: places in a database.
    CHECK(dialect({{20, 4112, -1, 1}}) == LearnDialect::GameReference);
    CHECK(dialect({{19, 4112, -1, 1}}) == LearnDialect::PolyGlot);
    CHECK(dialect({{50, 4112, -1, 1}, {50, 16, -1, 1}}) == LearnDialect::GameReference);
    CHECK(dialect({{49, 4112, -1, 1}, {51, 16, -1, 1}}) == LearnDialect::PolyGlot);
    CHECK(dialect({{16, 4112, -1, 1}, {4, 4112, -1}}) == LearnDialect::GameReference);
    CHECK(dialect({{15, 4112, -1, 1}, {5, 4112, -1}}) == LearnDialect::PolyGlot);
    // One in a hundred may be damaged.
    CHECK(dialect({{99, 1, -1, 1}, {1, 1, 3}}) == LearnDialect::PolyGlot);
    CHECK(dialect({{98, 1, -1, 1}, {2, 1, 3}}) == LearnDialect::LossesWins);
    // 2000 moves, none better than even, and every seventh or so even.
    CHECK(dialect({{300, 8, -1}, {1700, 8, 4}}) == LearnDialect::Unknown);
    CHECK(dialect({{300, 8, -1}, {1699, 8, 4}}) == LearnDialect::PolyGlot);
    CHECK(dialect({{299, 8, -1}, {1701, 8, 4}}) == LearnDialect::PolyGlot);
    CHECK(dialect({{300, 8, -1}, {1699, 8, 4}, {1, 8, 9}}) == LearnDialect::PolyGlot);
    CHECK(judge_mix({{19, 8, -1}}).reason.find("so few") != std::string::npos);
    CHECK(judge_mix({{20, 8, -1}}).reason.find("so few") == std::string::npos);
}

TEST_CASE("learn fields: the limits between unknown and known contents that are not results") {
    const auto dialect = [](const std::vector<Fields>& kinds) { return judge_mix(kinds).dialect; };
    CHECK(dialect({{20, 1, 3}}) == LearnDialect::LossesWins);
    CHECK(dialect({{19, 1, 3}}) == LearnDialect::Unknown);
    CHECK(dialect({{95, 1, 3}, {5, 1, 65'535}}) == LearnDialect::LossesWins);
    CHECK(dialect({{94, 1, 3}, {6, 1, 65'535}}) == LearnDialect::Unknown);
    CHECK(dialect({{90, 16, 4096}, {10, 16, 65'535}}) == LearnDialect::ScoreDepthLearn);
    CHECK(dialect({{89, 16, 4096}, {11, 16, 65'535}}) == LearnDialect::Unknown);
    // Three in ten different.
    CHECK(dialect({{30, 16, 65'535, 1}, {70, 16, 65'535}}) == LearnDialect::GameReference);
    CHECK(dialect({{29, 16, 65'535, 1}, {71, 16, 65'535}}) == LearnDialect::Unknown);
}

// Entries that are alike, or whose counts or sums go round some values.
struct Alike {
    std::size_t entries;
    LearnFields fields;
    std::size_t counts = 1, sums = 1; // of different ones
};
std::string judged(const std::vector<Alike>& parts) {
    std::vector<LearnFields> fields;
    for (const Alike& part : parts)
        for (std::size_t i = 0; i < part.entries; ++i)
            fields.push_back({static_cast<std::uint16_t>(part.fields.count + i % part.counts),
                              static_cast<std::uint16_t>(part.fields.sum + i % part.sums)});
    const auto evidence = judge(fields);
    return std::string(book::name_of(evidence.dialect)) + ' ' + std::to_string(evidence.agree);
}

TEST_CASE("learn fields: the limits of what is taken for a score, low byte first, and a depth") {
    const std::string score = "ProDeo (score, depth, learn value) ";
    const auto score_of = [](unsigned low, unsigned high = 0x20) {
        return static_cast<std::uint16_t>(high << 8U | low);
    };
    constexpr LearnFields results{64, 3};
    const auto depth_of = [](unsigned plies, unsigned learn = 1) {
        return static_cast<std::uint16_t>(plies << 8U | learn);
    };
    // 90 % of the fields, of at least eight counts.
    const auto mixed = [&](std::size_t scores, std::size_t counts, unsigned learn = 1) {
        return judged(
            {{scores, {score_of(0), depth_of(12, learn)}, counts}, {100 - scores, results}});
    };
    CHECK(mixed(90, 7) == score + "90"); // the eighth is that of the results
    CHECK(mixed(90, 6) != score + "90");
    CHECK(mixed(89, 7) != score + "89");
    // Three counts without a learn value; fewer in a small book.
    CHECK(mixed(90, 2, 0) == score + "90");
    CHECK(mixed(90, 1, 0) != score + "90");
    const auto small = [&](std::size_t entries, std::size_t counts) {
        return judged({{entries, {score_of(0), depth_of(12)}, counts}}).starts_with(score);
    };
    CHECK(small(8, 6));
    CHECK_FALSE(small(8, 5));
    CHECK(small(4, 3));
    CHECK_FALSE(small(4, 2));
    CHECK(small(12, 8));
    CHECK_FALSE(small(12, 7));
    // Within 20 pawns, and of one to 100 plies.
    const auto is_score = [&](unsigned low, unsigned plies) {
        std::vector<LearnFields> fields;
        for (unsigned high = 0x20; high < 0x30; ++high)
            fields.push_back({score_of(low, high), depth_of(plies)});
        return judge(fields).dialect == LearnDialect::ScoreDepthLearn;
    };
    CHECK(is_score(7, 12));
    CHECK_FALSE(is_score(8, 12));
    CHECK(is_score(0xf8, 12));
    CHECK_FALSE(is_score(0xf7, 12));
    CHECK(is_score(0, 1));
    CHECK_FALSE(is_score(0, 0));
    CHECK(is_score(0, 100));
    CHECK_FALSE(is_score(0, 101));
}

TEST_CASE("learn fields: the limits of annotations and percentages") {
    const std::string nag = "annotation or priority number ", unknown = "unknown ",
                      percentage = "percentage ", polyglot = "PolyGlot (games, half-points) ";
    CHECK(judged({{95, {0x300, 0}}, {5, {64, 3}}}) == nag + "95");
    CHECK(judged({{94, {0x300, 0}}, {6, {64, 3}}}) == polyglot + "100");
    CHECK(judged({{95, {0, 7}}, {5, {64, 3}}}) == nag + "95");
    CHECK(judged({{94, {0, 7}}, {6, {64, 3}}}) == "XBoard (losses, wins) 100");
    CHECK(judged({{20, {0, 255}}}) == nag + "20");
    CHECK(judged({{19, {0, 255}}}) == unknown + "0");
    CHECK(judged({{20, {0, 256}}}) == unknown + "0");
    CHECK(judge(std::vector<LearnFields>(19, {0, 255})).reason ==
          "19 of 19 learn fields are a number below 256 in the last byte: annotations, or wins "
          "without loss");
    // Half of the moves would have lost nearly all of a thousand games.
    CHECK(judged({{50, {1000, 0}}, {50, {3, 0}}}) == percentage + "100");
    CHECK(judged({{49, {1000, 0}}, {51, {3, 0}}}) == polyglot + "100");
    CHECK(judged({{100, {999, 0}}}) == polyglot + "100");
    CHECK(judged({{100, {10'000, 0}}}) == percentage + "100");
    CHECK(judged({{100, {10'001, 0}}}) == unknown + "100");
    CHECK(judged({{95, {1001, 0}}, {5, {1001, 31}}}) == percentage + "95");
    CHECK(judged({{94, {1001, 0}}, {6, {1001, 31}}}) == unknown + "100");
    CHECK(judged({{100, {1056, 33}}}) == unknown + "100"); // one half-point of 32 games
    CHECK(judged({{100, {1055, 33}}}) == polyglot + "100");
    // Or half of 20 moves with eight different numbers of 16 games or more.
    CHECK(judged({{20, {16, 0}, 8}}) == percentage + "20");
    CHECK(judged({{20, {16, 0}, 7}}) == polyglot + "20");
    CHECK(judged({{19, {16, 0}, 8}}) == polyglot + "19");
    CHECK(judged({{10, {16, 0}, 8}, {10, {15, 0}}}) == percentage + "20");
    CHECK(judged({{9, {16, 0}, 8}, {11, {15, 0}}}) == polyglot + "20");
}

TEST_CASE("learn fields: the limits of what is taken for results") {
    const std::string reference = "reference to a game ",
                      polyglot = "PolyGlot (games, half-points) ", unknown = "unknown ",
                      losses_wins = "XBoard (losses, wins) ";
    CHECK(judged({{99, {3, 6}}, {1, {3, 7}}}) == polyglot + "99");
    CHECK(judged({{98, {3, 6}}, {2, {3, 7}}}) == losses_wins + "100");
    // Nearly all different, and half of them 4096 or more: places in a database.
    const LearnFields many{4160, 200}, few{64, 60};
    CHECK(judged({{10, many, 10}, {10, few, 10}}) == reference + "10");
    CHECK(judged({{9, many, 9}, {11, few, 11}}) == polyglot + "20");
    CHECK(judged({{10, many, 10}, {9, few, 9}}) == polyglot + "19");
    CHECK(judged({{10, many, 10}, {10, few, 6}}) == reference + "10");
    CHECK(judged({{10, many, 10}, {10, few, 5}}) == polyglot + "20");
    CHECK(judged({{10, {4096, 200}, 10}, {10, few, 10}}) == reference + "10");
    CHECK(judged({{10, {4095, 200}, 10}, {10, few, 10}}) == polyglot + "20");
}

TEST_CASE("learn fields: the limits of what cannot be results") {
    const std::string reference = "reference to a game ", unknown = "unknown ",
                      losses_wins = "XBoard (losses, wins) ",
                      score = "ProDeo (score, depth, learn value) ";
    // A score with its high byte first, and a depth.
    const LearnFields high_first{0x340, 12U << 8U | 1U}, without_count{0, 12U << 8U | 1U};
    CHECK(judged({{90, high_first, 20}, {10, {64, 3}}}) == score + "90");
    CHECK(judged({{89, high_first, 20}, {11, {64, 3}}}) == losses_wins + "100");
    CHECK(judged({{50, high_first, 20}, {50, without_count}}) == score + "100");
    CHECK(judged({{49, high_first, 20}, {51, without_count}}) == losses_wins + "100");
    CHECK(judged({{20, {3, 7}}}) == losses_wins + "20");
    CHECK(judged({{19, {3, 7}}}) == unknown + "0");
    CHECK(
        judge(std::vector<LearnFields>(19, {3, 7})).reason ==
        "19 of 19 learn fields can't be games and half-points, and there are too few to say more");
    CHECK(judged({{95, {3, 7}}, {5, {3, 30'000}}}) == losses_wins + "95");
    CHECK(judged({{94, {3, 7}}, {6, {3, 30'000}}}) == unknown + "0");
    CHECK(judged({{95, {4095, 4095}}, {5, {3, 7}}}) == losses_wins + "100");
    CHECK(judged({{95, {4096, 4095}}, {5, {3, 7}}}) == unknown + "95");
    CHECK(judged({{95, {4095, 4096}}, {5, {3, 7}}}) == unknown + "95");
    CHECK(judged({{1, {3, 7}}, {99, {0, 300}}}) == losses_wins + "100");
    CHECK(judged({{100, {0, 300}}}) == unknown + "0");
    CHECK(judged({{100, {3, 30'000}, 1, 30}}) == reference + "30");
    CHECK(judged({{100, {3, 30'000}, 1, 29}}) == unknown + "0");
}

TEST_CASE("learn fields of real books") {
    const std::filesystem::path folder = std::filesystem::path(POLYGLOT_SHARED_DATA) / "books";
    if (!std::filesystem::exists(folder)) {
        MESSAGE("skipped: no real books at hand");
        return;
    }
    const auto known = [&folder](std::string_view file, LearnDialect dialect) {
        std::ifstream stream(folder / file, std::ios::binary);
        REQUIRE_MESSAGE(stream.is_open(), file);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        for (const std::uint64_t pages : {std::uint64_t{8}, all_pages}) {
            const auto evidence = judge(test::to_bytes(bytes), pages);
            CHECK_MESSAGE(evidence.dialect == dialect, file, ": ", evidence.reason);
        }
    };
    known("SriMethan_lichess-bot__small.bin", LearnDialect::ScoreDepthLearn);
    known("SriMethan_lichess-bot__tiny.bin", LearnDialect::ScoreDepthLearn);
    known("elcabesa_vajolet__tests__Perfect2017.bin", LearnDialect::ScoreDepthLearn);
    known("niklasf_python-chess__data__polyglot__performance__d8139a66.bin",
          LearnDialect::ScoreDepthLearn);
    known("lukasmonk_lucaschessR2__Resources__Openings__Extras__Ch2250.bin",
          LearnDialect::Percentage);
    known("pychess_pychess__pychess_book__c66b1d5a.bin", LearnDialect::PolyGlot);
    known("gustafullberg_drosophila__data__book.bin", LearnDialect::Empty);
    known("247i_WinBoard__empty_book.bin", LearnDialect::Empty);
}
