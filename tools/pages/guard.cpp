#include "tools/pages/guard.hpp"

#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <random>

namespace polyglot::tools {
namespace {

constexpr std::string_view token_field = "token=";

// Takes the same time for all differences.
bool is_same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned>(a[i] ^ b[i]);
    return difference == 0;
}

// Returns the next part of "a; b" or "a&b".
std::string_view next_part(std::string_view& rest, char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return text::trim(part);
}

// Returns the token in the address, or nullopt if there is none.
std::optional<std::string_view> token_of(const HttpRequest& request) {
    for (std::string_view rest = request.query; !rest.empty();)
        if (const std::string_view part = next_part(rest, '&'); part.starts_with(token_field))
            return part.substr(token_field.size());
    return std::nullopt;
}

} // namespace

HttpResponse refusal(unsigned status, std::string message) {
    return {.status = status, .body = std::move(message) + '\n'};
}

std::string new_token() {
    std::random_device device;
    std::string token;
    for (int i = 0; i < 2; ++i) {
        const std::uint64_t high = device();
        token += text::hexadecimal(high << 32U | device());
    }
    return token;
}

Secrets new_secrets() {
    return {.token = new_token(), .cookie = new_token(), .key = new_token()};
}

std::optional<HttpResponse> Guard::refuse(const HttpRequest& request) {
    if (!is_our_host(request.host)) return refusal(403, "This host is not served.");
    const bool is_foreign = !request.origin.empty() && request.origin != "http://" + request.host;
    const bool is_from_here = request.fetch_site.empty() || request.fetch_site == "same-origin" ||
                              request.fetch_site == "none";
    if (is_foreign || !is_from_here) return refusal(403, "Other sites are not served.");
    if (opens(request)) return std::nullopt;
    if (!has_cookie(request)) return refusal(403, why_no_cookie(request));
    has_arrived_ = true;
    if (request.method == "GET") return std::nullopt;
    if (!is_same_secret(request.key, secrets_.key)) return refusal(403, why_other_page());
    if (request.method == "POST" && !request.content_type.starts_with("application/json"))
        return refusal(415, "The body must be JSON.");
    return std::nullopt;
}

std::string Guard::why_other_page() const {
    return "This page is of another " + command_ +
           ": open the address that the running one has printed. It opens only once: if it has "
           "been opened before, end " +
           command_ + " and start it again.";
}

std::string Guard::why_no_cookie(const HttpRequest& request) const {
    const auto token = token_of(request);
    if (token && !is_same_secret(*token, secrets_.token)) return why_other_page();
    if (!is_used_)
        return "Open the address that " + command_ + " has printed: it ends with ?token=...";
    const std::string again = "end " + command_ + " and start it again.";
    if (token) return "The address has been opened before, and opens only once: " + again;
    return "The cookie is missing that the browser got when it opened the address. Another "
           "browser, or one that has deleted the cookie, needs a new address: " +
           again;
}

bool Guard::opens(const HttpRequest& request) const {
    const auto token = token_of(request);
    return request.method == "GET" && request.path == "/" && !is_used_ && token &&
           is_same_secret(*token, secrets_.token);
}

// A client that has broken the connection on purpose may have read the page; therefore its cookie
// and key become invalid.
void Guard::give_token_back() {
    if (has_arrived_ || !is_used_) return;
    is_used_ = false;
    secrets_.cookie = new_token();
    secrets_.key = new_token();
}

std::string Guard::address() const {
    return "http://127.0.0.1:" + port_ + "/?" + std::string(token_field) + secrets_.token;
}

std::string Guard::set_cookie() const {
    return cookie_name() + '=' + secrets_.cookie + "; Path=/; HttpOnly; SameSite=Strict";
}

bool Guard::is_our_host(std::string_view host) const {
    for (const std::string_view name : {"127.0.0.1:", "[::1]:", "localhost:"})
        if (host.starts_with(name) && host.substr(name.size()) == port_) return true;
    return false;
}

bool Guard::has_cookie(const HttpRequest& request) const {
    const std::string name = cookie_name() + '=';
    for (std::string_view rest = request.cookie; !rest.empty();)
        if (const std::string_view part = next_part(rest, ';');
            part.starts_with(name) && is_same_secret(part.substr(name.size()), secrets_.cookie))
            return true;
    return false;
}

std::string Guard::cookie_name() const {
    return "polyglot-" + port_;
}

} // namespace polyglot::tools
