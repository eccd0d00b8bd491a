#include "core/pgn/variant_scanner.hpp"

#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/pgn/game_scanner.hpp"

#include <optional>

namespace polyglot::pgn {
namespace {

struct VariantRules {
    using Position = chess::VariantPosition;
    using Move = chess::VariantMove;
    using Found = chess::VariantSanResult;

    const chess::Variant& variant;

    Position start() const { return Position::start(variant); }
    static Found read_san(const Position& position, std::string_view word) {
        return chess::resolve_variant_san(position, word);
    }
    static Found read_short(const Position& /*position*/, const Tokenizer::ShortWord& /*word*/) {
        return {}; // read_san() reads it
    }
    static std::optional<Move> read_uci(const Position& position, std::string_view squares) {
        return chess::parse_variant_uci(position, squares);
    }
    static std::string why_not(const Position& position, std::string_view word) {
        return chess::parse_variant_san(position, word).error().message;
    }
    static std::string name_next_move(const Position& position) {
        return move_name(position.side_to_move(), position.board().full_move_number);
    }
    Problem set_up(const Tags& tags, Position& position) const {
        const std::string fen = start_fen(tags);
        if (fen.empty() || !is_game_of(variant, tags)) return {};
        const auto start = chess::parse_variant_fen(variant, fen);
        if (!start) return {ProblemKind::BadFen, 0, "the FEN tag: " + start.error().message};
        position = *start;
        return {};
    }
};

} // namespace

bool is_game_of(const chess::Variant& variant, const Tags& tags) {
    const std::string_view name = tags.find("Variant");
    return !name.empty() && chess::find_variant(name) == &variant;
}

ScanCounts scan_variant_games(std::string_view text, const ScanOptions& options,
                              const chess::Variant& variant, VariantVisitor& visitor) {
    return Scanner<VariantRules>(text, options, {variant}, visitor).run();
}

} // namespace polyglot::pgn
