// The answer to `bk`: the books' moves, or all legal ones.
#include "adapter/session/xboard_gui/book_display.hpp"
#include "core/chess/fen.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return text;
}

struct Shown {
    const chess::Game game{chess::parse_fen("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1").value()};
    BookView view{};

    chess::Move move(const char* text) const { return BookGame(game).parse_uci(text); }
    void add(const char* text, int share, bool playable = true) {
        view.candidates.push_back({.move = move(text), .share = share, .playable = playable});
    }
    Lines lines(const std::vector<chess::Move>& excluded = {}) const {
        return format_book({view}, game, excluded);
    }
};

} // namespace

TEST_CASE("book display: moves with their shares, below each other, a star before excluded ones") {
    Shown shown;
    shown.add("a1b1", 5000);
    shown.add("e1c1", 2500);
    shown.add("a7a8q", 2499);
    CHECK(joined(shown.lines()) == "    Rb1  50.0%\n"
                                   "  O-O-O  25.0%\n"
                                   "  a8=Q+  25.0%\n");
    CHECK(joined(shown.lines({shown.move("e1c1")})) == "    Rb1  50.0%\n"
                                                       " *O-O-O  25.0%\n"
                                                       "  a8=Q+  25.0%\n");
}

TEST_CASE("book display: results, and why a move is not played") {
    Shown shown;
    shown.view.candidates.push_back({.move = shown.move("a1b1"),
                                     .share = 9000,
                                     .playable = true,
                                     .games = 2,
                                     .half_points = 3});
    shown.add("a1c1", 900, false);
    shown.add("a1d1", 100, false);
    shown.view.candidates.push_back({.move = {}, .share = 50}); // illegal
    shown.view.drawing.push_back({shown.move("a1d1"), "repetition"});
    CHECK(joined(shown.lines()) == "    Rb1  90.0%  (2 games, 75.0%)\n"
                                   "    Rc1  9.0% not played\n"
                                   "    Rd1  1.0% not played: repetition\n");
}

TEST_CASE("book display: several books have a heading") {
    Shown shown;
    BookView empty;
    empty.name = "second (s.bin)";
    BookView off;
    off.name = "third (t.bin)";
    off.not_asked = "Color = white";
    shown.view.name = "first.bin";
    shown.add("a1b1", 10000);
    CHECK(joined(format_book({shown.view, empty, off}, shown.game, {})) ==
          " first.bin:\n"
          "    Rb1  100.0%\n"
          " second (s.bin): nothing\n"
          " third (t.bin): not asked, Color = white\n");
    CHECK(format_book({shown.view}, shown.game, {}).size() == 1);
    CHECK(format_book({shown.view, empty}, shown.game, {}).size() == 3);
}

TEST_CASE("book display: without a book all legal moves") {
    const Shown shown;
    const Lines lines = format_legal_moves(shown.game, {shown.move("a1a2")});
    CHECK(lines.size() == shown.game.position().legal_moves().size());
    CHECK(std::count(lines.begin(), lines.end(), " *  Ra2") == 1);
    CHECK(std::count(lines.begin(), lines.end(), "    Ra3") == 1);
}

} // namespace polyglot::session
