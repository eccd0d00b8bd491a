// The position lines of a GUI, line after line.
#include "adapter/session/uci_gui/game_tracker.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/random.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using session::GameTracker;

namespace {

// The position a tracker that knows nothing else makes of this line; empty when there is none.
std::string fresh(std::string_view arguments) {
    GameTracker tracker;
    tracker.set_position(arguments);
    const chess::Game* game = tracker.game();
    return game == nullptr ? "" : chess::format_fen(game->position());
}

// A tracker that has read other lines before makes the same of this one.
void check_like_fresh(GameTracker& tracker, std::string_view arguments) {
    CAPTURE(arguments);
    tracker.set_position(arguments);
    const chess::Game* game = tracker.game();
    CHECK((game == nullptr ? "" : chess::format_fen(game->position())) == fresh(arguments));
    CHECK(tracker.problem().empty() == (game != nullptr));
}

constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::vector<std::string> random_game(Random& random, int plies) {
    std::vector<std::string> moves;
    chess::Game game;
    for (int i = 0; i < plies; ++i) {
        const auto legal = game.position().legal_moves();
        if (legal.empty()) break;
        const chess::Move move = legal[static_cast<std::size_t>(random.below(legal.size()))];
        moves.push_back(chess::format_uci_move(move));
        game.push(move);
    }
    return moves;
}

std::string line_of(const std::string& start, const std::vector<std::string>& moves,
                    std::size_t count) {
    std::string line = start;
    if (count > 0) line += " moves";
    for (std::size_t i = 0; i < count; ++i)
        line += " " + moves[i];
    return line;
}

} // namespace

TEST_CASE("without a position line the game is at the start position") {
    GameTracker tracker;
    REQUIRE(tracker.game() != nullptr);
    CHECK(tracker.game()->position() == chess::Position::start());
}

