// Pings and waits: what an engine that speaks xboard may be sent, and when.
#include "adapter/session/xboard_engine/connection.hpp"
#include "recorded_process.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using session::Connection;
using session::RecordedProcess;
using Lines = std::vector<std::string>;
using Answer = Connection::Answer;
using Due = Connection::Due;
using protocol::XboardReply;

TEST_CASE("an ended search is over when the pong has come") {
    RecordedProcess process;
    Connection connection(process);
    connection.features().ping = true;
    connection.wait_until_quiet();
    CHECK(process.take() == Lines{"ping 1"});
    CHECK(connection.is_waiting());
    CHECK(!connection.is_quiet());
    CHECK(!connection.on_pong(0)); // of an earlier ping
    CHECK(!connection.is_quiet());
    CHECK(connection.on_pong(1));
    CHECK(connection.is_quiet());
    CHECK(!connection.is_waiting());
    CHECK(!connection.on_pong(1)); // nothing waits for it
}

TEST_CASE("the pong of a later ping answers the earlier ones") {
    RecordedProcess process;
    Connection connection(process);
    connection.features().ping = true;
    connection.wait_until_quiet();
    connection.promise_readyok();
    CHECK(connection.on_pong(2));
    CHECK(take_replies(connection) == Lines{"readyok"});
}

TEST_CASE("a ping that is not answered is repeated at growing intervals, until the time is up") {
    RecordedProcess process;
    Connection connection(process);
    connection.features().ping = true;
    const auto start = process.now();
    connection.wait_until_quiet(1s);
    process.take();
    Lines pings;
    std::vector<std::chrono::milliseconds> at;
    for (;;) {
        process.advance(std::chrono::duration_cast<std::chrono::milliseconds>(
            *connection.deadline(false) - process.now()));
        const Due due = connection.on_timeout();
        at.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(process.now() - start));
        if (due != Due::Nothing) {
            CHECK(due == Due::NoPong);
            break;
        }
        for (const std::string& line : process.take())
            pings.push_back(line);
    }
    CHECK(pings == Lines{"ping 2", "ping 3", "ping 4"});
    CHECK(at == std::vector<std::chrono::milliseconds>{100ms, 300ms, 700ms, 1000ms});
}

TEST_CASE(
    "without ping an ended search is over after a time, and no answer to a position is awaited") {
    RecordedProcess process;
    Connection connection(process);
    connection.wait_until_quiet();
    CHECK(process.take().empty());
    CHECK(!connection.is_quiet());
    process.advance(299ms);
    CHECK(connection.on_timeout() == Due::Nothing);
    process.advance(1ms);
    CHECK(connection.on_timeout() == Due::WaitOver);
    CHECK(connection.is_quiet());
    CHECK(!connection.wait_for_position());
    CHECK(!connection.is_waiting());
}

TEST_CASE(
    "while the pong after a position is awaited, the engine's output is about this position") {
    RecordedProcess process;
    Connection connection(process);
    connection.features().ping = true;
    CHECK(connection.wait_for_position());
    CHECK(connection.is_waiting());
    CHECK(connection.is_quiet());
    CHECK(process.take() == Lines{"ping 1"});
    for (const auto& [pause, ping] :
         {std::pair{1000ms, "ping 2"}, {2000ms, "ping 3"}, {4000ms, "ping 4"}}) {
        process.advance(pause);
        CHECK(connection.on_timeout() == Due::Nothing);
        CHECK(process.take() == Lines{ping});
    }
    process.advance(3000ms);
    CHECK(connection.on_timeout() == Due::NoPong);
}

TEST_CASE("a readyok comes with the pong, when that is lost, or when the process is") {
    RecordedProcess process;
    Connection connection(process);
    connection.features().ping = true;
    connection.promise_readyok();
    connection.promise_readyok();
    CHECK(process.take() == Lines{"ping 1", "ping 2"});
    connection.on_pong(1);
    CHECK(take_replies(connection) == Lines{"readyok"});
    CHECK(connection.owed_readyoks() == 1);

    SUBCASE("lost") {
        process.advance(9s);
        connection.say_overdue_readyoks();
        CHECK(take_replies(connection).empty());
        process.advance(1s);
        CHECK(connection.deadline(false) == process.now());
        connection.say_overdue_readyoks();
    }
    SUBCASE("the process is gone") {
        connection.forget_process();
    }
    CHECK(take_replies(connection) == Lines{"readyok"});
    CHECK(connection.owed_readyoks() == 0);
    CHECK(!connection.deadline(false));
}

