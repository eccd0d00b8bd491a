#include "tools/pages/peer_user.hpp"

#include "core/text/text.hpp"

#include <cstddef>
#include <cstring>
#include <string>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/address_v6.hpp>

namespace polyglot::tools {
namespace {

using boost::asio::ip::address_v6;
using boost::asio::ip::tcp;

std::string hexadecimal(std::uint32_t number, int digits) {
    std::string text;
    for (int digit = digits - 1; digit >= 0; --digit)
        text += "0123456789ABCDEF"[(number >> (4U * static_cast<unsigned>(digit))) & 0xFU];
    return text;
}

// The words of the address are in the byte order of the network, and are shown as numbers of this
// processor.
template <class Bytes>
std::string shown(const Bytes& bytes, std::uint16_t port) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint32_t)) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + i, sizeof word);
        text += hexadecimal(word, 8);
    }
    return text + ':' + hexadecimal(port, 4);
}

// A socket of IPv6 that is connected by IPv4 is listed with a mapped address.
struct Names {
    explicit Names(const tcp::endpoint& end) {
        const auto address = end.address();
        if (address.is_v4()) plain = shown(address.to_v4().to_bytes(), end.port());
        const address_v6 six =
            address.is_v4()
                ? boost::asio::ip::make_address_v6(boost::asio::ip::v4_mapped, address.to_v4())
                : address.to_v6();
        wide = shown(six.to_bytes(), end.port());
    }
    bool has(std::string_view name) const { return name == plain || name == wide; }
    std::string plain, wide;
};

std::uint32_t number_of(std::string_view digits) {
    std::uint32_t number = 0;
    for (const char digit : digits)
        number = number * 10 + static_cast<std::uint32_t>(digit - '0');
    return number;
}

} // namespace

PeerUser find_peer_user(std::string_view table, const tcp::endpoint& here,
                        const tcp::endpoint& peer, std::uint32_t user) {
    const Names ours(here), theirs(peer);
    bool has_ours = false;
    while (!table.empty()) {
        const std::size_t size = table.find('\n');
        std::string_view line = table.substr(0, size);
        table.remove_prefix(size == std::string_view::npos ? table.size() : size + 1);
        text::next_word(line); // its number
        const std::string_view local = text::next_word(line), remote = text::next_word(line);
        if (ours.has(local) && theirs.has(remote)) has_ours = true;
        if (!theirs.has(local) || !ours.has(remote)) continue;
        for (int i = 0; i < 4; ++i) // state, queues, timer, retransmissions
            text::next_word(line);
        const std::uint32_t owner = number_of(text::next_word(line));
        text::next_word(line); // probes without an answer
        if (const std::string_view inode = text::next_word(line); inode == "0")
            return PeerUser::Gone;
        return owner == user || owner == 0 ? PeerUser::Same : PeerUser::Other;
    }
    return has_ours ? PeerUser::Gone : PeerUser::Unknown;
}

} // namespace polyglot::tools
