#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/unit/tools/grow_book/grow_book_support.hpp"
#include "tools/growing/grow_position.hpp"
#include "tools/growing/move_by_move.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace polyglot;
using namespace polyglot::grow_book_test;
using book::GrowGraph;

namespace {

constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

GrowPosition parse(std::string_view fen, const chess::Variant* variant) {
    const auto position = GrowPosition::parse(fen, variant);
    REQUIRE_MESSAGE(position.has_value(), (position ? "" : position.error().message));
    return *position;
}

EpdMove move_of(const GrowPosition& position, std::string_view text) {
    return chess::parse_variant_uci(*position.of_variant(), text).value();
}

} // namespace

TEST_CASE("every move of every variant has its 16 bits, and its own position") {
    for (const chess::Variant* const variant : chess::all_variants()) {
        CAPTURE(variant->uci);
        GrowPosition position = GrowPosition::start(variant);
        for (std::size_t ply = 0; ply < 60; ++ply) {
            const std::vector<EpdMove> moves = position.legal_moves();
            if (moves.empty()) break;
            std::set<book::GrowMove> codes;
            std::set<std::uint64_t> keys;
            for (const EpdMove& move : moves) {
                CHECK(codes.insert(encode_grow_move(move)).second);
                CHECK(position.decode(encode_grow_move(move)) == move);
                keys.insert(position.key_after(move));
            }
            CHECK(keys.size() == moves.size());
            CHECK_FALSE(codes.contains(0));
            // Captures, so that pockets fill and pieces explode.
            const auto capture = std::ranges::find_if(moves, [&](const EpdMove& move) {
                return position.of_variant()->is_capture(*move.of_variant);
            });
            const EpdMove& played =
                capture == moves.end() ? moves[ply * 7 % moves.size()] : *capture;
            position.make(played);
            CHECK(parse(position.root_fen(), variant).key() == position.key());
        }
    }
}

TEST_CASE("the key of a variant's position has the pockets and the checks") {
    const auto key = [](std::string_view fen, const chess::Variant& variant) {
        return parse(fen, &variant).key();
    };
    CHECK(key("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", chess::crazyhouse) !=
          key("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", chess::crazyhouse));
    CHECK(key("4k3/8/8/8/8/8/4P3/4K3 w - - 3+3 0 1", chess::three_check) !=
          key("4k3/8/8/8/8/8/4P3/4K3 w - - 2+3 0 1", chess::three_check));
    CHECK(parse(start_fen, nullptr).key() == chess::Position::start().key());
}

TEST_CASE("the end of a game is worth what the rules of the variant say") {
    const auto value = [](std::string_view fen, const chess::Variant* variant) {
        return parse(fen, variant).value_of_end();
    };
    constexpr int won = GrowGraph::most_cp;
    const std::string_view stalemate = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1";
    CHECK(value(stalemate, nullptr) == 0);
    CHECK(value(stalemate, &chess::king_of_the_hill) == 0);
    CHECK(value("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", nullptr) == -won);
    // No piece is left, or none can move.
    CHECK(value("8/8/8/8/8/8/8/4K3 b - - 0 1", &chess::antichess) == won);
    CHECK(value("8/8/8/8/8/p7/P7/8 w - - 0 1", &chess::giveaway) == won);
    CHECK(value("8/8/8/8/8/p7/P6N/8 b - - 0 1", &chess::suicide) == won); // one piece against two
    CHECK(value("4k3/8/8/4K3/8/8/8/8 b - - 0 1", &chess::king_of_the_hill) == -won);
    CHECK(value("4k3/8/8/8/8/8/4P3/4K3 b - - 0+3 0 1", &chess::three_check) == -won);
    CHECK(value("4k3/8/8/8/8/8/4P3/8 w - - 0 1", &chess::atomic) == -won); // the king exploded
    CHECK(value("4k3/8/8/8/8/8/8/8 b - - 0 1", &chess::horde) == won);
    CHECK_FALSE(value(start_fen, nullptr).has_value());
    CHECK_FALSE(value("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", &chess::crazyhouse).has_value());
}

TEST_CASE("a line of a variant is spelt with its drops") {
    GrowPosition position = parse("4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", &chess::crazyhouse);
    const GrowPosition start = position;
    const EpdMove drop = move_of(position, "P@h3");
    position.make(drop);
    CHECK(format_line(start, {drop, move_of(position, "N@f6")}) == "1. P@h3 N@f6");
    CHECK(start.san(drop) == "P@h3");
    CHECK(start.uci(drop) == "P@h3");
    EpdTask task = GrowJob().task;
    position.put_into(task);
    CHECK(GrowPosition::of(task) == position);
}

TEST_CASE("the moves of a variant are searched one by one, and its ends need no search") {
    EpdTask task = GrowJob().task;
    // Kd4 is in the centre; the other moves are searched.
    const GrowPosition position = parse("7k/8/8/8/8/3K4/8/8 w - - 0 1", &chess::king_of_the_hill);
    position.put_into(task);
    task.allowed = position.legal_moves();
    MoveByMove parts(task);
    std::size_t searches = 0;
    for (const EpdTask* part = parts.next(); part != nullptr; part = parts.next(), ++searches) {
        EpdOutcome outcome;
        outcome.verdict = EpdVerdict::Unjudged;
        outcome.move = GrowPosition::of(*part).legal_moves().front();
        outcome.score = protocol::UciScore{.is_mate = false, .value = 10};
        parts.take(outcome);
    }
    CHECK(searches == task.allowed.size() - 2); // and Ke4
    CHECK(parts.result().score == protocol::UciScore{.is_mate = true, .value = 1});
    CHECK(parts.result().pv.starts_with("K"));
}
