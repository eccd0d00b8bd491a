// What transcripts are too coarse for: floods, byte-exactness, back-pressure.
#include "tests/unit/adapter/session/session_fixture.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using session::Actions;
using Fixture = session::SessionFixture;
using session::NoteLog;

TEST_CASE("50,000 info lines pass in order and byte for byte") {
    Fixture f;
    f.shake_hands();
    f.gui("go infinite");
    f.out = {};
    std::string expected;
    for (int i = 0; i < 50'000; ++i) {
        std::string line =
            "info depth " + std::to_string(i) + "  score cp -3 \tpv e2e4 %s%n \x01\xff ";
        if (i % 7 == 0) line += '\r';
        f.engine(line);
        expected += line + "\n";
    }
    CHECK(f.out.to_gui == expected);
    CHECK(f.out.to_engine.empty());
}

namespace {

// As the shell hands in what one read has brought: infos together as far as the session takes them.
void hear_together(Fixture& f, std::string_view lines) {
    lines.remove_prefix(f.session().on_engine_infos(lines, f.now(), f.out));
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        f.engine(lines.substr(0, end));
        lines.remove_prefix(end + 1);
    }
}

const std::string two_infos =
    "info depth 1 score cp 5 nodes 10 pv e2e4\ninfo depth 2 score cp 9 nodes 20 pv d2d4\n";

std::size_t taken(Fixture& f) {
    f.out = {};
    const std::size_t length = f.session().on_engine_infos(two_infos, f.now(), f.out);
    CHECK(f.out.to_gui == two_infos.substr(0, length));
    return length;
}

} // namespace

TEST_CASE("infos that are read together pass together, up to the first other line") {
    Fixture f;
    f.shake_hands();
    f.gui("go infinite");
    CHECK(taken(f) == two_infos.size());
    f.out = {};
    for (const std::string_view other :
         {"bestmove e2e4\n", "readyok\n", "info\n", " info depth 3\n", "info depth 3\r\n"}) {
        const std::string lines = two_infos + std::string(other) + two_infos;
        CHECK(f.session().on_engine_infos(lines, f.now(), f.out) == two_infos.size());
    }
    CHECK(f.session().on_engine_infos("bestmove e2e4\n" + two_infos, f.now(), f.out) == 0);
}

TEST_CASE("a search's lines are the same whether they are read together or one by one") {
    const std::string lines = two_infos + "info string \x01\xff%d\n\n" + two_infos +
                              "info depth 3\r\nbestmove e2e4 ponder e7e5\n" + two_infos +
                              "readyok\n";
    for (const bool together : {false, true}) {
        Fixture f;
        f.shake_hands();
        f.gui("position startpos");
        f.gui("go movetime 100");
        f.gui("isready");
        f.out = {};
        if (together) {
            hear_together(f, lines);
        } else {
            for (std::string_view rest = lines; !rest.empty();
                 rest.remove_prefix(rest.find('\n') + 1))
                f.engine(rest.substr(0, rest.find('\n')));
        }
        CHECK(f.out.to_gui == lines);
        CHECK(f.out.to_engine.empty());
    }
}

TEST_CASE("infos that have to be looked at are not passed together") {
    SUBCASE("without an isready: they are counted") {
        Fixture f;
        f.shake_hands();
        CHECK(taken(f) == 0);
    }
    SUBCASE("InfoRate leaves some out") {
        config::Settings settings;
        settings.info_rate = 5;
        Fixture f(settings);
        f.shake_hands();
        f.gui("go infinite");
        CHECK(taken(f) == 0);
    }
    SUBCASE("the GUI has not caught up for a while") {
        Fixture f;
        f.shake_hands();
        f.gui("go infinite");
        f.session().on_gui_congested(true, f.now(), f.out);
        CHECK(taken(f) == two_infos.size());
        gui_reads_nothing(f);
        CHECK(taken(f) == 0);
    }
    SUBCASE("an xboard GUI is shown thinking lines") {
        Fixture f;
        f.gui("xboard");
        f.gui("protover 2");
        f.engine("uciok");
        f.engine("readyok");
        f.gui("post");
        f.gui("analyze");
        f.engine("readyok");
        CHECK(taken(f) == 0);
    }
    SUBCASE("the handshake is not over") {
        Fixture f;
        f.gui("uci");
        CHECK(taken(f) == 0);
    }
}

