// HTTP/1.1 on the loopback addresses alone, by Boost.Beast.
#pragma once
#include "core/result.hpp"
#include "tools/explore/http.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

// What a client may cost. A connection on which nothing moves for the time given is closed; above this number of
// connections, more have to wait until one ends.
struct ServerLimits {
    std::uint32_t header_bytes = 16 * 1024;
    std::uint64_t body_bytes = 1U << 20U;
    std::size_t connections = 256;
    std::chrono::milliseconds patience{15'000};
};

class Server {
  public:
    using Answer = std::function<HttpResponse(const HttpRequest&)>;

    // Listens on 127.0.0.1 and, where the system has it, on ::1, both with the same port; 0: any that is free. The
    // error names the port and the system's reason.
    static Result<std::unique_ptr<Server>> listen(boost::asio::io_context& context, std::uint16_t port,
                                                  ServerLimits limits = {});
    virtual ~Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    virtual std::uint16_t port() const = 0;
    // Answers from now on, on the thread that runs the context: one request at a time.
    virtual void serve(Answer answer) = 0;
    // Takes no more requests; answers that are under way are sent to their end, and then the context runs out of work.
    virtual void stop() = 0;

  protected:
    Server() = default;
};

} // namespace polyglot::tools
