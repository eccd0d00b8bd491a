// Drawing positions of a book: shares, exhaustion, transpositions.
#include "core/chess/chess960.hpp"
#include "core/chess/san.hpp"
#include "tests/unit/tools/openings_book/openings_book_support.hpp"
#include "tools/openings_book/draw.hpp"

#include <array>
#include <set>
#include <span>

namespace polyglot::openings_book_test {
namespace {

// Owns its bytes.
struct Sample {
    explicit Sample(const std::vector<WeightedLine>& lines)
        : bytes(test::to_bytes(entries_of(lines))) {}
    const book::PolyglotBook& book() {
        if (!opened) {
            auto result = book::PolyglotBook::open(std::span(std::as_const(bytes)));
            REQUIRE(result.has_value());
            opened.emplace(*std::move(result));
        }
        return *opened;
    }
    test::Bytes bytes;
    std::optional<book::PolyglotBook> opened;
};

std::vector<DrawnPosition>
draw_all(const book::Book& book, DrawKind kind, std::size_t ply, std::uint64_t seed,
         std::vector<chess::Position> roots = {chess::Position::start()}) {
    const auto draw = make_draw(book, roots, {kind, ply, seed, [] { return true; }});
    std::vector<DrawnPosition> all;
    while (auto drawn = draw->next()) {
        REQUIRE(all.size() < 10'000);
        all.push_back(*std::move(drawn));
    }
    CHECK_FALSE(draw->next());
    return all;
}

std::vector<std::uint64_t> keys_of(const std::vector<DrawnPosition>& drawn) {
    std::vector<std::uint64_t> keys;
    for (const DrawnPosition& one : drawn)
        keys.push_back(one.position.key());
    return keys;
}

TEST_CASE("openings-book: every position at a ply is drawn once, and then there is none") {
    Sample sample(sample_lines());
    std::set<std::uint64_t> expected;
    for (const WeightedLine& line : sample_lines())
        if (line.moves != "g2g3 d7d5") expected.insert(after(line.moves).key());
    REQUIRE(expected.size() == 9);
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform})
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto drawn = draw_all(sample.book(), kind, 3, seed);
            const auto keys = keys_of(drawn);
            CHECK(keys.size() == expected.size());
            CHECK(std::set(keys.begin(), keys.end()) == expected);
            for (const DrawnPosition& one : drawn) { // the line leads there
                chess::Position position = one.root;
                for (const chess::Move move : one.line)
                    position.make(move);
                CHECK(position == one.position);
                CHECK(one.line.size() == 3);
            }
        }
}

TEST_CASE("openings-book: the same seed draws the same, on every system") {
    Sample sample(sample_lines());
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform}) {
        const auto first = keys_of(draw_all(sample.book(), kind, 3, 7));
        CHECK(first == keys_of(draw_all(sample.book(), kind, 3, 7)));
        std::set<std::vector<std::uint64_t>> orders;
        for (std::uint64_t seed = 0; seed < 10; ++seed)
            orders.insert(keys_of(draw_all(sample.book(), kind, 3, seed)));
        CHECK(orders.size() > 5);
    }
    const auto lines = [&sample](DrawKind kind) {
        std::string text;
        for (const DrawnPosition& drawn : draw_all(sample.book(), kind, 3, 2026)) {
            chess::Position position = drawn.root;
            for (const chess::Move move : drawn.line) {
                chess::make_and_append_san(position, move, text);
                text += ' ';
            }
            text.back() = ',';
        }
        return text;
    };
    CHECK(
        lines(DrawKind::Share) ==
        "d4 d5 c4,e4 c5 Nf3,e4 e5 Nf3,e4 e6 d4,d4 Nf6 c4,e4 e5 Bc4,e4 c5 Nc3,e4 e5 Nc3,d4 d5 Nf3,");
    CHECK(
        lines(DrawKind::Uniform) ==
        "d4 d5 Nf3,e4 e5 Nc3,e4 c5 Nf3,c4 d5 d4,e4 e6 d4,e4 c5 Nc3,e4 e5 Nf3,e4 e5 Bc4,d4 Nf6 c4,");
}

