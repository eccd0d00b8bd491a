// Thinking lines in, info lines out. Where an engine is named, the line is one that it has printed.
#include "adapter/protocol/uci/info.hpp"
#include "adapter/session/xboard_engine/info.hpp"
#include "adapter/session/xboard_gui/thinking_output.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/random.hpp"
#include "core/text/text.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using chess::CastlingStyle;
using chess::Move;
using chess::Position;
using session::XboardInfo;

namespace {

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
// Both sides may castle to both sides, and both have a pawn about to promote.
constexpr std::string_view castles = "r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1";

// Castling leaves the other side its own.
constexpr std::string_view castles_later = "r3k2r/p4p1p/8/8/8/8/P4P1P/R3K2R w KQkq - 0 1";

Position position_of(std::string_view fen) {
    return chess::parse_fen(fen).value();
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

XboardInfo in(std::string_view fen, CastlingStyle style = CastlingStyle::KingTwoSquares) {
    XboardInfo info;
    info.begin(position_of(fen), style);
    return info;
}

std::string as_line(const std::optional<protocol::UciInfo>& info) {
    return info ? protocol::format_uci_info(*info) : std::string();
}

std::string feed(XboardInfo& info, std::string_view line) {
    CAPTURE(line);
    const auto thinking = protocol::parse_xboard_thinking(line);
    REQUIRE(thinking);
    return as_line(info.on_thinking(*thinking));
}

void check(std::string_view fen, std::string_view line, std::string_view expected) {
    CAPTURE(line);
    XboardInfo info = in(fen);
    CHECK(feed(info, line) == expected);
}

// The pv as written, and what is left of it.
void check_pv(std::string_view fen, std::string_view pv, std::string_view expected,
              CastlingStyle style = CastlingStyle::KingTwoSquares) {
    CAPTURE(pv);
    XboardInfo info = in(fen, style);
    const std::string line = feed(info, "9 35 10 777 " + std::string(pv));
    CHECK(line == "info depth 9 score cp 35 time 100 nodes 777" +
                      (expected.empty() ? "" : " pv " + std::string(expected)));
    CHECK(joined(info.best_line()) == expected);
}

// In a variant whose rules we don't know.
void check_unknown(std::string_view pv, std::string_view expected) {
    CAPTURE(pv);
    XboardInfo info;
    info.begin(std::nullopt, CastlingStyle::KingTwoSquares);
    protocol::XboardThinking thinking;
    thinking.pv = pv;
    info.on_thinking(thinking);
    CHECK(joined(info.best_line()) == expected);
}

void check_stat(std::string_view fen, std::string_view arguments, std::string_view expected) {
    CAPTURE(arguments);
    XboardInfo info = in(fen);
    CHECK(as_line(info.on_stat(protocol::parse_stat01(arguments).value())) == expected);
}

// Checks the info of a line with a score of 35, from the score on.
void check_ponder(std::string_view before_fen, std::string_view hint, std::string_view pv,
                  std::string_view expected) {
    CAPTURE(pv);
    const Position before = position_of(before_fen);
    const Move move = chess::parse_uci_move(before, hint).value();
    Position root = before;
    root.make(move);
    XboardInfo info;
    info.begin(root, CastlingStyle::KingTwoSquares);
    info.ponders_on(before, move);
    const std::string line = feed(info, "9 35 " + std::string(pv));
    CHECK(line == (expected.empty() ? "" : "info depth 9 score cp " + std::string(expected)));
    CHECK(info.depth().has_value() == !expected.empty());
}

std::vector<Move> random_line(Position position, std::size_t plies, Random& random) {
    std::vector<Move> moves;
    while (moves.size() < plies) {
        const chess::MoveList legal = position.legal_moves();
        if (legal.empty()) break;
        moves.push_back(legal[random.below(legal.size())]);
        position.make(moves.back());
    }
    return moves;
}

enum class Notation { San, Numbered, NumberedTight, Coordinates, Brackets };

std::string written(Position position, const std::vector<Move>& moves, Notation notation) {
    std::string text;
    for (const Move move : moves) {
        const bool white = position.side_to_move() == chess::Color::White;
        if (!text.empty()) text += ' ';
        const std::string number = std::to_string(position.full_move_number());
        if (notation == Notation::Numbered && (white || text.empty()))
            text += number + (white ? ". " : ". ... ");
        if (notation == Notation::NumberedTight && (white || text.empty()))
            text += number + (white ? "." : "...");
        const bool first = text.empty();
        const std::string word = notation == Notation::Coordinates
                                     ? chess::format_uci_move(move)
                                     : chess::format_san(position, move);
        text += notation == Notation::Brackets && !first ? '<' + word + '>' : word; // sjeng
        position.make(move);
    }
    return text;
}

std::string uci_text(const std::vector<Move>& moves,
                     CastlingStyle style = CastlingStyle::KingTwoSquares) {
    std::vector<std::string> words;
    for (const Move move : moves)
        words.push_back(chess::format_uci_move(move, style));
    return joined(words);
}

protocol::UciInfo parsed(std::string_view line) {
    REQUIRE(line.starts_with("info "));
    return protocol::parse_uci_info(line.substr(5));
}

constexpr std::string_view roots[] = {
    start,
    after_e4,
    castles,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "1rkr4/1ppp1p2/8/8/8/8/1PPP1P2/1RKR4 w DBdb - 0 1"};

} // namespace

TEST_CASE("info lines of engines' lines") {
    check(start, "11 -12 458 3752825 Nf3 e5",
          "info depth 11 score cp -12 time 4580 nodes 3752825 pv g1f3 e7e5");
    check(start, "1/4 10 0 24 1 24000 0\t e2e4",
          "info depth 1 seldepth 1 score cp 10 time 0 nodes 24 nps 24000 tbhits 0 pv e2e4");
    check(start, "9 100003 6 101 e2e4", "info depth 9 score mate 3 time 60 nodes 101 pv e2e4");
    check(start, "9 -29998 6 101 e2e4", "info depth 9 score mate -1 time 60 nodes 101 pv e2e4");
    check(start, "9 -Mat05 6 101 e2e4", "info depth 9 score mate -5 time 60 nodes 101 pv e2e4");
    check(start, "9 +0.31 1.5 101 e2e4", "info depth 9 score cp 31 time 1500 nodes 101 pv e2e4");
    check(start, "9 31 5 7 e4!", "info depth 9 score cp 31 lowerbound time 50 nodes 7 pv e2e4");
    check(start, "9 31 5 7 (-) 1. e4",
          "info depth 9 score cp 31 upperbound time 50 nodes 7 pv e2e4");
    check(start, "9 31 e4", "info depth 9 score cp 31 pv e2e4");
    check(start, "9 31 5 7", "info depth 9 score cp 31 time 50 nodes 7");
    check(start, "9 31 5 7 e5 e4", "info depth 9 score cp 31 time 50 nodes 7");
    check(start, "0 0 0 0 (e2-e4  d2-d4 , book1)", ""); // phalanx
    // the same without one legal move at the root
    check("8/8/8/8/8/4k3/4p3/4K2r w - - 0 1", "3 -100000 0 0",
          "info depth 3 score mate 0 time 0 nodes 0");
}

TEST_CASE("pvs in all notations") {
    check_pv(start, "e4 e5 Nf3 Nc6", "e2e4 e7e5 g1f3 b8c6");
    check_pv(start, "e2e4 e7e5 G1F3", "e2e4 e7e5 g1f3");
    check_pv(start, "e2-e4 e7-e5 Ng1-f3", "e2e4 e7e5 g1f3"); // phalanx
    check_pv(start, "1. e4 e5 2. Nf3 Nc6", "e2e4 e7e5 g1f3 b8c6");
    check_pv(start, "1.e4 e5 2.Nf3 Nc6", "e2e4 e7e5 g1f3 b8c6");
    check_pv(start, "1 e4 e5 2 Nf3 Nc6", "e2e4 e7e5 g1f3 b8c6");
    check_pv(start, "e4, e5; Nf3.", "e2e4 e7e5 g1f3");
    check_pv(start, "e4! e5? Nf3!? Nc6 ?!", "e2e4 e7e5 g1f3 b8c6");
    check_pv(start, "e4 $1 e5 = Nf3 +/- Nc6 -+ Bb5", "e2e4 e7e5 g1f3 b8c6 f1b5");
    check_pv(start, "e4 {best by test} e5{so} Nf3", "e2e4 e7e5 g1f3");
    check_pv(start, "e4 e5{so it is} Nf3", "e2e4 e7e5 g1f3");
    check_pv(start, "e4 {never closed e5", "e2e4");
    check_pv(start, "e4 <e5> <Nf3> ", "e2e4 e7e5 g1f3"); // sjeng
    check_pv(start, "e4 e5 <HT>", "e2e4 e7e5");
    check_pv(start, "e4 <e5> Ke5 (later) Nf3", "e2e4 e7e5");
    check_pv(start, "<EGTB> e4 e5", "e2e4 e7e5");
    check_pv(start, "e4 [HT 12] e5 (Nf3)", "e2e4 e7e5 g1f3");
    check_pv(start, "e4 (d4 d5) e5", "e2e4 e7e5");
    check_pv(start, "e4 (c6", "e2e4 c7c6");
    check_pv(after_e4, "1. ... e5 2. Nf3", "e7e5 g1f3"); // hoichess
    check_pv(after_e4, "1... e5 2. Nf3", "e7e5 g1f3");
    check_pv(after_e4, "1...e5 2. Nf3", "e7e5 g1f3");
    check_pv(after_e4, "... e5 Nf3", "e7e5 g1f3");
    check_pv(after_e4, "(e4) e5 Nf3", "e7e5 g1f3");
    check_pv(after_e4, "(1. e4) 1... e5", "e7e5");
    // Not Nxd5 at once
    check_pv("rnbqkb1r/ppp1pppp/5n2/3N4/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 3", "(Nd5) Nxd5", "f6d5");
    check_pv("k7/8/8/3pP3/8/8/8/7K w - d6 0 1", "exd6 e.p. Kb8 d7", "e5d6 a8b8 d6d7");
    check_pv("k7/8/8/3pP3/8/8/8/7K w - d6 0 1", "exd6ep Kb8", "e5d6 a8b8");
}

TEST_CASE("a pv ends before the first illegal move") {
    check_pv(start, "e4 e4 e5", "e2e4");
    check_pv(start, "e4 -- Nf3", "e2e4");
    check_pv(start, "e4 0000 Nf3", "e2e4");
    check_pv(start, "e4 null Nf3", "e2e4");
    check_pv(start, "e4 e5 Kf6 Nf3", "e2e4 e7e5");
    check_pv(start, "Nf6 e4", "");
    check_pv(start, "<HT>", "");
    // phalanx's last move is not legal
    check_pv("5k2/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 1 2",
             "Kg1-f1  Kf8-e7  Rb1-b7  Ke7-e6  Ke5-f6  f2-f3", "g1f1 f8e7 b1b7 e7e6");
}

TEST_CASE("castling and promotion") {
    check_pv(castles, "O-O O-O-O", "e1g1 e8c8");
    check_pv(castles, "0-0 0-0-0", "e1g1 e8c8");
    check_pv(castles, "1. 0-0-0 0-0", "e1c1 e8g8");
    check_pv(castles, "e1g1 e8c8", "e1g1 e8c8");
    check_pv(castles, "O-O e8c8", "e1h1 e8a8", CastlingStyle::KingTakesRook);
    check_pv("1rkr4/1ppp1p2/8/8/8/8/1PPP1P2/1RKR4 w DBdb - 0 1", "O-O O-O", "c1d1 c8d8");
    check_pv("8/P6k/8/8/8/8/6K1/8 w - - 0 1", "a8=Q", "a7a8q");
    check_pv("8/P6k/8/8/8/8/6K1/8 w - - 0 1", "a8=N+ Kg7", "a7a8n h7g7");
    check_pv("8/P6k/8/8/8/8/6K1/8 w - - 0 1", "a7a8R", "a7a8r");
    check_pv("8/P6k/8/8/8/8/6K1/8 w - - 0 1", "a7-a8Q  Kh7-g7", "a7a8q h7g7"); // phalanx
    check_pv("8/P6k/8/8/8/8/6K1/8 w - - 0 1", "(a8=(Q)) Kg7", "a7a8q h7g7");
    // fairymax, and played so
    check_pv("8/P6k/8/8/8/8/6K1/8 w - - 0 1", "a7a8 h7g6 g2f3", "a7a8q h7g6 g2f3");
}

TEST_CASE("variants with unknown rules") {
    check_unknown("e2e4 e7e5", "e2e4 e7e5");
    check_unknown("j1i3 a10b8 P@f7 e7e8a", "j1i3 a10b8 P@f7 e7e8a");
    check_unknown("1. e2e4 e7e5 Nf3 g1f3", "e2e4 e7e5");
    check_unknown("Nf3", "");
    check_unknown("O-O", "");
    check_unknown("e2e4e5e6", "");
    check_unknown("", "");
}

TEST_CASE("variants with known rules") {
    XboardInfo info;
    info.begin({}, CastlingStyle::KingTwoSquares);
    info.begin_variant(
        chess::parse_variant_fen(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K2R[Nn] w K - 0 1").value());
    CHECK(feed(info, "1 0 0 0 1. N@f3 N@f6 2. O-O") ==
          "info depth 1 score cp 0 time 0 nodes 0 pv N@f3 N@f6 e1g1");
    CHECK(feed(info, "2 0 0 0 e1e2 Q@h1 e2e3") == "info depth 2 score cp 0 time 0 nodes 0 pv e1e2");
    CHECK(joined(info.best_line()) == "e1e2");
}

TEST_CASE("while the engine ponders") {
    check_ponder(start, "e2e4", "e5 Nf3", "35 pv e7e5 g1f3");           // phalanx
    check_ponder(start, "e2e4", "(e4) e5 Nf3", "35 pv e7e5 g1f3");      // gnuchess
    check_ponder(start, "e2e4", "1. e4 e5 2. Nf3", "-35 pv e7e5 g1f3"); // hoichess
    check_ponder(start, "e2e4", "e4 e5 <Nf3>", "-35 pv e7e5 g1f3");     // sjeng
    check_ponder(start, "e2e4", "e2e4 e7e5", "-35 pv e7e5");
    check_ponder(start, "e2e4", "e4 !", "-35 upperbound");
    check_ponder(start, "e2e4", "e4 e5 ??", "-35 lowerbound pv e7e5");
    check_ponder(start, "e2e4", "e5 ??", "35 upperbound pv e7e5");
    check_ponder(castles_later, "e1g1", "O-O Rfb1", "35 pv e8g8 f1b1"); // the answer …
    check_ponder(castles_later, "e1g1", "O-O Ke7", "-35 pv e8e7");      // … and the expected move
    check_ponder(castles_later, "e1g1", "(O-O) O-O Rfb1", "35 pv e8g8 f1b1");
    check_ponder(start, "d2d4", "e4 e5", ""); // it ponders on something else
    check_ponder(start, "d2d4", "(e4) e5", "");
    // Nc6 could be Nxc6, but d4 then could not follow
    check_ponder("rnb1kbnr/pppp1ppp/8/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 3", "d7d6", "Nc6 d4",
                 "");
    check_ponder(start, "e2e4", "(e4) <HT>", "35");

    XboardInfo info = in(after_e4);
    info.ponders_on(Position::start(), chess::parse_uci_move(Position::start(), "e2e4").value());
    CHECK(feed(info, "9 999996 e4 e5") == "info depth 9 score mate -2 pv e7e5");
    CHECK(info.moves_to_mate() == -2);
    info.begin(position_of(after_e4), CastlingStyle::KingTwoSquares); // which ends that
    CHECK(feed(info, "9 35 e4 e5") == "info depth 9 score cp 35");
}

TEST_CASE("what becomes of the lines") {
    XboardInfo info = in(start);
    CHECK(info.best_line().empty());
    CHECK_FALSE(info.depth());
    feed(info, "0 0 0 0 (d2-d4  e2-e4 , book1)");
    CHECK(joined(info.best_line()).size() == 4); // one of them
    CHECK_FALSE(info.depth());
    info.begin(position_of(start), CastlingStyle::KingTwoSquares);
    feed(info, "2 -40 0 78 e4 ??"); // sjeng's first line; better than nothing
    CHECK(joined(info.best_line()) == "e2e4");
    feed(info, "7 20 5 100 e4 e5 Nf3");
    CHECK(joined(info.best_line()) == "e2e4 e7e5 g1f3");
    CHECK(info.depth() == 7);
    CHECK(info.nodes() == 100);
    feed(info, "0 0 0 0 (c2-c4 , book1)");
    CHECK(joined(info.best_line()) == "e2e4 e7e5 g1f3");
    feed(info, "8 -30 5 200 e4 ??"); // it failed low: no reason to play it, nor to change
    CHECK(joined(info.best_line()) == "e2e4 e7e5 g1f3");
    CHECK(info.depth() == 8);
    feed(info, "8 -30 6 300 d4 d5 ?");
    CHECK(joined(info.best_line()) == "e2e4 e7e5 g1f3");
    feed(info, "8 31 6 400 d4 !");
    CHECK(joined(info.best_line()) == "d2d4");
    feed(info, "9 31 7 500 d5 d4");
    CHECK(joined(info.best_line()) == "d2d4");
    CHECK_FALSE(info.moves_to_mate());
    feed(info, "9 9997 7 500 c4 d5");
    CHECK(info.moves_to_mate() == 2);
    feed(info, "9 -100004 c4 d5");
    CHECK(info.moves_to_mate() == -4);
    CHECK_FALSE(info.nodes());
    info.begin(position_of(after_e4), CastlingStyle::KingTwoSquares);
    CHECK(info.best_line().empty());
    CHECK_FALSE(info.depth());
    CHECK_FALSE(info.moves_to_mate());
}

TEST_CASE("stat01") {
    check_stat(start, "102 529259 8 7 20 Nf3", // hoichess
               "info depth 8 time 1020 nodes 529259 currmove g1f3 currmovenumber 13");
    check_stat(start, "1 1491 3 19 20 d2d4", // phalanx
               "info depth 3 time 10 nodes 1491 currmove d2d4 currmovenumber 1");
    check_stat(start, "1 1491 3 20 20 d2d4",
               "info depth 3 time 10 nodes 1491 currmove d2d4 currmovenumber 1");
    check_stat(castles, "1 9 3 1 2 O-O-O",
               "info depth 3 time 10 nodes 9 currmove e1c1 currmovenumber 1");
    check_stat(start, "1 1491 3 19 20 d7d5", "");
    check_stat(start, "1 1491 3 0 0", "");
}

TEST_CASE("lines of random games come back, however they are written") {
    constexpr std::uint64_t seed = 20261121;
    CAPTURE(seed);
    Random random(seed);
    for (int round = 0; round < 300; ++round) {
        const std::string_view fen = roots[random.below(std::size(roots))];
        const Position root = position_of(fen);
        const std::vector<Move> moves = random_line(root, 1 + random.below(40), random);
        const auto style =
            random.below(2) ? CastlingStyle::KingTwoSquares : CastlingStyle::KingTakesRook;
        for (const Notation notation : {Notation::San, Notation::Numbered, Notation::NumberedTight,
                                        Notation::Coordinates, Notation::Brackets}) {
            const std::string pv = written(root, moves, notation);
            CAPTURE(pv);
            XboardInfo info;
            info.begin(root, style);
            const std::string line = feed(info, "12 -7 345 67890 " + pv);
            CHECK(line ==
                  "info depth 12 score cp -7 time 3450 nodes 67890 pv " + uci_text(moves, style));
            CHECK(joined(info.best_line()) == uci_text(moves, style));
        }
    }
}

TEST_CASE("what our xboard side makes of info lines comes back") {
    constexpr std::uint64_t seed = 4;
    CAPTURE(seed);
    Random random(seed);
    for (int round = 0; round < 500; ++round) {
        const Position root = position_of(roots[random.below(std::size(roots))]);
        const std::string pv = uci_text(random_line(root, 1 + random.below(20), random));
        const bool mate = random.below(3) == 0;
        const auto size = static_cast<int>(mate ? 1 + random.below(50) : random.below(9000));
        std::string uci = "depth " + std::to_string(1 + random.below(99)) + " seldepth 99 score " +
                          (mate ? "mate " : "cp ") +
                          std::to_string(random.below(2) ? size : -size) +
                          std::array{"", " lowerbound", " upperbound"}[random.below(3)];
        uci += " time " + std::to_string(10 * (1 + random.below(100'000))) + " nodes " +
               std::to_string(random.below(1'000'000'000)) + " tbhits 3 pv " + pv;
        CAPTURE(uci);
        config::Settings settings;
        settings.mate_score = std::array{0, 10'000, 30'000, 32'000}[random.below(4)];
        settings.show_tb_hits = random.below(2) == 1;

        session::ThinkingOutput output;
        output.set_post(true);
        output.begin({.root = root, .side = root.side_to_move()}, {});
        std::string thinking;
        output.on_info(protocol::parse_uci_info(uci), settings, {}, thinking);
        CAPTURE(thinking);
        XboardInfo info;
        info.begin(root, CastlingStyle::KingTwoSquares);
        const std::string back = feed(info, thinking);
        CAPTURE(back);
        const protocol::UciInfo before = protocol::parse_uci_info(uci), after = parsed(back);
        CHECK(after.depth == before.depth);
        CHECK(after.score == before.score);
        CHECK(after.time_ms == before.time_ms);
        CHECK(after.nodes == before.nodes);
        CHECK(after.pv == before.pv);
        CHECK(after.seldepth == (settings.show_tb_hits ? before.seldepth : std::nullopt));
        CHECK(after.tbhits == (settings.show_tb_hits ? before.tbhits : std::nullopt));
    }
}

TEST_CASE("coordinates on boards of any size, and what only looks like them") {
    for (const char* move : {"e2e4", "a10a9", "j1i10", "e7e8q", "e2e3+", "P@a1", "P@j10"})
        check_unknown(move, move);
    for (const char* text :
         {"e2", "e2e", "2e4e", "P@", "P@1", "@a1", "e2e4qq", "P@a1q", "e2e4#x", "p@a1", "E2E4"})
        check_unknown(text, "");
}

TEST_CASE("a line of any length is read up to 256 plies") {
    XboardInfo info = in(start);
    std::string pv;
    for (int i = 0; i < 300; ++i)
        for (const char* move : {" g1f3", " g8f6", " f3g1", " f6g8"})
            pv += move;
    feed(info, "9 35 10 777" + pv);
    CHECK(info.best_line().size() == 256);
    XboardInfo unknown;
    unknown.begin(std::nullopt, CastlingStyle::KingTwoSquares);
    protocol::XboardThinking thinking;
    thinking.pv = pv;
    unknown.on_thinking(thinking);
    CHECK(unknown.best_line().size() == 256);
}

TEST_CASE("a search begins without what is known of the last one") {
    XboardInfo info = in(start);
    feed(info, "9 100003 6 101 e2e4");
    CHECK(info.nodes() == 101);
    info.begin_variant(
        chess::parse_variant_fen(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1").value());
    info.begin(position_of(start), CastlingStyle::KingTwoSquares);
    CHECK_FALSE(info.nodes());
    CHECK(feed(info, "1 0 0 0 e2e4") == "info depth 1 score cp 0 time 0 nodes 0 pv e2e4");
    info.begin(std::nullopt, CastlingStyle::KingTwoSquares);
    check(start, "1/0 10 0 24 e4", "info depth 1 score cp 10 time 0 nodes 24 pv e2e4");
}

TEST_CASE("stat01 in a variant, with its rules or without") {
    XboardInfo info;
    info.begin({}, CastlingStyle::KingTwoSquares);
    const auto stat = [&info](std::string_view move) {
        return as_line(
            info.on_stat(protocol::parse_stat01("1 9 3 1 2 " + std::string(move)).value()));
    };
    const std::string known = "info depth 3 time 10 nodes 9 currmove ";
    CHECK(stat("j10i9") == known + "j10i9 currmovenumber 1");
    CHECK(stat("Nf3") == "");
    info.begin_variant(
        chess::parse_variant_fen(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1").value());
    CHECK(stat("N@f3") == known + "N@f3 currmovenumber 1");
    CHECK(stat("Q@f3") == "");
}

TEST_CASE("the moves that a book names before any line: the first one is better than none") {
    XboardInfo info = in(start);
    feed(info, "0 0 0 0 (g2-g3 , book1)");
    CHECK(joined(info.best_line()) == "g2g3");
    feed(info, "0 0 0 0 (e2-e4 , book1)");
    CHECK(joined(info.best_line()) == "g2g3");
    XboardInfo none = in(start);
    feed(none, "0 0 0 0 (e7-e5 , book1)");
    CHECK(none.best_line().empty());
}
