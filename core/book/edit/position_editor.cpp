#include "core/book/edit/position_editor.hpp"

#include "core/book/polyglot/book.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polyglot::book {
namespace {

constexpr double most = 65'535;
constexpr double close_enough = 0.0005; // of a share

} // namespace

PositionEditor::PositionEditor(const chess::Position& position, std::vector<RawEntry> entries)
    : position_(position), entries_(std::move(entries)) {}

std::size_t PositionEditor::index_of(chess::Move move) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const RawEntry& entry) { return decode_move(entry.move, position_) == move; });
    return static_cast<std::size_t>(found - entries_.begin());
}

bool PositionEditor::has(chess::Move move) const {
    return index_of(move) < entries_.size();
}

std::size_t PositionEditor::join(chess::Move move) {
    const std::size_t first = index_of(move);
    std::uint64_t sum = 0;
    for (std::size_t i = entries_.size(); i-- > first;) {
        if (decode_move(entries_[i].move, position_) != move) continue;
        sum += entries_[i].weight;
        if (i > first) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    entries_[first].weight = static_cast<std::uint16_t>(std::min<std::uint64_t>(sum, 65'535));
    return first;
}

void PositionEditor::sort() {
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const RawEntry& a, const RawEntry& b) { return a.weight > b.weight; });
}

void PositionEditor::set_weights(const std::vector<double>& weights) {
    const double highest = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
    const double scale = highest > most ? most / highest : 1;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double weight = weights[i] > 0 ? std::max(1.0, std::round(weights[i] * scale)) : 0;
        entries_[i].weight = static_cast<std::uint16_t>(weight);
    }
    sort();
}

void PositionEditor::add(chess::Move move) {
    if (has(move)) return;
    entries_.push_back({.key = position_.key(), .move = encode_move(move), .weight = 1});
    sort();
}

void PositionEditor::remove(chess::Move move) {
    std::erase_if(entries_, [&](const RawEntry& entry) { return decode_move(entry.move, position_) == move; });
}

void PositionEditor::set_weight(chess::Move move, std::uint16_t weight) {
    entries_[join(move)].weight = weight;
    sort();
}

Result<void> PositionEditor::set_share(chess::Move move, double share) {
    const std::size_t at = join(move);
    double others = 0;
    double highest = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (i == at) continue;
        others += entries_[i].weight;
        highest = std::max(highest, static_cast<double>(entries_[i].weight));
    }
    if (others == 0) return make_error("no other move has a weight");
    const double exact = others * share / (1 - share);
    double factor = 1;
    for (; std::max(highest, exact) * factor * 10 <= most; factor *= 10) {
        const double whole = std::round(exact * factor);
        if (std::abs(whole / (whole + others * factor) - share) <= close_enough) break;
    }
    std::vector<double> weights;
    weights.reserve(entries_.size());
    for (const RawEntry& entry : entries_)
        weights.push_back(factor * entry.weight);
    weights[at] = exact * factor;
    set_weights(weights);
    return {};
}

void PositionEditor::boost(chess::Move move, double factor) {
    const std::size_t at = join(move);
    std::vector<double> weights;
    weights.reserve(entries_.size());
    for (const RawEntry& entry : entries_)
        weights.push_back(entry.weight);
    weights[at] *= factor;
    set_weights(weights);
}

} // namespace polyglot::book
