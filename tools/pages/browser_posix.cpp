#include "adapter/engine/find_program.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/environment.hpp"
#include "tools/pages/browser.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace polyglot::tools {

bool open_browser(const std::string& address) {
#ifdef __APPLE__
    const std::string opener = "open";
#else
    const std::string opener = "xdg-open"; // from xdg-utils; follows the user's choice
    if (!io::environment_variable("DISPLAY") && !io::environment_variable("WAYLAND_DISPLAY"))
        return false;
#endif
    const auto program =
        io::find_program(opener, "/", "/", io::environment_variable("PATH").value_or(""));
    if (!program) return false;
    std::string name = to_text(program->executable);
    std::string argument = address;
    std::array<char*, 3> arguments{name.data(), argument.data(), nullptr};
    posix_spawn_file_actions_t actions;
    if (::posix_spawn_file_actions_init(&actions) != 0) return false;
    // The output of the program is discarded.
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
    // The process is not awaited: while SIGCHLD is ignored in this process (but not in the new
    // one), the system removes the process when it ends.
    ::signal(SIGCHLD, SIG_IGN); // NOLINT(cert-err33-c): a known signal cannot fail
    posix_spawnattr_t attributes;
    if (::posix_spawnattr_init(&attributes) != 0) {
        ::posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    sigset_t usual;
    ::sigemptyset(&usual);
    ::sigaddset(&usual, SIGCHLD);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    // In a session of its own, so that Ctrl-C in this terminal does not end the browser.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    ::pid_t process = 0;
    const bool started = ::posix_spawn(&process, name.c_str(), &actions, &attributes,
                                       arguments.data(), environ) == 0;
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return started;
}

} // namespace polyglot::tools
