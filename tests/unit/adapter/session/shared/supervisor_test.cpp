// What the engine owes, by when, and what a new process is sent.
#include "adapter/session/shared/supervisor.hpp"
#include "tests/unit/adapter/session/state_table.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using protocol::UciReply;
using session::Supervisor;
using session::TimePoint;
using Lines = std::vector<std::string>;

namespace {

constexpr TimePoint t0{};

void ask(Supervisor& supervisor, std::string_view line, TimePoint now) {
    const protocol::UciGuiLine parsed = protocol::parse_uci_gui_line(line);
    if (parsed.command == protocol::UciCommand::Go)
        supervisor.on_go(line, protocol::parse_go(parsed.arguments), now);
    else if (const auto set = protocol::parse_setoption(parsed.arguments);
             set && parsed.command == protocol::UciCommand::SetOption)
        supervisor.on_setoption(line, *set);
    else
        supervisor.on_asked(line, parsed.command, now);
}

// All lines are said at t0, and nothing is repeated.
Supervisor asked(const config::Settings& settings, const Lines& lines) {
    Supervisor supervisor(settings);
    supervisor.set_repeats(false);
    for (const std::string& line : lines)
        ask(supervisor, line, t0);
    return supervisor;
}

std::string resumed_after(std::chrono::milliseconds elapsed, const Lines& lines) {
    const config::Settings settings;
    Supervisor supervisor = asked(settings, lines);
    return supervisor.briefing(t0 + elapsed).back();
}

int answered_readyoks(Supervisor& supervisor) {
    int count = 0;
    while (supervisor.take_answered_readyok())
        ++count;
    return count;
}

} // namespace

TEST_CASE("a search is resumed with the remaining time of its side") {
    const auto check = [](const std::string& position, const std::string& go,
                          const std::string& expected) {
        CAPTURE(position);
        CHECK(resumed_after(400ms, {position, go}) == expected);
    };
    const std::string clocks = "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 3";
    check("position startpos", clocks, "go wtime 600 btime 2000 winc 10 binc 20 movestogo 3");
    check("position startpos moves e2e4", clocks,
          "go wtime 1000 btime 1600 winc 10 binc 20 movestogo 3");
    check("position startpos moves  e2e4  e7e5 ", clocks,
          "go wtime 600 btime 2000 winc 10 binc 20 movestogo 3");
    check("position fen 8/8/8/8/8/8/8/8 b - - 0 1", clocks,
          "go wtime 1000 btime 1600 winc 10 binc 20 movestogo 3");
    check("position fen 8/8/8/8/8/8/8/8 b - - 0 1 moves a1a2", clocks,
          "go wtime 600 btime 2000 winc 10 binc 20 movestogo 3");
    check("position startpos", "go movetime 1000", "go movetime 600");
    check("position startpos", "go movetime 100", "go movetime 1");
    check("position startpos", "go wtime -50 btime 10", "go wtime 1 btime 10");
    check("position startpos", "go wtime -9223372036854775808 btime 1", "go wtime 1 btime 1");
    check("position startpos", "go wtime 9223372036854775807 btime 1",
          "go wtime 1999999600 btime 1");
    check("position startpos", "go wtime many btime 1", "go wtime many btime 1");
    check("position startpos", "go wtime", "go wtime");
    check("position startpos", "go depth 7 searchmoves e2e4", "go depth 7 searchmoves e2e4");
    check("position startpos", "go infinite", "go infinite");
    check("position startpos moves e2e4", "go ponder wtime 1000 btime 2000",
          "go ponder wtime 1000 btime 2000");
}

TEST_CASE("a ponder search is a search from its ponderhit on") {
    const config::Settings settings;
    Supervisor supervisor =
        asked(settings, {"position startpos", "go ponder wtime 1000 btime 2000"});
    CHECK(!supervisor.deadline());
    ask(supervisor, "ponderhit", t0 + 10s);
    CHECK(supervisor.deadline() == t0 + 10s + 1000ms + 5s);
    CHECK(supervisor.briefing(t0 + 10s + 300ms).back() == "go wtime 700 btime 2000");
}

