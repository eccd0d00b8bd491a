#include "tools/books/writers/variant_entries.hpp"

#include "core/book/entry_table.hpp"
#include "core/chess/variants/key.hpp"

#include <string>

namespace polyglot::tools {

void VariantEntries::add(const chess::VariantPosition& position, std::span<const Item> moves) {
    const std::uint64_t key = chess::variant_key(position, keys_);
    std::vector<book::BookEntry>& known = by_key_[key];
    const std::size_t number = known.empty() ? 0 : known.back().book + 1;
    for (const Item& item : moves) {
        const auto raw = book::encode_variant_move(item.move, keys_);
        if (!raw) {
            ++without_code_;
            continue;
        }
        book::RawEntry entry = item.entry;
        entry.key = key;
        entry.move = *raw;
        known.push_back({number, entry});
    }
}

VariantEntryCounts VariantEntries::write(const std::function<void(std::string_view)>& write) {
    VariantEntryCounts counts{.without_code = without_code_};
    book::PositionMerger merger({.by = book::MergeBy::Max});
    for (const auto& [key, known] : by_key_) {
        if (known.empty()) continue;
        const std::vector<book::RawEntry>& merged = merger.merge(known);
        std::string bytes;
        book::append_entries(bytes, merged);
        write(bytes);
        ++counts.positions;
        counts.entries += merged.size();
    }
    return counts;
}

} // namespace polyglot::tools
