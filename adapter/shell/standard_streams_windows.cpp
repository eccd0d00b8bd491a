#include "adapter/shell/standard_streams.hpp"
#include "adapter/streams/pipe_end_windows.hpp"

#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <system_error>
#include <windows.h>

namespace polyglot::io {

struct StandardStreams::Impl {
    boost::asio::io_context& context;
};

namespace {

// A duplicate is used, so that closing it leaves the standard stream open.
HANDLE duplicate(DWORD standard) {
    HANDLE copy = nullptr;
    const HANDLE self = ::GetCurrentProcess();
    if (::DuplicateHandle(self, ::GetStdHandle(standard), self, &copy, 0, FALSE,
                          DUPLICATE_SAME_ACCESS) == 0)
        throw std::system_error(static_cast<int>(::GetLastError()), std::system_category(),
                                "standard streams");
    return copy;
}

bool is_missing(DWORD standard) {
    const HANDLE handle = ::GetStdHandle(standard);
    return handle == nullptr || handle == INVALID_HANDLE_VALUE;
}

} // namespace

const int StandardStreams::concurrency_hint = BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO;

StandardStreams::StandardStreams(boost::asio::io_context& context)
    : impl_(std::make_unique<Impl>(Impl{context})) {}
StandardStreams::~StandardStreams() = default;

ReadEnd StandardStreams::take_input() {
    return make_blocking_read_end(impl_->context, duplicate(STD_INPUT_HANDLE));
}
WriteEnd StandardStreams::take_output() {
    return make_blocking_write_end(impl_->context, duplicate(STD_OUTPUT_HANDLE));
}

void prepare_standard_streams() {
    // The device is opened for reading only, so that writing to standard output fails, as it must.
    for (const DWORD standard : {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        if (!is_missing(standard)) continue;
        const DWORD access = standard == STD_ERROR_HANDLE ? GENERIC_WRITE : GENERIC_READ;
        ::SetStdHandle(standard, ::CreateFileW(L"NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                               nullptr, OPEN_EXISTING, 0, nullptr));
    }
    // In text mode byte 0x1A would end the input, and each line would get a '\r'.
    for (std::FILE* stream : {stdin, stdout, stderr})
        if (const int descriptor = ::_fileno(stream); descriptor >= 0)
            ::_setmode(descriptor, _O_BINARY);
}

} // namespace polyglot::io
