// Waits for a socket of a library, in bounded time.
#pragma once
#include <chrono>
#include <cstdint>

namespace polyglot::io {

enum class SocketEvent : std::uint8_t { Readable, Writable, Either };

// Returns true if the event has happened, or the socket has an error, which the next call of the
// library reports. Returns false after this time.
bool wait_for_socket(int socket, SocketEvent event, std::chrono::milliseconds longest);

} // namespace polyglot::io
