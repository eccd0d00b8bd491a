// What a UCI GUI says, and what the adapter makes of it.
#include "adapter/session/session.hpp"
#include "tests/unit/adapter/session/session_fixture.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;
using Fixture = session::SessionFixture;

namespace {

// Has a move in every position.
class AnyMove final : public book::Book {
  public:
    std::vector<book::Entry> find(const chess::Position& position) const override {
        return {{.move = position.legal_moves()[0], .weight = 1}};
    }
};

config::Settings with_blitz_book() {
    config::Settings settings;
    settings.book = true;
    settings.book_file.clear();
    settings.books.emplace_back();
    settings.books[0].name = settings.books[0].file = "blitz";
    settings.books[0].time_control = "blitz";
    return settings;
}

// A session with a book for blitz games alone.
class Blitz {
  public:
    Blitz() {
        session_.on_engine_started("/engine", {}, out_);
        session_.on_engine_line("uciok", {}, out_);
        session_.on_gui_line("uci", {}, out_);
    }
    void say(std::string_view line) { session_.on_gui_line(line, {}, out_); }
    // Whether the book answers.
    bool is_in_book(std::string_view position, std::string_view go) {
        out_.to_gui.clear();
        say("position " + std::string(position));
        say("go " + std::string(go));
        const bool answered = out_.to_gui.find("bestmove ") != std::string::npos;
        if (!answered) session_.on_engine_line("bestmove a1a1", {}, out_);
        return answered;
    }

  private:
    session::Actions out_;
    Random random_{1};
    session::NoteLog log_{false};
    session::Session session_{with_blitz_book(),
                              {.open_book = [](const std::string&) -> Result<session::OpenedBook> {
                                   return session::OpenedBook{std::make_shared<AnyMove>(), {}};
                               },
                               .random = random_,
                               .log = log_}};
};

const std::string blitz = "wtime 300000 btime 300000";
const std::string rapid = "wtime 1800000 btime 1800000";

} // namespace

TEST_CASE("the time control of a UCI game is that of its first search with a clock") {
    Blitz table;
    CHECK_FALSE(table.is_in_book("startpos", "depth 9"));
    CHECK(table.is_in_book("startpos", blitz));
    CHECK(table.is_in_book("startpos moves e2e4 e7e5", rapid)); // the same game
    CHECK(table.is_in_book("startpos moves e2e4 e7e5 g1f3 b8c6", "depth 9"));
    SUBCASE("ucinewgame begins another one") {
        table.say("ucinewgame");
        CHECK_FALSE(table.is_in_book("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", rapid));
    }
    SUBCASE("so does a first position") {
        CHECK_FALSE(table.is_in_book("startpos", rapid));
    }
    SUBCASE("so does a second one") {
        CHECK_FALSE(table.is_in_book("startpos moves e2e4", rapid));
    }
    SUBCASE("so does another first move") {
        CHECK_FALSE(table.is_in_book("startpos moves d2d4 d7d5 c2c4 e7e6 b1c3 g8f6", rapid));
    }
    SUBCASE("moves taken back do not") {
        CHECK(table.is_in_book("startpos moves e2e4 e7e5", rapid));
    }
    SUBCASE("a position that is set up later in the game does not") {
        CHECK(table.is_in_book("fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 9", rapid));
        CHECK(table.is_in_book("fen 4k3/8/8/8/8/8/8/1R2K3 w - - 0 10", rapid));
        CHECK_FALSE(table.is_in_book("fen 4k3/8/8/8/8/8/8/2R1K3 w - - 0 10", rapid));
    }
    SUBCASE("the first move after the start position does not") {
        Blitz other;
        CHECK(other.is_in_book("startpos", blitz));
        CHECK(other.is_in_book("startpos moves e2e4", rapid));
    }
}

TEST_CASE("the clock of the side to move is the time control, with its increment") {
    Blitz table;
    CHECK_FALSE(table.is_in_book("startpos", "wtime 1800000 btime 300000"));
    table.say("ucinewgame");
    CHECK(table.is_in_book("startpos moves e2e4", "wtime 1800000 btime 300000"));
    table.say("ucinewgame");
    CHECK_FALSE(table.is_in_book("startpos", "wtime 300000 btime 300000 winc 60000"));
    table.say("ucinewgame");
    CHECK(table.is_in_book("startpos", "wtime 300000 btime 300000 binc 60000"));
}

TEST_CASE("a go with a number that cannot be read gets a short time if no limit is left") {
    const auto sent = [](const std::string& position, const std::string& go) {
        Fixture f;
        f.shake_hands();
        f.gui("position " + position);
        f.out = {};
        f.gui(go);
        return f.out.to_engine;
    };
    CHECK(sent("startpos", "go wtime x btime 9") == "go btime 9 movetime 200\n");
    CHECK(sent("startpos moves e2e4", "go wtime x btime 9") == "go btime 9\n");
    CHECK(sent("nonsense", "go wtime x btime 9") == "go btime 9\n");
    for (const std::string limit : {"movetime 9", "depth 9", "nodes 9", "mate 9", "infinite"})
        CHECK(sent("startpos", "go wtime x " + limit) == "go " + limit + "\n");
    CHECK(sent("startpos", "go wtime x perft 2") == "go perft 2\n");
}

TEST_CASE("the value of an option of ours that a GUI sends back as it was shown is no complaint") {
    const auto told = [](const std::string& line) {
        Fixture f;
        f.shake_hands();
        f.gui("setoption name " + line);
        return f.out.to_gui;
    };
    CHECK(told("Polyglot LogFile value polyglot.log").empty());
    CHECK(told("Polyglot BookLearnFile value <empty>").empty());
    CHECK(told("Polyglot LogFile value <empty>").find("no GUI may set it") != std::string::npos);
    CHECK(told("Polyglot Bok value true") ==
          "info string polyglot: no option Polyglot Bok, did you mean Book?\n");
    CHECK(told("Polyglot Zzzzzzzz") == "info string polyglot: no option Polyglot Zzzzzzzz\n");
    CHECK(told("Polyglot BookDepth value x").find("BookDepth cannot be 'x'") != std::string::npos);
}

TEST_CASE("the activity of the engine that a failure names") {
    const auto while_it = [](std::initializer_list<std::string_view> lines) {
        Fixture f;
        f.shake_hands();
        for (const std::string_view line : lines)
            f.gui(line);
        f.out = {};
        f.session().on_engine_exited({.value = 3}, f.now(), f.out);
        return f.out.to_gui;
    };
    const std::string before = "info string polyglot: engine /engine exited with code 3 while ";
    CHECK(while_it({}) == before + "idle\n");
    CHECK(while_it({"go infinite"}) == before + "thinking\n");
    CHECK(while_it({"go ponder movetime 9"}) == before + "pondering\n");
}
