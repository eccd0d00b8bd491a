// From descriptors to pipe ends.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

namespace polyglot::io {

// Without any_io_executor and its indirections.
using LoopDescriptor = boost::asio::posix::basic_stream_descriptor<boost::asio::io_context::executor_type>;

// The first read or wait makes the descriptor non-blocking: until then a signal may end us with the flags as they were.
ReadEnd make_read_end(LoopDescriptor descriptor);
// Makes the descriptor non-blocking.
WriteEnd make_write_end(LoopDescriptor descriptor);

} // namespace polyglot::io
