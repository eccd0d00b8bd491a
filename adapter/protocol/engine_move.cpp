#include "adapter/protocol/engine_move.hpp"

#include "adapter/protocol/xboard/xboard.hpp"

#include <string>

namespace polyglot::protocol {

namespace {

template <typename Position>
auto parse_with_or_without_piece(const Position& position, std::string_view text) {
    auto move = parse_xboard_move(position, text);
    if (!move) move = parse_xboard_move(position, std::string(text) + 'q');
    return move;
}

} // namespace

std::optional<chess::Move> parse_engine_move(const chess::Position& position,
                                             std::string_view text) {
    return parse_with_or_without_piece(position, text);
}

std::optional<chess::VariantMove> parse_engine_move(const chess::VariantPosition& position,
                                                    std::string_view text) {
    return parse_with_or_without_piece(position, text);
}

} // namespace polyglot::protocol
