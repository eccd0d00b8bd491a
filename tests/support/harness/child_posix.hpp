// Runs work in a separate process, which may be ended by a signal and may change its user and its
// limits.
#pragma once
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

namespace polyglot::test {

// Returns the child's exit status, or minus the signal that ended it. The state of the tests stays
// unchanged.
inline int in_child(const std::function<int()>& work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

} // namespace polyglot::test
