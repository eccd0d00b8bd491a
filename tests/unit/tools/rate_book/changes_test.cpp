#include "core/book/variants/book.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tests/unit/tools/books/variants/variant_lines.hpp"
#include "tests/unit/tools/rate_book/rate_book_support.hpp"
#include "tools/rate_book/changes.hpp"

#include <algorithm>
#include <optional>

using namespace polyglot;
using namespace rate_book_test;

namespace {

using Weights = std::vector<std::optional<std::uint64_t>>;

// The weights of 1. e4, d4, c4, a3 (300, 200, 100, 40) after the changes, with these losses; less
// than 0: not rated.
Weights changed(const std::vector<int>& losses, const ChangeRules& rules) {
    SmallBook book;
    book.add("e2e4", 300);
    book.add("d2d4", 200);
    book.add("c2c4", 100);
    book.add("a2a3", 40);
    const BookReach reach = reach_of(book);
    Ratings ratings;
    for (std::uint32_t i = 0; i < losses.size(); ++i)
        if (losses[i] >= 0) ratings.moves.push_back({.move = i, .loss_cp = losses[i]});
    const NewWeights weights(find_changes(reach, ratings, rules));
    Weights all;
    for (std::uint32_t i = 0; i < losses.size(); ++i)
        all.push_back(weights.of(0, i, reach.positions().front().moves[i].weight));
    return all;
}

} // namespace

TEST_CASE("rate-book: moves beyond the width are forbidden, deleted or lowered") {
    const std::vector<int> losses{0, 10, 20, 60};
    ChangeRules rules{.keep_weights = true};
    CHECK(changed(losses, rules) == Weights{300, 200, 100, 0});
    rules.beyond = BeyondWidth::Delete;
    CHECK(changed(losses, rules) == Weights{300, 200, 100, std::nullopt});
    rules.beyond = BeyondWidth::Lower;
    CHECK(changed(losses, rules) == Weights{300, 200, 100, 2}); // 40 * exp(-3)
    rules.width_cp = 60;
    CHECK(changed(losses, rules) == Weights{300, 200, 100, 40});
}

TEST_CASE("rate-book: the other weights come from the values") {
    CHECK(changed({0, 10, 20, 60}, {}) == Weights{1000, 607, 368, 0});
    CHECK(changed({0, 10, 20, 200}, {.beyond = BeyondWidth::Lower}) ==
          Weights{1000, 607, 368, 1}); // at least 1
    CHECK(changed({0, 10, 20, 60}, {.temperature = 10}) == Weights{1000, 368, 135, 0});
    // A move without a rating has no place on this scale.
    CHECK(changed({0, 10, -1, 60}, {}) == Weights{300, 200, 100, 0});
    CHECK(changed({0, 10, -1, 60}, {.beyond = BeyondWidth::Lower}) == Weights{300, 200, 100, 2});
    // The only move that is left needs no new weight.
    CHECK(changed({0, 60, 70, 80}, {}) == Weights{300, 0, 0, 0});
    CHECK(changed({60, 70, 80, 90}, {}) == Weights{0, 0, 0, 0});
}

TEST_CASE("rate-book: lowered moves are left in the book and get weights like the others") {
    const ChangeRules rules{.beyond = BeyondWidth::Lower};
    CHECK(changed({0, 60, 70, 80}, rules) == Weights{1000, 50, 30, 18});
    CHECK(changed({146, 0, 60, 70}, rules) == Weights{1, 1000, 50, 30});
    CHECK(changed({60, 70, 80, 90}, rules) == Weights{50, 30, 18, 11});
}

TEST_CASE("rate-book: the lone move of a position is lowered from its own weight") {
    const auto lone = [](int loss_cp) {
        SmallBook book;
        book.add("g2g4", 1000);
        const BookReach reach = reach_of(book);
        Ratings ratings;
        ratings.moves.push_back({.loss_cp = loss_cp});
        const ChangeRules rules{.beyond = BeyondWidth::Lower};
        return NewWeights(find_changes(reach, ratings, rules)).of(0, 0, 1000);
    };
    CHECK(lone(40) == 1000);
    CHECK(lone(60) == 50); // 1000 * exp(-3)
    CHECK(lone(900) == 1);
}

TEST_CASE("rate-book: a forbidden move stays forbidden when bad moves are lowered") {
    SmallBook book;
    book.add("e2e4", 300);
    book.add("a2a3", 0);
    Ratings ratings;
    ratings.moves = {{.move = 0, .loss_cp = 0}, {.move = 1, .loss_cp = 60}};
    const ChangeRules rules{.beyond = BeyondWidth::Lower, .keep_weights = true};
    CHECK(find_changes(reach_of(book), ratings, rules).empty());
}

TEST_CASE("rate-book: the entries of a variant's key keep one scale, whatever the pockets") {
    const BookFolder folder;
    const std::string file =
        folder.write("zh.bin", VariantLines(chess::crazyhouse, VariantKeys::Plain)
                                   .line(with_pawn)
                                   .line(without_pawn, 30)
                                   .line({"e4", "d5", "exd5", "Qxd5", "Nf3"}, 30)
                                   .entries());
    auto opened = book::PolyglotBook::open(io::open_book_bytes(to_path(file)).value());
    REQUIRE(opened.has_value());
    const auto book = book::VariantBook::open(*opened, &chess::crazyhouse);
    REQUIRE(book.has_value());
    const VariantBranches branches(*book, false);
    const auto empty_pockets = GrowPosition::parse(
        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 3", &chess::crazyhouse);
    REQUIRE(empty_pockets.has_value());
    const std::vector<GrowPosition> roots{GrowPosition::start(&chess::crazyhouse), *empty_pockets};
    const BookReach reach(moves_of(branches), roots, [] { return true; });
    constexpr std::uint32_t empty = 1; // the second root
    const auto& all = reach.positions();
    const auto with_drop = static_cast<std::uint32_t>(
        std::ranges::find(all, 3U, [](const auto& one) { return one.moves.size(); }) - all.begin());
    REQUIRE(with_drop < all.size());
    // The drop, which is not legal there, has no share.
    REQUIRE(all[empty].moves.size() == 2);
    CHECK(all[empty].moves[0].share == doctest::Approx(0.5));
    CHECK(all[with_drop].moves[2].share == doctest::Approx(1.0 / 7));

    // The move of the lesser rating in the more frequent position counts.
    Ratings ratings;
    ratings.moves = {{.position = empty, .move = 0, .loss_cp = 20, .reach = 0.5},
                     {.position = empty, .move = 1, .loss_cp = 10, .reach = 0.5},
                     {.position = with_drop, .move = 0, .loss_cp = 0, .reach = 0.6}};
    CHECK(find_changes(reach, ratings, {}, *book).empty()); // the drop has no rating
    ratings.moves.push_back({.position = with_drop, .move = 2, .loss_cp = 20, .reach = 0.1});
    const auto changes = find_changes(reach, ratings, {}, *book);
    REQUIRE(changes.size() == 3);
    const std::vector<std::optional<std::uint64_t>> after{changes[0].after, changes[1].after,
                                                          changes[2].after};
    CHECK(after == Weights{607, 1000, 368}); // Nf3, Nc3, P@e4
}
