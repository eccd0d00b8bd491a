#include "adapter/session/xboard_engine/game_line.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

Result<chess::Position> parse_start(std::string_view start) {
    if (start == "startpos") return chess::Position::start();
    return chess::parse_fen(start);
}

std::size_t common_moves(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                    a.begin());
}

bool begins_with(const std::vector<std::string>& moves, const std::vector<std::string>& beginning) {
    return common_moves(moves, beginning) == beginning.size();
}

bool passes_draw(const GameLine& line) {
    const auto start = parse_start(line.start);
    if (!start) return false;
    chess::Game game(*start);
    for (const std::string& text : line.moves) {
        const auto move = chess::parse_uci_move(game.position(), text);
        if (!move) return false;
        if (game.end() != chess::GameEnd::None) return true;
        game.push(*move);
    }
    return false;
}

} // namespace polyglot::session