TEST_CASE("a PV line of 64 KiB, and a position line of 64 KiB") {
    Fixture f;
    f.shake_hands();
    std::string pv = "info depth 1 pv";
    while (pv.size() < 65536)
        pv += " e2e4";
    f.engine(pv);
    CHECK(f.out.to_gui == pv + "\n");
    std::string position = "position startpos moves";
    while (position.size() < 65536)
        position += " g1f3 g8f6 f3g1 f6g8";
    f.gui(position);
    CHECK(f.out.to_engine == position + "\n");
}

TEST_CASE("lines that the adapter need not understand pass through in both directions") {
    Fixture f;
    f.shake_hands();
    for (const std::string_view line :
         {"", " ", "register later", "d", "eval\r", "setoption name Hash value 3", "\xff%d"}) {
        f.out = {};
        f.gui(line);
        CHECK(f.out.to_engine == std::string(line) + "\n");
        f.out = {};
        f.engine(line);
        CHECK(f.out.to_gui == std::string(line) + "\n");
    }
}

TEST_CASE("an illegal move is in the log as the engine's failure, which log-stat counts, whatever "
          "follows") {
    for (const bool replaces : {true, false}) {
        config::Settings settings;
        settings.on_engine_failure = replaces ? "restart" : "report";
        Fixture f(settings, true);
        f.shake_hands();
        f.gui("position startpos");
        f.gui("go movetime 40");
        f.out = {};
        f.engine("bestmove e2e5");
        CHECK(std::count(f.notes().begin(), f.notes().end(),
                         "engine failure: engine /engine answers with the illegal move 'e2e5'") ==
              1);
        CHECK(f.out.to_gui.ends_with("bestmove e2e5\n") == !replaces); // the GUI judges it
    }
}

TEST_CASE("an illegal move of a UCI engine under an xboard GUI is one failure, whatever follows") {
    for (const std::string follows : {"restart", "resign", "report"}) {
        CAPTURE(follows);
        config::Settings settings;
        settings.on_engine_failure = follows;
        Fixture f(settings, true);
        f.gui("xboard");
        f.gui("protover 2");
        f.engine("uciok");
        f.gui("new");
        f.engine("readyok");
        f.gui("usermove e2e4");
        f.engine("bestmove e2e5");
        CHECK(std::count_if(f.notes().begin(), f.notes().end(), [](const std::string& note) {
                  return note.starts_with("engine failure: ");
              }) == 1);
        CHECK((f.out.to_gui.find("illegal engine move by black: e2e5") != std::string::npos) ==
              (follows == "report"));
    }
}

TEST_CASE("a stop without a search reaches only an engine that may run something else") {
    const std::string note = "stop without a search: not passed on";
    for (const std::string_view line :
         {"go perft 9", "bench", "go perft 9\nisready", "go perft 9\nstop", "bench\nisready",
          "bench\ndebug on", "bench\nstop"}) {
        CAPTURE(line);
        Fixture f({}, true);
        f.shake_hands();
        f.gui(line.substr(0, line.find('\n')));
        if (line.find('\n') != std::string_view::npos) f.gui(line.substr(line.find('\n') + 1));
        f.out = {};
        f.gui("stop");
        CHECK(f.out.to_engine == "stop\n");
        CHECK(std::count(f.notes().begin(), f.notes().end(), note) == 0);
    }
    for (const std::string_view line :
         {"", " ", "ucinewgame", "isready", "setoption name Hash value 1", "position startpos"}) {
        CAPTURE(line);
        Fixture f({}, true);
        f.shake_hands();
        f.gui(line);
        f.out = {};
        f.gui("stop");
        CHECK(f.out.to_engine.empty());
        CHECK(std::count(f.notes().begin(), f.notes().end(), note) == 1);
    }
}

