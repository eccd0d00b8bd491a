#include "core/chess/variants/epd.hpp"

#include "core/chess/epd_reader.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"

namespace polyglot::chess {
namespace {

constexpr int clocks_and_checks = 4; // 3+3 0 1, or 0 1 +0+0, or both

std::string with_clocks(const VariantPosition& position, const EpdCounters& counters) {
    std::string fen = format_variant_fen(position); // the clocks stand at the end
    for (int clock = 0; clock < 2; ++clock)
        fen.resize(fen.rfind(' '));
    return fen + ' ' + std::to_string(counters.half_moves) + ' ' +
           std::to_string(counters.full_moves);
}

} // namespace

Result<VariantEpd> parse_variant_epd(const Variant& variant, std::string_view line) {
    EpdReader reader(line);
    const auto position = parse_variant_fen(variant, reader.fen(clocks_and_checks));
    if (!position) return position.error();
    VariantEpd epd{{}, *position};
    EpdCounters counters{position->board().half_move_clock, position->board().full_move_number};
    if (!reader.read_operations(epd) || !reader.read_counters(epd, counters)) return reader.error();
    if (!counters.last) return epd;
    const auto clocked = parse_variant_fen(variant, with_clocks(*position, counters));
    if (!clocked) return make_error(clocked.error().message, counters.last->offset);
    epd.position = *clocked;
    return epd;
}

Result<VariantMove> parse_variant_epd_move(const VariantPosition& position, std::string_view text) {
    if (const auto move = parse_variant_uci(position, text)) return *move;
    return parse_variant_san(position, text);
}

Result<std::vector<VariantMove>> parse_variant_epd_moves(const VariantEpd& epd,
                                                         std::string_view opcode) {
    return read_epd_moves<VariantMove>(epd, opcode, [&](std::string_view word) {
        return parse_variant_epd_move(epd.position, word);
    });
}

} // namespace polyglot::chess
