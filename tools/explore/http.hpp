// What passes between the browser and `polyglot explore`, without the network: docs/explore.md.
#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace polyglot::tools {

// Header fields that are absent are empty.
struct HttpRequest {
    std::string method; // "GET"
    std::string path;   // "/api/position", without the query
    std::string query;  // "token=…", without '?'
    std::string host, origin, cookie, content_type;
    std::string fetch_site; // Sec-Fetch-Site
    std::string key;        // X-Polyglot-Key
    std::string body;
};

struct HttpResponse {
    unsigned status = 200;
    std::string_view type = "text/plain; charset=utf-8"; // of static storage duration
    std::string body;
    std::string set_cookie;                  // empty: none
    std::function<void()> on_lost = nullptr; // the connection broke before the client had all of it
};

} // namespace polyglot::tools
