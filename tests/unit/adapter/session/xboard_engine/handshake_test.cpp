// Until an engine that speaks xboard is known.
#include "adapter/session/xboard_engine/handshake.hpp"
#include "recorded_process.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using session::Connection;
using session::Handshake;
using session::RecordedProcess;
using Belief = Handshake::Belief;
using Lines = std::vector<std::string>;
using Result = Handshake::Result;

namespace {

struct Engine {
    explicit Engine(Belief belief, std::string_view program = "engine")
        : handshake(connection, belief, program) {
        handshake.start(1s, 10s);
    }
    Result says(std::string_view line) {
        return handshake.on_line(line, protocol::parse_xboard_engine_line(line));
    }
    Result wait() {
        process.advance(std::chrono::duration_cast<std::chrono::milliseconds>(
            *handshake.deadline() - process.now()));
        return handshake.on_timeout();
    }
    // Until something else than "xboard" is sent.
    Result wait_for_next_step() {
        for (;;) {
            const Result result = wait();
            last = process.take();
            if (result != Result::Pending || last != Lines{"xboard"}) return result;
        }
    }

    RecordedProcess process;
    Connection connection{process};
    Handshake handshake;
    Lines last;
};

} // namespace

TEST_CASE("protover follows xboard after a pause, and done=1 ends the features") {
    Engine engine(Belief::Configured);
    CHECK(engine.process.take() == Lines{"xboard"});
    CHECK(engine.wait() == Result::Pending);
    CHECK(engine.process.take() == Lines{"protover 2"});
    CHECK(engine.says("feature ping=1 myname=\"Crafty 25\" unheard=1") == Result::Pending);
    CHECK(engine.process.take() == Lines{"accepted ping", "accepted myname", "rejected unheard"});
    CHECK(engine.says("feature done=1") == Result::Ready);
    CHECK(engine.handshake.is_over());
    CHECK(engine.handshake.version() == 2);
    CHECK(!engine.handshake.deadline());
    CHECK(engine.connection.features().ping);
}

TEST_CASE(
    "features without done end when the probe time or StartTimeout does; done=0 asks for an hour") {
    Engine engine(Belief::Configured);
    engine.wait();
    engine.says("feature ping=1");
    SUBCASE("without done") {
        CHECK(engine.wait_for_next_step() == Result::Ready);
        CHECK(engine.handshake.on_start_timeout() == Result::Pending); // it is over
    }
    SUBCASE("StartTimeout is shorter") {
        CHECK(engine.handshake.on_start_timeout() == Result::Ready);
    }
    SUBCASE("done=0") {
        const auto start = engine.process.now();
        engine.says("feature done=0");
        CHECK(engine.handshake.on_start_timeout() == Result::Pending);
        CHECK(*engine.handshake.deadline() == start + 1h);
        CHECK(engine.says("feature done=1") == Result::Ready);
    }
}

TEST_CASE("a silent engine with EngineProtocol = xboard is asked questions; it is not started a "
          "second time") {
    Engine engine(Belief::Configured);
    engine.wait(); // protover
    engine.process.take();
    const auto began = engine.process.now();
    CHECK(engine.wait_for_next_step() == Result::Pending);
    CHECK(engine.last == Lines{"uci"});

    SUBCASE("mute") {
        CHECK(engine.wait() == Result::Pending);
        CHECK(engine.process.take() == Lines{"a1a1"});
        CHECK(engine.wait() == Result::Ready);
        CHECK(engine.process.now() < began + 4s);
    }
    SUBCASE("it objects to uci, which came after protover") {
        CHECK(engine.says("Error (unknown command): uci") == Result::Ready);
    }
    SUBCASE("it objects to the illegal move only") {
        CHECK(engine.wait() == Result::Pending);
        CHECK(engine.says("Illegal move: a1a1") == Result::Ready);
    }
    SUBCASE("it is a UCI engine") {
        CHECK(engine.says("id name Toga") == Result::SpeaksUci);
        return;
    }
    SUBCASE("it was only slow: it is greeted once more") {
        CHECK(engine.says("feature done=1") == Result::Ready);
        CHECK(engine.process.take() == Lines{"xboard", "protover 2", "accepted done"});
        CHECK(!engine.handshake.take_features("ping=1"));
        CHECK(engine.handshake.version() == 2);
        return;
    }
    CHECK(engine.handshake.version() == 1);
}

TEST_CASE("an objection to protover shows that no features will come") {
    Engine engine(Belief::Configured);
    engine.wait();
    CHECK(engine.says("Error (unknown command): protover") == Result::Ready);
    CHECK(engine.handshake.version() == 1);
}

