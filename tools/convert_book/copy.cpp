#include "tools/convert_book/copy.hpp"

#include "core/book/byte_reader.hpp"
#include "core/book/make/book_rules.hpp"
#include "core/book/polyglot/book.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/books/writers/sorted_books.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace polyglot::tools {
namespace {

constexpr std::uint64_t between_looks = 65'536; // entries

// Sorts the entries of a position by descending weight; those of equal weight keep the order of the
// source, because PolyGlot plays the first of them.
Result<void> copy_polyglot(const ConvertOptions& options, const ConvertSource& source,
                           const BookWriter::Write& write, const std::function<bool()>& keep_on,
                           WrittenCounts& counts) {
    const Error unreadable = make_error(options.from + ": cannot be read to its end");
    SortedBooks sorted;
    if (!sorted.add(source.opened->polyglot()->entries())) return unreadable;
    std::vector<book::RawEntry> position;
    std::string bytes = polyglot_header(options, source);
    const auto flush = [&] {
        if (position.empty()) return;
        std::ranges::stable_sort(position, std::ranges::greater(), &book::RawEntry::weight);
        for (const book::RawEntry& entry : position)
            append_entry(bytes, entry);
        ++counts.positions;
        counts.entries += position.size();
        position.clear();
        write(bytes);
        bytes.clear();
    };
    std::uint64_t read = 0;
    for (book::BookEntry entry; sorted.next(entry); position.push_back(entry.entry)) {
        if (!position.empty() && position.front().key != entry.entry.key) flush();
        if (++read % between_looks == 0 && !keep_on()) break;
    }
    flush();
    write(bytes); // the header of a book without entries
    if (sorted.unreadable()) return unreadable;
    return {};
}

// Copies the header, with its own numbers if it has any, and the entries in order, with their keys.
Result<void> copy_yacb(const ConvertOptions& options, const book::YacbBook& yacb,
                       const BookWriter::Write& write, WrittenCounts& counts) {
    std::vector<book::YacbEntry> entries;
    const bool whole = yacb.for_each([&entries](std::uint64_t, const book::YacbEntry& entry) {
        entries.push_back(entry);
        return true;
    });
    if (!whole) return make_error(options.from + ": cannot be read to its end");
    write(yacb.header());
    std::ranges::stable_sort(entries, {}, &book::YacbEntry::key);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i > 0 && entries[i].key == entries[i - 1].key) {
            ++counts.same_key;
            continue;
        }
        std::array<std::byte, book::yacb_entry_size> bytes{};
        book::encode_yacb_entry(entries[i], bytes);
        write(book::as_text(bytes));
        ++counts.entries;
    }
    counts.positions = counts.entries;
    return {};
}

// Copies the statistics with make-book's rules, but leaves nothing out.
Result<void> copy_stats(const ConvertOptions& options, const ConvertSource& source,
                        const BookWriter::Write& write, const std::function<bool()>& keep_on,
                        ConvertReport& report) {
    auto stats = book::StatsDecoder::open(source.bytes, 1U << 20U);
    if (!stats) return make_error(options.from + ": " + stats.error().message);
    book::BookRules rules;
    rules.white.min_games = rules.black.min_games = 1;
    rules.keep_losses = true;
    std::string bytes = polyglot_header(options, source);
    book::BookMaker maker(rules, [&](std::span<const book::RawEntry> entries) {
        book::append_entries(bytes, entries);
        write(bytes);
        bytes.clear();
    });
    for (book::MoveStats move; (*stats)->next(move);) {
        maker.add(move);
        if (maker.moves() % between_looks == 0 && !keep_on()) return {};
    }
    if (const std::string& problem = (*stats)->problem(); !problem.empty())
        return make_error(options.from + ": " + problem);
    maker.finish();
    write(bytes);
    report.written.positions = maker.positions();
    report.written.entries = maker.entries();
    report.source.results = maker.moves();
    return {};
}

// Sorts by key and otherwise keeps the order of the rows, so that a table of a .bin book restores
// that book byte for byte.
void copy_table(const ConvertOptions& options, const ConvertSource& source,
                const BookWriter::Write& write, ConvertReport& report) {
    const TableBook& table = *source.table;
    WrittenCounts& counts = report.written;
    std::vector<book::RawEntry> entries = table.loose_entries();
    counts.by_key = static_cast<std::uint64_t>(std::ranges::count_if(
        entries, [](const book::RawEntry& entry) { return !book::is_special(entry); }));
    const bool new_header =
        options.comment || options.author || table.origin() != book::polyglot_format.name;
    if (new_header)
        std::erase_if(entries,
                      [](const book::RawEntry& entry) { return entry.key == book::header_key; });
    std::vector<std::uint32_t> weights;
    for (const TableBook::Place& place : table.places()) {
        report.source.add(place.entries());
        if (!place.position.castles_with_outer_rooks()) {
            ++counts.keyless;
            continue;
        }
        const std::size_t first = entries.size();
        weights.clear();
        for (const TableBook::Row& row : place.rows) {
            if (!row.entry.move && !row.raw) continue;
            weights.push_back(row.entry.weight);
            entries.push_back({.key = place.position.key(),
                               .move = row.raw.value_or(book::encode_move(row.entry.move)),
                               .learn_count = static_cast<std::uint16_t>(row.entry.learn_count),
                               .learn_sum = static_cast<std::uint16_t>(row.entry.learn_sum)});
        }
        if (fit_weights(weights)) ++counts.scaled;
        for (std::size_t i = 0; i < weights.size(); ++i)
            entries[first + i].weight = static_cast<std::uint16_t>(weights[i]);
        if (!weights.empty()) ++counts.positions;
        counts.entries += weights.size();
    }
    std::ranges::stable_sort(entries, {}, &book::RawEntry::key);
    std::string bytes = new_header ? polyglot_header(options, source) : std::string();
    for (const book::RawEntry& entry : entries)
        append_entry(bytes, entry);
    write(bytes);
}

} // namespace

bool takes_places(const ConvertOptions& options, const ConvertSource& source) {
    const bool needs_lines =
        options.target == BookTarget::Arena || options.target == BookTarget::Pgn;
    return source.table != nullptr && options.roots.empty() && !needs_lines;
}

bool is_copy(const ConvertOptions& options, const ConvertSource& source) {
    if (!options.roots.empty()) return false;
    return (options.target == BookTarget::PolyGlot &&
            (source.opened->polyglot() != nullptr || source.stats != nullptr ||
             source.table != nullptr)) ||
           (options.target == BookTarget::Yacb && source.opened->yacb() != nullptr);
}

Result<void> copy_book(const ConvertOptions& options, const ConvertSource& source,
                       const BookWriter::Write& write, const std::function<bool()>& keep_on,
                       ConvertReport& report) {
    if (source.opened->polyglot() != nullptr)
        return copy_polyglot(options, source, write, keep_on, report.written);
    if (source.stats != nullptr) return copy_stats(options, source, write, keep_on, report);
    if (source.table != nullptr) {
        copy_table(options, source, write, report);
        return {};
    }
    return copy_yacb(options, *source.opened->yacb(), write, report.written);
}

} // namespace polyglot::tools
