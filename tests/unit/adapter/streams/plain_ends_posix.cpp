#ifndef _WIN32
#include "adapter/streams/pipe_end_posix.hpp"
#include "tests/unit/adapter/streams/plain_ends.hpp"

#include <csignal>

namespace polyglot::test {

const int kinds_of_ends = 1;

ReadPair make_read_pair(boost::asio::io_context& context, int) {
    auto pipe = std::make_unique<PlainPipe>();
    io::LoopDescriptor stream(context, PlainPipe::native(pipe->give_read_end()));
    return {io::make_read_end(std::move(stream)), std::move(pipe)};
}

WritePair make_write_pair(boost::asio::io_context& context, int) {
    std::signal(SIGPIPE, SIG_IGN);
    auto pipe = std::make_unique<PlainPipe>();
    io::LoopDescriptor stream(context, PlainPipe::native(pipe->give_write_end()));
    return {io::make_write_end(std::move(stream)), std::move(pipe)};
}

bool shows_hang_up(int) {
    return true;
}

} // namespace polyglot::test
#endif
