#include "adapter/engine/last_resort.hpp"
#include "tests/support/harness/child_posix.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"

#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace polyglot::io;
using namespace std::chrono_literals;
using polyglot::test::in_child;

namespace {

volatile std::sig_atomic_t handled = 0;
void on_signal(int) {
    handled = 1;
}

constexpr int status = 42;

[[noreturn]] void wait_for_the_end() {
    for (;;)
        ::pause();
}

// A process in its own group, as an engine.
pid_t start_engine() {
    const pid_t engine = ::fork();
    if (engine == 0) {
        ::setpgid(0, 0);
        wait_for_the_end();
    }
    ::setpgid(engine, engine);
    return engine;
}

} // namespace

TEST_CASE("last_resort: a process that takes up no signal ends, and a group with it") {
    const pid_t engine = start_engine();
    CHECK(in_child([engine]() -> int {
              std::signal(SIGTERM, on_signal);
              arm_last_resort(1s, status);
              add_to_last_resort(engine);
              std::raise(SIGTERM);
              if (handled != 1) return 1; // the handler that was there is called as before
              wait_for_the_end();
          }) == status);
    int ended = 0;
    CHECK(::waitpid(engine, &ended, 0) == engine);
    CHECK(WIFSIGNALED(ended));
    CHECK(WTERMSIG(ended) == SIGKILL);
}

TEST_CASE("last_resort: a signal that is handled or ignored ends nothing") {
    CHECK(in_child([] {
              std::signal(SIGINT, on_signal);
              std::signal(SIGHUP, SIG_IGN);
              arm_last_resort(100s, status);
              std::raise(SIGHUP);
              if (::alarm(0) != 0) return 1;
              std::raise(SIGINT);
              if (::alarm(100) == 0) return 2;
              disarm_last_resort();
              if (::alarm(0) != 0) return 3;
              postpone_last_resort(200s);
              return ::alarm(0) > 100 ? 0 : 4;
          }) == 0);
}

TEST_CASE("last_resort: a group that was taken back is left alone") {
    const pid_t engine = start_engine();
    CHECK(in_child([engine]() -> int {
              std::signal(SIGTERM, on_signal);
              arm_last_resort(1s, status);
              add_to_last_resort(engine);
              remove_from_last_resort(engine);
              std::raise(SIGTERM);
              wait_for_the_end();
          }) == status);
    CHECK(::waitpid(engine, nullptr, WNOHANG) == 0);
    ::kill(engine, SIGKILL);
    ::waitpid(engine, nullptr, 0);
}

TEST_CASE("last_resort: signals that keep coming do not put the end off") {
    CHECK(in_child([] {
              std::signal(SIGTERM, on_signal);
              arm_last_resort(100s, status);
              std::raise(SIGTERM);
              if (::alarm(50) == 0) return 1; // half of the time is over
              std::raise(SIGTERM);
              return ::alarm(0) <= 50 ? 0 : 2;
          }) == 0);
}

TEST_CASE("last_resort: after the loop a signal ends nothing at once, also while its handlers are "
          "taken away") {
    CHECK(in_child([] {
              std::signal(SIGTERM, on_signal);
              std::signal(SIGHUP, SIG_IGN);
              arm_last_resort(100s, status);
              outlive_signals([] {
                  std::signal(SIGTERM, SIG_DFL);
                  std::raise(SIGTERM);
              });
              if (::alarm(0) == 0) return 1;
              std::raise(SIGTERM);
              if (::alarm(0) == 0) return 2;
              std::raise(SIGHUP); // still ignored
              if (::alarm(0) != 0) return 3;
              return handled == 0 ? 0 : 4;
          }) == 0);
}
