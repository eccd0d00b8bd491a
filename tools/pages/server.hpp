// Serves HTTP/1.1 on the loopback addresses only, by Boost.Beast. Test: server_test.cpp.
#pragma once
#include "core/result.hpp"
#include "tools/pages/http.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

// Holds the limits for clients. A connection counts as a stranger's until a POST on it is accepted,
// because every user of the computer can open as many connections as the system permits.
struct ServerLimits {
    std::uint32_t header_bytes = 16 * 1024;
    std::uint64_t body_bytes = 1U << 20U;     // of a request
    std::uint64_t all_body_bytes = 4U << 20U; // of all requests that are being read or answered
    // If one more stranger connects, the oldest of the strangers' connections is closed.
    std::size_t strangers = 64;
    std::size_t connections = 256; // of others; one more gets status 503 and is closed
    // A connection without traffic for this time is closed.
    std::chrono::milliseconds patience{15'000};
    std::chrono::milliseconds patience_with_strangers{2'000};
};

class Server {
  public:
    struct Service {
        // Judges a request by its header, before the body is read. Returns the answer to a request
        // that is refused, after which the connection ends, or nullopt.
        std::function<std::optional<HttpResponse>(const HttpRequest&)> refuse;
        std::function<HttpResponse(const HttpRequest&)> answer;
        // Reports once what prevents connections from being accepted, for the user; may be null.
        std::function<void(const std::string&)> warn;
    };

    // Listens on 127.0.0.1 and, if the system has it, on ::1, both with the same port; port 0
    // selects a free one. The error names the port and the system's reason.
    static Result<std::unique_ptr<Server>> listen(boost::asio::io_context& context,
                                                  std::uint16_t port, ServerLimits limits = {});
    virtual ~Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    virtual std::uint16_t port() const = 0;
    // Answers from now on, one request at a time, on the thread that runs the context.
    virtual void serve(Service service) = 0;
    // Accepts no more requests and completes the answers that are being sent; then the context runs
    // out of work.
    virtual void stop() = 0;

  protected:
    Server() = default;
};

} // namespace polyglot::tools
