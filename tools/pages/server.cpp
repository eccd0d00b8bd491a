#include "tools/pages/server.hpp"

#include "adapter/engine/heap.hpp"
#include "core/text/system_message.hpp"
#include "tools/pages/guard.hpp"
#include "tools/pages/peer_user.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <list>
#include <set>
#include <utility>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
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
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

// The limit is generous, because a client on this machine needs microseconds.
constexpr std::chrono::milliseconds most_for_closing{1'000};
constexpr std::size_t large_answer = 256U << 10U; // bytes
constexpr std::chrono::milliseconds pause_of_accepting{100};

// Converts the header without the body.
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
            .key = field("X-Polyglot-Key")};
}

http::response<http::string_body> message_of(HttpResponse response,
                                             const http::request<http::string_body>& request,
                                             bool keep_alive) {
    http::response<http::string_body> message{static_cast<http::status>(response.status),
                                              request.version()};
    message.set(http::field::content_type, response.type);
    message.set(http::field::cache_control, "no-store");
    message.set("Content-Security-Policy", content_security_policy);
    message.set("Cross-Origin-Opener-Policy", "same-origin");
    message.set("Cross-Origin-Resource-Policy", "same-origin");
    message.set("Referrer-Policy", "no-referrer");
    message.set("X-Content-Type-Options", "nosniff");
    if (!response.set_cookie.empty()) message.set(http::field::set_cookie, response.set_cookie);
    message.keep_alive(keep_alive && request.keep_alive());
    message.body() = std::move(response.body);
    message.prepare_payload();
    if (request.method() == http::verb::head)
        // The response has the length of the body, but a client would read the body as the next
        // response.
        message.body().clear();
    return message;
}

// Returns the pending error of a socket (SO_ERROR), because after the peer's end, reading does not
// report a reset.
class PendingError {
  public:
    template <class Protocol>
    int level(const Protocol& /*protocol*/) const {
        return SOL_SOCKET;
    }
    template <class Protocol>
    int name(const Protocol& /*protocol*/) const {
        return SO_ERROR;
    }
    template <class Protocol>
    int* data(const Protocol& /*protocol*/) {
        return &value_;
    }
    template <class Protocol>
    std::size_t size(const Protocol& /*protocol*/) const {
        return sizeof value_;
    }
    template <class Protocol>
    void resize(const Protocol& /*protocol*/, std::size_t /*size*/) {}
    int value() const { return value_; }

  private:
    int value_ = 0;
};

class Connection;
// Holds the open connections and their shared state.
struct Clients {
    ServerLimits limits;
    Server::Service service;
    std::set<Connection*> connections;
    std::list<Connection*> strangers; // a subset in order of arrival
    std::uint64_t body_bytes = 0;     // held or about to be held
    bool stopping = false;

    void end_strangers(std::size_t most_left);
};

