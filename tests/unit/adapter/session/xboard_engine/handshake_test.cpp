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

TEST_CASE("an engine that objects to uci late needs no other answer either") {
    for (const Belief belief : {Belief::Silent, Belief::Configured}) {
        Engine engine(belief);
        CHECK(engine.says("Error (unknown command): uci") == Result::Pending);
        CHECK(engine.wait() == Result::Pending);
        engine.process.take();
        CHECK(engine.wait_for_next_step() == Result::Ready);
        CHECK(engine.handshake.version() == 1);
    }
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

TEST_CASE("options without end are refused, other features are not") {
    Engine engine(Belief::Configured);
    engine.wait();
    const std::string value(10'000, 'x');
    const auto announce = [&](int number, const std::string& text) {
        engine.process.take();
        engine.says("feature option=\"O" + std::to_string(number) + " -string " + text + "\"");
        return engine.process.take() == Lines{"accepted option"};
    };
    int taken = 0;
    while (taken < 1000 && announce(taken, value))
        ++taken;
    CHECK(taken == 102); // 1 MiB, with 256 bytes for each beside its text
    CHECK(engine.connection.features().options.all().size() == 102);
    CHECK(announce(1000, "short")); // for which there is room
    CHECK(engine.says("feature myname=\"x\" done=1") == Result::Ready);
    CHECK(engine.process.take() == Lines{"accepted myname", "accepted done"});
}

TEST_CASE("the times of the questions: protover, uci, an illegal move") {
    Engine engine(Belief::Configured);
    const auto start = engine.process.now();
    CHECK(*engine.handshake.deadline() == start + 30ms);
    engine.wait();
    CHECK(*engine.handshake.deadline() == start + 130ms); // `xboard` again
    engine.process.take();
    engine.wait_for_next_step();
    CHECK(engine.last == Lines{"uci"});
    CHECK(engine.process.now() == start + 1s); // the probe time
    CHECK(*engine.handshake.deadline() == start + 2s);
    engine.wait();
    CHECK(*engine.handshake.deadline() == start + 4s); // the probe time and three seconds
    CHECK(engine.wait() == Result::Ready);

    Engine silent(Belief::Silent);
    silent.wait();
    silent.process.take();
    silent.wait_for_next_step();
    CHECK(silent.last == Lines{"a1a1"});
    CHECK(*silent.handshake.deadline() == silent.process.now() + 1s);
    silent.wait();
    CHECK(silent.process.take() == Lines{"xboard"});
    CHECK(*silent.handshake.deadline() == silent.process.now() + 1s);
}

TEST_CASE("an engine that is known to omit done=1 is not waited for again") {
    Engine engine(Belief::Configured);
    engine.wait();
    engine.says("feature ping=1");
    CHECK(*engine.handshake.deadline() == engine.process.now() + 1s);
    engine.says("feature san=1"); // the time begins again
    CHECK(*engine.handshake.deadline() == engine.process.now() + 1s);
    CHECK(engine.wait() == Result::Ready);
    engine.handshake.forget_process();
    engine.connection.on_new_process();
    engine.handshake.on_new_process();
    engine.handshake.start(1s, 10s);
    engine.wait();
    engine.says("feature ping=1");
    CHECK(*engine.handshake.deadline() == engine.process.now() + 100ms);
    CHECK(engine.wait() == Result::Ready);
}

TEST_CASE("features that come before protover wait for it") {
    Engine engine(Belief::Configured);
    const auto due = engine.handshake.deadline();
    CHECK(engine.says("feature done=0") == Result::Pending);
    CHECK(engine.handshake.deadline() == due);
    engine.wait();
    CHECK(*engine.handshake.deadline() == *due - 30ms + 1h);
}

TEST_CASE("words of UCI count only from an engine that has announced nothing") {
    for (const char* line : {"uciok", "id name Toga", "id author Me"}) {
        Engine engine(Belief::Configured);
        CHECK(engine.says(line) == Result::SpeaksUci);
    }
    for (const char* line : {"id x", "readyok", "option name Hash type button"}) {
        Engine engine(Belief::Configured);
        CHECK(engine.says(line) == Result::Pending);
    }
    Engine version_2(Belief::Configured);
    version_2.says("feature ping=1");
    CHECK(version_2.says("uciok") == Result::Pending);
    CHECK(version_2.says("Error (unknown command): protover") == Result::Pending);
}

TEST_CASE("GNU Chess is known by its first lines, too, and is flooded ten times for each process") {
    const auto floods = [](Engine& engine) {
        engine.handshake.start(5s, 10s);
        engine.wait();
        engine.process.take();
        int count = 0;
        for (int i = 0; i < 40; ++i) {
            engine.wait();
            const Lines sent = engine.process.take();
            CHECK(sent.back() == "xboard");
            count += sent.size() == 301 ? 1 : 0;
            CHECK(sent.size() == (count > i ? 301 : 1)); // the first ones
        }
        return count;
    };
    for (const char* line : {" Chess ", "GNU Chess 6.2.7"}) {
        Engine engine(Belief::Configured);
        engine.says(line);
        CHECK(floods(engine) == 10);
        engine.handshake.forget_process();
        engine.handshake.on_new_process();
        CHECK(floods(engine) == 10);
    }
    Engine other(Belief::Configured);
    other.says("Chess 5");
    CHECK(floods(other) == 0);
}
