#ifdef _WIN32
#include "adapter/streams/pipe_end_windows.hpp"
#include "tests/unit/adapter/streams/plain_ends.hpp"

namespace polyglot::test {

const int kinds_of_ends = 2;

namespace {

constexpr int engines = 1;

} // namespace

ReadPair make_read_pair(boost::asio::io_context& context, int kind) {
    if (kind == engines) {
        const io::ChildPipe pipe = io::make_pipe_from_child();
        return {io::make_overlapped_read_end(context, pipe.ours),
                std::make_unique<PlainPipe>(nullptr, pipe.childs)};
    }
    auto pipe = std::make_unique<PlainPipe>();
    io::ReadEnd ours = io::make_blocking_read_end(context, pipe->give_read_end());
    return {std::move(ours), std::move(pipe)};
}

WritePair make_write_pair(boost::asio::io_context& context, int kind) {
    if (kind == engines) {
        const io::ChildPipe pipe = io::make_pipe_to_child();
        return {io::make_overlapped_write_end(context, pipe.ours),
                std::make_unique<PlainPipe>(pipe.childs, nullptr)};
    }
    auto pipe = std::make_unique<PlainPipe>();
    io::WriteEnd ours = io::make_blocking_write_end(context, pipe->give_write_end());
    return {std::move(ours), std::move(pipe)};
}

bool shows_hang_up(int kind) {
    return kind != engines;
}

} // namespace polyglot::test
#endif
