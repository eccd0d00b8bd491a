// What a client of `polyglot explore` sends: the first byte says where the rest is cut in two,
// which arrive one after the other. Whatever it is, each request that is answered has one answer,
// and the connection ends.
#include "tests/fuzz/fuzz.hpp"
#include "tools/pages/server.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

namespace asio = boost::asio;
namespace tools = polyglot::tools;
using asio::ip::tcp;
using polyglot::fuzz::require;

namespace {

// A server that counts what it is asked, and clients on the same thread.
class World {
  public:
    World() : server_(listen()) {
        server_->serve(
            {.refuse = {},
             .answer =
                 [this](const tools::HttpRequest& request) {
                     ++asked_;
                     require(!request.method.empty(), "a request has a method");
                     require(request.path.find('?') == std::string::npos,
                             "the query is no part of the path", request.path);
                     require(request.body.size() <= limits.body_bytes, "a body has its limit");
                     return tools::HttpResponse{.status = 200, .body = "answer", .set_cookie = {}};
                 },
             .warn = {}});
    }

    void send(std::string_view first, std::string_view second) {
        asked_ = 0;
        boost::system::error_code ignored; // the server may have closed the connection
        tcp::socket client(context_);
        client.connect({asio::ip::address_v4::loopback(), server_->port()}, ignored);
        asio::write(client, asio::buffer(first), ignored);
        context_.poll();
        asio::write(client, asio::buffer(second), ignored);
        client.shutdown(tcp::socket::shutdown_send, ignored);
        std::string text;
        bool ended = false;
        asio::async_read(client, asio::dynamic_buffer(text),
                         [&ended](auto, auto) { ended = true; });
        while (!ended)
            context_.run_one();
        check(text);
    }

  private:
    static constexpr tools::ServerLimits limits{.header_bytes = 500, .body_bytes = 500};

    std::unique_ptr<tools::Server> listen() {
        auto server = tools::Server::listen(context_, 0, limits);
        require(server.has_value(), "a port is free");
        return *std::move(server);
    }

    // Nothing that was sent comes back, so these words are the server's.
    void check(std::string_view text) const {
        require(text.empty() || text.starts_with("HTTP/1."), "an answer is HTTP", text);
        std::size_t answers = 0;
        for (auto at = text.find(" 200 OK\r\n"); at != std::string_view::npos;
             at = text.find(" 200 OK\r\n", at + 1))
            ++answers;
        require(answers == asked_, "each request has one answer", text);
    }

    asio::io_context context_{1};
    std::unique_ptr<tools::Server> server_;
    std::size_t asked_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static World world;
    polyglot::fuzz::Bytes bytes(polyglot::fuzz::text_of(data, size));
    const std::size_t cut = bytes.byte();
    const std::string_view text = bytes.rest();
    world.send(text.substr(0, std::min(cut, text.size())), text.substr(std::min(cut, text.size())));
    return 0;
}
