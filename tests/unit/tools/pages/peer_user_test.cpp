// Whose connection it is, from tables as Linux 6 shows them.
#include "tools/pages/peer_user.hpp"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using boost::asio::ip::tcp;

// Of our socket, and of a closed one; then come those of the peer.
const std::string table =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode\n"
    "   0: 0100007F:1F40 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 "
    "111 1 0000000007e38d02 20 4 30 10 -1\n"
    "   1: 0100007F:9C41 0100007F:1F40 06 00000000:00000000 03:00001770 00000000     0        0 0 "
    "3 0000000007e38d03\n";

std::string line(const std::string& address, const std::string& user, const std::string& inode) {
    return "   2: " + address + ":9C40 " + address + ":1F40 01 00000000:00000000 00:00000000 " +
           "00000000  " + user + "        0 " + inode + " 1 0000000017758d52 20 4 30 10 -1\n";
}

tcp::endpoint end(const char* address, std::uint16_t port) {
    return {boost::asio::ip::make_address(address), port};
}

PeerUser find(const std::string& text, const char* address = "127.0.0.1",
              std::uint16_t port = 40'000) {
    return find_peer_user(text, end(address, 8'000), end(address, port), 1'000);
}

} // namespace

// The tables show the words of an address as numbers of the processor.
TEST_CASE("pages: the user at the other end of a connection" *
          doctest::skip(std::endian::native != std::endian::little)) {
    const std::string four = "0100007F";
    const std::string mapped = "0000000000000000FFFF00000100007F";
    const std::string six = "00000000000000000000000001000000";
    CHECK(find(table + line(four, "1000", "7")) == PeerUser::Same);
    CHECK(find(table + line(four, "0", "7")) == PeerUser::Same);
    CHECK(find(table + line(four, "1001", "7")) == PeerUser::Other);
    CHECK(find(table + line(mapped, "1001", "7")) == PeerUser::Other);
    CHECK(find(line(six, "1000", "7"), "::1") == PeerUser::Same);
    CHECK(find(line(six, "1001", "7"), "::1") == PeerUser::Other);
    // A closed socket is listed as root's.
    CHECK(find(table + line(four, "0", "0")) == PeerUser::Gone);
    CHECK(find(table, "127.0.0.1", 40'001) == PeerUser::Gone);
    CHECK(find(table) == PeerUser::Gone);
    CHECK(find("") == PeerUser::Unknown);
    CHECK(find(line(four, "1001", "7"), "127.0.0.1", 40'002) == PeerUser::Unknown);
}

TEST_CASE("pages: a connection of this process is this user's") {
    boost::asio::io_context context;
    tcp::acceptor acceptor(context, end("127.0.0.1", 0));
    tcp::socket client(context);
    client.connect(acceptor.local_endpoint());
    tcp::socket accepted = acceptor.accept();
    const PeerUser user = find_peer_user(accepted);
#ifdef __linux__
    if (std::filesystem::exists("/proc/net/tcp")) {
        CHECK(user == PeerUser::Same);
        return;
    }
#endif
    CHECK(user == PeerUser::Unknown);
}

} // namespace polyglot::tools