namespace {

// An engine that is known and has announced that it may be interrupted.
void announce_sigint(Connection& connection, bool sigint) {
    connection.features().sigint = sigint;
    connection.features().sigint_known = true;
    connection.set_features_known();
}

void says(Connection& connection, std::string_view line) {
    connection.on_reaction(protocol::parse_xboard_engine_line(line), line);
}

} // namespace

TEST_CASE("only an engine that has reacted and does not refuse it is interrupted") {
    RecordedProcess process;
    Connection connection(process);
    announce_sigint(connection, true);
    connection.interrupt(Answer::AtOnce);
    CHECK(process.take().empty());
    says(connection, "Error (unknown command): post");
    CHECK(process.take().empty());
    connection.interrupt(Answer::AtOnce);
    CHECK(process.take() == Lines{"(SIGINT)"});
    announce_sigint(connection, false);
    connection.interrupt(Answer::AtOnce);
    CHECK(process.take().empty());
    connection.on_new_process();
    announce_sigint(connection, true);
    connection.interrupt(Answer::AtOnce);
    CHECK(process.take().empty());
}

TEST_CASE(
    "an interrupt from before the first reaction is sent once, to an engine that may be busy") {
    RecordedProcess process;
    Connection connection(process);
    announce_sigint(connection, true);
    connection.interrupt(Answer::AtOnce);
    says(connection, "Engine 1");
    CHECK(process.take() == Lines{"(SIGINT)"});
    says(connection, "Engine 1");
    CHECK(process.take().empty());

    connection.on_new_process();
    announce_sigint(connection, true);
    connection.interrupt(Answer::AtOnce);
    says(connection, "move e2e4");
    says(connection, "Engine 1");
    CHECK(process.take().empty());

    connection.on_new_process();
    connection.interrupt(Answer::AtOnce);
    says(connection, "feature ping=1");
    CHECK(process.take().empty());
    announce_sigint(connection, false);
    says(connection, "Engine 1");
    CHECK(process.take().empty());

    connection.on_new_process();
    connection.interrupt(Answer::AtOnce);
    connection.on_new_process();
    announce_sigint(connection, true);
    says(connection, "Engine 1");
    CHECK(process.take().empty());
}

TEST_CASE(
    "an engine that objects to an earlier line gets the noted interrupt soon after, because it "
    "may begin to think") {
    RecordedProcess process;
    Connection connection(process);
    connection.interrupt(Answer::None);
    says(connection, "Illegal move: uci"); // it has read nothing that follows `protover`
    CHECK(!connection.deadline(false));
    says(connection, "Illegal move: a1a1");
    CHECK(process.take().empty());
    CHECK(connection.deadline(false) == process.now() + 200ms);
    SUBCASE("it thinks on") {
        process.advance(200ms);
        connection.on_timeout();
        CHECK(process.take() == Lines{"(SIGINT)"});
    }
    SUBCASE("it refuses to analyse") {
        says(connection, "Error (unknown command): analyze");
    }
    SUBCASE("it moves") {
        says(connection, "move e2e4");
    }
    SUBCASE("another process") {
        connection.forget_process();
    }
    CHECK(!connection.deadline(false));
}

TEST_CASE("a noted interrupt is sent to a silent engine when StartTimeout is over") {
    RecordedProcess process;
    Connection connection(process);
    connection.set_starts_until(process.now() + 10s);
    connection.interrupt(Answer::None);
    CHECK(connection.deadline(false) == process.now() + 10s);
    process.advance(10s);
    connection.on_timeout();
    CHECK(process.take() == Lines{"(SIGINT)"});
    CHECK(!connection.deadline(false));
    connection.interrupt(Answer::None);
    CHECK(process.take() == Lines{"(SIGINT)"});
    connection.on_new_process();
    connection.interrupt(Answer::None);
    CHECK(process.take().empty());
}

