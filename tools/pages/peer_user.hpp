// Tells whether the other end of a connection within this computer belongs to the user who runs
// this program. Test: peer_user_test.cpp.
#pragma once
#include <cstdint>
#include <string_view>

#include <boost/asio/ip/tcp.hpp>

namespace polyglot::tools {

enum class PeerUser : std::uint8_t {
    Same, // or root, who may do everything anyway
    Other,
    Gone,    // the connection has been closed at the other end
    Unknown, // the system does not say it
};

// Asks the system: Linux has tables of all connections with their users, /proc/net/tcp and tcp6.
// Unknown elsewhere.
PeerUser find_peer_user(const boost::asio::ip::tcp::socket& socket);

// Looks for the other end, which has the address `peer` and is connected to `here`, in the text of
// such a table. A closed socket of any user is listed as root's, without an inode; it is Gone.
// Unknown if the table does not even have our own end.
PeerUser find_peer_user(std::string_view table, const boost::asio::ip::tcp::endpoint& here,
                        const boost::asio::ip::tcp::endpoint& peer, std::uint32_t user);

} // namespace polyglot::tools
