// A GUI or an engine that sends without end, or more than the other side reads.
#include "tests/unit/adapter/session/session_fixture.hpp"

#include <chrono>
#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace polyglot;
using session::Actions;
using Fixture = session::SessionFixture;

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
    f.session().on_timeout(f.now(), f.out); // after `xboard`, `protover 2`
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

TEST_CASE("messages for a GUI that has not said uci or xboard yet are limited") {
    for (const std::string first : {"uci", "xboard"}) {
        CAPTURE(first);
        Fixture f;
        f.engine("uciok");
        for (int i = 0; i < 150; ++i)
            f.session().warn(std::to_string(i) + std::string(1500, 'x'), f.now(), f.out);
        CHECK(f.out.to_gui.empty());
        f.gui(first);
        std::size_t messages = 0;
        for (std::string_view rest = f.out.to_gui; !rest.empty();
             rest.remove_prefix(rest.find('\n') + 1)) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            const std::size_t text = line.find("polyglot: ");
            if (text == std::string_view::npos) continue;
            CHECK(line.size() - text - 10 == 1000);
            ++messages;
        }
        CHECK(messages == 100);
    }
}

TEST_CASE("an engine that sends megabytes without being asked has failed, and the GUI learns why") {
    Fixture f;
    f.shake_hands();
    const std::string line = "info string " + std::string(50'000, 'x');
    int sent = 0;
    while (f.out.to_engine.empty() && sent < 1000) {
        f.engine(line);
        ++sent;
    }
    CHECK(sent == (16 << 20) / static_cast<int>(line.size() + 1) + 1);
    CHECK(f.out.to_engine == "quit\n");
    const std::size_t last = f.out.to_gui.rfind('\n', f.out.to_gui.size() - 2) + 1;
    CHECK(f.out.to_gui.substr(last) ==
          "info string polyglot: engine /engine floods: it has sent megabytes that no command asks "
          "for\n");
}