TEST_CASE("a noted interrupt is not sent when the command is answered without it") {
    for (const bool is_answered : {true, false}) {
        RecordedProcess process;
        Connection connection(process);
        connection.features().sigint = connection.features().sigint_known = true;
        connection.interrupt(Answer::AtOnce);
        if (is_answered) connection.promise_readyok();
        says(connection, is_answered ? "pong 1" : "pong 0");
        process.take();
        process.advance(1s);
        connection.on_timeout();
        CHECK(process.take() == (is_answered ? Lines{} : Lines{"(SIGINT)"}));
    }
}

TEST_CASE("no interrupt before it is known what the engine announces") {
    RecordedProcess process;
    Connection connection(process, "on");
    says(connection, "Engine 1"); // a banner
    connection.interrupt(Answer::AtOnce);
    says(connection, "Engine 1");
    CHECK(process.take().empty());
    // It reads our lines, and has announced nothing
    says(connection, "Illegal move: a1a1");
    connection.interrupt(Answer::AtOnce);
    CHECK(process.take() == Lines{"(SIGINT)"});
}

TEST_CASE("an engine that has announced nothing is interrupted after a second without an answer") {
    RecordedProcess process;
    Connection connection(process);
    connection.set_features_known();
    says(connection, "Engine 1");
    connection.interrupt(Answer::AtOnce);
    CHECK(process.take().empty());
    CHECK(connection.deadline(false) == process.now() + 1s);
    SUBCASE("it answers: never again") {
        says(connection, "pong 1");
        CHECK(!connection.deadline(false));
        connection.interrupt(Answer::AtOnce);
        CHECK(!connection.deadline(false));
        CHECK(process.take().empty());
    }
    SUBCASE("it moves at once, but the move may have been on its way: late from then on") {
        says(connection, "move e2e4");
        CHECK(!connection.deadline(false));
        connection.interrupt(Answer::None);
        CHECK(process.take() == Lines{"(SIGINT)"});
        connection.interrupt(Answer::AtOnce);
        CHECK(process.take().empty());
        CHECK(connection.deadline(false) == process.now() + 1500ms);
        process.advance(1500ms);
        connection.on_timeout();
        CHECK(process.take() == Lines{"(SIGINT)"});
        says(connection, "move e2e4");
        connection.interrupt(Answer::AtOnce);
        CHECK(process.take() == Lines{"(SIGINT)"});
    }
    SUBCASE("it moves late, maybe by itself: as before") {
        process.advance(201ms);
        says(connection, "move e2e4");
        CHECK(!connection.deadline(false));
        connection.interrupt(Answer::AtOnce);
        CHECK(connection.deadline(false) == process.now() + 1s);
    }
    SUBCASE("it objects to an earlier line, or its pong to one comes: no answer") {
        says(connection, "Illegal move: uci");
        says(connection, "pong 0");
        CHECK(connection.deadline(false) == process.now() + 1s);
    }
    SUBCASE("it does not know the command, so it has read it: never again") {
        says(connection, "Error (unknown command): ?");
        CHECK(!connection.deadline(false));
        connection.interrupt(Answer::None);
        CHECK(process.take().empty());
    }
    SUBCASE("it resigns late, maybe by itself: as before") {
        process.advance(201ms);
        says(connection, "resign");
        CHECK(!connection.deadline(false));
        connection.interrupt(Answer::None);
        CHECK(process.take() == Lines{"(SIGINT)"});
    }
    SUBCASE("it does not answer after the signal either, which may be lost: twice more") {
        for (const std::chrono::milliseconds pause : {1000ms, 2000ms, 4000ms}) {
            CHECK(connection.deadline(false) == process.now() + pause);
            process.advance(pause);
            connection.on_timeout();
            CHECK(process.take() == Lines{"(SIGINT)"});
        }
        CHECK(!connection.deadline(false));
        connection.interrupt(Answer::IfIdle); // another command
        CHECK(connection.deadline(false) == process.now() + 1s);
    }
    SUBCASE("it refuses to analyse, so it was idle: as before") {
        says(connection, "Error (unknown command): analyze");
        says(connection, "pong 1");
        connection.interrupt(Answer::IfIdle); // the same
        CHECK(connection.deadline(false) == process.now() + 1s);
        says(connection, "pong 1");
        connection.interrupt(Answer::AtOnce);
        CHECK(connection.deadline(false) == process.now() + 1s);
    }
    SUBCASE("it answers after the signal: at once from then on") {
        process.advance(1s);
        CHECK(connection.on_timeout() == Due::Nothing);
        CHECK(process.take() == Lines{"(SIGINT)"});
        says(connection, "move e2e4");
        CHECK(!connection.deadline(false));
        connection.interrupt(Answer::AtOnce);
        CHECK(process.take() == Lines{"(SIGINT)"});
        connection.on_new_process(); // also its next process
        connection.set_features_known();
        says(connection, "Engine 1");
        connection.interrupt(Answer::AtOnce);
        CHECK(process.take() == Lines{"(SIGINT)"});
    }
    SUBCASE("it dies of the signal: never again") {
        process.advance(1s);
        connection.on_timeout();
        process.take();
        connection.on_died_of_interrupt();
        connection.on_new_process();
        connection.set_features_known();
        says(connection, "Engine 1");
        connection.interrupt(Answer::AtOnce);
        CHECK(!connection.deadline(false));
        CHECK(process.take().empty());
    }
}

