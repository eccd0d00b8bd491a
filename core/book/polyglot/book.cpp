#include "core/book/polyglot/book.hpp"

#include "core/book/buffers.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/book/walk/key_set.hpp"

#include <algorithm>
#include <array>

namespace polyglot::book {
namespace {

constexpr std::uint64_t sampled_pages = 16;
constexpr std::uint64_t max_header_entries = 4096; // 32 KiB of text; real headers have six entries

bool is_zero(const RawEntry& entry) {
    return entry == RawEntry{};
}

} // namespace

Result<PolyglotBook> PolyglotBook::open(std::shared_ptr<const ByteReader> bytes,
                                        std::uint64_t most_unsorted_bytes) {
    const std::uint64_t size = bytes->size();
    PageBuffer head{};
    const std::size_t count = bytes->read_at(0, head);
    if (count < std::min<std::uint64_t>(size, head.size())) return make_error("cannot be read");
    if (const auto other = recognise_other_format(std::span(head).first(count), size))
        return make_error("not a PolyGlot book: " + *other);
    PolyglotBook book(std::move(bytes));
    if (const std::uint64_t rest = size % entry_size; rest != 0)
        book.warnings_.push_back("the last " + std::to_string(rest) + " of " +
                                 std::to_string(size) +
                                 " bytes are not a whole entry and are left out");
    if (auto error = book.inspect(most_unsorted_bytes)) return *std::move(error);
    return book;
}

Result<PolyglotBook> PolyglotBook::open(std::span<const std::byte> bytes) {
    return open(std::make_shared<const SpanReader>(bytes));
}

std::optional<Error> PolyglotBook::inspect(std::uint64_t most_unsorted_bytes) {
    const std::uint64_t size = table_.size() * entry_size;
    trim_zero_tail();
    const Evidence evidence = sample(table_, sampled_pages);
    if (const auto against = judge(evidence, size))
        return make_error("not a PolyGlot book: " + *against);
    read_header();

    if (evidence.descents > 0 && size > most_unsorted_bytes)
        return make_error("the entries are not sorted by key, and there are more than " +
                          std::to_string(most_unsorted_bytes >> 20U) +
                          " MiB of them: sort them with polyglot merge-book -in FILE -out SORTED");
    const bool examine = size <= full_check_limit || evidence.descents > 0;
    order_ = examine ? KeyOrder::examine(table_) : KeyOrder::assume_sorted(table_);
    if (!order_.sorted()) {
        const std::size_t runs = order_.run_count();
        warnings_.push_back(
            runs > 0 ? "the entries are not sorted by key but in " + std::to_string(runs) +
                           " sorted pieces, each of which is searched"
                     : "the entries are not sorted by key; found through an index in memory");
    }
    if (evidence.moves == 0) warnings_.emplace_back("the book holds no moves");
    if (evidence.possible < evidence.moves)
        warnings_.push_back(std::to_string(evidence.moves - evidence.possible) + " of " +
                            std::to_string(evidence.moves) +
                            " entries looked at hold no possible move");
    return std::nullopt;
}

// Removes zeros at the end, which a file has if it was given its full length before its contents
// arrived (downloads, sparse files). They form a single block, so bisection finds its beginning.
void PolyglotBook::trim_zero_tail() {
    const std::uint64_t size = table_.size();
    if (!is_zero(table_[size - 1])) return;
    std::uint64_t low = 0; // the first zero entry of the tail is in [low, high]
    std::uint64_t high = size - 1;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (is_zero(table_[middle])) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    // A header may end in an entry of zeros, so nothing is cut if only header entries precede the
    // zeros.
    if (low == 0 || table_[low - 1].key == header_key) return;
    table_.shrink(low);
    warnings_.push_back("the file ends in " + std::to_string((size - low) * entry_size) +
                        " zero bytes, which are left out, as of an unfinished download");
}

void PolyglotBook::read_header() {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by reading
    PageBuffer buffer;
    EntryWindow window(table_, buffer);
    std::string text;
    std::uint64_t count = 0;
    for (; count < std::min(table_.size(), max_header_entries) && window.reach(count); ++count) {
        const RawEntry entry = window[count];
        if (entry.key != header_key) break;
        for (const unsigned field :
             {entry.move, entry.weight, entry.learn_count, entry.learn_sum}) {
            text += static_cast<char>(field >> 8U);
            text += static_cast<char>(field & 0xffU);
        }
    }
    if (count == 0) return;
    header_ = parse_header(text);
    if (!header_)
        warnings_.push_back("the book starts with " + std::to_string(count) +
                            " entries of key 0 that are not an @PG@ header; they are skipped");
}

std::optional<std::vector<NumberedEntry>> PolyglotBook::find_numbered(std::uint64_t key) const {
    if (key == header_key) return std::vector<NumberedEntry>{};
    auto entries = order_.find(table_, key);
    if (entries)
        std::erase_if(*entries, [](const NumberedEntry& found) { return is_special(found.entry); });
    return entries;
}

std::vector<RawEntry> PolyglotBook::find_raw(std::uint64_t key) const {
    std::vector<RawEntry> entries;
    if (const auto found = find_numbered(key))
        for (const NumberedEntry& numbered : *found)
            entries.push_back(numbered.entry);
    return entries;
}

std::string_view PolyglotBook::refuses(const chess::Position& position) const {
    if (position.castles_with_outer_rooks()) return {};
    return "the right to castle with an inner rook has no key in PolyGlot's format";
}

std::vector<Entry> PolyglotBook::find(const chess::Position& position) const {
    std::vector<Entry> entries;
    if (!refuses(position).empty()) return entries;
    const auto found = find_numbered(position.key());
    if (!found) return entries;
    entries.reserve(found->size());
    for (const auto& [number, entry] : *found)
        entries.push_back(
            {decode_move(entry.move, position), entry.weight, entry.learn_count, entry.learn_sum});
    return entries;
}

bool PolyglotBook::gives_moves() const {
    std::vector<std::byte> buffer(4U << 10U); // enough for the first move of most books
    EntryWindow window(table_, buffer);
    constexpr std::uint64_t most_entries = full_check_limit / entry_size;
    std::uint64_t i = 0;
    for (; i < table_.size() && i < most_entries && window.reach(i); ++i) {
        const RawEntry entry = window[i];
        if (!is_special(entry) && entry.move != 0 && entry.weight > 0) return true;
    }
    return i < table_.size(); // unread entries of a large file may have moves
}

std::shared_ptr<const KeyFilter> PolyglotBook::make_key_filter() const {
    auto filter = std::make_shared<KeyFilter>(table_.size());
    std::vector<std::byte> buffer(bulk_buffer_size);
    EntryWindow window(table_, buffer);
    for (std::uint64_t i = 0; i < table_.size(); ++i) {
        if (!window.reach(i)) return nullptr; // a filter without all keys would hide positions
        filter->add(window.key(i));
    }
    return filter;
}

HeaderTexts PolyglotBook::header_texts() const {
    return header_ ? HeaderTexts{header_->comment, {}, header_->variants} : HeaderTexts();
}

bool PolyglotBook::is_whole() const {
    std::array<std::byte, entry_size> last{};
    return table_.size() == 0 || table_.read(table_.size() - 1, last);
}

std::uint64_t PolyglotBook::count_positions() const {
    std::vector<std::uint64_t> keys; // used for a book in disorder
    std::uint64_t count = 0;
    std::uint64_t last = header_key;
    std::vector<std::byte> buffer(bulk_buffer_size);
    EntryWindow window(table_, buffer);
    for (std::uint64_t i = 0; i < table_.size() && window.reach(i); ++i) {
        const RawEntry entry = window[i];
        if (is_special(entry) || entry.key == last) continue;
        last = entry.key;
        ++count;
        if (!sorted()) keys.push_back(entry.key);
    }
    if (sorted()) return count;
    std::ranges::sort(keys);
    return static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
}

} // namespace polyglot::book