TEST_CASE(
    "deadlines are of searches with a time, of stop, and of isready while nothing is searched") {
    const config::Settings settings; // 5 s beyond the clock, 10 s for stop, 60 s for isready
    const auto deadline = [&settings](const Lines& lines) {
        return asked(settings, lines).deadline();
    };
    CHECK(!deadline({"position startpos", "setoption name Hash value 1"}));
    CHECK(deadline({"isready"}) == t0 + 60s);
    CHECK(deadline({"isready", "go movetime 10"}) == t0 + 10ms + 5s);
    CHECK(deadline({"go wtime 10 btime 99999"}) == t0 + 10ms + 5s);
    CHECK(!deadline({"go depth 3"}));
    CHECK(!deadline({"go infinite wtime 10 btime 10"}));
    CHECK(!deadline({"go perft 5"}));
    CHECK(deadline({"go infinite", "stop"}) == t0 + 10s);
    CHECK(deadline({"go movetime 10", "stop"}) == t0 + 10s);
    CHECK(!deadline({"stop"}));
    config::Settings patient = settings;
    patient.ready_timeout_ms = patient.stop_timeout_ms = patient.move_overrun_ms = 0;
    CHECK(!asked(patient, {"isready"}).deadline());
    CHECK(!asked(patient, {"go movetime 1"}).deadline());
    CHECK(!asked(patient, {"go movetime 1", "stop"}).deadline());
}

TEST_CASE("nothing is due while an engine counts moves, and a go after that has all its time from "
          "then on") {
    const config::Settings settings;
    Supervisor supervisor = asked(settings, {"go perft 7", "isready", "go movetime 10"});
    CHECK(!supervisor.deadline());
    supervisor.on_said(UciReply::Info, t0 + 1s); // it may say what it counts with
    CHECK(!supervisor.deadline());
    supervisor.on_readyok(t0 + 1h);
    CHECK(supervisor.deadline() == t0 + 1h + 10ms + 5s);
    supervisor.on_said(UciReply::BestMove, t0 + 1h);
    CHECK(!supervisor.deadline());

    ask(supervisor, "go perft 7", t0 + 1h);
    ask(supervisor, "isready", t0 + 1h);
    CHECK(!supervisor.deadline());
    supervisor.on_replaced(t0 + 2h);
    CHECK(supervisor.deadline() == t0 + 2h + 60s);
}

TEST_CASE("an answer ends its deadline, and an overdue answer is reported once") {
    const config::Settings settings;
    Supervisor supervisor = asked(settings, {"isready", "isready"});
    supervisor.on_readyok(t0 + 1s);
    CHECK(supervisor.deadline() == t0 + 61s);
    CHECK(!supervisor.overdue(t0 + 60s));
    CHECK(supervisor.overdue(t0 + 61s) == "says no readyok within 60 s");
    CHECK(!supervisor.overdue(t0 + 62s));
    CHECK(!supervisor.deadline());
    supervisor.on_readyok(t0 + 63s);
    supervisor.on_readyok(t0 + 63s); // no isready was sent for that one
    ask(supervisor, "go movetime 100", t0 + 64s);
    ask(supervisor, "isready", t0 + 64s);
    CHECK(supervisor.overdue(t0 + 70s) == "gives no move, 5 s beyond its time");
    CHECK(!supervisor.deadline());
    ask(supervisor, "stop", t0 + 71s);
    CHECK(supervisor.overdue(t0 + 81s) == "gives no move within 10 s of stop");
    supervisor.on_said(UciReply::BestMove, t0 + 82s);
    CHECK(answered_readyoks(supervisor) == 2);
    // For the readyok that the search may have swallowed
    CHECK(supervisor.deadline() == t0 + 82s + 200ms);
}

