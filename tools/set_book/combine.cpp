#include "core/book/variants/walk.hpp"
#include "core/book/walk/walk.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/set_book/set_book.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace polyglot::tools {
namespace {

using book::Entry;
using book::RawEntry;

// The moves of entries, by their places in a book, as the format spells them. Entries that are not
// in it have the spelling of the book.
using Spellings = std::unordered_map<std::uint64_t, std::uint16_t>;

class Combination {
  public:
    Combination(const book::Book& first, const book::Book& second, const SetRules& rules)
        : second_(second),
          first_bin_(first.polyglot()),
          second_bin_(second.polyglot()),
          rules_(rules) {}

    void add_position(const chess::Position& position, const std::vector<Entry>& entries);
    void add_unreached(const std::function<bool()>& keep_on); // for a .bin
    // Notes the moves that the entries of both books are at this position, for add_unreached().
    void spell(const chess::VariantPosition& position, const book::VariantBook& first,
               const std::vector<book::VariantEntry>& entries, const book::VariantBook& second);
    SetResult finish();

  private:
    static void spell(const book::VariantBook& book, const std::vector<book::VariantEntry>& entries,
                      Spellings& spellings);
    // in_second is the move's weight in the second book, nullopt if that book does not have the
    // move.
    std::optional<std::uint64_t> weight_of(std::uint64_t weight,
                                           std::optional<std::uint64_t> in_second,
                                           bool position_known) const;
    void write(const std::vector<RawEntry>& raw, std::vector<std::uint64_t>& weights);

    const book::Book& second_;
    const book::PolyglotBook* first_bin_;
    const book::PolyglotBook* second_bin_;
    SetRules rules_;
    SetResult result_;
    std::unordered_set<std::uint64_t> reached_; // keys
    std::unordered_set<std::uint64_t> spelled_; // keys of a variant's positions
    Spellings first_spellings_, second_spellings_;
};

std::uint16_t spelling_of(const book::NumberedEntry& entry, const Spellings& spellings) {
    const auto found = spellings.find(entry.number);
    return found == spellings.end() ? entry.entry.move : found->second;
}

std::optional<std::uint64_t> Combination::weight_of(std::uint64_t weight,
                                                    std::optional<std::uint64_t> in_second,
                                                    bool position_known) const {
    const bool in_both = rules_.unit == SetUnit::Position ? position_known : in_second.has_value();
    if (rules_.operation == SetOperation::Subtract)
        return in_both ? std::nullopt : std::optional(weight);
    if (!in_both) return std::nullopt;
    const std::uint64_t other = in_second.value_or(0);
    switch (rules_.weight) {
    case SetWeight::First: return weight;
    case SetWeight::Second: return other;
    case SetWeight::Sum: return weight + other;
    case SetWeight::Min: return std::min(weight, other);
    case SetWeight::Max: return std::max(weight, other);
    }
    return weight;
}

void Combination::write(const std::vector<RawEntry>& raw, std::vector<std::uint64_t>& weights) {
    if (raw.empty()) return;
    if (fit_weights(weights)) ++result_.scaled;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        result_.entries.push_back(raw[i]);
        result_.entries.back().weight = static_cast<std::uint16_t>(weights[i]);
    }
    ++result_.positions;
}

void Combination::add_position(const chess::Position& position, const std::vector<Entry>& entries) {
    result_.entries_read += entries.size();
    if (!position.castles_with_outer_rooks()) {
        ++result_.keyless;
        return;
    }
    std::vector<RawEntry> own;
    if (first_bin_ != nullptr) {
        own = first_bin_->find_raw(position.key());
        reached_.insert(position.key());
    }
    const std::vector<Entry> others = second_.find(position);
    const bool known = std::ranges::any_of(
        others, [](const Entry& entry) { return static_cast<bool>(entry.move); });
    std::vector<RawEntry> kept;
    std::vector<std::uint64_t> weights;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        if (!entry.move && own.size() != entries.size()) continue;
        std::optional<std::uint64_t> in_second;
        for (const Entry& other : others)
            if (entry.move && other.move == entry.move)
                in_second = in_second.value_or(0) + other.weight;
        const auto weight = weight_of(entry.weight, in_second, known);
        if (!weight) continue;
        kept.push_back(own.size() == entries.size()
                           ? own[i]
                           : RawEntry{position.key(), book::encode_move(entry.move), 0, 0, 0});
        weights.push_back(*weight);
    }
    write(kept, weights);
}

