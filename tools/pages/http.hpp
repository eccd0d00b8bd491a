// Requests to the pages of `polyglot explore` and `setup`, and responses, without the network.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace polyglot::tools {

// Absent header fields are empty.
struct HttpRequest {
    std::string method{}; // "GET"
    std::string path{};   // "/api/position", without the query
    std::string query{};  // "token=…", without '?'
    std::string host{}, origin{}, cookie{}, content_type{};
    std::string fetch_site{}; // Sec-Fetch-Site
    std::string key{};        // X-Polyglot-Key
    std::string body{};
};

struct HttpResponse {
    unsigned status = 200;
    std::string_view type = "text/plain; charset=utf-8"; // of static storage duration
    std::string body;
    std::string set_cookie{}; // empty if none is set
    // Is called if the connection breaks before the client has the whole response.
    std::function<void()> on_lost = nullptr;
};

} // namespace polyglot::tools
