// Restricts the server of a command to the page that it has sent to the browser of its user.
// See docs/security.md. tests/unit/tools/pages/guard_test.cpp shows each refusal.
#pragma once
#include "tools/pages/http.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::tools {

// The secrets each have 128 bits of the system's randomness in hexadecimal digits: new_token().
struct Secrets {
    std::string token; // in the address; fetches the page once
    // The browser then keeps the cookie and sends it to every server on this address, whatever its
    // port.
    std::string cookie;
    // Is contained only in the page that is fetched with the token; the page keeps it for its own
    // origin.
    std::string key;
};

// Other users can see the address in the list of processes, because the browser is started with it;
// therefore the token is valid for one use, and the server refuses other users where it can tell
// them (peer_user.hpp). A cookie also reaches other users' servers on
// 127.0.0.1; therefore it opens only the page's files, which are in every copy of polyglot, and
// everything else requires the key.
class Guard {
  public:
    // `command` is the one whose page it is, "explore", for the messages.
    Guard(std::string_view command, Secrets secrets, std::uint16_t port)
        : command_("polyglot " + std::string(command)),
          secrets_(std::move(secrets)),
          port_(std::to_string(port)) {}

    // Returns the answer to a request that is refused, judged by its header, or nullopt if it is
    // accepted. Refused are requests
    // - with a Host that is not one of our addresses: a foreign name that leads here (DNS
    //   rebinding);
    // - with an Origin that is not ours, or that the browser marks as coming from another site or
    //   another port;
    // - with neither the cookie nor, for the page itself, the unused token in the address;
    // - that read or change something and lack the key.
    std::optional<HttpResponse> refuse(const HttpRequest& request);

    // Returns whether the request fetches the page with the token; the answer must contain the
    // cookie and the key.
    bool opens(const HttpRequest& request) const;
    void use_token() { is_used_ = true; }
    // Makes the token valid again and replaces cookie and key, because the page has not arrived.
    // Has no effect after a request with the cookie.
    void give_token_back();

    std::string address() const;    // "http://127.0.0.1:8000/?token=…"
    std::string set_cookie() const; // kept by the browser, unreadable for scripts
    const std::string& key() const { return secrets_.key; }

  private:
    bool is_our_host(std::string_view host) const;
    bool has_cookie(const HttpRequest& request) const;
    std::string why_other_page() const;
    std::string why_no_cookie(const HttpRequest& request) const;
    // Contains the port, because browsers do not separate cookies by port.
    std::string cookie_name() const;

    std::string command_;
    Secrets secrets_;
    bool is_used_ = false;     // the token
    bool has_arrived_ = false; // the page that was sent for the token
    std::string port_;
};

HttpResponse refusal(unsigned status, std::string message); // a text of one line
std::string new_token();
Secrets new_secrets();

} // namespace polyglot::tools
