// Runs another program to its end.
#pragma once
#include <string>
#include <vector>

#ifdef _WIN32
#include <process.h>
#else
#include <spawn.h>
#include <sys/wait.h>
extern char** environ;
#endif

namespace polyglot::test {

// Runs the program in the first word. Returns its exit status, or -1 if it could not be started or
// was ended by a signal. The words must not contain quotation marks. Several threads may call this
// at the same time.
inline int run_program(std::vector<std::string> words) {
    const std::string program = words.front();
#ifdef _WIN32
    for (std::string& word : words)
        word = '"' + word + '"'; // the runtime of Windows joins them without quotes
#endif
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
#ifdef _WIN32
    return static_cast<int>(::_spawnv(_P_WAIT, program.c_str(), arguments.data()));
#else
    pid_t child = 0;
    int status = 0;
    if (::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
        return -1;
    if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
#endif
}

} // namespace polyglot::test
