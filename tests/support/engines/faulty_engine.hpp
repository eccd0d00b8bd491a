// Contains the parts that the two engines with faults share: the faults of this run, ways to
// misbehave, and the loop over standard input.
//
// Faults are what `polyglot engine-test` must find, one at a time. Habits are what real engines do
// and the adapter must handle; test_zoo.py combines them. A name may be both.
#pragma once
#include "core/chess/fen.hpp"
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
#include <vector>

namespace polyglot::support {

using Clock = std::chrono::steady_clock;

inline std::vector<std::string_view> chosen; // faults and habits of this run
inline bool has(std::string_view name) {
    return std::find(chosen.begin(), chosen.end(), name) != chosen.end();
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

// Models how an engine with a short queue loses requests that are repeated many times. It counts
// lines, because the number of lines that one read() returns depends on the machine.
class Repeated {
  public:
    explicit Repeated(std::string_view command) : command_(command) {}
    void on_line(std::string_view line) {
        in_a_row_ = line.starts_with(command_) ? in_a_row_ + 1 : 0;
    }
    bool is_too_many() const { return in_a_row_ > 10; }

  private:
    std::string_view command_;
    int in_a_row_ = 0;
};

// Models two threads that print without a lock and mix an answer into a thinking line, so that the
// answer is never a separate line. The mixture differs each time.
class TornLines {
  public:
    std::string mix(const std::string& thinking, const std::string& answer) {
        const std::string head = thinking.substr(0, 12),
                          rest = thinking.substr(std::min<std::size_t>(12, thinking.size()));
        switch (count_++ % 4) {
        case 0: return head + answer + "\n" + rest;
        case 1: return thinking.substr(0, thinking.find(' ') + 1) + answer;
        case 2: return answer + thinking + "\n";
        default: return answer.substr(0, 3) + thinking + "\n" + answer.substr(3);
        }
    }

  private:
    int count_ = 0;
};

inline bool has_nine_of_a_kind(const chess::Position& position) {
    const std::string fen = chess::format_fen(position);
    const std::string_view board = std::string_view(fen).substr(0, fen.find(' '));
    constexpr std::string_view pieces = "NBRQnbrq";
    return std::any_of(pieces.begin(), pieces.end(), [&](char piece) {
        return std::count(board.begin(), board.end(), piece) >= 9;
    });
}

// Implements the habit one-line-a-read: a search checks for input with one read() and uses only the
// first line of the result.
inline void keep_first_line(std::string& read) {
    if (const std::size_t end = read.find('\n'); end != std::string::npos) read.resize(end + 1);
}

// Passes lines to the engine, and calls on_due() when the time due() has come.
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
        std::string read(buffer.data(), n);
        if (has("one-line-a-read") && engine.is_searching()) keep_first_line(read);
        in += read;
        for (std::size_t end = 0; (end = in.find('\n')) != std::string::npos;) {
            const std::string line = in.substr(0, end);
            in.erase(0, end + 1);
            engine.on_line(line);
        }
    }
}

// Takes the faults and habits from the command line, or prints all faults (--list) or habits
// (--habits). Returns an exit status if there is nothing to run.
inline std::optional<int> choose_faults(int argc, char** argv,
                                        std::span<const std::string_view> all_faults,
                                        std::span<const std::string_view> all_habits) {
    test::begin(argc, argv);
    const std::span<char*> arguments(argv + 1, argv + argc);
    for (const std::string_view argument : arguments) {
        if (argument == "--list" || argument == "--habits") {
            for (const std::string_view name : argument == "--list" ? all_faults : all_habits)
                say(std::string(name));
            return 0;
        }
        const auto is_in = [argument](std::span<const std::string_view> names) {
            return std::find(names.begin(), names.end(), argument) != names.end();
        };
        if (argument.empty()) continue;
        if (!is_in(all_faults) && !is_in(all_habits)) {
            std::fprintf(stderr, "%s: no fault or habit %s\n", argv[0], argument.data());
            return 64;
        }
        chosen.push_back(argument);
    }
    return std::nullopt;
}

} // namespace polyglot::support
