#include "tools/explore/guard.hpp"

#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <random>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::string_view token_field = "token=";

// In the same time wherever they differ.
bool is_same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned>(a[i] ^ b[i]);
    return difference == 0;
}

// The next part of "a; b" or "a&b".
std::string_view next_part(std::string_view& rest, char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return text::trim(part);
}

HttpResponse refusal(unsigned status, std::string message) {
    return {.status = status, .body = std::move(message) + '\n', .set_cookie = {}};
}

} // namespace

std::string new_token() {
    std::random_device device;
    std::string token;
    for (int i = 0; i < 2; ++i) {
        const std::uint64_t high = device();
        token += text::hexadecimal(high << 32U | device());
    }
    return token;
}

Guard::Guard(std::string token, std::string secret, std::uint16_t port)
    : token_(std::move(token)), secret_(std::move(secret)), port_(std::to_string(port)) {}

std::optional<HttpResponse> Guard::refuse(const HttpRequest& request) {
    if (!is_our_host(request.host)) return refusal(403, "This host is not served.");
    const bool is_foreign = !request.origin.empty() && request.origin != "http://" + request.host;
    const bool is_from_here =
        request.fetch_site.empty() || request.fetch_site == "same-origin" || request.fetch_site == "none";
    if (is_foreign || !is_from_here) return refusal(403, "Other sites are not served.");
    if (has_token(request)) {
        token_.clear();
    } else if (!has_secret(request)) {
        return refusal(403, token_.empty()
                                ? "The address has been opened before, in another browser: end polyglot explore "
                                  "and start it again."
                                : "Open the address that polyglot explore has printed: it ends with ?token=...");
    }
    if (request.method == "POST" && !request.content_type.starts_with("application/json"))
        return refusal(415, "The body must be JSON.");
    return std::nullopt;
}

std::string Guard::address() const {
    return "http://127.0.0.1:" + port_ + "/?" + std::string(token_field) + token_;
}

std::string Guard::set_cookie() const {
    return cookie_name() + '=' + secret_ + "; Path=/; HttpOnly; SameSite=Strict";
}

bool Guard::is_our_host(std::string_view host) const {
    for (const std::string_view name : {"127.0.0.1:", "[::1]:", "localhost:"})
        if (host.starts_with(name) && host.substr(name.size()) == port_) return true;
    return false;
}

bool Guard::has_secret(const HttpRequest& request) const {
    const std::string name = cookie_name() + '=';
    for (std::string_view rest = request.cookie; !rest.empty();)
        if (const std::string_view part = next_part(rest, ';');
            part.starts_with(name) && is_same_secret(part.substr(name.size()), secret_))
            return true;
    return false;
}

bool Guard::has_token(const HttpRequest& request) const {
    if (request.path != "/" || token_.empty()) return false;
    for (std::string_view rest = request.query; !rest.empty();)
        if (const std::string_view part = next_part(rest, '&');
            part.starts_with(token_field) && is_same_secret(part.substr(token_field.size()), token_))
            return true;
    return false;
}

std::string Guard::cookie_name() const {
    return "polyglot-" + port_;
}

} // namespace polyglot::tools