// Compares these entries by their bits, because their positions are unknown.
void Combination::add_unreached(const std::function<bool()>& keep_on) {
    if (first_bin_ == nullptr) return;
    std::vector<std::byte> buffer(64U << 10U);
    const book::EntryTable& table = first_bin_->entries();
    book::EntryWindow window(table, buffer);
    const std::vector<book::NumberedEntry> no_entries;
    std::vector<RawEntry> kept;
    std::vector<std::uint64_t> weights;
    const auto flush = [&] {
        write(kept, weights);
        kept.clear();
        weights.clear();
    };
    for (std::uint64_t i = 0; i < table.size() && window.reach(i) && keep_on(); ++i) {
        const RawEntry entry = window[i];
        if (book::is_special(entry) || reached_.contains(entry.key)) continue;
        if (!kept.empty() && kept.front().key != entry.key) flush();
        if (!spelled_.contains(entry.key)) ++result_.unreached;
        ++result_.entries_read;
        const auto found = second_bin_ != nullptr ? second_bin_->find_numbered(entry.key)
                                                  : std::optional(no_entries);
        const std::vector<book::NumberedEntry>& others = found ? *found : no_entries;
        const std::uint16_t move = spelling_of({i, entry}, first_spellings_);
        std::optional<std::uint64_t> in_second;
        for (const book::NumberedEntry& other : others)
            if (spelling_of(other, second_spellings_) == move)
                in_second = in_second.value_or(0) + other.entry.weight;
        const auto weight = weight_of(entry.weight, in_second, !others.empty());
        if (!weight) continue;
        kept.push_back(entry);
        weights.push_back(*weight);
    }
    flush();
}

void Combination::spell(const book::VariantBook& book,
                        const std::vector<book::VariantEntry>& entries, Spellings& spellings) {
    for (const auto& [move, numbered] : entries)
        if (const auto raw = move ? book::encode_variant_move(*move, book.keys()) : std::nullopt)
            spellings.insert_or_assign(numbered.number, *raw);
}

void Combination::spell(const chess::VariantPosition& position, const book::VariantBook& first,
                        const std::vector<book::VariantEntry>& entries,
                        const book::VariantBook& second) {
    spelled_.insert(first.key_of(position));
    spell(first, entries, first_spellings_);
    spell(second, second.find(position), second_spellings_);
}

SetResult Combination::finish() {
    std::ranges::stable_sort(result_.entries, {}, &RawEntry::key);
    return std::move(result_);
}

} // namespace

SetResult combine_books(const book::Book& first, const book::Book& second,
                        std::span<const chess::Position> roots, const SetRules& rules,
                        const std::function<bool()>& keep_on) {
    // The unfiltered book is needed for raw entries, which the book with a filter does not have.
    Combination combination(first, second, rules);
    const std::shared_ptr<const book::Book> alias(&first, [](const book::Book*) {});
    book::walk(*book::with_key_filter(alias), roots, {.keep_on = keep_on},
               [&](const chess::Position&, std::span<const chess::Move>,
                   const chess::Position& position, const std::vector<Entry>& entries) {
                   combination.add_position(position, entries);
                   return keep_on();
               });
    combination.add_unreached(keep_on);
    return combination.finish();
}

SetResult combine_variant_books(const book::VariantBook& first, const book::VariantBook& second,
                                std::span<const chess::VariantPosition> roots,
                                const SetRules& rules, const std::function<bool()>& keep_on) {
    Combination combination(first.file(), second.file(), rules);
    book::walk_variant(first, roots, book::most_variant_positions,
                       [&](const chess::VariantPosition& position,
                           const std::vector<book::VariantEntry>& entries) {
                           combination.spell(position, first, entries, second);
                           return keep_on();
                       });
    combination.add_unreached(keep_on);
    return combination.finish();
}

} // namespace polyglot::tools