TEST_CASE("the log's settings can change at run time, with a step for the shell") {
    Fixture f;
    f.shake_hands();
    f.gui("setoption name Polyglot Log value true");
    CHECK(f.out.has<Actions::ApplySettings>());
    CHECK(f.session().settings().log);
    CHECK(f.out.to_engine.empty());
    f.out = {};
    f.gui("setoption name polyglot logfile value my logs/a.log");
    CHECK(f.session().settings().log_file == "polyglot.log"); // written to is what no GUI names
    CHECK_FALSE(f.out.has<Actions::ApplySettings>());
    CHECK(
        f.out.to_gui.starts_with("info string polyglot: Polyglot LogFile is for the config file"));
    f.out = {};
    f.gui("setoption name Polyglot BookDepth value 1000");
    CHECK(f.session().settings().book_depth_moves == 256);
    CHECK(f.out.to_gui.starts_with("info string polyglot: "));
    CHECK_FALSE(f.out.has<Actions::ApplySettings>());
}

TEST_CASE("a bestmove repeated in the same read does not answer the following ponder search") {
    Fixture f;
    f.gui("xboard");
    f.gui("protover 2");
    f.engine("option name Ponder type check default false");
    f.engine("uciok");
    f.gui("new");
    f.engine("readyok");
    f.gui("hard");
    f.gui("usermove e2e4");
    f.now() += std::chrono::seconds(1);
    f.session().on_engine_batch();
    f.engine("bestmove e7e5 ponder g1f3");
    f.engine("bestmove e7e5 ponder g1f3");
    f.session().on_engine_batch();
    CHECK(f.out.to_engine.find("ponder") != std::string::npos);
    f.out = {};
    f.now() += std::chrono::seconds(1);
    f.gui("usermove g1f3");
    CHECK(f.out.to_engine == "ponderhit\n");
    CHECK(f.out.to_gui.empty());
    f.engine("bestmove b8c6"); // in the same millisecond, and no other answer than this one
    CHECK(f.out.to_gui == "move b8c6\n");
}

TEST_CASE(
    "a bestmove repeated in the same read does not answer a further search of the same position") {
    Fixture f;
    f.shake_hands();
    f.gui("position startpos");
    f.gui("go movetime 10");
    f.gui("go movetime 20"); // sent to the engine after the first answer
    f.session().on_engine_batch();
    f.out = {};
    f.engine("bestmove b1c3");
    f.engine("bestmove b1c3");
    f.session().on_engine_batch();
    CHECK(f.out.to_gui == "bestmove b1c3\n");
    CHECK(f.out.to_engine == "go movetime 20\n");
    f.engine("bestmove b1c3");
    CHECK(f.out.to_gui == "bestmove b1c3\nbestmove b1c3\n");
}

TEST_CASE("a quick engine's bestmove counts, the same as before and in the same millisecond") {
    Fixture f;
    f.shake_hands();
    for (const std::string answer : {"bestmove e2e4", "bestmove a1a1"}) {
        for (int i = 0; i < 3; ++i) {
            f.out = {};
            f.gui("position startpos");
            f.gui("go movetime 1");
            f.engine(answer);
            f.session().on_engine_batch();
            CHECK(f.out.to_gui == answer + "\n");
        }
    }
}

