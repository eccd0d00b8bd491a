// What the two engines with one fault share: the fault, ways to misbehave, the loop over standard input, and main.
#pragma once
#include "tests/support/engines/engine_system.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::support {

using Clock = std::chrono::steady_clock;

inline std::string_view fault;
inline bool has(std::string_view name) {
    return fault == name;
}

[[noreturn]] inline void die() {
    std::fflush(stdout);
    test::crash();
}

[[noreturn]] inline void hang() {
    std::fflush(stdout);
    test::hang();
}

inline void say(const std::string& line) {
    std::printf("%s\n", line.c_str());
}

[[noreturn]] inline void quit() {
    std::fflush(stdout);
    if (has("leaves-a-child")) test::leave_child(std::chrono::seconds(20), test::Streams::Closed);
    std::_Exit(0);
}

// How an engine with a short queue loses what is asked many times in a row. It counts lines: how many of them one
// read() returns depends on the machine.
class Repeated {
  public:
    explicit Repeated(std::string_view command) : command_(command) {}
    void on_line(std::string_view line) { in_a_row_ = line.starts_with(command_) ? in_a_row_ + 1 : 0; }
    bool is_too_many() const { return in_a_row_ > 10; }

  private:
    std::string_view command_;
    int in_a_row_ = 0;
};

// Passes lines to the engine, and calls on_due() when due() has come.
template <class Engine>
[[noreturn]] void run(Engine& engine) {
    std::string in;
    for (;;) {
        if (engine.due() && Clock::now() >= *engine.due()) engine.on_due();
        std::fflush(stdout);
        std::optional<std::chrono::milliseconds> left;
        if (const std::optional<Clock::time_point> due = engine.due())
            left = std::max(std::chrono::milliseconds(0),
                            std::chrono::ceil<std::chrono::milliseconds>(*due - Clock::now()));
        if (!test::wait_for_input(left)) continue;
        std::array<char, 65536> buffer;
        const std::size_t n = test::read_input(buffer);
        if (n == 0) engine.on_end_of_input();
        in.append(buffer.data(), n);
        for (std::size_t end = 0; (end = in.find('\n')) != std::string::npos;) {
            const std::string line = in.substr(0, end);
            in.erase(0, end + 1);
            engine.on_line(line);
        }
    }
}

// Takes the fault from the command line, or prints them all (--list). An exit status, if there is nothing to run.
inline std::optional<int> choose_fault(int argc, char** argv, std::span<const std::string_view> all_faults) {
    test::begin(argc, argv);
    fault = argc > 1 ? argv[1] : "";
    if (fault == "--list") {
        for (const std::string_view name : all_faults)
            say(std::string(name));
        return 0;
    }
    if (!fault.empty() && std::find(all_faults.begin(), all_faults.end(), fault) == all_faults.end()) {
        std::fprintf(stderr, "%s: no fault %s\n", argv[0], argv[1]);
        return 64;
    }
    return std::nullopt;
}

} // namespace polyglot::support
