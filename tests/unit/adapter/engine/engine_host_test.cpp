// The engine's process on every system: how it starts, what it is given, every way in which it
// ends, and that nothing of it is left. (What only POSIX has: engine_process_posix_test.cpp,
// engine_host_posix_test.cpp.)
#include "adapter/engine/engine_host.hpp"
#include "core/text/path_text.hpp"
#include "tests/support/harness/processes.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using io::EngineHost;
using io::EngineLaunch;
using session::Actions;
namespace asio = boost::asio;

namespace {

using Heard = std::vector<std::string>;

EngineLaunch child(std::vector<std::string> steps) {
    return {.program = to_path(POLYGLOT_SCRIPTED_CHILD),
            .arguments = std::move(steps),
            .directory = std::filesystem::temp_directory_path()};
}

// A host that writes down in one word per event what it hears.
struct Ear {
    Heard heard;
    std::function<void(std::string_view line)> react;
    std::function<void()> at_closed_output, at_end;
    EngineHost host;

    explicit Ear(asio::io_context& context) : host(context, events()) {}

    EngineHost::Events events() {
        EngineHost::Events on;
        on.on_line = [this](std::string_view line) {
            if (line.ends_with('\r')) line.remove_suffix(1);
            heard.emplace_back(line);
            if (react) react(line);
        };
        on.on_stderr_line = [this](std::string_view line) {
            if (line.ends_with('\r')) line.remove_suffix(1);
            heard.push_back("! " + std::string(line));
        };
        on.on_closed_output = [this] {
            heard.emplace_back("closed");
            if (at_closed_output) at_closed_output();
        };
        on.on_exited = [this](const session::EngineEnd& end) {
            heard.push_back(end.has_exited() ? "exit " + std::to_string(end.value)
                                             : session::describe_end(end));
            if (at_end) at_end();
        };
        on.on_last_gone = [this] { heard.emplace_back("gone"); };
        return on;
    }
    void start(const EngineLaunch& launch) {
        const auto started = host.start(launch);
        REQUIRE_MESSAGE(started.has_value(), started.error().message);
    }
};

void run(asio::io_context& context) {
    context.restart();
    context.run_for(120s);
    CHECK_MESSAGE(context.stopped(), "something is still under way");
}

Heard hear(const EngineLaunch& launch) {
    asio::io_context context;
    Ear engine(context);
    engine.start(launch);
    run(context);
    CHECK_FALSE(engine.host.running());
    return engine.heard;
}

std::string joined(const Heard& heard) {
    std::string text;
    for (const std::string& word : heard)
        text += word + "|";
    return text;
}

template <class Condition>
bool soon(Condition condition) {
    for (int i = 0; i < 6000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

} // namespace

TEST_CASE("engine host: lines that arrive together may be taken together") {
    asio::io_context context;
    EngineHost::Events on;
    std::string all;
    int together = 0;
    on.on_lines = [&](std::string_view lines) {
        CHECK((lines.empty() || lines.ends_with('\n')));
        const std::size_t length = lines.starts_with("info") ? lines.find('\n') + 1 : 0;
        if (length > 0) ++together;
        all += lines.substr(0, length);
        return length;
    };
    on.on_line = [&](std::string_view line) { (all += line) += '\n'; };
    EngineHost host(context, std::move(on));
    const auto started = host.start(
        child({"write", "info a\ninfo b\nother\ninfo c\n", "write", "inf", "write", "o d\nlast"}));
    REQUIRE_MESSAGE(started.has_value(), started.error().message);
    run(context);
    std::erase(all, '\r'); // Windows
    CHECK(all == "info a\ninfo b\nother\ninfo c\ninfo d\nlast\n");
    CHECK(together > 0);
}

TEST_CASE("engine host: arguments and working directory") {
    const test::Folder folder;
    EngineLaunch launch = child(
        {"directory", "rest", "a b", "", "$HOME", "\"", "back\\slash\\", "'", "a\\\"b", "%PATH%"});
    launch.directory = folder.path;
    CHECK(hear(launch) == Heard{to_text(folder.path.filename()),
                                "[a b][][$HOME][\"][back\\slash\\]['][a\\\"b][%PATH%]", "exit 0"});
}

TEST_CASE("engine host: the engine's output comes before its end, which comes once") {
    CHECK(joined(hear(child({"say", "one", "write", "two", "exit", "3"}))) ==
          joined({"one", "two", "exit 3"}));
    CHECK(joined(hear(child({}))) == joined({"exit 0"}));
    CHECK(joined(hear(child({"error", "why", "exit", "2"}))) == joined({"! why", "exit 2"}));
    CHECK(joined(hear(child({"close", "exit", "5"}))) == joined({"exit 5"}));
    const Heard died = hear(child({"say", "one", "crash"}));
    REQUIRE(died.size() == 2);
    CHECK_MESSAGE((died[1] == "was killed by signal 11 (SIGSEGV)" ||
                   died[1] == "was ended by Windows: access violation (C0000005)"),
                  died[1]);
}

TEST_CASE("engine host: an engine that closes its output and goes on is named") {
    // To a process without a window it adds a conhost.exe that inherits the pipe
    if (test::runs_under_wine()) {
        MESSAGE("skipped: Wine 8 keeps the output open");
        return;
    }
    for (const std::string before : {"", "one"}) {
        asio::io_context context;
        Ear engine(context);
        engine.at_closed_output = [&] { engine.host.send("leave\n"); };
        engine.start(before.empty() ? child({"close", "line", "exit", "5"})
                                    : child({"say", before, "line", "close", "line", "exit", "5"}));
        if (!before.empty()) engine.host.send("on\n");
        run(context);
        CHECK(joined(engine.heard) == before + (before.empty() ? "" : "|") + "closed|exit 5|");
    }
}

TEST_CASE("engine host: the end is reported while a helper of the engine holds its pipes, and the "
          "helper ends as well") {
    asio::io_context context;
    int helper = 0;
    {
        Ear engine(context);
        engine.react = [&](std::string_view line) { helper = std::stoi(std::string(line)); };
        engine.start(child({"helper", "exit", "4"}));
        run(context);
        REQUIRE(engine.heard.size() == 2);
        CHECK(engine.heard[1] == "exit 4");
        CHECK(test::runs(helper));
        CHECK(engine.host.group_lives());
    }
    CHECK(soon([helper] { return !test::runs(helper); }));
}

TEST_CASE("engine host: terminate and kill end the engine and what it has started") {
    for (const auto signal : {Actions::Signal::Terminate, Actions::Signal::Kill}) {
        asio::io_context context;
        Ear engine(context);
        int helper = 0;
        engine.react = [&](std::string_view line) {
            helper = std::stoi(std::string(line));
            CHECK(engine.host.signal(signal));
        };
        engine.start(child({"helper", "hang"}));
        run(context);
        CHECK(engine.heard.size() == 2);
        CHECK(soon([helper] { return !test::runs(helper); }));
    }
}

TEST_CASE("engine host: lines to the engine, and the end of its input") {
    asio::io_context context;
    Ear engine(context);
    engine.start(child({"cat", "exit", "6"}));
    engine.host.send("first\nsecond\n");
    engine.react = [&](std::string_view line) {
        if (line == "second") engine.host.close_input();
    };
    run(context);
    CHECK(engine.heard == Heard{"first", "second", "exit 6"});
}

TEST_CASE("engine host: two engines do not hold each other's pipes") {
    asio::io_context context;
    Ear first(context);
    Ear second(context);
    first.start(child({"cat"}));
    second.start(child({"hang"}));
    first.at_end = [&] { second.host.signal(Actions::Signal::Kill); };
    first.host.close_input();
    run(context);
    CHECK(first.heard == Heard{"exit 0"});
    CHECK(second.heard.size() == 1);
}

TEST_CASE("engine host: a reader that pauses gets all output, and the end after it") {
    asio::io_context context;
    Ear engine(context);
    asio::steady_timer timer(context);
    engine.start(child({"lines", "20000", "exit", "9"}));
    engine.host.pause(true);
    timer.expires_after(300ms); // longer than last words are waited for
    timer.async_wait([&](boost::system::error_code) { engine.host.pause(false); });
    run(context);
    REQUIRE(engine.heard.size() == 20001);
    CHECK(engine.heard[19999] == "a line of some length 19999");
    CHECK(engine.heard.back() == "exit 9");
}

TEST_CASE(
    "engine host: an engine that does not read is written to without waiting, and gets all of it") {
    asio::io_context context;
    const auto long_line = [](int number) {
        return "line " + std::to_string(number) + " " + std::string(1000, 'x');
    };
    Ear engine(context);
    engine.react = [&](std::string_view line) {
        if (line == "ready") {
            for (int i = 0; i < 1000; ++i) // more than a pipe holds
                engine.host.send(long_line(i) + "\n");
            CHECK(engine.host.unread_bytes() > 0);
        }
        if (line == long_line(999)) engine.host.close_input();
    };
    engine.start(child({"say", "ready", "line", "cat", "exit", "0"}));
    run(context);
    REQUIRE(engine.heard.size() == 1001); // the first line was waited for, and not repeated
    CHECK(engine.heard[999] == long_line(999));
}

TEST_CASE("engine host: let go, the engine is heard no more, may finish, and else is killed") {
    for (const bool quits : {true, false}) {
        asio::io_context context;
        Ear engine(context);
        engine.react = [&](std::string_view) {
            engine.host.send("quit\n");
            engine.host.release(quits ? 100s : 100ms);
            CHECK_FALSE(engine.host.running());
            CHECK(engine.host.awaits_gone());
        };
        engine.start(quits ? child({"say", "ready", "line", "say", "late"})
                           : child({"say", "ready", "hang"}));
        run(context);
        CHECK(engine.heard == Heard{"ready", "gone"});
    }
}

TEST_CASE("engine host: the engine is restarted from the handler of its end") {
    asio::io_context context;
    Ear engine(context);
    int starts = 0;
    engine.at_end = [&] {
        if (++starts < 20) engine.start(child({"say", "again", "exit", "1"}));
    };
    engine.start(child({"exit", "0"}));
    run(context);
    CHECK(engine.heard.size() == 1 + 2 * 19);
    CHECK(engine.heard.back() == "exit 1");
}

TEST_CASE("engine host: nothing outlives the host") {
    asio::io_context context;
    std::vector<int> ids;
    {
        Ear engine(context);
        engine.react = [&](std::string_view line) { ids.push_back(std::stoi(std::string(line))); };
        for (std::size_t i = 1; i <= 3; ++i) {
            engine.host.release(300s);
            engine.start(child({"helper", "hang"}));
            while (ids.size() < i && context.run_one() > 0) {
            }
        }
        for (const int id : ids)
            CHECK(test::runs(id));
    }
    for (const int id : ids)
        CHECK(soon([id] { return !test::runs(id); }));
    run(context); // handlers that were queued for it find nothing to do
}

TEST_CASE("engine host: priority") {
    for (const bool is_nice : {true, false}) {
        asio::io_context context;
        Ear engine(context);
        bool is_below_normal = !is_nice;
        engine.react = [&](std::string_view line) {
            is_below_normal = test::is_below_normal(std::stoi(std::string(line)));
            engine.host.signal(Actions::Signal::Kill);
        };
        EngineLaunch launch = child({"id", "hang"});
        if (is_nice) launch.nice = 15;
        engine.start(launch);
        run(context);
        CHECK(is_below_normal == is_nice);
    }
}

TEST_CASE("engine host: a program or folder that is not there is named") {
    asio::io_context context;
    Ear engine(context);
    const test::Folder folder;
    const auto no_program = engine.host.start(
        {.program = folder / "none.exe", .arguments = {}, .directory = folder.path});
    REQUIRE_FALSE(no_program.has_value());
    CHECK(no_program.error().message.ends_with("none.exe: No such file or directory"));
    EngineLaunch launch = child({});
    launch.directory = folder / "none";
    const auto no_folder = engine.host.start(launch);
    REQUIRE_FALSE(no_folder.has_value());
    CHECK(no_folder.error().message.ends_with("none: no directory that can be entered"));
    CHECK_FALSE(engine.host.running());
    run(context);
}
