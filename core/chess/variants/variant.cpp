#include "core/chess/variants/variant.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <string>

namespace polyglot::chess {
namespace {

// A name that several variants have belongs to the first.
constexpr std::array variants{&antichess,    &giveaway,   &suicide, &losers,
                              &atomic,       &crazyhouse, &horde,   &king_of_the_hill,
                              &racing_kings, &three_check};

std::string normalised(std::string_view name) {
    std::string text;
    for (const char c : name)
        if (!text::is_blank(c) && c != '-') text += text::to_lower(c);
    if (text.ends_with("960")) text.resize(text.size() - 3);
    return text;
}

bool is_one_of(std::string_view name, std::string_view names) {
    for (std::string_view known = text::next_word(names); !known.empty();
         known = text::next_word(names))
        if (name == known) return true;
    return false;
}

} // namespace

bool is_king_attacked(const VariantBoard& board, Color c) {
    const Square king = board.king(c);
    return king != NoSquare && board.is_attacked(king, ~c);
}

std::span<const Variant* const> all_variants() {
    return variants;
}

const Variant* find_variant(std::string_view name) {
    const std::string wanted = normalised(name);
    // A variant's UCI name wins over the further names of others.
    for (const Variant* variant : variants)
        if (wanted == variant->uci) return variant;
    const auto found = std::ranges::find_if(variants, [&](const Variant* variant) {
        return wanted == variant->xboard || wanted == normalised(variant->pgn) ||
               is_one_of(wanted, variant->also);
    });
    return found == variants.end() ? nullptr : *found;
}

bool has_only_kings(const VariantBoard& board) {
    return board.occupied() == board.pieces(PieceType::King);
}

std::optional<VariantEnd> won_by(bool white, bool black) {
    if (!white && !black) return std::nullopt;
    return VariantEnd{VariantEnd::Reason::VariantRule, white ? Color::White : Color::Black};
}

} // namespace polyglot::chess
