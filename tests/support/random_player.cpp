#include "tests/support/random_player.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"

namespace polyglot::test {

void RandomPlayer::set_position(std::string_view words) {
    const std::size_t moves_at = words.find(" moves");
    std::string_view where = words.substr(0, moves_at);
    std::string_view moves = moves_at == std::string_view::npos ? std::string_view() : words.substr(moves_at);
    text::next_word(moves);
    position_ = chess::Position::start();
    if (text::next_word(where) == "fen")
        if (const auto position = chess::parse_fen(text::trim(where))) position_ = *position;
    while (!moves.empty()) {
        const auto move = chess::parse_uci_move(position_, text::next_word(moves));
        if (!move) break;
        position_.make(*move);
    }
}

std::string RandomPlayer::choose() {
    const chess::MoveList moves = position_.legal_moves();
    if (moves.empty()) return "0000";
    return chess::format_uci_move(moves[static_cast<std::size_t>(random_.below(moves.size()))]);
}

} // namespace polyglot::test
