// Each kind of pipe end that the system has, with its peer. POSIX has one kind; Windows has a GUI's
// pipe, where a thread waits, and our own to and from an engine.
#pragma once
#include "adapter/streams/pipe_end.hpp"
#include "tests/support/harness/processes.hpp"

#include <memory>

#include <boost/asio/io_context.hpp>

namespace polyglot::test {

extern const int kinds_of_ends;

struct ReadPair {
    io::ReadEnd ours;
    std::unique_ptr<PlainPipe> peer; // its write end
};
ReadPair make_read_pair(boost::asio::io_context& context, int kind);

struct WritePair {
    io::WriteEnd ours;
    std::unique_ptr<PlainPipe> peer; // its read end
};
WritePair make_write_pair(boost::asio::io_context& context, int kind);

// The end of a peer is seen without reading: not with an engine's pipe on Windows.
bool shows_hang_up(int kind);

} // namespace polyglot::test
