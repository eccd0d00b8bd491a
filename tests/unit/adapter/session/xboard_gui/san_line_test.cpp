// Pvs from coordinates to SAN: what is remembered of earlier lines must never show.
#include "adapter/session/xboard_gui/san_line.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"
#include "core/text/text.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using chess::Move;
using chess::Position;
using session::SanLine;

namespace {

struct Rewritten {
    std::string san;
    bool complete = false;
    friend bool operator==(const Rewritten&, const Rewritten&) = default;
};

Rewritten rewrite(SanLine& line, std::string_view moves) {
    Rewritten result{"> ", false}; // what stands there already stays
    result.complete = line.append_san(moves, result.san);
    REQUIRE(result.san.starts_with("> "));
    result.san.erase(0, 2);
    return result;
}

Rewritten fresh(const Position& root, std::string_view moves) {
    SanLine line;
    line.set_root(root);
    return rewrite(line, moves);
}

// The same by the plain functions, move by move.
Rewritten reference(Position position, std::string_view moves) {
    Rewritten result{"", true};
    for (std::string_view word = text::next_word(moves); !word.empty();
         word = text::next_word(moves)) {
        const auto move = chess::parse_uci_move(position, word);
        if (!move) return {result.san, false};
        if (!result.san.empty()) result.san += ' ';
        result.san += chess::format_san(position, *move);
        position.make(*move);
    }
    return result;
}

void extend(Position position, std::vector<Move>& moves, std::size_t plies, Random& random) {
    for (const Move move : moves)
        position.make(move);
    while (moves.size() < plies) {
        const chess::MoveList legal = position.legal_moves();
        if (legal.empty()) return;
        moves.push_back(legal[random.below(legal.size())]);
        position.make(moves.back());
    }
}

std::string text_of(const std::vector<Move>& moves, chess::CastlingStyle style) {
    std::string text;
    for (const Move move : moves)
        text += (text.empty() ? "" : " ") + chess::format_uci_move(move, style);
    return text;
}

void check_same_moves(Position position, std::string_view san, const std::vector<Move>& moves) {
    for (const Move move : moves) {
        const std::string_view word = text::next_word(san);
        CAPTURE(word);
        CHECK(chess::parse_san(position, word).value() == move);
        position.make(move);
    }
    CHECK(text::trim(san).empty());
}

constexpr std::string_view castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";

} // namespace

TEST_CASE("SAN line: every SAN reads back as its move") {
    const auto seed =
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    INFO("seed ", seed);
    Random random(seed);
    const std::vector<std::string_view> fens{
        castling,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1rkr4/1p1pp1pp/2p2p2/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
        "4k3/PPP5/8/8/8/8/ppp5/4K3 w - - 0 1",
        "6k1/8/8/1QQQ4/1Q1Q4/1QQQ4/8/K7 b - - 0 1",
        "k7/8/NNNN4/8/4nnnn/8/8/7K b - - 0 1"};
    for (const std::string_view fen : fens) {
        const Position root = chess::parse_fen(fen).value();
        SanLine line;
        line.set_root(root);
        std::vector<Move> moves;
        for (int i = 0; i < 300; ++i) {
            // A branch off the line before, as long or shorter.
            if (!moves.empty()) moves.resize(random.below(moves.size() + 1));
            extend(root, moves, random.below(60), random);
            const auto style = random.below(2) == 0 ? chess::CastlingStyle::KingTwoSquares
                                                    : chess::CastlingStyle::KingTakesRook;
            std::string text = text_of(moves, style);
            CAPTURE(text);
            const Rewritten result = rewrite(line, text);
            CHECK(result.complete);
            CHECK(result == reference(root, text));
            check_same_moves(root, result.san, moves);

            // The same line damaged somewhere.
            if (text.empty()) continue;
            text[random.below(text.size())] = " eh19q"[random.below(6)];
            CAPTURE(text);
            CHECK(rewrite(line, text) == reference(root, text));
        }
    }
}

TEST_CASE("SAN line: what was remembered does not show") {
    const Position root = chess::parse_fen(castling).value();
    SanLine line;
    line.set_root(root);
    for (const std::string_view moves : {"e2e4 e7e5 e1g1 e8c8",
                                         "e2e4 e7e5",
                                         "e2e4",
                                         "",
                                         "e2e4 e7e5 e1g1 e8c8 a2a4",
                                         "e2e4 e7e5 e1c1",
                                         "  e2e4 e7e5",
                                         "e2e4  e7e5 e1g1",
                                         "e2e4 e7e5 e1g1x",
                                         "e2e4 e7e5 e1g",
                                         "e2e4 e7e5 e1g1 ",
                                         "e2e4 e7e6",
                                         "e2e4 e7e",
                                         "e2e4e7e5",
                                         "e2e5 e7e5",
                                         "e2e5",
                                         "d2d4",
                                         "e2e4 e7e5 e1g1 e8c8 ",
                                         "e2e4 e7e5 e2e4 e7e5",
                                         "e2e4 e7e5 e1g1 e8c8"}) {
        CAPTURE(moves);
        CHECK(rewrite(line, moves) == fresh(root, moves));
    }
    CHECK(rewrite(line, "e2e4 e7e5 e1g1 e8c8") == Rewritten{"e4 e5 O-O O-O-O", true});

    const Position promotion = chess::parse_fen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").value();
    line.set_root(promotion);
    for (const std::string_view moves :
         {"a7a8q e7d7", "a7a8r e7d7", "a7a8", "a7a8q", "a7a8n e7d7", "a7a8=n", "a7a8qq"}) {
        CAPTURE(moves);
        CHECK(rewrite(line, moves) == fresh(promotion, moves));
    }

    line.set_root(Position::start()); // another game: nothing of the old one counts
    CHECK(rewrite(line, "e2e4 e7e5 e1g1 e8c8") == Rewritten{"e4 e5", false});
}

TEST_CASE("SAN line: longer than any that is remembered") {
    std::string text;
    for (int i = 0; i < 5000; ++i)
        for (const std::string_view move : {"g1f3 ", "g8f6 ", "f3g1 ", "f6g8 "})
            text += move; // 100,000 characters
    SanLine line;
    line.set_root(Position::start());
    const Rewritten expected = reference(Position::start(), text);
    REQUIRE(expected.complete);
    CHECK(expected.san.size() == 80'000 - 1);
    CHECK(rewrite(line, text) == expected);
    CHECK(rewrite(line, text) == expected); // from memory, as far as that goes
    text[1500] = 'x';                       // in move 301
    CHECK(rewrite(line, text) == Rewritten{expected.san.substr(0, 1199), false});
}
