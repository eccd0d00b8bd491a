// The explorer's server on the loopback: limits on what a client may send, and how long it may
// take.
#include "tools/pages/server.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <thread>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// A server that answers with the body of the request, on a thread of its own.
class Running {
  public:
    explicit Running(ServerLimits limits) {
        auto listening = Server::listen(context_, 0, limits);
        REQUIRE(listening.has_value());
        server_ = *std::move(listening);
        server_->serve({.refuse = [](const HttpRequest& request) -> std::optional<HttpResponse> {
                            if (request.key != "wrong") return std::nullopt;
                            return HttpResponse{.status = 403, .body = "refused", .set_cookie = {}};
                        },
                        .answer =
                            [this](const HttpRequest& request) {
                                return HttpResponse{.status = 200,
                                                    .body = request.method + ' ' + request.body,
                                                    .set_cookie = {},
                                                    .on_lost = [this] { ++lost; }};
                            },
                        .warn = [this](const std::string&) { ++warnings; }});
        thread_ = std::thread([this] { context_.run(); });
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() { // NOLINT(bugprone-exception-escape): then the test has failed anyway
        asio::post(context_, [this] { server_->stop(); });
        thread_.join(); // run() ends: nothing is left that would wait
    }
    std::uint16_t port() const { return server_->port(); }
    std::atomic<int> lost = 0, warnings = 0;

  private:
    asio::io_context context_{1};
    std::unique_ptr<Server> server_;
    std::thread thread_;
};

class Client {
  public:
    explicit Client(std::uint16_t port, int receive_buffer = 0) {
        socket_.open(tcp::v4());
        if (receive_buffer != 0)
            socket_.set_option(tcp::socket::receive_buffer_size(receive_buffer));
        socket_.connect({asio::ip::address_v4::loopback(), port});
    }
    void send(const std::string& text) {
        error_code ignored; // the server may have closed it
        asio::write(socket_, asio::buffer(text), ignored);
    }
    bool has_answer() const { return socket_.available() > 0; }
    void await() { socket_.wait(tcp::socket::wait_read); }
    void reset() { // closes it with what has come unread
        socket_.set_option(tcp::socket::linger(true, 0));
        socket_.close();
    }
    // All that comes until the server closes.
    std::string read() {
        std::string text;
        error_code end;
        asio::read(socket_, asio::dynamic_buffer(text), end);
        return text;
    }

