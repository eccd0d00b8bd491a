#include "config/learn_server.hpp"

#include "config/file_name.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <vector>

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

constexpr std::size_t longest_name = 79; // bytes, as path_part() leaves

struct Parameter {
    std::string name;
    std::string_view whole;
};

// Returns the parameters after the first '?'.
std::vector<Parameter> parameters_of(std::string_view address) {
    std::vector<Parameter> parameters;
    const std::size_t query = address.find('?');
    if (query == std::string_view::npos) return parameters;
    for (std::string_view rest = address.substr(query + 1); !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        parameters.push_back({decode_percent(part.substr(0, part.find('='))), part});
    }
    return parameters;
}

// Everything up to the last @, because passwords have the characters that end them; but values of
// parameters, like user=me@realm, may have an @, too.
bool has_secret(std::string_view address) {
    constexpr std::array<std::string_view, 5> secrets{
        "password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key"};
    constexpr std::array<std::string_view, 8> with_at{
        "user", "dbname", "host", "options", "service", "passfile", "application_name", "sslcert"};
    const auto is_in = [](const auto& names, std::string_view name) {
        return std::ranges::any_of(names, [name](std::string_view known) {
            return text::equal_ignoring_case(known, name);
        });
    };
    const auto ends_password = [address](std::size_t at) {
        return at != std::string_view::npos &&
               address.substr(0, at).find(':') != std::string_view::npos;
    };
    // What libpq takes for user and password.
    const std::size_t end = address.find_first_of("@/");
    if (end != std::string_view::npos && address[end] == '@' && ends_password(end)) return true;
    if (ends_password(address.substr(0, address.find('?')).rfind('@'))) return true;
    for (const auto& [name, whole] : parameters_of(address)) {
        if (is_in(secrets, name)) return true;
        const std::size_t at = whole.rfind('@');
        if (at != std::string_view::npos && !is_in(with_at, name) &&
            ends_password(static_cast<std::size_t>(whole.data() - address.data()) + at))
            return true;
    }
    return false;
}

// Returns the parameters that say which database it is, without those of how it is reached.
std::string parameters_of_place(std::string_view address) {
    constexpr std::array<std::string_view, 10> others{
        "ssl",      "gss",         "keepalives", "tcp_user_timeout", "connect_timeout",
        "passfile", "application", "fallback_",  "client_encoding",  "channel_binding"};
    std::string found;
    for (const Parameter& parameter : parameters_of(address)) {
        const std::string& name = parameter.name;
        const bool is_other = std::ranges::any_of(others, [&name](std::string_view other) {
            return text::equal_ignoring_case(name.substr(0, other.size()), other);
        });
        if (!is_other) (found += found.empty() ? "" : "&") += parameter.whole;
    }
    return found;
}

// FNV-1a, in 8 digits.
std::string short_hash(std::string_view text) {
    std::uint32_t hash = 0x811c'9dc5U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x0100'0193U;
    return text::hexadecimal(hash).substr(8);
}

} // namespace

bool is_learn_server(std::string_view store) {
    return address_of(store).has_value();
}

std::optional<std::string> why_not_learn_server(std::string_view store) {
    const auto address = address_of(store);
    if (!address || !has_secret(*address)) return std::nullopt;
    return "the address of the server has a password, which would stand in logs and messages; it "
           "belongs into ~/.pgpass, a service file or PGPASSWORD";
}

std::string learn_server_address(std::string_view address) {
    const auto rest = address_of(address);
    return rest ? "postgresql://" + std::string(*rest) : std::string(address);
}

std::string learn_server_name(std::string_view address) {
    std::string_view rest = address_of(address).value_or(address);
    const std::string parameters = parameters_of_place(rest);
    rest = rest.substr(0, rest.find('?'));
    // User and password end at the last @.
    const std::size_t at = rest.rfind('@');
    const std::string_view user = at == std::string_view::npos
                                      ? std::string_view()
                                      : rest.substr(0, rest.find_first_of(":@"));
    if (at != std::string_view::npos) rest.remove_prefix(at + 1);
    const std::string whole =
        "learn-" + decode_percent(user) + (user.empty() ? "" : "@") + decode_percent(rest);
    const std::string name = path_part(whole);
    // Two servers never share the file of games that wait: a name lacks parameters, has one letter
    // for many, and on some systems in any case.
    const std::string hash = '-' + short_hash(whole + '?' + parameters);
    return path_part(plain_name(name, longest_name - hash.size()) + hash);
}

std::string why_no_server_there() {
    return "BookLearnFile = postgresql://…: a server is for the config file and the command line, "
           "and was not set";
}

} // namespace polyglot::config
