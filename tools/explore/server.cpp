#include "tools/explore/server.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace polyglot::tools {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr std::string_view content_security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

constexpr std::chrono::milliseconds most_for_closing{1'000}; // a client on this machine needs microseconds

HttpRequest request_of(const http::request<http::string_body>& message) {
    const auto field = [&message](auto name) { return std::string(message[name]); };
    const std::string_view target = message.target();
    const std::size_t query = target.find('?');
    return {.method = std::string(message.method_string()),
            .path = std::string(target.substr(0, query)),
            .query = query == std::string_view::npos ? "" : std::string(target.substr(query + 1)),
            .host = field(http::field::host),
            .origin = field(http::field::origin),
            .cookie = field(http::field::cookie),
            .content_type = field(http::field::content_type),
            .fetch_site = field("Sec-Fetch-Site"),
            .body = message.body()};
}

http::response<http::string_body> message_of(HttpResponse response, const http::request<http::string_body>& request) {
    http::response<http::string_body> message{static_cast<http::status>(response.status), request.version()};
    message.set(http::field::content_type, response.type);
    message.set(http::field::cache_control, "no-store");
    message.set("Content-Security-Policy", content_security_policy);
    message.set("Cross-Origin-Opener-Policy", "same-origin");
    message.set("Cross-Origin-Resource-Policy", "same-origin");
    message.set("Referrer-Policy", "no-referrer");
    message.set("X-Content-Type-Options", "nosniff");
    if (!response.set_cookie.empty()) message.set(http::field::set_cookie, response.set_cookie);
    message.keep_alive(request.keep_alive());
    message.body() = std::move(response.body);
    message.prepare_payload();
    if (request.method() == http::verb::head)
        message.body().clear(); // its length is told, and a body would be read as the next answer
    return message;
}

// The connections that there are, and what they share.
class Connection;
struct Clients {
    ServerLimits limits;
    Server::Answer answer;
    std::set<Connection*> connections;
    std::function<void()> on_end; // of a connection
    bool stopping = false;
};

// Reads a request, answers it, reads the next one. Keeps itself alive while it does.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(tcp::socket socket, std::shared_ptr<Clients> clients)
        : stream_(std::move(socket)), clients_(std::move(clients)) {
        clients_->connections.insert(this);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        clients_->connections.erase(this);
        if (clients_->on_end) clients_->on_end();
    }

    void read() {
        parser_.emplace();
        parser_->header_limit(clients_->limits.header_bytes);
        parser_->body_limit(clients_->limits.body_bytes);
        is_answering_ = false;
        stream_.expires_after(clients_->limits.patience);
        http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
            self->is_answering_ = true; // while the answer is made, too, which may be the end of the server
            if (!error) return self->answer();
            if (error == http::error::header_limit || error == http::error::body_limit) return self->refuse();
            self->end();
        });
    }

    // Closes it, unless an answer is on its way.
    void close_if_idle() {
        if (!is_answering_) stream_.close();
    }

  private:
    void answer() {
        const http::request<http::string_body> request = parser_->release();
        write(message_of(clients_->answer(request_of(request)), request));
    }

    void refuse() {
        http::request<http::string_body> request;
        request.version(11);
        request.keep_alive(false);
        write(message_of({.status = 413, .body = "This request is too large.\n", .set_cookie = {}}, request));
    }

    void write(http::response<http::string_body> message) {
        if (clients_->stopping) message.keep_alive(false);
        message_ = std::move(message);
        stream_.expires_after(clients_->limits.patience);
        http::async_write(stream_, message_, [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (!error && self->message_.keep_alive() && !self->clients_->stopping) return self->read();
            self->end();
        });
    }

    // Says that nothing more comes, and drops what the client still sends until it closes, too: closed with something
    // unread, a connection is reset, and answers that the client has not read yet are lost (RFC 9112, section 9.6).
    void end() {
        ErrorCode ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        stream_.expires_after(std::min(clients_->limits.patience, most_for_closing));
        drop();
    }
    void drop() {
        stream_.async_read_some(asio::buffer(dropped_), [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (!error) self->drop();
        });
    }

    beast::tcp_stream stream_;
    std::shared_ptr<Clients> clients_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    http::response<http::string_body> message_;
    std::array<char, 4096> dropped_{};
    bool is_answering_ = false;
};

Result<tcp::acceptor> open_acceptor(asio::io_context& context, const asio::ip::address& address, std::uint16_t port) {
    tcp::acceptor acceptor(context);
    const tcp::endpoint endpoint(address, port);
    ErrorCode error;
    acceptor.open(endpoint.protocol(), error);
    if (!error && address.is_v6()) acceptor.set_option(asio::ip::v6_only(true), error);
#ifndef _WIN32 // POSIX: a port may be used again at once. Windows: two programs could have the same one
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
#endif
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (error) return make_error("port " + std::to_string(port) + " of this computer: " + error.message());
    return acceptor;
}

class LoopbackServer final : public Server {
  public:
    LoopbackServer(std::vector<tcp::acceptor> acceptors, std::uint16_t port, ServerLimits limits)
        : acceptors_(std::move(acceptors)), port_(port), clients_(std::make_shared<Clients>()) {
        clients_->limits = limits;
    }
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;
    ~LoopbackServer() override { clients_->on_end = nullptr; }

    std::uint16_t port() const override { return port_; }

    void serve(Answer answer) override {
        clients_->answer = std::move(answer);
        clients_->on_end = [this] { accept_waiting(); };
        for (std::size_t i = 0; i < acceptors_.size(); ++i)
            accept(i);
    }

    void stop() override {
        if (std::exchange(clients_->stopping, true)) return;
        clients_->on_end = nullptr;
        ErrorCode ignored;
        for (tcp::acceptor& acceptor : acceptors_)
            acceptor.close(ignored);
        for (Connection* const connection : clients_->connections)
            connection->close_if_idle();
    }

  private:
    void accept(std::size_t number) {
        acceptors_[number].async_accept([this, number](ErrorCode error, tcp::socket socket) {
            if (clients_->stopping || error == asio::error::operation_aborted) return;
            if (!error) std::make_shared<Connection>(std::move(socket), clients_)->read();
            if (clients_->connections.size() < clients_->limits.connections) return accept(number);
            waiting_.insert(number);
        });
    }

    void accept_waiting() {
        for (const std::size_t number : std::exchange(waiting_, {}))
            accept(number);
    }

    std::vector<tcp::acceptor> acceptors_;
    std::set<std::size_t> waiting_; // acceptors, for the end of a connection
    std::uint16_t port_;
    std::shared_ptr<Clients> clients_;
};

} // namespace

Result<std::unique_ptr<Server>> Server::listen(asio::io_context& context, std::uint16_t port, ServerLimits limits) {
    std::vector<tcp::acceptor> acceptors;
    auto first = open_acceptor(context, asio::ip::address_v4::loopback(), port);
    if (!first) return first.error();
    acceptors.push_back(*std::move(first));
    ErrorCode error;
    const tcp::endpoint bound = acceptors.front().local_endpoint(error);
    if (error) return make_error("port " + std::to_string(port) + " of this computer: " + error.message());
    // Not every system has it; who asks for 127.0.0.1 is served all the same.
    if (auto second = open_acceptor(context, asio::ip::address_v6::loopback(), bound.port()))
        acceptors.push_back(*std::move(second));
    return std::unique_ptr<Server>(std::make_unique<LoopbackServer>(std::move(acceptors), bound.port(), limits));
}

} // namespace polyglot::tools
