// Who may ask the explorer: only the page that it has sent to the browser of the user who started it. docs/security.md.
#pragma once
#include "tools/explore/http.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace polyglot::tools {

class Guard {
  public:
    // token, in the address, lets the page be fetched once: an address is seen by others, in the list of processes
    // where the browser is started with it. secret is what the browser then keeps. Both have 128 bits of the system's
    // randomness, in hexadecimal digits: new_token().
    Guard(std::string token, std::string secret, std::uint16_t port);

    // The answer to a request that is refused. Refused are
    // - a Host that is not one of our addresses: a foreign name that leads here (DNS rebinding);
    // - an Origin that is not our own, and what the browser says comes from another site or another port of this one;
    // - whatever has neither the secret in its cookie nor, for the page itself, the unused token in the address.
    std::optional<HttpResponse> refuse(const HttpRequest& request);

    std::string address() const;    // "http://127.0.0.1:8000/?token=…"
    std::string set_cookie() const; // what the page is sent with: the browser keeps the secret, scripts cannot read it

  private:
    bool is_our_host(std::string_view host) const;
    bool has_secret(const HttpRequest& request) const;
    bool has_token(const HttpRequest& request) const;
    std::string cookie_name() const; // cookies do not distinguish ports

    std::string token_; // empty: used
    std::string secret_;
    std::string port_;
};

std::string new_token();

} // namespace polyglot::tools
