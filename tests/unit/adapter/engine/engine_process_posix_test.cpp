// The engine process: how it starts, what it inherits, how it ends, and that it never outlives us.
#include "adapter/engine/engine_process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <sched.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

using namespace polyglot;
using io::EngineLaunch;
using io::EngineProcess;
using session::Actions;
namespace asio = boost::asio;

namespace {

EngineLaunch shell(const std::string& script) {
    return {.program = "/bin/sh", .arguments = {"-c", script}, .directory = "/tmp"};
}

std::unique_ptr<EngineProcess> start(asio::io_context& context, const EngineLaunch& launch) {
    auto started = EngineProcess::start(context, launch);
    REQUIRE_MESSAGE(started.has_value(), started.error().message);
    return *std::move(started);
}

// Reads until the text is as wanted, or to the end.
template <class Wanted>
std::string read_until(asio::io_context& context, io::ReadEnd& pipe, Wanted wanted) {
    std::string text;
    std::array<char, 4096> buffer{};
    boost::system::error_code error;
    while (!wanted(text)) {
        const std::size_t size = pipe.read_some(buffer.data(), buffer.size(), error);
        if (error == asio::error::would_block) {
            pipe.async_wait([](boost::system::error_code) {});
            context.restart();
            context.run_one();
        } else if (error) {
            break;
        }
        text.append(buffer.data(), size);
    }
    return text;
}
std::string read_all(asio::io_context& context, io::ReadEnd pipe) {
    return read_until(context, pipe, [](const std::string&) { return false; });
}

template <class Condition>
bool soon(Condition condition) {
    for (int i = 0; i < 6000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

session::EngineEnd wait_for_end(EngineProcess& engine) {
    std::optional<session::EngineEnd> end;
    REQUIRE(soon([&] { return (end = engine.poll_end()).has_value(); }));
    return *end;
}

// Fields of /proc/PID/stat from the state on (field 3 of proc(5)); empty if there is no such
// process.
std::vector<std::string> stat_of(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(file, line);
    std::istringstream rest(line.substr(std::min(line.size(), line.rfind(')') + 1)));
    std::vector<std::string> fields;
    for (std::string field; rest >> field;)
        fields.push_back(field);
    return fields;
}
bool runs(int pid) {
    const auto fields = stat_of(pid);
    return !fields.empty() && fields[0] != "Z" && fields[0] != "X";
}
int nice_of(int pid) {
    const auto fields = stat_of(pid);
    return fields.size() > 16 ? std::stoi(fields[16]) : -100; // field 19
}

int read_number(asio::io_context& context, io::ReadEnd& pipe) {
    const std::string text = read_until(context, pipe, [](const std::string& line) {
        return line.find('\n') != std::string::npos;
    });
    return text.empty() ? 0 : std::stoi(text);
}

} // namespace

TEST_CASE("streams, arguments and working directory") {
    asio::io_context context;
    const auto engine =
        start(context, {.program = "/bin/sh",
                        .arguments = {"-c", "pwd; printf '[%s]' \"$@\"; cat; echo oops >&2", "sh",
                                      "a b", "", "$HOME", "'"},
                        .directory = "/usr"});
    {
        auto in = engine->take_input();
        boost::system::error_code error;
        CHECK(in.write_some("hello\n", error) == 6);
    } // closed: cat sees its end, so no copy of our end has leaked into the child
    CHECK(read_all(context, engine->take_output()) == "/usr\n[a b][][$HOME][']hello\n");
    CHECK(read_all(context, engine->take_error_output()) == "oops\n");
    const auto end = wait_for_end(*engine);
    CHECK_FALSE(end.was_signal);
    CHECK(end.value == 0);
}

TEST_CASE("two engines do not hold each other's pipes") {
    asio::io_context context;
    const auto first = start(context, shell("cat"));
    const auto second = start(context, shell("sleep 100"));
    first->take_input().close();
    CHECK(read_all(context, first->take_output()).empty());
    CHECK(wait_for_end(*first).value == 0);
}

TEST_CASE("how it ended") {
    asio::io_context context;
    const auto coded = wait_for_end(*start(context, shell("exit 7")));
    CHECK_FALSE(coded.was_signal);
    CHECK(coded.value == 7);
    const auto killed = wait_for_end(*start(context, shell("kill -SEGV $$")));
    CHECK(killed.was_signal);
    CHECK(killed.value == SIGSEGV);
    CHECK(killed.signal_name == "SIGSEGV");
    const auto running = start(context, shell("sleep 100"));
    CHECK_FALSE(running->poll_end());
    running->signal(Actions::Signal::None);
    CHECK_FALSE(running->poll_end());
    running->signal(Actions::Signal::Terminate);
    CHECK(wait_for_end(*running).signal_name == "SIGTERM");
}

TEST_CASE("a program that cannot be started is named") {
    asio::io_context context;
    const auto none = EngineProcess::start(
        context, {.program = "/no/such/engine", .arguments = {}, .directory = "/tmp"});
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().message == "cannot start /no/such/engine: No such file or directory");
    CHECK_FALSE(EngineProcess::start(
                    context, {.program = "/etc/passwd", .arguments = {}, .directory = "/tmp"})
                    .has_value());
    CHECK_FALSE(
        EngineProcess::start(
            context, {.program = "/bin/true", .arguments = {}, .directory = "/no/such/place"})
            .has_value());
}

namespace {

// A mask of proc(5), without signals 32 and 33: they are the C library's own, and its
// posix_spawn(), by which ninja may have started us, leaves them ignored.
std::uint64_t signal_mask(int pid, std::string_view name) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name))
            return std::stoull(line.substr(name.size()), nullptr, 16) & ~(3ULL << 31);
    FAIL("no " << name);
    return 0;
}

} // namespace

