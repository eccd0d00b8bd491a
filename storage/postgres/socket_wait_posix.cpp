#include "storage/postgres/socket_wait.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <poll.h>

namespace polyglot::io {

bool wait_for_socket(int socket, SocketEvent event, std::chrono::milliseconds longest) {
    const auto until = std::chrono::steady_clock::now() + longest;
    pollfd wanted{.fd = socket, .events = 0, .revents = 0};
    if (event != SocketEvent::Writable) wanted.events |= POLLIN;
    if (event != SocketEvent::Readable) wanted.events |= POLLOUT;
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        const auto ms = std::clamp<std::int64_t>(left.count(), 0, std::numeric_limits<int>::max());
        const int found = ::poll(&wanted, 1, static_cast<int>(ms));
        if (found >= 0 || errno != EINTR) return found != 0;
    }
}

} // namespace polyglot::io
