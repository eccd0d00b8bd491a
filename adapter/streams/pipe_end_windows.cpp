#include "adapter/streams/pipe_state_windows.hpp"

#include <utility>
#include <windows.h>

#include <boost/asio/error.hpp>

namespace polyglot::io {

using boost::system::error_code;

struct ReadEnd::Impl {
    explicit Impl(std::shared_ptr<ReadState> shared) : state(std::move(shared)) {}
    ~Impl() { state->close(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    std::shared_ptr<ReadState> state;
};

struct WriteEnd::Impl {
    explicit Impl(std::shared_ptr<WriteState> shared) : state(std::move(shared)) {}
    ~Impl() { state->close(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    std::shared_ptr<WriteState> state;
};

ReadEnd::ReadEnd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ReadEnd::ReadEnd(ReadEnd&&) noexcept = default;
ReadEnd& ReadEnd::operator=(ReadEnd&&) noexcept = default;
ReadEnd::~ReadEnd() = default;

std::size_t ReadEnd::read_some(char* data, std::size_t size, error_code& error) {
    return impl_->state->read_some(data, size, error);
}
void ReadEnd::async_wait(WhenReady when_ready) {
    impl_->state->async_wait(std::move(when_ready));
}
void ReadEnd::async_wait_hang_up(WhenReady when_hung_up) {
    impl_->state->async_wait_hang_up(std::move(when_hung_up));
}
boost::asio::any_io_executor ReadEnd::get_executor() const {
    return impl_->state->executor();
}
void ReadEnd::close() {
    impl_->state->close();
}

WriteEnd::WriteEnd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
WriteEnd::WriteEnd(WriteEnd&&) noexcept = default;
WriteEnd& WriteEnd::operator=(WriteEnd&&) noexcept = default;
WriteEnd::~WriteEnd() = default;

std::size_t WriteEnd::write_some(std::string_view bytes, error_code& error) {
    return impl_->state->write_some(bytes, error);
}
std::size_t WriteEnd::unsent() const {
    return impl_->state->unsent();
}
void WriteEnd::async_wait(WhenReady when_ready) {
    impl_->state->async_wait(std::move(when_ready));
}
void WriteEnd::close() {
    impl_->state->close();
}

ReadEnd make_read_end(std::shared_ptr<ReadState> state) {
    return ReadEnd(std::make_unique<ReadEnd::Impl>(std::move(state)));
}
WriteEnd make_write_end(std::shared_ptr<WriteState> state) {
    return WriteEnd(std::make_unique<WriteEnd::Impl>(std::move(state)));
}

error_code pipe_error(unsigned long code) {
    // This includes a console's Ctrl-Z.
    if (code == ERROR_BROKEN_PIPE || code == ERROR_HANDLE_EOF) return boost::asio::error::eof;
    return {static_cast<int>(code), boost::system::system_category()};
}

} // namespace polyglot::io
