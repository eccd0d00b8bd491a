// The session's deadlines, restarts and ends.
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

TEST_CASE("an engine that ignores quit has 0.2 s for SIGTERM, and as long for SIGKILL") {
    using std::chrono::milliseconds;
    config::Settings settings;
    settings.quit_timeout_ms = 500;
    Fixture f(settings);
    f.shake_hands();
    f.gui("quit");
    for (const int wait : {500, 200, 200}) {
        CHECK(f.session().deadline() == f.now() + milliseconds(wait));
        CHECK_FALSE(f.out.exit());
        f.now() += milliseconds(wait);
        f.session().on_timeout(f.now(), f.out);
    }
    CHECK(f.out.exit());
    CHECK(f.out.has_signal(Actions::Signal::Kill));
}

TEST_CASE("a stopped search has 0.1 s for its bestmove before quit, within QuitTimeout") {
    using std::chrono::milliseconds;
    for (const int timeout : {500, 60}) {
        config::Settings settings;
        settings.quit_timeout_ms = timeout;
        Fixture f(settings);
        f.shake_hands();
        f.gui("go infinite");
        f.now() += milliseconds(1000);
        f.gui("stop");
        f.out = {};
        f.session().on_terminate(f.now(), f.out);
        CHECK(f.out.to_engine.empty());
        const auto begun = f.now();
        CHECK(f.session().deadline() == begun + milliseconds(timeout == 500 ? 100 : 60));
        f.now() = *f.session().deadline();
        f.session().on_timeout(f.now(), f.out);
        CHECK(f.out.to_engine == "quit\n");
        CHECK(f.session().deadline() == begun + milliseconds(timeout));
    }
}

TEST_CASE("a uciok without options has half a second for them, if [Engine] has some") {
    using std::chrono::milliseconds;
    config::Settings settings;
    settings.engine_options.emplace_back("Hash", "64");
    Fixture f(settings);
    f.gui("uci");
    f.out = {};
    f.engine("uciok");
    CHECK(f.out.to_gui.empty());
    CHECK(f.session().deadline() == f.now() + milliseconds(500));
    f.engine("option name Hash type spin default 16 min 1 max 99");
    f.engine("readyok");
    CHECK(f.out.to_gui.ends_with("\nuciok\n"));
    CHECK(f.out.to_engine.ends_with("setoption name Hash value 64\n"));
}

TEST_CASE("a failure shows the engine's last line on standard error that is not blank") {
    Fixture f;
    f.shake_hands();
    f.session().on_engine_stderr("out of memory");
    f.session().on_engine_stderr("  ");
    f.session().on_engine_exited({.value = 3}, f.now(), f.out);
    CHECK(f.out.to_gui ==
          "info string polyglot: engine /engine exited with code 3 while idle; last "
          "stderr line: 'out of memory'\n");
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

TEST_CASE("after the exit nothing is done, sent or logged") {
    class CountingLog final : public session::Log {
      public:
        CountingLog() : Log(true) {}
        int lines = 0;

      private:
        void append(session::Channel /*channel*/, std::string_view /*text*/) override { ++lines; }
    };
    CountingLog log;
    Random random(1);
    session::Session s({}, {.open_book = [](const std::string&) -> Result<session::OpenedBook> {
                                return make_error("no book here");
                            },
                            .random = random,
                            .log = log});
    Actions out;
    const session::TimePoint now{};
    s.on_engine_started("/engine", now, out);
    s.on_gui_line("uci", now, out);
    s.on_engine_line("uciok", now, out);
    s.on_terminate(now, out);
    s.on_engine_exited({.value = 0}, now, out);
    REQUIRE(s.ended());
    CHECK_FALSE(s.deadline());
    out = {};
    log.lines = 0;
    s.on_engine_started("/engine", now, out);
    s.on_start_failed(session::ExitCode::EngineSilent, "no engine", now, out);
    s.on_gui_line("isready", now, out);
    s.on_engine_line("readyok", now, out);
    CHECK(s.on_engine_infos("info depth 1\n", now, out) == 0);
    s.on_engine_stderr("hello");
    s.on_gui_closed(now, out);
    s.on_terminate(now, out);
    s.on_interrupt(now, out);
    s.on_engine_closed_output(now, out);
    s.on_engine_exited({.value = 1}, now, out);
    s.on_timeout(now, out);
    s.on_program_line(1, "{}", now, out);
    s.on_program_ended(1, "ended", now, out);
    s.on_gui_congested(true, now, out);
    s.on_results_due(now, out);
    s.warn("hello", now, out);
    CHECK(log.lines == 0);
    CHECK(out.to_gui.empty());
    CHECK(out.to_engine.empty());
    CHECK_FALSE(out.exit());
    CHECK(s.ended());
}

TEST_CASE("SIGINT, as from Ctrl+C, ends a session like SIGTERM, except under an xboard GUI") {
    for (const std::string first : {"", "uci", "xboard"}) {
        CAPTURE(first);
        Fixture f;
        if (!first.empty()) f.gui(first);
        f.engine("uciok");
        f.out = {};
        f.session().on_interrupt(f.now(), f.out);
        CHECK(f.out.to_engine == (first == "xboard" ? "" : "quit\n"));
    }
}
