// The engine's process as seen by its owner: lines in, one end, and restarts that leave nothing
// running.
#include "adapter/engine/engine_host.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <dirent.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
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

EngineLaunch shell(const std::string& script) {
    return {.program = "/bin/sh", .arguments = {"-c", script}, .directory = "/tmp"};
}
EngineLaunch fake(std::vector<std::string> flags = {}) {
    return {.program = POLYGLOT_FAKE_ENGINE, .arguments = std::move(flags), .directory = "/tmp"};
}

// A host that writes down in one word per event what it hears.
struct Listener {
    std::vector<std::string> heard;
    std::function<void(std::string_view line)> react;
    std::function<void()> then; // at on_batch
    std::function<void()> at_closed_output;
    std::function<void()> at_end;
    EngineHost host;

    explicit Listener(asio::io_context& context) : host(context, events()) {}

    EngineHost::Events events() {
        EngineHost::Events on;
        on.on_line = [this](std::string_view line) {
            heard.emplace_back(line);
            if (react) react(line);
        };
        on.on_stderr_line = [this](std::string_view line) {
            heard.push_back("! " + std::string(line));
        };
        on.on_batch = [this] {
            if (then) then();
        };
        on.on_closed_output = [this] {
            heard.emplace_back("closed");
            if (at_closed_output) at_closed_output();
        };
        on.on_exited = [this](const session::EngineEnd& end) {
            heard.push_back(
                (end.was_signal ? end.signal_name : "exit " + std::to_string(end.value)) +
                (end.last_stderr.empty() ? "" : ", " + end.last_stderr));
            if (at_end) at_end();
        };
        on.on_long_line = [this] { heard.emplace_back("long"); };
        on.on_last_gone = [this] { heard.emplace_back("gone"); };
        return on;
    }
    void start(const EngineLaunch& launch) {
        const auto started = host.start(launch);
        REQUIRE_MESSAGE(started.has_value(), started.error().message);
    }
};
using Heard = std::vector<std::string>;

// Until there is no process and no timer left. Helpers of engines that sleep 300 s would hold it
// up.
std::chrono::steady_clock::duration run(asio::io_context& context) {
    const auto began = std::chrono::steady_clock::now();
    context.restart();
    context.run_for(120s);
    CHECK_MESSAGE(context.stopped(), "something is still under way");
    return std::chrono::steady_clock::now() - began;
}

bool has_children() {
    return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
}

int open_descriptors() {
    int count = 0;
    DIR* directory = ::opendir("/proc/self/fd");
    while (::readdir(directory) != nullptr)
        ++count;
    ::closedir(directory);
    return count;
}

