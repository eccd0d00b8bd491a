// The store of results in a server, in play: no call waits for the server.
//
// A game is written into the file of games that wait beside the log and the other files of the
// start folder; a thread sends it from there, and removes it when the server has it. So a kill
// loses no game, and a server that is away costs nothing. The results of a position are asked for
// in the background, too, and kept until the next game (docs/adr/0014-…).
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace polyglot::io {

// Returns the address if the name of a store is that of a server; nullopt for a file. On Windows a
// path has other separators than the address.
std::optional<std::string> server_of(const std::filesystem::path& store);

// Returns the path of the server's file in this folder, which does not exist itself: the games wait
// in the file beside it (WaitingFile).
std::filesystem::path place_of_server(const std::string& address,
                                      const std::filesystem::path& folder);

// The error says that no file can be made beside the place.
Result<void> check_waiting_place(const std::filesystem::path& place);

// Starts to connect. The error says why the library cannot be used, or why games could not wait.
Result<std::shared_ptr<book::LearnStore>> open_server_store(const std::string& address,
                                                            const std::filesystem::path& folder);

// Returns true once a thread has been started to send results. It may be in the middle of a TLS
// handshake when the adapter ends, and crashes if libraries are cleaned up under it; so the program
// then ends by std::_Exit(). Test: test_learn_server_ends.py.
bool has_started_server_thread();

} // namespace polyglot::io