TEST_CASE("what a position line means") {
    CHECK(fresh("startpos") == start_fen);
    CHECK(fresh("startpos moves") == start_fen);
    CHECK(fresh("startpos moves e2e4") ==
          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    CHECK(fresh(" startpos\tmoves  e2e4  e7e5 ") == fresh("startpos moves e2e4 e7e5"));
    CHECK(fresh("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(fresh("fen 4k3/8/8/8/8/8/4P3/4K3 w - - moves e2e4") ==
          fresh("fen 4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"));
    CHECK(fresh("fen  4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tmoves\te2e4") != "");
    for (const std::string_view wrong :
         {"", "moves e2e4", "fen", "fen moves e2e4", "fen x moves e2e4", "start",
          "startpos moves e2e5", "startpos moves e2e4 e2e4", "startpos moves nonsense"}) {
        CAPTURE(wrong);
        GameTracker tracker;
        tracker.set_position(wrong);
        CHECK(tracker.game() == nullptr);
        CHECK_FALSE(tracker.problem().empty());
    }
}

TEST_CASE("moves after what is no start position are not read") {
    GameTracker tracker;
    tracker.set_position("start moves e2e5");
    CHECK(tracker.game() == nullptr);
    CHECK(tracker.problem() == "position: neither startpos nor fen");
    tracker.set_position("fen x moves e2e5");
    CHECK(tracker.game() == nullptr);
    CHECK(tracker.problem() == "position fen: 'x' is not a piece");
}

TEST_CASE("an illegal move is reported with its place, until the next valid line") {
    GameTracker tracker;
    tracker.set_position("startpos moves e2e4 e7e5 e1e3");
    CHECK(tracker.game() == nullptr);
    CHECK(tracker.problem() == "position: illegal move e1e3 after 2 moves in "
                               "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    tracker.set_position("startpos moves e2e4 e7e5 e1e3 g8f6"); // longer, and as wrong
    CHECK(tracker.game() == nullptr);
    tracker.set_position("startpos moves e2e4 e7e5 g1f3");
    REQUIRE(tracker.game() != nullptr);
    CHECK(tracker.game()->moves().size() == 3);
    CHECK(tracker.problem().empty());
}

TEST_CASE("one tracker through lines that grow, shrink and change") {
    GameTracker tracker;
    for (const std::string_view line : {
             "startpos",
             "startpos moves e2e4",
             "startpos moves e2e4 e7e5",
             "startpos moves e2e4 e7e5 g1f3",
             "startpos moves e2e4",                     // takeback
             "startpos moves e2e4 c7c5",                // another move instead
             "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4", // several at once
             "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4", // the same again
             "startpos moves d2d4",
             "startpos",
             "startpos  moves e2e4",
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4",
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7",
             // Behind it a letter more or less is another move
             "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q",
             "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8",
             "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8r",
             // A longer FEN is not the shorter one with moves after it.
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - -",
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 7 9",
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 7 9 moves e1d1",
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 7",
             "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 7 9",
         })
        check_like_fresh(tracker, line);
}

TEST_CASE("a position line is read when its game is asked for") {
    GameTracker tracker;
    for (const std::string_view line : {"startpos moves e2e4", "startpos moves e2e4 e7e5", "fen x",
                                        "startpos moves e2e4", "startpos moves e2e4 e7e5 g1f3"})
        tracker.set_position(line);
    REQUIRE(tracker.game() != nullptr);
    CHECK(tracker.game()->moves().size() == 3);
}

TEST_CASE("random games sent move by move equal the games sent whole") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::vector<std::string> moves = random_game(random, 300);
        GameTracker tracker;
        for (std::size_t n = 0; n <= moves.size(); ++n) {
            // Now and then a takeback
            const std::size_t plies_sent = random.below(10) == 0 && n > 2 ? n - 2 : n;
            tracker.set_position(line_of("startpos", moves, plies_sent));
            if (random.below(3) == 0) REQUIRE(tracker.game() != nullptr); // not asked every time
        }
        tracker.set_position(line_of("startpos", moves, moves.size()));
        REQUIRE(tracker.game() != nullptr);
        CHECK(tracker.game()->moves().size() == moves.size());
        CHECK(chess::format_fen(tracker.game()->position()) ==
              fresh(line_of("startpos", moves, moves.size())));
    }
}

TEST_CASE("position lines are read by the rules of the variant, and again when it changes") {
    GameTracker tracker;
    const std::string line = "startpos moves e2e4 d7d5 e4d5 d8d5 P@h3";
    tracker.set_position(line);
    CHECK(!tracker.any_game());
    CHECK(tracker.problem().find("illegal move P@h3 after 4 moves") != std::string::npos);
    tracker.set_variant(&chess::crazyhouse);
    REQUIRE(tracker.any_game());
    CHECK(tracker.game() == nullptr);
    CHECK(tracker.any_game()->plies() == 5);
    CHECK(tracker.any_game()->variant() == &chess::crazyhouse);
    tracker.set_position(line + " P@e6");
    REQUIRE(tracker.any_game());
    CHECK(tracker.any_game()->format_fen() ==
          "rnb1kbnr/ppp1pppp/4p3/3q4/8/7P/PPPP1PPP/RNBQKBNR[] w KQkq - 2 4");
    tracker.set_position(line + " P@e6 N@c3");
    CHECK(!tracker.any_game());
    tracker.set_position("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1");
    CHECK(!tracker.any_game());
    tracker.set_variant(&chess::three_check);
    CHECK(tracker.any_game());
    tracker.set_variant(&chess::horde);
    CHECK(!tracker.any_game()); // White has no king
    tracker.set_position("startpos");
    CHECK(tracker.any_game());
    tracker.set_variant(nullptr);
    REQUIRE(tracker.game() != nullptr);
    CHECK(chess::format_fen(tracker.game()->position()) == start_fen);
    tracker.set_position("startpos moves e2e4");
    CHECK(tracker.any_game()->plies() == 1);
}
