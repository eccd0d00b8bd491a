#include "tools/pages/peer_user.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace polyglot::tools {
namespace {

using boost::asio::ip::tcp;

constexpr int most_looks = 3;

// Returns an empty text if there is no such file.
std::string content_of(const char* file) {
    std::string text;
    const int descriptor = ::open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return text;
    std::array<char, 65'536> buffer{};
    for (;;) {
        const ::ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    ::close(descriptor);
    return text;
}

} // namespace

PeerUser find_peer_user(const tcp::socket& socket) {
    boost::system::error_code error;
    const tcp::endpoint here = socket.local_endpoint(error);
    if (error) return PeerUser::Gone;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) return PeerUser::Gone;
    PeerUser found = PeerUser::Gone;
    // A table of several reads may miss an entry while other connections come and go.
    for (int look = 0; look < most_looks && (found == PeerUser::Gone || found == PeerUser::Unknown);
         ++look)
        found = find_peer_user(content_of("/proc/net/tcp") + content_of("/proc/net/tcp6"), here,
                               peer, ::geteuid());
    socket.remote_endpoint(error); // one that was reset meanwhile is not listed any more
    return found == PeerUser::Unknown && error ? PeerUser::Gone : found;
}

} // namespace polyglot::tools
