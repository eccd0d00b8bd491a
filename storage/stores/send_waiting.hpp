// Sends games that wait in a file to a server.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"
#include "storage/stores/learn_server.hpp"
#include "storage/stores/waiting_file.hpp"

#include <cstddef>
#include <functional>

namespace polyglot::io {

// Sends at most this many games, as long as goes_on() is true. The file is not locked meanwhile, so
// that several processes may send the same game; the server counts it once. The error is the first
// one if no game could be sent.
Result<book::TakenIn> send_waiting(WaitingFile& file, LearnServer& server, std::size_t most_games,
                                   const std::function<bool()>& goes_on);

} // namespace polyglot::io
