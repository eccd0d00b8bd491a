#include "config/learn_server.hpp"

#include "config/file_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <charconv>

namespace polyglot::config {
namespace {

// Returns the text after the scheme; nullopt if the text is no address.
std::optional<std::string_view> address_of(std::string_view store) {
    store = text::trim(store);
    for (const std::string_view scheme : {"postgresql://", "postgres://"})
        if (text::equal_ignoring_case(store.substr(0, scheme.size()), scheme))
            return store.substr(scheme.size());
    return std::nullopt;
}

// Replaces %41 by A, as libpq does.
std::string decode_percent(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
            decoded += static_cast<char>(value);
            i += 2;
        } else {
            decoded += text[i];
        }
    }
    return decoded;
}

} // namespace

bool is_learn_server(std::string_view store) {
    return address_of(store).has_value();
}

std::optional<std::string> why_not_learn_server(std::string_view store) {
    const auto address = address_of(store);
    if (!address) return std::nullopt;
    const std::string refusal =
        "the address of the server has a password, which would stand in logs and messages; it "
        "belongs into ~/.pgpass, a service file or PGPASSWORD";
    // Everything up to the last @, because passwords have the characters that end them.
    const std::size_t at = address->rfind('@');
    if (at != std::string_view::npos && address->substr(0, at).find(':') != std::string_view::npos)
        return refusal;
    const std::size_t query = address->find('?');
    if (query == std::string_view::npos) return std::nullopt;
    for (std::string_view rest = address->substr(query + 1); !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const std::string key = decode_percent(part.substr(0, part.find('=')));
        for (const std::string_view secret : {"password", "sslpassword"})
            if (text::equal_ignoring_case(key, secret)) return refusal;
    }
    return std::nullopt;
}

std::string learn_server_name(std::string_view address) {
    std::string_view rest = address_of(address).value_or(address);
    rest = rest.substr(0, rest.find('?'));
    // User and password end at the last @.
    const std::size_t at = rest.rfind('@');
    const std::string_view user = at == std::string_view::npos
                                      ? std::string_view()
                                      : rest.substr(0, rest.find_first_of(":@"));
    if (at != std::string_view::npos) rest.remove_prefix(at + 1);
    return path_part("learn-" + decode_percent(user) + (user.empty() ? "" : "@") +
                     decode_percent(rest));
}

std::string why_no_server_there() {
    return "BookLearnFile = postgresql://…: a server is for the config file and the command line, "
           "and was not set";
}

} // namespace polyglot::config