TEST_CASE("a game under xboard ends at 20,000 plies: a further move is refused") {
    Fixture f;
    f.gui("xboard");
    f.gui("protover 2");
    f.engine("uciok");
    f.gui("new");
    f.gui("force");
    const std::array<std::string_view, 4> moves{"g1f3", "g8f6", "f3g1", "f6g8"};
    for (std::size_t ply = 0; ply < 20'000; ++ply)
        f.gui(moves[ply % moves.size()]);
    f.out = {};
    f.gui("g1f3");
    CHECK(f.out.to_gui == "Error (the game is too long): g1f3\n");
    f.gui("undo");
    f.out = {};
    f.gui("f6g8");
    CHECK(f.out.to_gui.empty());
}

TEST_CASE("a book's program is started, asked and stopped by steps for the shell") {
    config::Settings settings;
    settings.book = true;
    settings.book_file = "|openings";
    Fixture f(settings);
    REQUIRE(f.out.has<Actions::StartProgram>());
    const Actions::Step start = f.out.take_step();
    CHECK(std::get<Actions::StartProgram>(start).command == "|openings");
    f.shake_hands();
    f.gui("go wtime 60000 btime 60000");
    REQUIRE(f.out.has<Actions::ToProgram>());
    const Actions::Step question = f.out.take_step();
    CHECK(std::get<Actions::ToProgram>(question).number ==
          std::get<Actions::StartProgram>(start).number);
    CHECK(std::get<Actions::ToProgram>(question).line.starts_with("{\"id\":1,"));
    f.session().on_program_line(1, R"({"id":1,"moves":[{"move":"e2e4"}]})", f.now(), f.out);
    CHECK(f.out.to_gui.ends_with("bestmove e2e4\n"));
    f.gui("quit");
    REQUIRE(f.out.has<Actions::StopProgram>());
    CHECK(std::get<Actions::StopProgram>(f.out.take_step()).number == 1);
}

TEST_CASE("the settings that were saved for an engine replace the others once its name is known") {
    std::vector<std::string> asked, opened;
    NoteLog log(true);
    Random random(1);
    Actions out;
    session::Session session(
        {}, {.open_book = [&opened](const std::string& path) -> Result<session::OpenedBook> {
                 opened.push_back(path);
                 return make_error("no book here");
             },
             .random = random,
             .log = log,
             .recall_settings = [&asked](const std::string& engine) -> session::RecalledSettings {
                 asked.push_back(engine);
                 config::Settings saved;
                 saved.engine_options.emplace_back("Hash", "64");
                 saved.resign = true;
                 saved.book = true;
                 saved.book_file = "saved.bin";
                 return {saved, {"settings of Toy"}};
             }});
    session.on_engine_started("/engine", {}, out);
    session.on_gui_line("xboard", {}, out);
    session.on_engine_line("id name Toy", {}, out);
    session.on_engine_line("option name Hash type spin default 1 min 1 max 99", {}, out);
    CHECK(asked.empty());
    session.on_engine_line("uciok", {}, out);
    CHECK(asked == std::vector<std::string>{"Toy"});
    CHECK(opened == std::vector<std::string>{"saved.bin"});
    CHECK(out.to_engine == "uci\nsetoption name Hash value 64\n");
    session.on_gui_line("protover 2", {}, out);
    CHECK(out.to_gui.find("Polyglot Resign -check 1") != std::string::npos);
    CHECK(std::ranges::count(log.notes(), "settings of Toy") == 1);
}

TEST_CASE("nothing is waited for after an option to an xboard engine that ponders") {
    config::Settings settings;
    settings.engine_protocol = "xboard";
    Fixture f(settings);
    f.now() = f.session().deadline().value(); // for engines that end at `xboard`
    f.session().on_timeout(f.now(), f.out);
    f.engine("feature ping=1 setboard=1 usermove=1 colors=0 memory=1 done=1");
    for (const char* line :
         {"uci", "setoption name Ponder value true", "position startpos", "go movetime 100"})
        f.gui(line);
    f.engine("move e2e4");
    CHECK(!f.session().deadline());
    f.out = {};
    f.gui("setoption name Hash value 32");
    CHECK(f.out.to_engine == "memory 32\n");
    CHECK(!f.session().deadline()); // a SIGINT would end an engine like VICE
}