TEST_CASE(
    "a stop of ours does not go out with its go, and any stop is repeated until the bestmove") {
    const config::Settings settings;
    Supervisor supervisor(settings);
    ask(supervisor, "go infinite", t0);
    CHECK_FALSE(supervisor.on_stop_wanted(0ms, t0));
    CHECK(supervisor.search()->stop_sent); // it counts as sent
    CHECK_FALSE(supervisor.on_stop_wanted(0ms, t0 + 4ms));
    CHECK(supervisor.deadline() == t0 + 10ms);
    CHECK_FALSE(supervisor.take_due_stop(t0 + 9ms));
    supervisor.on_paused(true, t0 + 9ms); // the engine is not read from, but written to
    CHECK(supervisor.deadline() == t0 + 10ms);
    CHECK(supervisor.take_due_stop(t0 + 10ms));
    CHECK(!supervisor.deadline());
    supervisor.on_paused(false, t0 + 9ms);
    CHECK(supervisor.deadline() == t0 + 510ms);
    CHECK(supervisor.take_due_stop(t0 + 510ms));
    CHECK(supervisor.deadline() == t0 + 1510ms);
    CHECK(supervisor.take_due_stop(t0 + 1510ms));
    CHECK(supervisor.deadline() == t0 + 3510ms);
    supervisor.on_said(UciReply::BestMove, t0 + 1600ms);
    CHECK(!supervisor.deadline());
    CHECK(supervisor.take_needed_fence());
    CHECK_FALSE(supervisor.take_needed_fence());

    supervisor.on_isready(Supervisor::Asker::Fence, t0 + 1600ms);
    CHECK(supervisor.is_settling());
    supervisor.on_said(UciReply::BestMove, t0 + 1601ms); // the answer to the second stop
    CHECK(supervisor.is_settling());
    CHECK(supervisor.on_readyok(t0 + 1602ms));
    CHECK_FALSE(supervisor.is_settling());

    ask(supervisor, "go infinite", t0 + 2s);
    CHECK_FALSE(supervisor.on_stop_wanted(50ms, t0 + 2s + 1ms));
    CHECK(supervisor.take_due_stop(t0 + 2s + 50ms));
    supervisor.on_said(UciReply::BestMove, t0 + 2s + 50ms);
    CHECK_FALSE(supervisor.take_needed_fence());
    ask(supervisor, "go infinite", t0 + 2s);
    CHECK(supervisor.on_stop_wanted(0ms, t0 + 2s + 1ms));
    ask(supervisor, "stop", t0 + 2s + 20ms); // the GUI's own ones are not repetitions
    supervisor.on_said(UciReply::BestMove, t0 + 2s + 30ms);
    CHECK_FALSE(supervisor.take_needed_fence());
}

TEST_CASE("a stop is sent eight times, and not again in the next search") {
    const config::Settings settings;
    Supervisor supervisor(settings);
    ask(supervisor, "go infinite", t0);
    TimePoint now = t0 + 1s;
    CHECK(supervisor.on_stop_wanted(0ms, now));
    for (int repetition = 0; repetition < 7; ++repetition) {
        now += 500ms * (1 << repetition);
        CHECK_FALSE(supervisor.take_due_stop(now - 1ms));
        CHECK(supervisor.take_due_stop(now));
    }
    CHECK(!supervisor.stop_due());
    CHECK_FALSE(supervisor.take_due_stop(now + 1h));
    supervisor.on_said(UciReply::BestMove, now);
    ask(supervisor, "go infinite", now);
    CHECK(!supervisor.stop_due());
    CHECK(supervisor.on_stop_wanted(0ms, now + 1s));
    CHECK(supervisor.stop_due() == now + 1500ms); // with the first pause
}

TEST_CASE("a uci that was sent during a search may have been missed") {
    const config::Settings settings;
    const auto ask_all = [](Supervisor& supervisor) {
        for (const std::string line : {"go infinite", "uci", "stop"})
            ask(supervisor, line, t0);
    };
    Supervisor supervisor(settings);
    ask_all(supervisor);
    supervisor.on_said(UciReply::BestMove, t0);
    CHECK(supervisor.take_missed_uci());
    CHECK_FALSE(supervisor.take_missed_uci());
    Supervisor answered(settings);
    ask_all(answered);
    answered.on_said(UciReply::UciOk, t0);
    answered.on_said(UciReply::BestMove, t0);
    CHECK_FALSE(answered.take_missed_uci());
}

TEST_CASE("while the engine cannot be heard no deadline passes") {
    const config::Settings settings;
    Supervisor supervisor = asked(settings, {"position startpos", "go movetime 1000"});
    supervisor.on_paused(true, t0 + 1s);
    supervisor.on_paused(true, t0 + 2s);
    CHECK(!supervisor.deadline());
    supervisor.on_paused(false, t0 + 31s);
    CHECK(supervisor.deadline() == t0 + 6s + 30s);
    CHECK(!supervisor.overdue(t0 + 35s));
    supervisor.on_paused(false, t0 + 36s);
    CHECK(supervisor.overdue(t0 + 36s));
}

