// The table of states in session.hpp.
#include "tests/unit/adapter/session/session_fixture.hpp"
#include "tests/unit/adapter/session/state_table.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using session::Actions;
using Fixture = session::SessionFixture;

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