TEST_CASE("features that come after a mute engine was taken for one of version 1 are taken") {
    Engine engine(Belief::Configured);
    engine.wait();
    engine.process.take();
    engine.wait_for_next_step(); // uci
    engine.wait();               // a1a1
    CHECK(engine.wait() == Result::Ready);
    engine.process.take();
    CHECK(engine.handshake.take_features("ping=1 done=1"));
    CHECK(engine.process.take() == Lines{"xboard", "protover 2", "accepted ping", "accepted done"});
    CHECK(engine.handshake.version() == 2);
    CHECK_FALSE(engine.handshake.take_features("ping=1 done=1"));
}

TEST_CASE("what an engine was found to be holds for its next process") {
    Engine engine(Belief::Configured);
    engine.wait();
    SUBCASE("version 1 is used at once") {
        CHECK(engine.says("Error (unknown command): protover") == Result::Ready);
        engine.handshake.forget_process();
        engine.handshake.on_new_process();
        engine.handshake.start(1s, 10s);
        engine.process.take();
        CHECK(engine.wait() == Result::Ready);
        CHECK(engine.process.take() == Lines{"protover 2"});
    }
    SUBCASE(
        "version 2 is waited for, and has the features of the last process if it announces none") {
        CHECK(engine.says("feature ping=1 done=1") == Result::Ready);
        engine.handshake.forget_process();
        engine.connection.on_new_process();
        engine.handshake.on_new_process();
        engine.handshake.start(1s, 10s);
        const auto began = engine.process.now();
        engine.wait();
        engine.process.take();
        CHECK(engine.wait_for_next_step() == Result::Ready);
        CHECK(engine.last.empty());
        CHECK(engine.process.now() == began + 10s);
        CHECK(engine.connection.features().ping);
        CHECK(engine.handshake.version() == 2);
    }
}

TEST_CASE("an engine that leaves at uci is to be started again, and is not sent uci then") {
    Engine configured(Belief::Configured);
    configured.wait();
    CHECK_FALSE(configured.handshake.on_left()); // it was not sent uci
    configured.process.take();
    configured.wait_for_next_step();
    CHECK(configured.last == Lines{"uci"});
    CHECK(configured.handshake.on_left());
    configured.handshake.forget_process();
    configured.handshake.on_new_process();
    configured.handshake.start(1s, 10s);
    configured.wait();
    configured.process.take();
    configured.wait_for_next_step();
    CHECK(configured.last == Lines{"a1a1"});
    CHECK_FALSE(configured.handshake.on_left());

    Engine answered(Belief::Answered);
    CHECK(answered.handshake.on_left());
}

TEST_CASE("an engine that reads uci late is given the probe time for its features") {
    Engine engine(Belief::Silent);
    engine.wait();
    engine.process.take();
    engine.wait_for_next_step();
    CHECK(engine.last == Lines{"a1a1"});
    engine.process.advance(5s);
    CHECK(engine.says("Error (unknown command): uci") == Result::Pending);
    CHECK(*engine.handshake.deadline() == engine.process.now() + 1s);
    CHECK(engine.says("feature done=1") == Result::Ready);
}

TEST_CASE("an engine that did not answer uci is sent an illegal move, and is not accepted before "
          "it answers") {
    Engine engine(Belief::Silent);
    engine.wait();
    engine.process.take();
    CHECK(engine.wait_for_next_step() == Result::Pending);
    CHECK(engine.last == Lines{"a1a1"});
    for (int i = 0; i < 10; ++i)
        CHECK(engine.wait() == Result::Pending);
    CHECK(engine.says("Illegal move: a1a1") == Result::Ready);
}

TEST_CASE("an engine that objected to uci already needs no other answer") {
    Engine engine(Belief::Answered);
    engine.wait();
    engine.says("Welcome");
    engine.process.take();
    CHECK(engine.wait_for_next_step() == Result::Ready);
    CHECK(engine.handshake.version() == 1);
}

TEST_CASE("GNU Chess that hears nothing is flooded, and restarted three times") {
    Engine engine(Belief::Configured, "/usr/games/gnuchess");
    int restarts = 0;
    for (;; ++restarts) {
        engine.wait();
        engine.process.take();
        CHECK(engine.wait() == Result::Pending);
        const Lines flood = engine.process.take();
        CHECK(std::count(flood.begin(), flood.end(), "") == 300);
        CHECK(flood.back() == "xboard");
        Lines last = flood;
        while (std::count(last.begin(), last.end(), "") > 0 || last == Lines{"xboard"}) {
            engine.wait();
            last = engine.process.take();
        }
        if (last != Lines{"(restart: it does not read its input)"}) break;
        engine.handshake.forget_process();
        engine.handshake.on_new_process();
        engine.handshake.start(1s, 10s);
    }
    CHECK(restarts == 3);
}

TEST_CASE("what an engine cannot mean by its features is put right") {
    Engine engine(Belief::Configured);
    engine.wait();
    CHECK(engine.says("feature myname=\"HoiChess 0.22.0\" sigint=0 done=1") == Result::Ready);
    CHECK(engine.connection.features().sigint);
}