TEST_CASE("every deadline stands still while the engine cannot be heard") {
    const config::Settings settings;
    for (const Lines& lines :
         {Lines{"isready"}, Lines{"go infinite", "stop"}, Lines{"go movetime 5000"}}) {
        CAPTURE(lines.front());
        Supervisor supervisor = asked(settings, lines);
        const auto due = supervisor.deadline();
        REQUIRE(due);
        supervisor.on_paused(true, t0);
        supervisor.on_paused(false, t0 + 7s);
        CHECK(supervisor.deadline() == *due + 7s);
    }
}

TEST_CASE("movetime counts more than the clocks, which may be there as well") {
    const config::Settings settings;
    CHECK(asked(settings, {"go wtime 10 btime 10 movetime 1000"}).deadline() == t0 + 1000ms + 5s);
}

TEST_CASE("an engine that counts moves is not asked again for its readyok, and may be stopped") {
    const config::Settings settings;
    Supervisor supervisor(settings);
    CHECK_FALSE(supervisor.may_run_something_else());
    ask(supervisor, "go perft 7", t0);
    ask(supervisor, "isready", t0);
    CHECK(!supervisor.deadline());
    CHECK_FALSE(supervisor.take_due_isready(t0 + 1h));
    CHECK(supervisor.may_run_something_else());
    supervisor.on_readyok(t0 + 1h);
    CHECK_FALSE(supervisor.may_run_something_else());
    ask(supervisor, "bench", t0 + 1h);
    CHECK(supervisor.may_run_something_else());
    ask(supervisor, "position startpos", t0 + 1h); // read after the bench, for all that is known
    CHECK(supervisor.may_run_something_else());
    ask(supervisor, "go depth 1", t0 + 1h);
    CHECK_FALSE(supervisor.may_run_something_else());
    ask(supervisor, "bench", t0 + 1h);
    supervisor.on_replaced(t0 + 1h); // the new process was not sent it
    CHECK_FALSE(supervisor.may_run_something_else());
}

TEST_CASE("a new process is sent the state in force, each option once, and the owed commands") {
    const config::Settings settings;
    Supervisor supervisor =
        asked(settings, {"setoption name Hash value 16", "setoption name Clear Hash", "debug on",
                         "setoption name Threads value 2", "setoption name hash value 64",
                         "isready", "uci", "isready", "ucinewgame", "register later",
                         "position startpos moves e2e4", "go infinite", "stop"});
    const Lines expected{"debug on",
                         "setoption name Threads value 2",
                         "setoption name hash value 64",
                         "uci",
                         "ucinewgame",
                         "isready",
                         "isready",
                         "position startpos moves e2e4",
                         "go infinite",
                         "stop"};
    CHECK(supervisor.briefing(t0 + 1s) == expected);
    CHECK(supervisor.deadline() == t0 + 11s);
    supervisor.on_said(UciReply::BestMove, t0);
    supervisor.on_readyok(t0);
    supervisor.on_readyok(t0);
    supervisor.on_said(UciReply::UciOk, t0);
    ask(supervisor, "ucinewgame", t0); // the old position is another game's
    CHECK(supervisor.briefing(t0) == Lines{"debug on", "setoption name Threads value 2",
                                           "setoption name hash value 64", "ucinewgame"});
}

