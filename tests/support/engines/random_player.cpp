#include "tests/support/engines/random_player.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstddef>

namespace polyglot::test {
namespace {

template <class Position, class ParseMove>
void make_moves(Position& position, std::string_view moves, const ParseMove& parse) {
    while (!moves.empty()) {
        const auto move = parse(position, text::next_word(moves));
        if (!move) break;
        position.make(*move);
    }
}

} // namespace

void RandomPlayer::set_position(std::string_view words) {
    const std::size_t moves_at = words.find(" moves");
    std::string_view where = words.substr(0, moves_at);
    std::string_view moves =
        moves_at == std::string_view::npos ? std::string_view() : words.substr(moves_at);
    text::next_word(moves);
    const bool has_fen = text::next_word(where) == "fen";
    of_variant_.reset();
    if (variant_) {
        of_variant_ = chess::VariantPosition::start(*variant_);
        const auto position = chess::parse_variant_fen(*variant_, text::trim(where));
        if (has_fen && position) of_variant_ = *position;
        return make_moves(*of_variant_, moves, chess::parse_variant_uci);
    }
    position_ = chess::Position::start();
    if (has_fen)
        if (const auto position = chess::parse_fen(text::trim(where))) position_ = *position;
    make_moves(position_, moves, chess::parse_uci_move);
}

std::uint64_t RandomPlayer::position_key() const {
    return of_variant_ ? chess::variant_key(*of_variant_, chess::VariantKeys::XBoard)
                       : position_.key();
}

int RandomPlayer::value_by_key() const {
    const int white = static_cast<int>(position_key() % 301) - 150;
    const chess::Color side = of_variant_ ? of_variant_->side_to_move() : position_.side_to_move();
    return side == chess::Color::White ? white : -white;
}

std::string RandomPlayer::choose() {
    if (of_variant_) {
        const chess::VariantMoves moves = of_variant_->legal_moves();
        if (moves.empty()) return "0000";
        return chess::format_variant_uci(
            moves[static_cast<std::size_t>(random_.below(moves.size()))]);
    }
    const chess::MoveList moves = position_.legal_moves();
    if (moves.empty()) return "0000";
    return chess::format_uci_move(moves[static_cast<std::size_t>(random_.below(moves.size()))]);
}

std::string RandomPlayer::invent_thoughts(int lines, std::string_view line_end) {
    constexpr std::size_t pv_moves = 15;
    std::vector<chess::Move> pv;
    std::string text;
    for (int i = 0; i < lines; ++i) {
        // The rest of the pv is drawn again.
        pv.resize(std::min(pv.size(), static_cast<std::size_t>(random_.below(pv_moves))));
        chess::Position at = position_;
        for (const chess::Move move : pv)
            at.make(move);
        while (pv.size() < pv_moves) {
            const chess::MoveList moves = at.legal_moves();
            if (moves.empty()) break;
            pv.push_back(moves[static_cast<std::size_t>(random_.below(moves.size()))]);
            at.make(pv.back());
        }
        // There is no multipv, because PolyGlot, the other adapter of the benchmarks, dies of a few
        // hundred such lines at one depth.
        const std::string depth = std::to_string(1 + std::int64_t{i} * 60 / lines);
        text += "info depth " + depth + " seldepth " + depth + " score cp " +
                std::to_string(static_cast<int>(random_.below(400)) - 200) + " nodes " +
                std::to_string(1000 + i * 977) + " nps 1234567 hashfull 12 tbhits 0 time " +
                std::to_string(1 + i / 10) + " pv";
        for (const chess::Move move : pv)
            (text += ' ') += chess::format_uci_move(move);
        text += line_end;
    }
    return text;
}

} // namespace polyglot::test