  private:
    asio::io_context context_;
    tcp::socket socket_{context_};
};

std::string request(const std::string& body, const std::string& more = {}) {
    return "POST / HTTP/1.1\r\nHost: x\r\n" + more +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

const std::string last = "Connection: close\r\n";

TEST_CASE("explore's server answers one request after the other, with headers that forbid what the "
          "page does not need") {
    const Running running({});
    Client client(running.port());
    client.send(request("one") + request("two", last));
    const std::string text = client.read();
    CHECK(text.find("POST one") < text.find("POST two"));
    CHECK(text.find("POST two") != std::string::npos);
    for (const char* header :
         {"Content-Security-Policy: default-src 'none'; script-src 'self'",
          "frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
          "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
          "Cache-Control: no-store"})
        CHECK_MESSAGE(text.find(header) != std::string::npos, header);
}

TEST_CASE("explore's server answers HEAD without a body, so that the next answer is where the "
          "client expects it") {
    const Running running({});
    Client client(running.port());
    client.send("HEAD / HTTP/1.1\r\n\r\n" + request("two", last));
    const std::string text = client.read();
    CHECK(text.find("\r\n\r\nHTTP/1.1 200 OK") != std::string::npos);
    CHECK(text.ends_with("\r\n\r\nPOST two"));
}

TEST_CASE("explore's server refuses what is too large, and ends what is not HTTP") {
    const Running running({.header_bytes = 2000, .body_bytes = 1000});
    const auto answer_to = [&running](const std::string& text) {
        Client client(running.port());
        client.send(text);
        return client.read();
    };
    CHECK(answer_to(request(std::string(1000, 'x'), last)).find("200 OK") != std::string::npos);
    CHECK(answer_to(request(std::string(1001, 'x'), last)).find("413 ") != std::string::npos);
    CHECK(answer_to(request("x", "A: " + std::string(3000, 'x') + "\r\n")).find("413 ") !=
          std::string::npos);
    CHECK(answer_to("\x16\x03\x01 hello\r\n\r\n").empty());
    CHECK(answer_to("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n")
              .empty());
}

TEST_CASE("explore's server loses no answer on its way when it ends a connection that still has "
          "something unread") {
    const Running running({.header_bytes = 2000, .body_bytes = 400'000});
    const std::string body(400'000, 'x');
    const std::string unread(20'000, '\n');
    for (const std::string& more :
         {"no HTTP\r\n\r\n" + unread,
          request("y", "A: " + std::string(3000, 'z') + "\r\n") + unread}) {
        // Most of the answer has to wait in the server's socket
        Client client(running.port(), 4096);
        client.send(request(body) + more);
        CHECK(client.read().find("\r\n\r\nPOST " + body) != std::string::npos);
    }
}

TEST_CASE("explore's server drops clients that are slow") {
    const Running running({.patience = std::chrono::milliseconds(100),
                           .patience_with_strangers = std::chrono::milliseconds(20)});
    Client slow(running.port());
    Client silent(running.port());
    Client known(running.port());
    slow.send("POST / HTTP/1.1\r\nHost:");
    known.send(request("known") + "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nx");
    CHECK(slow.read().empty());
    CHECK(silent.read().empty());
    CHECK(known.read().ends_with("POST known"));
}

TEST_CASE("explore's server keeps no user waiting, however many strangers are there") {
    const Running running({.strangers = 4});
    Client user(running.port());
    user.send(request("first"));
    std::deque<Client> strangers; // which stay where they are
    for (int i = 0; i < 50; ++i)
        strangers.emplace_back(running.port());
    Client second(running.port());
    second.send(request("second", last));
    CHECK(second.read().find("POST second") != std::string::npos);
    user.send(request("third", last)); // its connection was not given up for theirs
    CHECK(user.read().ends_with("POST third"));
    CHECK(strangers.front().read().empty());
}

TEST_CASE("explore's server refuses by the header, without waiting for the body") {
    const Running running({});
    Client client(running.port());
    client.send("POST / HTTP/1.1\r\nX-Polyglot-Key: wrong\r\nContent-Length: 1000000\r\n\r\nx");
    const std::string text = client.read();
    CHECK(text.starts_with("HTTP/1.1 403 "));
    CHECK(text.find("Connection: close\r\n") != std::string::npos);
    Client with_body(running.port());
    with_body.send("GET / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n");
    CHECK(with_body.read().starts_with("HTTP/1.1 413 "));
}

TEST_CASE("explore's server has one bound for the bodies of all requests") {
    const Running running({.body_bytes = 1000, .all_body_bytes = 2500});
    const std::string header =
        "POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n";
    // Of which two are waited for, and the one that is served last is refused
    std::deque<Client> clients;
    for (int i = 0; i < 3; ++i) {
        clients.emplace_back(running.port());
        clients.back().send(header);
    }
    const auto has_answer = [](const Client& client) { return client.has_answer(); };
    auto refused = clients.end();
    for (int i = 0; i < 2000 && refused == clients.end(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        refused = std::find_if(clients.begin(), clients.end(), has_answer);
    }
    REQUIRE(refused != clients.end());
    CHECK(refused->read().starts_with("HTTP/1.1 503 "));
    for (auto client = clients.begin(); client != clients.end(); ++client) {
        if (client == refused) continue;
        client->send(std::string(1000, 'a'));
        CHECK(client->read().ends_with("POST " + std::string(1000, 'a')));
    }
    for (int i = 0; i < 3; ++i) { // the bytes of what was answered are given back
        Client later(running.port());
        later.send(request(std::string(1000, 'c'), last));
        CHECK(later.read().ends_with("POST " + std::string(1000, 'c')));
    }
}

TEST_CASE("explore's server knows an answer that was not read") {
    const Running running({});
    Client reader(running.port());
    reader.send(request("one", last));
    CHECK(reader.read().ends_with("POST one"));
    Client gone(running.port());
    gone.send(request("two"));
    gone.await();
    gone.reset();
    for (int i = 0; i < 2000 && running.lost == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(running.lost == 1);
}

TEST_CASE("explore's server answers two hundred clients at once") {
    const Running running({.strangers = 256});
    std::deque<Client> clients; // which stay where they are
    for (int i = 0; i < 200; ++i)
        clients.emplace_back(running.port());
    for (std::size_t i = 0; i < clients.size(); ++i)
        clients[i].send(request(std::to_string(i), last));
    for (std::size_t i = 0; i < clients.size(); ++i)
        CHECK(clients[i].read().ends_with("POST " + std::to_string(i)));
}

TEST_CASE("explore's server says which port is taken") {
    asio::io_context context;
    const auto first = Server::listen(context, 0);
    REQUIRE(first.has_value());
    const auto second = Server::listen(context, (*first)->port());
    REQUIRE(second.has_error());
    CHECK(second.error().message ==
          "port " + std::to_string((*first)->port()) +
              " of this computer: another program uses it; -port names another one, and without "
              "-port a free one is taken");
}

} // namespace
} // namespace polyglot::tools