TEST_CASE("options without end are not kept without end") {
    const config::Settings settings;
    const auto bytes_told = [&settings](std::size_t value_size) {
        Supervisor supervisor(settings);
        for (int i = 0; i < 5'000; ++i)
            ask(supervisor,
                "setoption name " + std::to_string(i) + " value " + std::string(value_size, 'x'),
                t0);
        std::size_t bytes = 0;
        for (const std::string& line : supervisor.briefing(t0))
            bytes += line.size();
        return bytes;
    };
    CHECK(bytes_told(1) < 30'000); // a thousand of them
    CHECK(bytes_told(10'000) <= 1 << 18);
    CHECK(bytes_told(10'000) > 200'000);
}

TEST_CASE("an option that is set again and again takes the room of one") {
    const config::Settings settings;
    Supervisor supervisor(settings);
    const std::string again = "setoption name A value " + std::string(10'000, 'x');
    for (int i = 0; i < 100; ++i)
        ask(supervisor, again, t0);
    ask(supervisor, "setoption name B value 1", t0);
    CHECK(supervisor.briefing(t0) == Lines{again, "setoption name B value 1"});
}

TEST_CASE("unrequested output is a flood") {
    const config::Settings settings;
    Supervisor supervisor(settings);
    const auto flood = [&supervisor] {
        for (int i = 0; i < 17; ++i)
            supervisor.on_heard(1 << 20, t0);
        return supervisor.floods();
    };
    CHECK(flood());
    ask(supervisor, "isready", t0);
    CHECK(!flood());
    supervisor.on_readyok(t0);
    CHECK(!supervisor.floods()); // what came before the answer was asked for
    ask(supervisor, "go infinite", t0);
    CHECK(!flood());
    supervisor.on_said(UciReply::BestMove, t0);
    CHECK(!supervisor.floods());
    CHECK(flood());
    ask(supervisor, "position startpos", t0);
    CHECK(!supervisor.floods());
}

TEST_CASE("what was written before a command does not count, and any command but an unknown one "
          "ends what an unknown one allows") {
    const config::Settings settings;
    using Step = void (*)(Supervisor&);
    for (const Step step :
         {Step([](Supervisor& s) { ask(s, "position startpos", t0); }),
          Step([](Supervisor& s) { s.on_position("position startpos", chess::Color::White); }),
          Step([](Supervisor& s) { ask(s, "setoption name A value 1", t0); }),
          Step([](Supervisor& s) { ask(s, "setoption name Button", t0); }), Step([](Supervisor& s) {
              ask(s, "isready", t0);
              s.on_readyok(t0);
              while (s.take_answered_readyok())
                  continue;
          }),
          Step([](Supervisor& s) {
              ask(s, "go infinite", t0);
              s.on_said(UciReply::BestMove, t0);
          }),
          Step([](Supervisor& s) { s.on_replaced(t0); })}) {
        Supervisor supervisor(settings);
        supervisor.on_heard(16U << 20U, t0);
        ask(supervisor, "bench", t0);
        CHECK_FALSE(supervisor.is_idle());
        step(supervisor);
        CHECK(supervisor.is_idle());
        supervisor.on_heard(16U << 20U, t0);
        CHECK_FALSE(supervisor.floods());
        step(supervisor);
        supervisor.on_heard(16U << 20U, t0);
        CHECK_FALSE(supervisor.floods());
        supervisor.on_heard(1, t0);
        CHECK(supervisor.floods());
    }
}

TEST_CASE("a flood is more than 16 MiB within 10 s") {
    const config::Settings settings;
    constexpr std::size_t most = 16U << 20U;
    Supervisor at_once(settings);
    at_once.on_heard(most, t0);
    CHECK(!at_once.floods());
    at_once.on_heard(1, t0 + 10s);
    CHECK(at_once.floods());
    Supervisor slow(settings);
    slow.on_heard(most, t0);
    slow.on_heard(1, t0 + 10s + 1ms);
    CHECK(!slow.floods());
}

TEST_CASE("a flood is fast, and no answer to a command that we don't know") {
    const config::Settings settings;
    Supervisor supervisor(settings);
    for (int i = 0; i < 100; ++i) // an engine that ponders unasked for a night
        supervisor.on_heard(1 << 20, t0 + std::chrono::minutes(i));
    CHECK(!supervisor.floods());
    for (const std::string line : {"bench", "go perft 6"}) {
        ask(supervisor, line, t0);
        for (int i = 0; i < 100; ++i)
            supervisor.on_heard(1 << 20, t0);
        CHECK(!supervisor.floods());
    }
}

TEST_CASE("an isready that is never answered is reported once, and then any line of the engine "
          "answers it") {
    const config::Settings settings;
    Supervisor supervisor = asked(settings, {"isready"});
    CHECK(supervisor.overdue(t0 + 60s));
    CHECK(!supervisor.deadline());
    CHECK_FALSE(supervisor.has_answered_readyoks());
    supervisor.on_sign_of_life(t0 + 61s);
    CHECK(answered_readyoks(supervisor) == 1);
    ask(supervisor, "go infinite", t0 + 61s);
    supervisor.on_said(UciReply::BestMove, t0 + 62s);
    CHECK(!supervisor.deadline());
}

TEST_CASE("an isready during a search is answered with the bestmove") {
    const config::Settings settings;
    Supervisor supervisor = asked(settings, {"go infinite", "isready"});
    CHECK(!supervisor.deadline());
    supervisor.on_said(UciReply::BestMove, t0);
    CHECK_FALSE(supervisor.has_answered_readyoks());
    CHECK(supervisor.deadline() == t0 + 200ms);
    CHECK_FALSE(supervisor.take_due_isready(t0 + 200ms));
    CHECK(answered_readyoks(supervisor) == 1);
    CHECK(!supervisor.deadline());
}

TEST_CASE("a bestmove without a search overtakes no isready") {
    const config::Settings settings;
    Supervisor supervisor = asked(settings, {"isready"});
    CHECK_FALSE(supervisor.on_said(UciReply::BestMove, t0));
    CHECK(supervisor.deadline() == t0 + 60s);
    CHECK_FALSE(supervisor.take_due_isready(t0 + 1s));
    CHECK(answered_readyoks(supervisor) == 0);
}

TEST_CASE("an option that is emptied stays empty") {
    const config::Settings settings;
    Supervisor supervisor = asked(
        settings, {"setoption name SyzygyPath value /tb", "setoption name SyzygyPath value "});
    CHECK(supervisor.briefing(t0) == Lines{"setoption name SyzygyPath value "});
}

TEST_CASE("restarts are counted by game") {
    config::Settings settings;
    settings.restart_limit = 2;
    Supervisor supervisor(settings);
    CHECK(supervisor.on_restart() == 1);
    CHECK(supervisor.may_restart());
    CHECK(supervisor.on_restart() == 2);
    CHECK(!supervisor.may_restart());
    supervisor.on_new_game();
    CHECK(supervisor.may_restart());
    settings.restart_limit = 0;
    CHECK(!supervisor.may_restart());
}

namespace {

// The supervisor, for the steps of the table.
class TableFixture {
  public:
    void on(const std::string& step) {
        now_ += 100ms;
        if (step == "bestmove")
            supervisor_.on_said(UciReply::BestMove, now_);
        else if (step == "new process")
            brief();
        else if (step == "deadlines")
            pass_deadlines();
        else
            ask(supervisor_, step, now_);
        if (step.starts_with("go")) go_ = step;
    }
    std::string state() const {
        const session::RunningSearch* search = supervisor_.search();
        if (search == nullptr) return "none";
        if (search->stop_sent) return "stopping";
        return search->pondering ? "pondering" : "thinking";
    }
    std::string take_actions() { return session::join_actions(std::exchange(actions_, {})); }

  private:
    void brief() {
        for (const std::string& line : supervisor_.briefing(now_))
            actions_.push_back(line.starts_with("go") && line != go_ ? "resumed-go" : line);
    }
    // All, until nothing is due.
    void pass_deadlines() {
        for (int i = 0; i < 100; ++i) {
            const auto due = supervisor_.deadline();
            if (!due) return;
            now_ = *due;
            if (supervisor_.take_due_stop(now_)) actions_.emplace_back("stop");
            if (supervisor_.take_due_isready(now_)) actions_.emplace_back("isready");
            if (supervisor_.overdue(now_)) actions_.emplace_back("late");
        }
        FAIL("deadlines without end");
    }

    config::Settings settings_;
    Supervisor supervisor_{settings_};
    TimePoint now_ = t0;
    std::string go_;
    Lines actions_;
};

} // namespace

TEST_CASE("supervisor: the tables of its header") {
    session::check_tables<TableFixture>("adapter/session/shared/supervisor.hpp",
                                        {{"none", {}},
                                         {"none, isready owed", {"isready"}},
                                         {"thinking", {"go movetime 1000"}},
                                         {"pondering", {"go ponder movetime 1000"}},
                                         {"stopping", {"go movetime 1000", "stop"}}},
                                        {{"go", {"go movetime 1000"}},
                                         {"go ponder", {"go ponder movetime 1000"}},
                                         {"ponderhit", {"ponderhit"}},
                                         {"stop", {"stop"}},
                                         {"bestmove", {"bestmove"}},
                                         {"new process", {"new process"}},
                                         {"deadlines", {"deadlines"}}});
}
