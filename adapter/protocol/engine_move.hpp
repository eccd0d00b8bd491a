// Parses the moves that engines send, in either protocol. Transcripts: xboard_engine/*.txt.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"

#include <optional>
#include <string_view>

namespace polyglot::protocol {

// Returns the legal move that the text means, in any unambiguous spelling: those of
// parse_xboard_move() (e2e4, E2E4, e2-e4, e1g1, e1h1, O-O, 0-0, Ke1-g1, SAN, e8=Q), and a promotion
// without a piece (e7e8), which is one to a queen. Returns nullopt if no legal move matches.
std::optional<chess::Move> parse_engine_move(const chess::Position& position,
                                             std::string_view text);
std::optional<chess::VariantMove> parse_engine_move(const chess::VariantPosition& position,
                                                    std::string_view text);

} // namespace polyglot::protocol
