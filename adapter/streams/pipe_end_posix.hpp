// Makes pipe ends from descriptors.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

namespace polyglot::io {

// The executor type avoids any_io_executor and its indirections.
using LoopDescriptor =
    boost::asio::posix::basic_stream_descriptor<boost::asio::io_context::executor_type>;

// The first read or wait makes the descriptor non-blocking, so that a signal before it ends the
// process with the flags unchanged.
ReadEnd make_read_end(LoopDescriptor descriptor);
// Makes the descriptor non-blocking.
WriteEnd make_write_end(LoopDescriptor descriptor);

} // namespace polyglot::io
