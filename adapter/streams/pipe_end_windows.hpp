// Makes pipe ends from handles.
#pragma once
#include "adapter/streams/pipe_end.hpp"

#include <utility>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

using NativeHandle = void*; // a HANDLE; this header does not include <windows.h>

// Takes a handle: one end of a pipe of the adapter, opened for overlapped access.
ReadEnd make_overlapped_read_end(boost::asio::io_context& context, NativeHandle handle);
WriteEnd make_overlapped_write_end(boost::asio::io_context& context, NativeHandle handle);

// Takes any other handle: the anonymous pipe of a GUI, a file, a console. A thread waits in its
// place. It ends with the process at the latest, since nothing can wake it on every system.
ReadEnd make_blocking_read_end(boost::asio::io_context& context, NativeHandle handle);
WriteEnd make_blocking_write_end(boost::asio::io_context& context, NativeHandle handle);

// A pipe for a child process: the adapter's end is overlapped, the child's end is a plain
// inheritable handle. The constructor throws std::system_error.
struct ChildPipe {
    NativeHandle ours;
    NativeHandle childs;
};
ChildPipe make_pipe_to_child();
ChildPipe make_pipe_from_child();

} // namespace polyglot::io
