// `scripted_child STEP...` performs the steps in its arguments one after the other, on every
// system:
//   say TEXT, write TEXT (without line end), error TEXT, lines N, directory,
//   rest ARGUMENT... (prints all following arguments), line (waits for a line of input),
//   cat (copies the input to its end), id (prints its own),
//   helper (starts a process that hangs and prints its id),
//   close (standard output), hang, crash, exit N
#include "tests/support/harness/processes.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

// Causes an access violation that no sanitizer handles first: not at address 0 and without its
// handler.
void crash() {
    std::signal(SIGSEGV, SIG_DFL);
    volatile std::uintptr_t address = sizeof(int);
    *reinterpret_cast<volatile int*>(address) = 1; // NOLINT(performance-no-int-to-ptr)
}

void do_step(const std::string& program, const std::vector<std::string>& words, std::size_t& at) {
    const std::string& step = words[at++];
    const auto argument = [&] { return at < words.size() ? words[at++] : std::string(); };
    if (step == "say") std::cout << argument() << '\n';
    if (step == "write") std::cout << argument();
    if (step == "error") std::cerr << argument() << '\n';
    if (step == "directory")
        std::cout << std::filesystem::current_path().filename().string() << '\n';
    if (step == "rest") {
        while (at < words.size())
            std::cout << '[' << argument() << ']';
        std::cout << '\n';
    }
    if (step == "lines")
        for (int i = 0, n = std::stoi(argument()); i < n; ++i)
            std::cout << "a line of some length " << i << '\n';
    if (step == "id") std::cout << polyglot::test::process_id() << '\n';
    if (step == "helper") std::cout << polyglot::test::start_process(program, {"hang"}) << '\n';
    if (std::string line; step == "line") std::getline(std::cin, line);
    if (step == "cat")
        for (std::string line; std::getline(std::cin, line);)
            std::cout << line << std::endl;
    std::cout.flush();
    if (step == "close") polyglot::test::close_output();
    if (step == "hang") std::this_thread::sleep_for(std::chrono::seconds(300));
    if (step == "crash") crash();
    if (step == "exit") std::_Exit(std::stoi(argument()));
}

} // namespace

int main(int argc, char** argv) {
    polyglot::test::show_no_crash_window();
    const std::vector<std::string> words(argv + 1, argv + argc);
    for (std::size_t at = 0; at < words.size();)
        do_step(argv[0], words, at);
}