TEST_CASE(
    "openings-book: by share what is played more often comes first, uniformly everything alike") {
    Sample sample(sample_lines());
    const std::uint64_t most = after("d2d4 d7d5 c2c4").key();
    std::array<int, 2> first{};
    constexpr int tries = 900;
    for (std::uint64_t seed = 0; seed < tries; ++seed)
        for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform}) {
            const std::array roots{chess::Position::start()};
            const auto draw = make_draw(sample.book(), roots, {kind, 3, seed, [] { return true; }});
            if (draw->next()->position.key() == most) ++first[static_cast<std::size_t>(kind)];
        }
    CHECK(first[0] > tries * 40 / 100); // 83 of 178 games that are three half-moves long
    CHECK(first[0] < tries * 54 / 100);
    CHECK(first[1] > tries * 7 / 100); // one of nine
    CHECK(first[1] < tries * 16 / 100);
}

TEST_CASE(
    "openings-book: lines that end early, moves of weight 0, books without the start position") {
    Sample sample(sample_lines());
    CHECK(draw_all(sample.book(), DrawKind::Share, 4, 1).empty());
    CHECK(draw_all(sample.book(), DrawKind::Uniform, 4, 1).empty());
    CHECK(draw_all(sample.book(), DrawKind::Share, 0, 1).size() == 1);
    Sample forbidden({{"e2e4 e7e5", 1}, {"d2d4 d7d5", 0}});
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform})
        CHECK(keys_of(draw_all(forbidden.book(), kind, 2, 1)) ==
              std::vector{after("e2e4 e7e5").key()});
    const auto elsewhere = test::position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(draw_all(sample.book(), DrawKind::Share, 1, 1, {elsewhere}).empty());
}

TEST_CASE("openings-book: a position that ends the game is no start") {
    Sample sample({{"f2f3 e7e5 g2g4 d8h4", 99}, {"f2f3 e7e5 g2g4 d7d5", 1}}); // a mate
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform})
        CHECK(keys_of(draw_all(sample.book(), kind, 4, 3)) ==
              std::vector{after("f2f3 e7e5 g2g4 d7d5").key()});
}

TEST_CASE("openings-book: several roots, of which most lead nowhere") {
    Sample sample(sample_lines());
    std::vector<chess::Position> roots = chess::chess960_starts();
    roots.push_back(chess::Position::start()); // a second time
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform})
        CHECK(draw_all(sample.book(), kind, 3, 1, roots).size() == 9);
}

TEST_CASE("openings-book: a book that leads in circles, and one line of hardly any weight") {
    Sample sample({{"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 9'000},
                   {"a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6", 1}});
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform}) {
        // Two circles are the third repetition of the start position: match runners end the game
        // there.
        CHECK(draw_all(sample.book(), kind, 40, 1).empty());
        // Four or eight half-moves of the other line
        CHECK(draw_all(sample.book(), kind, 8, 1).size() == 2);
        CHECK(draw_all(sample.book(), kind, 4, 1).size() == 2); // one circle, or the other line
        // 3 of a circle, 3 or 7 of the other line
        CHECK(draw_all(sample.book(), kind, 7, 1).size() == 3);
    }
}

TEST_CASE("openings-book: a draw ends when it is cancelled") {
    Sample sample(sample_lines());
    const std::array roots{chess::Position::start()};
    for (const DrawKind kind : {DrawKind::Share, DrawKind::Uniform}) {
        bool on = true;
        const auto draw = make_draw(sample.book(), roots, {kind, 3, 1, [&on] { return on; }});
        CHECK(draw->next());
        on = false;
        CHECK_FALSE(draw->next());
    }
}

} // namespace
} // namespace polyglot::openings_book_test