struct TempFile {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("engine_host_" + std::to_string(::getpid()));
    ~TempFile() { std::filesystem::remove(path); }
    std::string text() const {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

} // namespace

TEST_CASE("the engine's output comes before its end, which comes once") {
    const std::vector<std::pair<std::string, Heard>> rows = {
        {"printf 'one\\ntwo\\r\\nthree'; exit 3", {"one", "two\r", "three", "exit 3"}},
        {"true", {"exit 0"}},
        {"echo one; kill -SEGV $$", {"one", "SIGSEGV"}},
        {"sleep 300 & echo helper holds the pipes; exit 4", {"helper holds the pipes", "exit 4"}},
        {"exec >&-; exit 5", {"exit 5"}},                      // in time: one end, not two
        {"exec >&-; read line; exit 5", {"closed", "exit 5"}}, // too late for that
    };
    for (const auto& row : rows) {
        const auto& script = row.first;
        const auto& expected = row.second;
        CAPTURE(script);
        asio::io_context context;
        Listener engine(context);
        engine.at_closed_output = [&] { engine.host.send("leave\n"); };
        engine.start(shell(script));
        CHECK(engine.host.running());
        run(context);
        CHECK(engine.heard == expected);
        CHECK_FALSE(engine.host.running());
        engine.host.send("to nobody\n");
        engine.host.pause(true);
        engine.host.pause(false);
        run(context);
        CHECK(engine.heard == expected);
    }
}

TEST_CASE("stderr, long lines") {
    asio::io_context context;
    Listener engine(context);
    engine.start(shell("echo why >&2; echo >&2; read ignored; printf 'last words' >&2; exit 2"));
    engine.host.send("go\n");
    run(context);
    CHECK(engine.heard == Heard{"! why", "! ", "! last words", "exit 2, last words"});
    engine.heard.clear();
    engine.start(shell("head -c 1100000 /dev/zero | tr '\\0' x; echo; echo end"));
    run(context);
    CHECK(std::erase(engine.heard, "long") > 0);
    REQUIRE(engine.heard.size() == 3);
    CHECK(engine.heard[0].size() == 1 << 20);
    CHECK(engine.heard[2] == "exit 0"); // without the stderr of the engine before it
}

TEST_CASE("a file that is no program, and one that is, on the same host") {
    asio::io_context context;
    Listener engine(context);
    for (int i = 0; i < 50; ++i)
        CHECK_FALSE(engine.host.start({.program = "/etc/passwd", .arguments = {}, .directory = "/"})
                        .has_value());
    CHECK_FALSE(engine.host.running());
    CHECK_FALSE(has_children()); // the ones that could not become the program
    run(context);
    engine.start(shell("echo hello"));
    run(context);
    CHECK(engine.heard == Heard{"hello", "exit 0"});
}

TEST_CASE("signals reach it") {
    asio::io_context context;
    Listener engine(context);
    engine.react = [&](std::string_view line) {
        if (line == "ready") engine.host.signal(Actions::Signal::Interrupt);
        if (line == "interrupted") engine.host.signal(Actions::Signal::Terminate);
    };
    engine.start(shell("trap 'echo interrupted' INT; echo ready; while :; do sleep 0.01; done"));
    run(context);
    CHECK(engine.heard == Heard{"ready", "interrupted", "SIGTERM"});
}

TEST_CASE("a reader that pauses gets all output, and the end after it") {
    asio::io_context context;
    Listener engine(context);
    asio::steady_timer timer(context);
    engine.start(shell(
        "i=0; while [ $i -lt 3000 ]; do echo a line of some length $i; i=$((i+1)); done; exit 9"));
    engine.host.pause(true);
    timer.expires_after(300ms); // longer than last words are waited for
    timer.async_wait([&](boost::system::error_code) { engine.host.pause(false); });
    run(context);
    REQUIRE(engine.heard.size() == 3001);
    CHECK(engine.heard[2999] == "a line of some length 2999");
    CHECK(engine.heard.back() == "exit 9");
}

TEST_CASE("let go, it is heard no more, but gets all that was sent and may finish") {
    const TempFile file;
    asio::io_context context;
    Listener engine(context);
    engine.react = [&](std::string_view) {
        std::string much; // more than a pipe holds
        for (int i = 0; i < 20'000; ++i)
            much += "line " + std::to_string(i) + "\n";
        engine.host.send(much + "quit\n");
        engine.host.release(100s);
        CHECK_FALSE(engine.host.running());
        CHECK(engine.host.awaits_gone());
    };
    engine.start(
        shell("echo ready; n=0; while read -r line; do n=$((n+1)); [ \"$line\" = quit ] && break; "
              "echo answer to line $n; done; echo $n > " +
              file.path.string()));
    run(context);
    CHECK(engine.heard == Heard{"ready", "gone"});
    CHECK(file.text() == "20001\n");
    CHECK_FALSE(has_children());
}

TEST_CASE("let go, it is killed when its grace is over, with its helpers") {
    asio::io_context context;
    Listener engine(context);
    engine.react = [&](std::string_view) {
        engine.host.send("quit\n");
        engine.host.release(200ms);
    };
    engine.start(fake({"--ignore-quit", "--ignore-term", "--fork-child", "--banner", "hello"}));
    CHECK(run(context) >= 200ms);
    CHECK(engine.heard == Heard{"hello", "gone"});
    CHECK_FALSE(engine.host.awaits_gone());
    CHECK_FALSE(has_children());
}

TEST_CASE("200 restarts leave no process and no descriptor") {
    struct Row {
        const char* what;
        std::vector<std::string> flags;
        bool from_line; // restart within the lines of a read, not after them
    };
    for (const Row& row : {Row{"polite", {}, false}, Row{"polite, at once", {}, true},
                           Row{"slow", {"--quit-delay", "20"}, false},
                           Row{"ignores quit", {"--ignore-quit"}, false}}) {
        const std::string what = row.what;
        CAPTURE(what);
        asio::io_context context;
        Listener engine(context);
        engine.start(shell("true"));
        run(context); // what the loop itself keeps open is open now
        const int before = open_descriptors();
        int starts = 1;
        bool ready = false;
        const auto restart = [&] {
            if (!std::exchange(ready, false)) return;
            engine.host.send("quit\n");
            engine.host.release(50ms);
            if (starts++ == 200) return;
            engine.start(fake(row.flags));
            engine.host.send("uci\n");
        };
        engine.react = [&](std::string_view line) {
            ready = ready || line == "uciok";
            if (row.from_line) restart();
        };
        engine.then = restart;
        engine.start(fake(row.flags));
        engine.host.send("uci\n");
        run(context);
        CHECK(starts == 201);
        CHECK(std::count(engine.heard.begin(), engine.heard.end(), "uciok") == 200);
        CHECK_FALSE(has_children());
        CHECK(open_descriptors() == before);
    }
}

TEST_CASE("the engine is restarted from the handler of its end") {
    asio::io_context context;
    Listener engine(context);
    int starts = 0;
    engine.at_end = [&] {
        if (++starts < 10) engine.start(shell("sleep 300 & echo again; kill -KILL $$"));
    };
    engine.start(shell("exit 1"));
    run(context);
    CHECK(engine.heard.size() == 1 + 2 * 9);
    CHECK(engine.heard.back() == "SIGKILL");
    CHECK_FALSE(engine.host.running());
}

TEST_CASE("all hosts of a loop see their own engine's end, when all end together") {
    asio::io_context context;
    std::vector<std::unique_ptr<Listener>> engines;
    for (int i = 0; i < 20; ++i) {
        engines.push_back(std::make_unique<Listener>(context));
        engines.back()->start(shell("read line; exit " + std::to_string(i)));
    }
    for (const auto& engine : engines)
        engine->host.send("go\n");
    run(context);
    for (std::size_t i = 0; i < engines.size(); ++i)
        CHECK(engines[i]->heard == Heard{"exit " + std::to_string(i)});
}

TEST_CASE("nothing outlives the host") {
    asio::io_context context;
    {
        Listener engine(context);
        bool ready = false;
        engine.react = [&](std::string_view) { ready = true; };
        for (int i = 0; i < 3; ++i) {
            engine.host.release(300s);
            ready = false;
            engine.start(fake({"--ignore-quit", "--ignore-term", "--banner", "hello"}));
            while (!ready && context.run_one() > 0) {
            }
        }
        CHECK(has_children());
    }
    CHECK_FALSE(has_children());
    run(context); // handlers that were queued for it find nothing to do
}
