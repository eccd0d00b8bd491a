// HTTP/1.1 on the loopback addresses alone, by Boost.Beast.
#pragma once
#include "core/result.hpp"
#include "tools/explore/http.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

// What clients may cost. A connection is a stranger's until a POST on it is not refused: any user
// of the computer can open as many of them as the system permits.
struct ServerLimits {
    std::uint32_t header_bytes = 16 * 1024;
    std::uint64_t body_bytes = 1U << 20U;     // of a request
    std::uint64_t all_body_bytes = 4U << 20U; // of all requests that are being read or answered
    // With one more, the connection that has been a stranger's the longest ends
    std::size_t strangers = 64;
    std::size_t connections = 256; // of others; one more gets status 503, and ends
    // A connection on which nothing moves for this time is closed.
    std::chrono::milliseconds patience{15'000};
    std::chrono::milliseconds patience_with_strangers{2'000};
};

class Server {
  public:
    struct Service {
        // By the header alone, before the body is read: the answer to what is refused, and the
        // connection ends. Null: nothing is.
        std::function<std::optional<HttpResponse>(const HttpRequest&)> refuse;
        std::function<HttpResponse(const HttpRequest&)> answer;
        // For the user, once: what keeps connections from being accepted. Null: not said.
        std::function<void(const std::string&)> warn;
    };

    // Listens on 127.0.0.1 and, where the system has it, on ::1, both with the same port; 0: any
    // that is free. The error names the port and the system's reason.
    static Result<std::unique_ptr<Server>> listen(boost::asio::io_context& context,
                                                  std::uint16_t port, ServerLimits limits = {});
    virtual ~Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    virtual std::uint16_t port() const = 0;
    // Answers from now on, on the thread that runs the context: one request at a time.
    virtual void serve(Service service) = 0;
    // Takes no more requests; answers that are under way are sent to their end, and then the
    // context runs out of work.
    virtual void stop() = 0;

  protected:
    Server() = default;
};

} // namespace polyglot::tools