TEST_CASE("three signals for one command, each when it is due, after pauses that double") {
    constexpr session::TimePoint t0{};
    session::Interrupts interrupts("auto");
    CHECK_FALSE(interrupts.on_command(std::nullopt, Answer::AtOnce, t0));
    CHECK(interrupts.awaits_answer());
    CHECK_FALSE(interrupts.take_due(t0 + 999ms));
    for (const auto due : {1s, 3s, 7s}) {
        CHECK(interrupts.deadline() == t0 + due);
        CHECK_FALSE(interrupts.take_due(t0 + due - 1ms));
        CHECK(interrupts.take_due(t0 + due));
    }
    CHECK_FALSE(interrupts.deadline());
    CHECK_FALSE(interrupts.take_due(t0 + 60s));
    // Its late answer shows that it needs them.
    interrupts.on_answer();
    CHECK(interrupts.on_command(std::nullopt, Answer::AtOnce, t0 + 60s));
    CHECK_FALSE(interrupts.deadline());
}

TEST_CASE("a move 200 ms after a command may have been on its way") {
    constexpr session::TimePoint t0{};
    for (const bool is_prompt : {true, false}) {
        session::Interrupts interrupts("auto");
        interrupts.on_command(std::nullopt, Answer::AtOnce, t0);
        interrupts.on_work_ended(t0 + (is_prompt ? 200ms : 201ms));
        interrupts.on_command(std::nullopt, Answer::AtOnce, t0 + 10s);
        CHECK(interrupts.deadline() == t0 + 10s + (is_prompt ? 1500ms : 1000ms));
    }
}

TEST_CASE("an engine that has announced nothing is interrupted before a command without an answer, "
          "as by XBoard") {
    RecordedProcess process;
    Connection connection(process);
    connection.set_features_known();
    says(connection, "Engine 1");
    connection.interrupt(Answer::None);
    CHECK(process.take() == Lines{"(SIGINT)"});
    connection.interrupt(Answer::Late);
    CHECK(process.take().empty());
    CHECK(!connection.deadline(false));
    process.advance(999ms);
    connection.interrupt(Answer::AtOnce);
    says(connection, "move e2e4"); // it may have read `?` because of the signal
    connection.interrupt(Answer::None);
    CHECK(process.take() == Lines{"(SIGINT)"});
    process.advance(1s);
    connection.interrupt(Answer::AtOnce);
    says(connection, "pong 1"); // it has answered without the signal
    connection.interrupt(Answer::None);
    CHECK(process.take().empty());
}