// Reads requests and answers them one by one. The object keeps itself alive meanwhile.
class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(tcp::socket socket, std::shared_ptr<Clients> clients)
        : stream_(std::move(socket)), clients_(std::move(clients)) {
        clients_->connections.insert(this);
        place_ = clients_->strangers.insert(clients_->strangers.end(), this);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        release_body();
        be_no_stranger();
        clients_->connections.erase(this);
    }

    void read() {
        parser_.emplace();
        parser_->header_limit(clients_->limits.header_bytes);
        parser_->body_limit(clients_->limits.body_bytes);
        is_answering_ = false;
        stream_.expires_after(place_ ? clients_->limits.patience_with_strangers
                                     : clients_->limits.patience);
        http::async_read_header(stream_, buffer_, *parser_,
                                [self = shared_from_this()](ErrorCode error, std::size_t) {
                                    self->after_answer(error);
                                    self->after_reading(error, [&] { self->take_header(); });
                                });
    }

    // Closes the connection unless an answer is being made or sent.
    void close_if_idle() {
        if (!is_answering_) stream_.close();
    }
    void close() {
        be_no_stranger();
        stream_.close();
    }

  private:
    template <class Next>
    void after_reading(ErrorCode error, Next next) {
        is_answering_ = true; // also while the answer is made, because that may end the server
        if (!error) return next();
        if (error == http::error::header_limit || error == http::error::body_limit)
            return refuse(refusal(413, "This request is too large."));
        end();
    }

    void take_header() {
        request_ = request_of(parser_->get());
        if (clients_->service.refuse)
            if (auto refused = clients_->service.refuse(request_))
                return refuse(*std::move(refused));
        // Once for a connection, and not for strangers: the system's tables may be long.
        if (!user_) user_ = find_peer_user(stream_.socket());
        if (*user_ == PeerUser::Gone) return end();
        if (*user_ == PeerUser::Other)
            return refuse(refusal(403, "Only the user who has started polyglot is served."));
        if (parser_->get().method() != http::verb::post)
            return parser_->is_done() ? answer() : refuse(refusal(413, "Only a POST has a body."));
        if (place_ && known() >= clients_->limits.connections)
            return refuse(refusal(503, "There are too many connections."));
        be_no_stranger();
        if (parser_->is_done()) return answer();
        // The length is unknown if the body comes in chunks.
        const std::uint64_t most = parser_->content_length().value_or(clients_->limits.body_bytes);
        if (clients_->body_bytes + most > clients_->limits.all_body_bytes)
            return refuse(refusal(503, "There are too many requests at once."));
        clients_->body_bytes += most;
        held_bytes_ = most;
        is_answering_ = false;
        stream_.expires_after(clients_->limits.patience);
        http::async_read(stream_, buffer_, *parser_,
                         [self = shared_from_this()](ErrorCode error, std::size_t) {
                             self->after_reading(error, [&] { self->answer(); });
                         });
    }

    void answer() {
        request_.body = std::move(parser_->get().body());
        HttpResponse response = clients_->service.answer(request_);
        request_ = {};
        release_body();
        write(std::move(response), true);
    }

    // The following bytes are not read, because they may be a body of any length.
    void refuse(HttpResponse response) { write(std::move(response), false); }

    void write(HttpResponse response, bool keep_alive) {
        on_lost_ = std::move(response.on_lost);
        message_ =
            message_of(std::move(response), parser_->get(), keep_alive && !clients_->stopping);
        stream_.expires_after(clients_->limits.patience);
        http::async_write(
            stream_, message_, [self = shared_from_this()](ErrorCode error, std::size_t) {
                self->forget_body();
                if (error) self->lose_answer();
                if (!error && self->message_.keep_alive() && !self->clients_->stopping)
                    return self->read();
                self->end();
            });
    }

    // An idle connection keeps no answer in memory. After a large one, the heap still has what it
    // was made of.
    void forget_body() {
        const bool is_large = message_.body().size() >= large_answer;
        std::string().swap(message_.body()); // an assignment keeps the capacity
        if (is_large) io::trim_heap();
    }

    // Ends our side and discards what the client sends until it closes its side. If a connection is
    // closed with unread bytes, it is reset and the client loses answers that it has not read yet
    // (RFC 9112, section 9.6).
    void end() {
        ErrorCode ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        stream_.expires_after(std::min(clients_->limits.patience, most_for_closing));
        drop();
    }
    void drop() {
        stream_.async_read_some(asio::buffer(dropped_),
                                [self = shared_from_this()](ErrorCode error, std::size_t) {
                                    if (!error) return self->drop();
                                    self->after_answer(error);
                                });
    }

    // error is the result of reading after the answer. A client that ends before reading the whole
    // answer resets the connection.
    void after_answer(ErrorCode error) {
        if (!on_lost_) return;
        PendingError pending;
        ErrorCode ignored;
        if (stream_.socket().is_open()) stream_.socket().get_option(pending, ignored);
        const bool is_lost = pending.value() != 0 || error == asio::error::connection_reset ||
                             error == asio::error::connection_aborted ||
                             error == asio::error::broken_pipe;
        if (is_lost) lose_answer();
        if (!error) on_lost_ = nullptr;
    }
    void lose_answer() {
        if (const auto on_lost = std::exchange(on_lost_, nullptr)) on_lost();
    }

    std::size_t known() const { return clients_->connections.size() - clients_->strangers.size(); }

    void be_no_stranger() {
        if (place_) clients_->strangers.erase(*place_);
        place_.reset();
    }

    void release_body() { clients_->body_bytes -= std::exchange(held_bytes_, 0); }

    beast::tcp_stream stream_;
    std::optional<PeerUser> user_; // nullopt until a request is accepted
    std::shared_ptr<Clients> clients_;
    std::optional<std::list<Connection*>::iterator> place_; // in the list of strangers
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    HttpRequest request_;
    std::uint64_t held_bytes_ = 0; // the part of clients_->body_bytes
    http::response<http::string_body> message_;
    std::function<void()> on_lost_; // of the last answer, until another request follows
    std::array<char, 4096> dropped_{};
    bool is_answering_ = false;
};

