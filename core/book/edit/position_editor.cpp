#include "core/book/edit/position_editor.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polyglot::book {
namespace {

constexpr double most = 65'535;

} // namespace

bool leaves_no_rest(double sum, std::size_t shares, bool others_are_played) {
    constexpr double no_share = 1e-9; // the rest of 1 that rounding of sums may leave
    const bool is_rounded = shares > 1 && !others_are_played;
    return sum >= 1 - no_share - (is_rounded ? share_rounding * static_cast<double>(shares) : 0);
}

template <class AnyMove>
AnyPositionEditor<AnyMove>::AnyPositionEditor(Spelling spelling, std::vector<RawEntry> entries)
    : spelling_(std::move(spelling)), entries_(std::move(entries)) {}

template <class AnyMove>
std::size_t AnyPositionEditor<AnyMove>::index_of(const AnyMove& move) const {
    const auto found = std::ranges::find_if(
        entries_, [&](const RawEntry& entry) { return spelling_.decode(entry.move) == move; });
    return static_cast<std::size_t>(found - entries_.begin());
}

template <class AnyMove>
bool AnyPositionEditor<AnyMove>::has(const AnyMove& move) const {
    return index_of(move) < entries_.size();
}

template <class AnyMove>
std::size_t AnyPositionEditor<AnyMove>::join(const AnyMove& move) {
    const std::size_t first = index_of(move);
    std::uint64_t sum = 0;
    for (std::size_t i = entries_.size(); i-- > first;) {
        if (spelling_.decode(entries_[i].move) != move) continue;
        sum += entries_[i].weight;
        if (i > first) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    entries_[first].weight = static_cast<std::uint16_t>(std::min<std::uint64_t>(sum, 65'535));
    return first;
}

template <class AnyMove>
void AnyPositionEditor<AnyMove>::sort() {
    std::ranges::stable_sort(entries_, std::ranges::greater(), &RawEntry::weight);
}

template <class AnyMove>
void AnyPositionEditor<AnyMove>::set_weights(const std::vector<double>& weights) {
    const double highest = weights.empty() ? 0 : *std::ranges::max_element(weights);
    const double scale = highest > most ? most / highest : 1;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double weight = weights[i] > 0 ? std::max(1.0, std::round(weights[i] * scale)) : 0;
        entries_[i].weight = static_cast<std::uint16_t>(weight);
    }
    sort();
}

template <class AnyMove>
void AnyPositionEditor<AnyMove>::add(const AnyMove& move) {
    if (has(move)) return;
    entries_.push_back({.key = spelling_.key, .move = spelling_.encode(move), .weight = 1});
    sort();
}

template <class AnyMove>
void AnyPositionEditor<AnyMove>::remove(const AnyMove& move) {
    std::erase_if(entries_,
                  [&](const RawEntry& entry) { return spelling_.decode(entry.move) == move; });
}

template <class AnyMove>
void AnyPositionEditor<AnyMove>::set_weight(const AnyMove& move, std::uint16_t weight) {
    entries_[join(move)].weight = weight;
    sort();
}

template <class AnyMove>
Result<void> AnyPositionEditor<AnyMove>::set_share(const AnyMove& move, double share) {
    return set_shares({{move, share}});
}

template <class AnyMove>
Result<void>
AnyPositionEditor<AnyMove>::set_shares(const std::vector<MoveShareOf<AnyMove>>& shares) {
    for (const auto& wanted : shares)
        join(wanted.move);
    std::vector<std::optional<double>> wanted(entries_.size());
    double wanted_sum = 0;
    for (const auto& share : shares) {
        wanted[index_of(share.move)] = share.share;
        wanted_sum += share.share;
    }
    double before = 0;
    double others = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        before += entries_[i].weight;
        if (!wanted[i]) others += entries_[i].weight;
    }
    const bool no_rest = leaves_no_rest(wanted_sum, shares.size(), others > 0);
    if (others == 0 && !no_rest)
        return make_error((shares.size() > 1
                               ? "these shares make " + text::per_cent(wanted_sum) + ", and "
                               : "") +
                          "no other move has a weight");
    // The weights after the edit, as exact numbers. Those of the other moves stay, or are 0.
    const double total = no_rest ? std::max(before, 1.0) / wanted_sum : others / (1 - wanted_sum);
    std::vector<double> exact;
    for (std::size_t i = 0; i < entries_.size(); ++i)
        exact.push_back(wanted[i] ? *wanted[i] * total : no_rest ? 0 : entries_[i].weight);
    const double highest = *std::ranges::max_element(exact);
    const auto is_met = [&](double factor) {
        double sum = 0;
        for (const double weight : exact)
            sum += std::round(weight * factor);
        if (sum == 0) return false; // all weights would round to 0
        for (std::size_t i = 0; i < exact.size(); ++i) {
            const double share = wanted[i] ? *wanted[i] / (no_rest ? wanted_sum : 1) : 0;
            if (wanted[i] &&
                std::abs(std::round(exact[i] * factor) / sum - share) > share_tolerance)
                return false;
        }
        return true;
    };
    double factor = 1;
    while (highest * factor * 10 <= most && !is_met(factor))
        factor *= 10;
    for (double& weight : exact)
        weight *= factor;
    set_weights(exact);
    return {};
}

template <class AnyMove>
void AnyPositionEditor<AnyMove>::boost(const AnyMove& move, double factor) {
    const std::size_t at = join(move);
    std::vector<double> weights;
    weights.reserve(entries_.size());
    for (const RawEntry& entry : entries_)
        weights.push_back(entry.weight);
    weights[at] *= factor;
    set_weights(weights);
}

template class AnyPositionEditor<chess::Move>;
template class AnyPositionEditor<chess::VariantMove>;

PositionEditor::PositionEditor(const chess::Position& position, std::vector<RawEntry> entries)
    : AnyPositionEditor({position.key(),
                         [position](std::uint16_t raw) -> std::optional<chess::Move> {
                             const chess::Move move = decode_move(raw, position);
                             return move ? std::optional(move) : std::nullopt;
                         },
                         [](chess::Move move) { return encode_move(move); }},
                        std::move(entries)) {}

VariantPositionEditor::VariantPositionEditor(const VariantBook& book,
                                             const chess::VariantPosition& position,
                                             std::vector<RawEntry> entries)
    : AnyPositionEditor({book.key_of(position),
                         [position, legal = position.legal_moves()](std::uint16_t raw) {
                             return decode_variant_move(raw, position, legal);
                         },
                         // XBoard has no promotion to king, so such a move cannot be added.
                         [keys = book.keys()](const chess::VariantMove& move) {
                             return encode_variant_move(move, keys).value_or(0);
                         }},
                        std::move(entries)) {}

} // namespace polyglot::book