TEST_CASE("EngineInterrupt = off: never; on: whatever the engine announces") {
    for (const std::string_view mode : {"off", "on"}) {
        RecordedProcess process;
        Connection connection(process, mode);
        announce_sigint(connection, mode == "off");
        says(connection, "Engine 1");
        connection.interrupt(Answer::AtOnce);
        CHECK(process.take() == (mode == "on" ? Lines{"(SIGINT)"} : Lines{}));
        CHECK(!connection.deadline(false));
    }
}

TEST_CASE("a pong after a position is awaited for ten seconds") {
    RecordedProcess process;
    Connection connection(process);
    connection.features().ping = true;
    const auto start = process.now();
    CHECK(connection.wait_for_position());
    while (connection.on_timeout() != Due::NoPong)
        process.advance(1ms);
    CHECK(process.now() == start + 10s);
}

TEST_CASE(
    "a lost pong to an isready: the engine is asked again after 1, 2, 4 seconds, if it is idle") {
    RecordedProcess process;
    Connection connection(process);
    connection.features().ping = true;
    connection.ask_again_if_due();
    CHECK(process.take().empty());
    const auto start = process.now();
    connection.promise_readyok();
    process.take();
    CHECK(connection.deadline(false) == start + 10s);
    int number = 1;
    for (const auto at : {1s, 3s, 7s}) {
        CHECK(connection.deadline(true) == start + at);
        process.advance(
            std::chrono::duration_cast<std::chrono::milliseconds>(start + at - process.now()) -
            1ms);
        connection.ask_again_if_due();
        CHECK(process.take().empty());
        process.advance(1ms);
        connection.ask_again_if_due();
        CHECK(process.take() == Lines{"ping " + std::to_string(++number)});
    }
    CHECK(connection.deadline(true) == start + 10s);
    connection.promise_readyok(); // begins again
    CHECK(connection.deadline(true) == process.now() + 1s);
}

TEST_CASE("an engine that answers late after an interrupt for another command") {
    RecordedProcess process;
    Connection connection(process);
    connection.set_features_known();
    connection.on_reaction({.reply = XboardReply::Other, .arguments = ""}, {});
    connection.interrupt(Answer::AtOnce);
    process.advance(1s);
    CHECK(connection.on_timeout() == Due::Nothing);
    CHECK(process.take() == Lines{"(SIGINT)"});
    CHECK(connection.on_timeout() == Due::Nothing);
    CHECK(process.take().empty()); // once
    connection.on_search();        // whatever answers now says nothing
    connection.on_reaction({.reply = XboardReply::Pong, .arguments = "1"}, {});
    process.advance(1s); // long after the signal, which is not the reason for the move below
    connection.interrupt(Answer::AtOnce);
    process.advance(200ms);
    connection.on_reaction({.reply = XboardReply::Move, .arguments = ""}, {}); // prompt enough
    connection.interrupt(Answer::AtOnce);
    // The move may have been on its way.
    CHECK(connection.deadline(false) == process.now() + 1500ms);
    CHECK(process.take().empty());
}

TEST_CASE("an engine that may have been idle shows nothing by its pong") {
    RecordedProcess process;
    Connection connection(process);
    connection.set_features_known();
    connection.on_reaction({.reply = XboardReply::Other, .arguments = ""}, {});
    connection.interrupt(Answer::IfIdle);
    process.advance(500ms);
    connection.interrupt(Answer::AtOnce); // the first command counts
    CHECK(connection.deadline(false) == process.now() + 500ms);
    connection.on_reaction({.reply = XboardReply::Pong, .arguments = "1"}, {});
    connection.interrupt(Answer::AtOnce);
    CHECK(connection.deadline(false) == process.now() + 1s);
}

TEST_CASE("a silent engine may be starting until its time is over, or it reacts") {
    RecordedProcess process;
    Connection connection(process);
    CHECK_FALSE(connection.may_start_until());
    const auto until = process.now() + 5s;
    connection.set_may_start_until(until);
    process.advance(4999ms);
    CHECK(connection.may_start_until() == until);
    SUBCASE("over") {
        process.advance(1ms);
    }
    SUBCASE("reacts") {
        connection.on_reaction({.reply = XboardReply::Feature, .arguments = ""}, {});
    }
    SUBCASE("another process") {
        connection.on_new_process();
    }
    CHECK_FALSE(connection.may_start_until());
}
