// Who may ask the explorer: only the page that it has sent to the browser of the user who started
// it. docs/security.md.
#pragma once
#include "tools/explore/http.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::tools {

// Each has 128 bits of the system's randomness, in hexadecimal digits: new_token().
struct Secrets {
    std::string token; // in the address: lets the page be fetched once
    // What the browser keeps then, and sends to every server on this address, whatever its port
    std::string cookie;
    // In the page that is fetched with the token alone: what the page keeps for its own origin
    std::string key;
};

// An address is seen by others, in the list of processes where the browser is started with it:
// hence the token is good for one use. A cookie reaches other users' servers on 127.0.0.1: hence it
// is good for the page's files, which are in every copy of polyglot, and the key is asked for
// everything else.
class Guard {
  public:
    Guard(Secrets secrets, std::uint16_t port)
        : secrets_(std::move(secrets)), port_(std::to_string(port)) {}

    // The answer to a request that is refused, by its header alone. Refused are
    // - a Host that is not one of our addresses: a foreign name that leads here (DNS rebinding);
    // - an Origin that is not our own, and what the browser says comes from another site or another
    // port of this one;
    // - whatever has neither the cookie nor, for the page itself, the unused token in the address;
    // - what reads or changes something and lacks the key.
    std::optional<HttpResponse> refuse(const HttpRequest& request);

    // The page is fetched with the token: it is to be sent with the cookie and the key.
    bool opens(const HttpRequest& request) const;
    void use_token() { is_used_ = true; }
    // The page has not arrived: the token is good again, and cookie and key are others. Has no
    // effect after a request with the cookie.
    void give_token_back();

    std::string address() const;    // "http://127.0.0.1:8000/?token=…"
    std::string set_cookie() const; // the browser keeps it, scripts cannot read it
    const std::string& key() const { return secrets_.key; }

  private:
    bool is_our_host(std::string_view host) const;
    bool has_cookie(const HttpRequest& request) const;
    std::string_view why_no_cookie(const HttpRequest& request) const;
    std::string cookie_name() const; // cookies do not distinguish ports

    Secrets secrets_;
    bool is_used_ = false;     // the token
    bool has_arrived_ = false; // the page that was sent for it
    std::string port_;
};

HttpResponse refusal(unsigned status, std::string message); // a text of one line
std::string new_token();
Secrets new_secrets();

} // namespace polyglot::tools
