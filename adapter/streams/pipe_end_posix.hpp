// From descriptors to pipe ends.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

namespace polyglot::io {

// The first read or wait makes the descriptor non-blocking: until then a signal may end us with the flags as they were.
ReadEnd make_read_end(boost::asio::posix::stream_descriptor descriptor);
// Makes the descriptor non-blocking.
WriteEnd make_write_end(boost::asio::posix::stream_descriptor descriptor);

} // namespace polyglot::io
