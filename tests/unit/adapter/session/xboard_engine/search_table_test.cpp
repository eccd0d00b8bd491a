// The tables above XboardSearch, checked against the code.
#include "searching_engine.hpp"
#include "tests/unit/adapter/session/state_table.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using Engine = session::SearchingEngine;
using Lines = std::vector<std::string>;

namespace {

// The engine, for the steps of the table.
class TableFixture {
  public:
    void on(const std::string& step) {
        std::string_view arguments = step;
        const std::string_view word = text::next_word(arguments);
        arguments = text::trim(arguments);
        if (word == "position")
            engine_.sync.on_position(protocol::parse_position(arguments));
        else if (word == "go")
            engine_.go(arguments);
        else if (word == "stop")
            engine_.stop();
        else if (word == "ponderhit")
            engine_.ponderhit();
        else if (word == "pong")
            engine_.pong();
        else if (word == "wait")
            engine_.wait(std::chrono::milliseconds(text::parse_int<int>(arguments).value()));
        else if (word == "deadlines")
            pass_deadlines();
        else if (word == "warm")
            engine_.settings.book_ponder = "hard";
        else if (word == "no-analysis")
            engine_.connection.features().analyze = false;
        else if (word == "claim")
            engine_.search.on_result_claim();
        else if (word == "resign")
            engine_.search.on_resign();
        else if (word == "lost")
            engine_.search.on_lost(false);
        else
            engine_.says(step);
    }
    std::string state() const { return std::string(engine_.search.phase_name()); }
    std::string take_actions() {
        Lines actions = engine_.sent();
        for (const std::string& reply : take_replies(engine_.connection))
            if (!reply.starts_with("info") && !reply.starts_with("(notice)"))
                actions.push_back(reply.starts_with("no move") ? "failure" : reply);
        for (std::string& action : actions)
            if (action.starts_with("(restart")) action = "restart";
        return session::join_actions(actions);
    }

  private:
    // Until the phase changes or nothing is due.
    void pass_deadlines() {
        const std::string before = state();
        for (int i = 0; i < 20; ++i) {
            const auto due = engine_.search.deadline();
            if (!due || state() != before) return;
            engine_.wait(std::chrono::duration_cast<std::chrono::milliseconds>(
                *due - engine_.process.now()));
        }
        FAIL("deadlines without end");
    }

    Engine engine_;
};

} // namespace

TEST_CASE("search: the tables of its header") {
    const std::string line = "5 20 10 1000 d2d4 d7d5";
    const std::string elsewhere = "position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    session::check_tables<TableFixture>(
        "adapter/session/xboard_engine/search.hpp",
        {{"Waiting", {elsewhere, "go movetime 1000"}},
         {"Waiting, analysis", {elsewhere, "go infinite"}},
         {"Waiting, to warm", {elsewhere, "warm", "go ponder movetime 1000"}},
         {"Waiting, to warm, stopped", {elsewhere, "warm", "go ponder movetime 1000", "stop"}},
         {"Waiting, stopped", {elsewhere, "go movetime 1000", "stop"}},
         {"Waiting, analysis stopped", {elsewhere, "go infinite", "stop"}},
         {"Pondering", {"position startpos moves e2e4", "go ponder movetime 1000"}},
         {"Thinking", {"go movetime 1000", line, "wait 100"}},
         {"Thinking, no line", {"go movetime 1000", "wait 100"}},
         {"Thinking, infinite", {"no-analysis", "go infinite", line, "wait 100"}},
         {"Hurried", {"go movetime 1000", line, "wait 100", "stop"}},
         {"Hurried, no line", {"go movetime 1000", "wait 100", "stop"}},
         {"Analysing", {"go infinite", "wait 100"}},
         {"Warming", {"warm", "go ponder movetime 1000", "wait 100"}},
         {"Held", {"no-analysis", "go infinite", "wait 100", "move e2e4"}},
         {"Failed", {"go movetime 1000", "move e2e5", "pong", "pong", "pong", "move e2e5"}}},
        {{"board is there", {"pong", "pong", "pong"}},
         {"ponderhit", {"ponderhit"}},
         {"stop", {"stop"}},
         {"deadlines", {"deadlines"}},
         {"its move", {"move a2a3"}},
         {"illegal move", {"move e2e5"}},
         {"claim", {"claim", "wait 500"}},
         {"resigns", {"resign"}},
         {"process lost", {"lost"}}});
}
