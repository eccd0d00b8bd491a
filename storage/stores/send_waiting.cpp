#include "storage/stores/send_waiting.hpp"

#include <optional>
#include <vector>

namespace polyglot::io {

Result<book::TakenIn> send_waiting(WaitingFile& file, LearnServer& server, std::size_t most_games,
                                   const std::function<bool()>& goes_on) {
    const auto games = file.copy(most_games);
    if (!games) return games.error();
    std::vector<WaitingFile::Sent> sent;
    std::optional<Error> failure;
    for (const WaitingGame& game : *games) {
        if (!goes_on()) break;
        const auto moves = server.record_once(game, {});
        if (moves) {
            sent.push_back({game.id, *moves});
            continue;
        }
        if (!failure) failure = moves.error();
        // Of a game that the server refuses for its content, the others are not the worse.
        if (server.may_try_again()) break;
    }
    if (sent.empty() && failure) return *failure;
    auto done = file.mark(sent);
    if (done && failure) done->has_more = true;
    return done;
}

} // namespace polyglot::io