void Clients::end_strangers(std::size_t most_left) {
    while (strangers.size() > most_left)
        strangers.front()->close();
}

Error port_error(std::uint16_t port, ErrorCode error) {
    const std::string why = error == asio::error::address_in_use
                                ? "another program uses it; -port names another one, and without "
                                  "-port a free one is taken"
                                : system_message(error);
    return make_error("port " + std::to_string(port) + " of this computer: " + why);
}

Result<tcp::acceptor> open_acceptor(asio::io_context& context, const asio::ip::address& address,
                                    std::uint16_t port) {
    tcp::acceptor acceptor(context);
    const tcp::endpoint endpoint(address, port);
    ErrorCode error;
    acceptor.open(endpoint.protocol(), error);
    if (!error && address.is_v6()) acceptor.set_option(asio::ip::v6_only(true), error);
// This permits using the port again at once; on Windows it would permit two programs on one port.
#ifndef _WIN32
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
#endif
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (error) return port_error(port, error);
    return acceptor;
}

class LoopbackServer final : public Server {
  public:
    LoopbackServer(asio::io_context& context, std::vector<tcp::acceptor> acceptors,
                   std::uint16_t port, ServerLimits limits)
        : port_(port), clients_(std::make_shared<Clients>()) {
        clients_->limits = limits;
        for (tcp::acceptor& acceptor : acceptors)
            listeners_.push_back({std::move(acceptor), asio::steady_timer(context)});
    }

    std::uint16_t port() const override { return port_; }

    void serve(Service service) override {
        clients_->service = std::move(service);
        for (Listener& listener : listeners_)
            accept(listener);
    }

    void stop() override {
        if (std::exchange(clients_->stopping, true)) return;
        ErrorCode ignored;
        for (Listener& listener : listeners_) {
            listener.acceptor.close(ignored);
            listener.pause.cancel();
        }
        for (Connection* const connection : clients_->connections)
            connection->close_if_idle();
    }

  private:
    struct Listener {
        tcp::acceptor acceptor;
        asio::steady_timer pause;
    };

    // The accepted client is the newest stranger and so the last one to be closed. It is no
    // stranger any more when a POST of it has been accepted.
    void accept(Listener& listener) {
        listener.acceptor.async_accept([this, &listener](ErrorCode error, tcp::socket socket) {
            if (clients_->stopping || error == asio::error::operation_aborted) return;
            if (error) return wait(listener, error);
            std::make_shared<Connection>(std::move(socket), clients_)->read();
            clients_->end_strangers(clients_->limits.strangers);
            accept(listener);
        });
    }

    // There may be no descriptors left. The connection still waits, so that another try would fail
    // immediately.
    void wait(Listener& listener, ErrorCode error) {
        if (clients_->service.warn && !std::exchange(has_warned_, true))
            clients_->service.warn("no connection can be accepted at the moment: " +
                                   system_message(error));
        clients_->end_strangers(0);
        listener.pause.expires_after(pause_of_accepting);
        listener.pause.async_wait([this, &listener](ErrorCode) {
            if (!clients_->stopping) accept(listener);
        });
    }

    std::deque<Listener> listeners_; // a deque keeps their addresses valid
    std::uint16_t port_;
    std::shared_ptr<Clients> clients_;
    bool has_warned_ = false;
};

} // namespace

Result<std::unique_ptr<Server>> Server::listen(asio::io_context& context, std::uint16_t port,
                                               ServerLimits limits) {
    std::vector<tcp::acceptor> acceptors;
    auto first = open_acceptor(context, asio::ip::address_v4::loopback(), port);
    if (!first) return first.error();
    acceptors.push_back(*std::move(first));
    ErrorCode error;
    const tcp::endpoint bound = acceptors.front().local_endpoint(error);
    if (error) return port_error(port, error);
    // Not every system has IPv6; clients that use 127.0.0.1 are served anyway.
    if (auto second = open_acceptor(context, asio::ip::address_v6::loopback(), bound.port()))
        acceptors.push_back(*std::move(second));
    return std::unique_ptr<Server>(
        std::make_unique<LoopbackServer>(context, std::move(acceptors), bound.port(), limits));
}

} // namespace polyglot::tools
