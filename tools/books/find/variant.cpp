#include "tools/books/find/variant.hpp"

#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/books/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using book::VariantEntry;
using chess::VariantMove;
using chess::VariantPosition;

NamedMove name_move(const VariantPosition& position, const VariantMove& move,
                    chess::CastlingStyle style) {
    return {chess::format_variant_uci(move, style), chess::format_variant_san(position, move)};
}

} // namespace

book::Entry to_rate(const VariantEntry& entry) {
    const book::RawEntry& raw = entry.numbered.entry;
    return {entry.move ? chess::Move(chess::A1, chess::H8) : chess::Move(), raw.weight,
            raw.learn_count, raw.learn_sum};
}

std::vector<book::Candidate> rate(const std::vector<VariantEntry>& found,
                                  const book::Policy& policy) {
    std::vector<book::Entry> entries;
    std::ranges::transform(found, std::back_inserter(entries), to_rate);
    return book::rate(entries, policy);
}

VariantFinder::VariantFinder(const book::VariantBook& book, int threshold_per_mil)
    : book_(book), dialect_(dialect_of(book.file())) {
    policy_.threshold_per_mil = threshold_per_mil;
}

FoundPosition VariantFinder::find(const VariantPosition& position,
                                  const CastlingSpelling& spelling) const {
    FoundPosition found;
    found.fen = chess::format_variant_fen(position, {.castling = spelling.rights});
    found.key = book_.key_of(position);
    const std::vector<VariantEntry> entries = book_.find(position);
    if (entries.empty()) found.not_here = "not in the book";
    const std::vector<book::Candidate> candidates = rate(entries, policy_);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        FoundMove move;
        move.entry = to_rate(entries[i]);
        move.candidate = candidates[i];
        move.number = entries[i].numbered.number;
        if (const auto& legal = entries[i].move) {
            move.name = name_move(position, *legal, spelling.moves);
            move.reply = reply_to(position, *legal, spelling.moves);
        } else {
            move.name.uci = format_raw_move(entries[i].numbered.entry.move);
        }
        move.why_not = why_not(move, policy_);
        found.moves.push_back(std::move(move));
    }
    return found;
}

// The heaviest one, of equals the first.
std::optional<NamedMove> VariantFinder::reply_to(const VariantPosition& position,
                                                 const VariantMove& move,
                                                 chess::CastlingStyle style) const {
    VariantPosition after = position;
    after.make(move);
    const std::vector<VariantEntry> entries = book_.find(after);
    const std::vector<book::Candidate> candidates = rate(entries, policy_);
    const auto rank = [](const book::Candidate& candidate) {
        return std::pair(candidate.playable, candidate.weight);
    };
    const auto best = std::ranges::max_element(candidates, {}, rank);
    if (best == candidates.end() || !best->playable) return std::nullopt;
    return name_move(after, *entries[static_cast<std::size_t>(best - candidates.begin())].move,
                     style);
}

} // namespace polyglot::tools
