// What transcripts are too coarse for: floods, byte-exactness, back-pressure.
#include "adapter/session/session.hpp"
#include "tests/unit/adapter/session/state_table.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using session::Actions;

namespace {

// Keeps the notes, if it is on.
class NoteLog final : public session::Log {
  public:
    explicit NoteLog(bool is_on) : Log(is_on) {}
    const std::vector<std::string>& notes() const { return notes_; }

  private:
    void append(session::Channel channel, std::string_view text) override {
        if (channel == session::Channel::Note) notes_.emplace_back(text);
    }
    std::vector<std::string> notes_;
};

class Fixture {
  public:
    explicit Fixture(config::Settings settings = {}, bool keeps_notes = false)
        : log_(keeps_notes),
          session_(std::move(settings),
                   {.open_book = [](const std::string&) -> Result<session::OpenedBook> {
                        return make_error("no book here");
                    },
                    .random = random_,
                    .log = log_}) {
        session_.on_engine_started("/engine", now_, out);
    }
    void gui(std::string_view line) { session_.on_gui_line(line, now_, out); }
    void engine(std::string_view line) { session_.on_engine_line(line, now_, out); }
    void shake_hands() {
        gui("uci");
        engine("uciok");
        out = {};
    }
    session::Session& session() { return session_; }
    session::TimePoint& now() { return now_; }
    const std::vector<std::string>& notes() const { return log_.notes(); }
    Actions out;

  private:
    NoteLog log_;
    Random random_{1};
    session::TimePoint now_{};
    session::Session session_;
};

} // namespace

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

