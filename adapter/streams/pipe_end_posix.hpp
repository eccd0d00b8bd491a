// From descriptors to pipe ends.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>

namespace polyglot::io {

// Makes the descriptor non-blocking.
ReadEnd make_read_end(boost::asio::posix::stream_descriptor descriptor);
WriteEnd make_write_end(boost::asio::posix::stream_descriptor descriptor);

} // namespace polyglot::io
