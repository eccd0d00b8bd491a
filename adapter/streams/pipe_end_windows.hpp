// From handles to pipe ends.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <utility>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

using NativeHandle = void*; // HANDLE; the header does not bring <windows.h>

// One end of a pipe of ours, opened for overlapped access. Takes the handle.
ReadEnd make_overlapped_read_end(boost::asio::io_context& context, NativeHandle handle);
WriteEnd make_overlapped_write_end(boost::asio::io_context& context, NativeHandle handle);

// Any other handle: the anonymous pipe of a GUI, a file, a console. A thread waits in its place; it ends with the
// process at the latest, since nothing can wake it on every system. Takes the handle.
ReadEnd make_blocking_read_end(boost::asio::io_context& context, NativeHandle handle);
WriteEnd make_blocking_write_end(boost::asio::io_context& context, NativeHandle handle);

// A pipe whose one end is ours and overlapped, and whose other end is a plain inheritable handle, as a child process
// expects it. Throws std::system_error.
struct ChildPipe {
    NativeHandle ours;
    NativeHandle childs;
};
ChildPipe make_pipe_to_child();
ChildPipe make_pipe_from_child();

} // namespace polyglot::io