// For a second, as a session that is told of a congested GUI counts it.
void gui_reads_nothing(Fixture& f) {
    for (int look = 0; look < session::GuiReading::looks; ++look) {
        CHECK(!f.session().is_coalescing());
        f.now() += session::GuiReading::pause;
        f.session().on_timeout(f.now(), f.out);
    }
}

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
    SUBCASE("nobody has asked for them: they are counted") {
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

TEST_CASE("a GUI that sends without end while the engine starts is not read for a while") {
    Fixture f;
    f.gui("uci");
    const std::string line = "setoption name X value " + std::string(1000, 'x');
    int sent = 0;
    while (f.session().wants_gui_input() && sent < 10'000) {
        f.gui(line);
        ++sent;
    }
    CHECK(sent > 900); // about 1 MiB is kept, with what a line costs beside its text …
    CHECK(sent < 1100);
    f.out = {};
    f.engine("uciok");
    CHECK(f.session().wants_gui_input()); // … until the engine is up and takes all of it
    std::string expected;
    for (int i = 0; i < sent; ++i)
        expected += line + "\n";
    CHECK(f.out.to_engine == expected);
}

TEST_CASE(
    "endless positions during a search end the search, since a stop after them could not be read") {
    Fixture f;
    f.gui("uci");
    f.engine("uciok");
    f.gui("go infinite");
    f.out = {};
    f.now() += std::chrono::milliseconds(1); // not in the same write as the go
    const std::string line = "position startpos" + std::string(1000, ' ');
    int sent = 0;
    while (f.session().wants_gui_input() && sent < 10'000) {
        CHECK(f.out.to_engine.empty());
        f.gui(line);
        ++sent;
    }
    CHECK(f.out.to_engine == "stop\n");
    f.engine("bestmove e2e4");
    CHECK(f.session().wants_gui_input());
}

TEST_CASE("an engine that floods before the GUI's first line fills no memory") {
    Fixture f;
    for (int i = 0; i < 5'000; ++i)
        f.engine("info string " + std::string(1000, 'x'));
    f.engine("uciok");
    CHECK(f.out.to_gui.empty());
    f.gui("uci");
    CHECK(f.out.to_gui.size() > (1U << 19));
    CHECK(f.out.to_gui.size() < (1U << 20) + 4096);
    CHECK(f.out.to_gui.ends_with("\nuciok\n"));
}

TEST_CASE("an engine that floods before its protocol is known does not fill the memory") {
    Fixture f;
    f.gui("uci");
    f.out = {};
    for (int i = 0; i < 20; ++i)
        f.engine(std::string(200'000, 'x'));
    CHECK(f.out.to_gui.empty());
    f.engine("id name Flood");
    CHECK(f.out.to_gui.size() > (1U << 19));
    CHECK(f.out.to_gui.size() < (1U << 20) + 4096);
    CHECK(f.out.to_gui.ends_with("\nid name Flood\n"));
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

TEST_CASE("deadlines") {
    using std::chrono::milliseconds;
    config::Settings settings;
    settings.engine_protocol = "uci"; // no probe
    settings.start_timeout_ms = 3000;
    settings.quit_timeout_ms = 500;
    Fixture f(settings);
    const auto start = f.now();
    CHECK(f.session().deadline() == start + milliseconds(3000));
    f.session().on_timeout(start + milliseconds(2999), f.out); // too early: nothing happens
    CHECK(f.out.to_engine == "uci\n");
    f.shake_hands();
    CHECK_FALSE(f.session().deadline());
    f.now() += milliseconds(100);
    f.gui("quit");
    CHECK(f.out.to_engine == "quit\n");
    CHECK(f.session().deadline() == start + milliseconds(600));
    f.session().on_timeout(start + milliseconds(600), f.out);
    CHECK(f.out.has_signal(Actions::Signal::Terminate));
    CHECK_FALSE(f.out.exit());
    f.session().on_engine_exited({.was_signal = true, .value = 15, .signal_name = "SIGTERM"},
                                 f.now(), f.out);
    REQUIRE(f.out.exit());
    CHECK(*f.out.exit() == session::ExitCode::Ok);
    CHECK(f.session().ended());
}

TEST_CASE("a restarted engine has StartTimeout for its uciok, from its start on") {
    using std::chrono::milliseconds;
    config::Settings settings;
    settings.engine_protocol = "uci"; // no probe
    settings.start_timeout_ms = 3000;
    settings.on_engine_failure = "restart";
    Fixture f(settings, true);
    f.shake_hands();
    f.session().on_engine_exited({.value = 3}, f.now(), f.out);
    f.now() += milliseconds(700); // the shell takes its time
    f.session().on_engine_started("/engine", f.now(), f.out);
    CHECK(f.session().deadline() == f.now() + milliseconds(3000));
    f.session().on_timeout(f.now() + milliseconds(2999), f.out);
    CHECK_FALSE(f.session().ended());
    CHECK(f.session().deadline() == f.now() + milliseconds(3000));
}

TEST_CASE("no signal takes the place of another, and a restart can be withdrawn") {
    Actions actions;
    actions.add_signal(Actions::Signal::Interrupt);
    actions.add_signal(Actions::Signal::Interrupt);
    actions.add_signal(Actions::Signal::Terminate);
    CHECK(actions.steps.size() == 2);
    CHECK(actions.has_signal(Actions::Signal::Interrupt));
    CHECK(actions.has_signal(Actions::Signal::Terminate));
    CHECK_FALSE(actions.withdraw_restart());
    actions.add(Actions::RestartEngine{});
    CHECK(actions.withdraw_restart());
    CHECK_FALSE(actions.has<Actions::RestartEngine>());
    CHECK(std::get<Actions::SendSignal>(actions.take_step()).signal == Actions::Signal::Interrupt);
    CHECK(std::get<Actions::SendSignal>(actions.take_step()).signal == Actions::Signal::Terminate);
    CHECK(actions.empty());
}

TEST_CASE("a quit that waits for earlier commands waits no longer when the GUI closes as well") {
    using std::chrono::milliseconds;
    for (const char* first : {"xboard", "uci"}) {
        CAPTURE(first);
        config::Settings settings;
        settings.engine_protocol = "uci"; // no probe
        settings.quit_timeout_ms = 500;
        Fixture f(settings);
        const auto start = f.now();
        f.gui(first);
        f.gui("go");
        f.gui("quit");
        CHECK(f.session().deadline() == start + milliseconds(500));
        f.session().on_gui_closed(start + milliseconds(200), f.out);
        CHECK(f.session().deadline() == start + milliseconds(500));
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

TEST_CASE("an engine that declares options without end fills no memory") {
    Fixture f;
    f.gui("uci");
    for (int i = 0; i < 20'000; ++i)
        f.engine("option name Option " + std::to_string(i) + " type string default " +
                 std::string(200, 'x'));
    f.engine("uciok");
    const auto declared = [&f](int i) {
        f.out = {};
        f.engine("option name Option " + std::to_string(i) + " type string default y");
        return f.out.to_gui;
    };
    CHECK(declared(1) == "option name Option 1 type string default y\n");
    // It passes, known or not
    CHECK(declared(19'999) == "option name Option 19999 type string default y\n");
}

TEST_CASE("uci without end is answered within limits") {
    Fixture f;
    f.shake_hands();
    for (int i = 0; i < 5'000; ++i)
        f.gui("uci");
    f.out = {};
    for (int i = 0; i < 5'000; ++i)
        f.engine("uciok");
    CHECK(f.out.to_gui.size() < 1 << 20);
    f.out = {};
    f.gui("uci");
    f.engine("uciok");
    CHECK(f.out.to_gui.ends_with("\nuciok\n"));
}

TEST_CASE("the lines that wait for a thinking xboard engine are limited, and at the limit the "
          "search ends") {
    config::Settings settings;
    settings.engine_protocol = "xboard";
    Fixture f(std::move(settings));
    f.now() += std::chrono::milliseconds(100);
    f.session().on_timeout(f.now(), f.out); // behind `xboard`, `protover 2`
    f.gui("uci");
    f.engine("feature ping=1 setboard=1 usermove=1 analyze=1 sigint=0 colors=0 done=1");
    f.gui("position startpos");
    f.gui("go infinite");
    for (int i = 1; i < 5; ++i)
        f.engine("pong " + std::to_string(i));
    f.now() += std::chrono::seconds(1); // it has seen the search begin
    f.out = {};
    int sent = 0;
    for (; f.session().wants_gui_input() && sent < 100'000; ++sent)
        f.gui("setoption name Nothing value " + std::string(100, 'x'));
    CHECK(sent > 3'000);
    CHECK(sent < 10'000);
    CHECK(f.out.to_engine.starts_with("exit\n"));
    for (int i = 1; i < 10; ++i)
        f.engine("pong " + std::to_string(i));
    CHECK(f.out.to_gui.find("bestmove ") != std::string::npos);
    CHECK(f.session().wants_gui_input());
}

TEST_CASE("pings and options that an engine does not answer are limited") {
    Fixture f;
    f.gui("xboard");
    f.gui("protover 2");
    f.engine("option name Style type string default x");
    f.engine("uciok");
    int sent = 0;
    for (; f.session().wants_gui_input() && sent < 100'000; ++sent)
        f.gui("ping 1" + std::string(10'000, '0'));
    CHECK(sent == 1000);
    f.out = {};
    for (int i = 0; i < sent; ++i)
        f.engine("readyok");
    CHECK(f.out.to_gui.size() < 1000 * 110);
    CHECK(f.out.to_gui.size() > 1000 * 100);
    CHECK(f.session().wants_gui_input());
    f.gui("analyze"); // options wait for its end, which the engine does not come to
    for (sent = 0; f.session().wants_gui_input() && sent < 100'000; ++sent)
        f.gui("option Style=" + std::to_string(sent) + std::string(10'000, 'y'));
    CHECK(sent < 120);
    CHECK(sent > 90);
}

TEST_CASE("a flood adds no output while a UCI GUI does not read, and a kilobyte when the GUI reads "
          "again") {
    Fixture f;
    f.shake_hands();
    f.gui("go infinite");
    f.session().on_gui_congested(true, f.now(), f.out);
    CHECK(!f.session().is_coalescing());
    f.engine("info depth 1 score cp 1 pv e2e4");
    gui_reads_nothing(f);
    CHECK(f.session().is_coalescing());
    f.out = {};
    for (int i = 0; i < 10'000; ++i)
        f.engine("info depth " + std::to_string(i) + " multipv " + std::to_string(1 + i % 3) +
                 " score cp 1 pv e2e4");
    CHECK(f.out.to_gui.empty());
    f.session().on_gui_congested(false, f.now(), f.out);
    CHECK(!f.session().is_coalescing());
    CHECK(f.out.to_gui == "info depth 9997 multipv 2 score cp 1 pv e2e4\ninfo depth 9998 multipv 3 "
                          "score cp 1 pv e2e4\n"
                          "info depth 9999 multipv 1 score cp 1 pv e2e4\n");
    f.engine("info depth 5 \r");
    CHECK(f.out.to_gui.ends_with("\ninfo depth 5 \r\n"));
}

TEST_CASE("the output of a search, of any size, does not count as a flood of an idle engine") {
    Fixture f;
    f.shake_hands();
    f.gui("go infinite");
    for (int i = 0; i < 200'000; ++i)
        f.engine("info depth 1 score cp 1 nodes 1234567 nps 1234567 pv e2e4 e7e5 g1f3 b8c6 f1b5 "
                 "a7a6 b5a4 g8f6 e1g1");
    f.engine("bestmove e2e4");
    CHECK(f.out.to_gui.ends_with("\nbestmove e2e4\n"));
    CHECK(f.out.to_engine == "go infinite\n");
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

namespace {

config::Settings restarting_settings() {
    config::Settings settings;
    settings.on_engine_failure = "restart";
    return settings;
}

// The session, for the steps of the table.
class TableFixture {
  public:
    void on(const std::string& step) {
        f_.now() += std::chrono::milliseconds(100);
        std::string_view arguments = step;
        const std::string_view word = text::next_word(arguments);
        arguments = text::trim(arguments);
        if (word == "gui")
            f_.gui(arguments);
        else if (step == "deadline")
            pass_deadline();
        else if (word == "engine")
            f_.engine(arguments);
        else if (step == "the answer")
            answer();
        else if (step == "closed")
            f_.session().on_engine_closed_output(f_.now(), f_.out);
        else if (step == "exits")
            f_.session().on_engine_exited({.value = 3}, f_.now(), f_.out);
        else if (step == "started")
            f_.session().on_engine_started("/engine", f_.now(), f_.out);
        else if (step == "SIGTERM")
            f_.session().on_terminate(f_.now(), f_.out);
        else if (step == "deadlines")
            pass_deadlines();
        else
            FAIL(step);
    }
    std::string state() { return std::string(f_.session().state_name()); }
    std::string take_actions() {
        Actions out = std::exchange(f_.out, {});
        std::vector<std::string> actions;
        for (std::string_view rest = out.to_engine; !rest.empty();
             rest.remove_prefix(rest.find('\n') + 1))
            actions.emplace_back(rest.substr(0, rest.find('\n')));
        while (!out.steps.empty()) {
            const Actions::Step step = out.take_step();
            if (std::holds_alternative<Actions::RestartEngine>(step)) actions.emplace_back("start");
            if (std::holds_alternative<Actions::Exit>(step)) actions.emplace_back("exit");
            if (const auto* sent = std::get_if<Actions::SendSignal>(&step))
                actions.emplace_back(sent->signal == Actions::Signal::Terminate ? "SIGTERM"
                                                                                : "SIGKILL");
        }
        return session::join_actions(actions);
    }

  private:
    // What the state waits for.
    void answer() {
        if (state() == "Running")
            f_.engine("readyok");
        else if (state() == "Stopping")
            f_.engine("bestmove e2e4");
        else if (state() == "AwaitingGui")
            f_.gui("uci");
        else
            f_.engine("uciok");
    }
    void pass_deadline() {
        f_.now() = f_.session().deadline().value();
        f_.session().on_timeout(f_.now(), f_.out);
    }
    // Until the state changes or nothing is due.
    void pass_deadlines() {
        const std::string before = state();
        while (f_.session().deadline() && state() == before &&
               !f_.out.has<Actions::RestartEngine>())
            pass_deadline();
    }

    Fixture f_{restarting_settings()};
};

} // namespace

TEST_CASE("session: the table of its header") {
    const std::vector<std::string> running = {"gui uci", "engine uciok"};
    const auto then = [&running](const std::vector<std::string>& steps) {
        std::vector<std::string> all = running;
        all.insert(all.end(), steps.begin(), steps.end());
        return all;
    };
    session::check_tables<TableFixture>(
        "adapter/session/session.hpp",
        {{"Starting", {"gui uci"}},
         {"Starting, asked in both", {"gui uci", "deadline"}},
         {"Running", then({"gui position startpos", "gui go movetime 1000"})},
         {"Restarting",
          then({"gui position startpos", "gui go movetime 1000", "exits", "started"})},
         {"Stopping", then({"gui go infinite", "gui stop", "SIGTERM"})},
         {"Asked", then({"SIGTERM"})},
         {"Terminated", then({"SIGTERM", "deadlines"})},
         {"Killed", then({"SIGTERM", "deadlines", "deadlines"})},
         {"AwaitingGui", {"exits"}},
         {"Ended", then({"SIGTERM", "exits"})}},
        {{"answer", {"the answer"}},
         {"fails", {"closed"}},
         {"SIGTERM", {"SIGTERM"}},
         {"deadlines", {"deadlines"}},
         {"exits", {"exits"}}});
}
