#include "storage/postgres/socket_wait.hpp"

#include <algorithm>
#include <limits>
#include <winsock2.h>

namespace polyglot::io {

// libpq gives the socket as an int, also in 64-bit programs. select() and not WSAPoll(), which
// before Windows 10 2004 does not report a failed connection.
bool wait_for_socket(int socket, SocketEvent event, std::chrono::milliseconds longest) {
    const auto handle = static_cast<SOCKET>(socket);
    fd_set readable{};
    fd_set writable{};
    fd_set failed{};
    FD_SET(handle, &failed);
    if (event != SocketEvent::Writable) FD_SET(handle, &readable);
    if (event != SocketEvent::Readable) FD_SET(handle, &writable);
    const auto ms = std::clamp<std::int64_t>(longest.count(), 0, std::numeric_limits<long>::max());
    timeval timeout{};
    timeout.tv_sec = static_cast<long>(ms / 1000);
    timeout.tv_usec = static_cast<long>(ms % 1000 * 1000);
    return ::select(0, &readable, &writable, &failed, &timeout) != 0;
}

} // namespace polyglot::io
