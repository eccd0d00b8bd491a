// BookLearnFile = postgresql://…: results in a PostgreSQL server (docs/learning.md). It is named in
// the config file or on the command line only. Test: learn_server_test.cpp.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::config {

// Returns true if the name of a store is the address of a server.
bool is_learn_server(std::string_view store);

// Returns why the address is refused: it has a password, which would be shown in logs and messages.
// The text does not repeat the address. nullopt for good addresses, and for files.
std::optional<std::string> why_not_learn_server(std::string_view store);

// Returns the address as libpq knows it: its scheme in small letters, without blanks around it.
std::string learn_server_address(std::string_view address);

// Returns a name for files about this server, of its user, host and database, which no other server
// has: with a hash if the name does not say all. A password that the address should not have is not
// part of it.
std::string learn_server_name(std::string_view address);

// The reason why an address is refused in a file that a peer may have had written.
std::string why_no_server_there();

} // namespace polyglot::config