TEST_CASE(
    "signals that were ignored when we were started stay ignored; those that we ignore do not") {
    asio::io_context context;
    std::signal(SIGHUP, SIG_IGN); // nohup
    std::signal(SIGPIPE, SIG_DFL);
    const auto engine =
        start(context, {.program = "/bin/sleep", .arguments = {"100"}, .directory = "/"});
    std::signal(SIGHUP, SIG_DFL);
    CHECK(signal_mask(engine->id(), "SigIgn:") == 1);
    const bool was_ignored = std::signal(SIGPIPE, SIG_IGN) == SIG_IGN; // by start()
    CHECK(was_ignored);
}

TEST_CASE("the engine starts with the signals of a fresh process, in a separate process group") {
    sigset_t some;
    sigemptyset(&some);
    sigaddset(&some, SIGUSR1);
    REQUIRE(::sigprocmask(SIG_BLOCK, &some, nullptr) == 0);
    asio::io_context context;
    const auto engine =
        start(context, {.program = "/bin/sleep", .arguments = {"100"}, .directory = "/"});
    ::sigprocmask(SIG_UNBLOCK, &some, nullptr);
    CHECK(::getpgid(engine->id()) == engine->id());
    CHECK(signal_mask(engine->id(), "SigBlk:") == 0);
    CHECK(signal_mask(engine->id(), "SigIgn:") == 0);
}

TEST_CASE("terminate and kill reach the engine's own processes too") {
    for (const auto& row :
         {std::pair{"sleep 100 & echo $!; wait", Actions::Signal::Terminate},
          std::pair{"trap '' TERM; sleep 100 & echo $!; wait; sleep 100", Actions::Signal::Kill}}) {
        const auto script = row.first;
        const auto signal = row.second;
        CAPTURE(script);
        asio::io_context context;
        const auto engine = start(context, shell(script));
        auto out = engine->take_output();
        const int helper = read_number(context, out);
        REQUIRE(runs(helper));
        engine->signal(signal);
        CHECK(wait_for_end(*engine).was_signal);
        CHECK(soon([helper = helper] { return !runs(helper); }));
    }
}

TEST_CASE("nothing is left when the object goes, not even a helper of an engine that is gone") {
    int engine_id = 0;
    int helper = 0;
    {
        asio::io_context context;
        const auto engine = start(context, shell("sleep 100 & echo $!; exec sleep 100"));
        auto out = engine->take_output();
        helper = read_number(context, out);
        engine_id = engine->id();
        REQUIRE(runs(helper));
    }
    CHECK(stat_of(engine_id).empty()); // reaped, no zombie
    CHECK(soon([helper] { return !runs(helper); }));
    {
        asio::io_context context;
        const auto engine = start(context, shell("sleep 100 & echo $!"));
        auto out = engine->take_output();
        helper = read_number(context, out);
        CHECK(wait_for_end(*engine).value == 0);
        CHECK(runs(helper));
    }
    CHECK(soon([helper] { return !runs(helper); }));
}

TEST_CASE("an engine that has ended keeps its number until the object goes, so that no other group "
          "is killed for it") {
    asio::io_context context;
    const auto engine = start(context, shell("exit 3"));
    CHECK(wait_for_end(*engine).value == 3);
    CHECK(wait_for_end(*engine).value == 3); // may be asked again
    REQUIRE(!stat_of(engine->id()).empty());
    CHECK(stat_of(engine->id())[0] == "Z");
    CHECK_FALSE(engine->group_lives());
    engine->signal(Actions::Signal::Kill);
}

TEST_CASE("a process that outlives the engine is noticed") {
    asio::io_context context;
    const auto engine = start(context, shell("sleep 100 & echo $!"));
    auto out = engine->take_output();
    const int helper = read_number(context, out);
    CHECK(wait_for_end(*engine).value == 0);
    CHECK(engine->group_lives());
    ::kill(helper, SIGKILL);
    CHECK(soon([&] { return !engine->group_lives(); }));
}

TEST_CASE("it dies when we are killed without a chance to say goodbye") {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t adapter = ::fork();
    REQUIRE(adapter >= 0);
    if (adapter == 0) {
        asio::io_context context;
        auto engine = EngineProcess::start(context, shell("trap '' HUP TERM PIPE; sleep 100"));
        const int id = engine ? (*engine)->id() : 0;
        static_cast<void>(::write(ends[1], &id, sizeof id));
        for (;;)
            ::pause();
    }
    int engine = 0;
    REQUIRE(::read(ends[0], &engine, sizeof engine) == sizeof engine);
    REQUIRE(engine > 0);
    REQUIRE(soon([engine] { return runs(engine); }));
    ::kill(adapter, SIGKILL);
    ::waitpid(adapter, nullptr, 0);
    CHECK(soon([engine] { return !runs(engine); }));
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("priority and processors") {
    asio::io_context context;
    const int ours = ::getpriority(PRIO_PROCESS, 0);
    EngineLaunch launch = shell("sleep 100");
    launch.nice = std::min(19, ours + 7);
    launch.affinity = 1;
    const auto engine = start(context, launch);
    CHECK(nice_of(engine->id()) == *launch.nice);
    cpu_set_t set;
    REQUIRE(::sched_getaffinity(engine->id(), sizeof set, &set) == 0);
    CHECK(CPU_COUNT(&set) == 1);
    CHECK(CPU_ISSET(0, &set));
    engine->set_nice(std::min(19, ours + 9));
    CHECK(nice_of(engine->id()) == std::min(19, ours + 9));
    const auto plain = start(context, shell("sleep 100"));
    CHECK(nice_of(plain->id()) == ours);
}
