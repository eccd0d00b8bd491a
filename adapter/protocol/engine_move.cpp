#include "adapter/protocol/engine_move.hpp"

#include "adapter/protocol/xboard/xboard.hpp"

#include <string>

namespace polyglot::protocol {

std::optional<chess::Move> parse_engine_move(const chess::Position& position,
                                             std::string_view text) {
    if (const auto move = parse_xboard_move(position, text)) return move;
    constexpr std::size_t longest = 6; // Pa7-a8
    if (text.size() > longest) return std::nullopt;
    return parse_xboard_move(position, std::string(text) + 'q');
}

} // namespace polyglot::protocol
