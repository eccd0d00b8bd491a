// Transfers results between a store and the learn fields of a book, and converts between the
// meanings of learn fields.
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/stores/learn_store.hpp"
#include "tools/learn_book/learn_book.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
using book::LearnDialect;
using book::RawEntry;

constexpr unsigned squares(unsigned from, unsigned to) {
    return from << 6U | to;
}
struct Castling {
    unsigned king_steps, takes_rook; // e1g1, e1h1
};
constexpr std::array<Castling, 4> castlings{{{squares(4, 6), squares(4, 7)},
                                             {squares(4, 2), squares(4, 0)},
                                             {squares(60, 62), squares(60, 63)},
                                             {squares(60, 58), squares(60, 56)}}};

// Calls work(entry, its number) for every entry but header and end marker, in file order.
template <class Work>
bool for_each_entry(const book::EntryTable& table, Work work) {
    std::vector<std::byte> buffer(256 * book::entry_size);
    book::EntryWindow window(table, buffer);
    for (std::uint64_t number = 0; number < table.size(); ++number) {
        if (!window.reach(number)) return false;
        if (const RawEntry entry = window[number]; !book::is_special(entry)) work(entry, number);
    }
    return true;
}

// Writes the bytes of the file with other learn fields, which fields(entry) returns for each entry.
// replace_file() describes rights_of.
template <class Fields>
Result<void> write_copy(const LearnFieldsBook& from, const fs::path& name, const fs::path& to,
                        Fields fields, const fs::path& rights_of = {}) {
    const auto file = io::open_random_access_file(name);
    if (!file) return file.error();
    std::string bytes(static_cast<std::size_t>((*file)->size()), '\0');
    const auto raw = std::as_writable_bytes(std::span(bytes));
    if ((*file)->read_at(0, raw) != bytes.size())
        return make_error(to_text(name) + ": cannot be read to its end");
    std::uint64_t entries = 0;
    const bool whole =
        for_each_entry(from.book.entries(), [&](RawEntry entry, std::uint64_t number) {
            ++entries;
            const book::LearnFields changed = fields(entry);
            entry.learn_count = changed.count;
            entry.learn_sum = changed.sum;
            const auto at = static_cast<std::size_t>(number) * book::entry_size;
            if (at + book::entry_size <= raw.size())
                book::encode_entry(entry, raw.subspan(at).template first<book::entry_size>());
        });
    if (!whole) return make_error(to_text(name) + ": cannot be read to its end");
    if (entries == 0)
        return make_error(to_text(name) + ": holds no entry: " + to_text(to) + " is not written");
    return io::replace_file(to, bytes, rights_of);
}

std::string what_they_are(const LearnFieldsBook& book) {
    return std::string(book::name_of(book.evidence.dialect)) +
           (book.evidence.reason.empty() ? "" : ": " + book.evidence.reason);
}

} // namespace

std::uint16_t LearnFieldsBook::move_of(const RawEntry& entry) const {
    if (castles_by_king_steps)
        for (const Castling& castling : castlings)
            if (entry.move == castling.king_steps)
                return static_cast<std::uint16_t>(castling.takes_rook);
    return entry.move;
}

Result<LearnFieldsBook> open_learn_fields_book(const fs::path& file) {
    auto bytes = io::open_random_access_file(file);
    if (!bytes) return bytes.error();
    auto opened = book::PolyglotBook::open(*std::move(bytes));
    if (!opened) return make_error(to_text(file) + ": " + opened.error().message);
    LearnFieldsBook book{*std::move(opened), {}, false};
    book.evidence =
        book::judge_learn_fields(book.book.entries(), std::numeric_limits<std::uint64_t>::max());
    bool steps = false;
    bool takes = false;
    const bool whole =
        for_each_entry(book.book.entries(), [&](const RawEntry& entry, std::uint64_t) {
            for (const Castling& castling : castlings) {
                steps = steps || entry.move == castling.king_steps;
                takes = takes || entry.move == castling.takes_rook;
            }
        });
    if (!whole) return make_error(to_text(file) + ": cannot be read to its end");
    book.castles_by_king_steps = steps && !takes;
    return book;
}

std::pair<std::uint32_t, std::uint32_t> results_of(const RawEntry& entry, LearnDialect dialect) {
    if (book::is_special(entry)) return {0, 0};
    if (dialect == LearnDialect::LossesWins)
        return {std::uint32_t{entry.learn_count} + entry.learn_sum, 2U * entry.learn_sum};
    if (!book::is_polyglot(dialect)) return {0, 0};
    return {entry.learn_count, std::min<std::uint32_t>(entry.learn_sum, 2U * entry.learn_count)};
}

namespace {

// Returns the name of the variant whose results the book's learn fields have; empty for chess. They
// go to and from the plain keys of a store.
Result<std::string> variant_of_fields(const LearnFieldsBook& fields, const fs::path& file,
                                      const LearnBookOptions& options) {
    const auto variant = variant_of_book(fields.book, file, options);
    if (!variant) return variant.error();
    if (*variant && (*variant)->keys() != chess::VariantKeys::Plain)
        return make_error(to_text(file) + ": has XBoard's keys; a store of results has plain ones");
    return std::string(*variant ? (*variant)->variant().uci : std::string_view());
}

} // namespace

Result<std::string> export_learn_fields(const LearnBookOptions& options) {
    const auto db = io::LearnDb::open(options.store, io::LearnDb::Access::Read);
    if (!db) return db.error();
    const auto copied = open_learn_fields_book(options.book);
    if (!copied) return copied.error();
    const auto variant = variant_of_fields(*copied, options.book, options);
    if (!variant) return variant.error();
    const auto sums = sum_results(**db, filter_for(options, *variant));
    if (!sums) return sums.error();
    if (sums->empty()) return no_results(**db, options);
    struct Found {
        const MoveResults* results = nullptr;
        bool in_book = false;
    };
    std::map<std::pair<std::uint64_t, std::uint16_t>, Found> by_move;
    for (const MoveResults& sum : *sums)
        by_move[{sum.key, sum.move}].results = &sum;
    std::uint64_t filled = 0;
    auto written = write_copy(
        *copied, options.book, options.to, [&](const RawEntry& entry) -> book::LearnFields {
            const auto found = by_move.find({entry.key, copied->move_of(entry)});
            if (found == by_move.end()) return {};
            ++filled;
            found->second.in_book = true;
            return book::fit_results(found->second.results->games,
                                     found->second.results->half_points);
        });
    if (!written) return written.error();
    std::string report = "results of " + text::counted(filled, "entry", "entries") +
                         " written to " + to_text(options.to);
    const auto missing = static_cast<std::uint64_t>(
        std::ranges::count_if(by_move, [](const auto& move) { return !move.second.in_book; }));
    if (missing > 0)
        report += "; " + text::counted(missing, "move") + " of the store not in the book";
    if (copied->evidence.learnt > 0)
        report += "; the learn fields that it had (" +
                  std::string(book::name_of(copied->evidence.dialect)) + ") are not in the copy";
    return report;
}

Result<std::string> import_learn_fields(const LearnBookOptions& options) {
    const fs::path& from = options.from.front();
    const auto fields = open_learn_fields_book(from);
    if (!fields) return fields.error();
    const LearnDialect dialect = fields->evidence.dialect;
    if (!book::is_polyglot(dialect) && dialect != LearnDialect::LossesWins)
        return make_error(to_text(from) + ": its learn fields are not results but " +
                          what_they_are(*fields));
    const auto variant = variant_of_fields(*fields, from, options);
    if (!variant) return variant.error();
    const std::int32_t today = io::today_by_system_clock(); // learn fields have no dates
    std::vector<io::LearnRow> rows;
    const bool whole =
        for_each_entry(fields->book.entries(), [&](const RawEntry& entry, std::uint64_t) {
            const auto [games, half_points] = results_of(entry, dialect);
            if (games > 0)
                rows.push_back({entry.key, fields->move_of(entry), *options.filter.engine,
                                options.filter.opponent.value_or(""), games, half_points, today,
                                today, std::nullopt, *variant});
        });
    if (!whole) return make_error(to_text(from) + ": cannot be read to its end");
    const auto db = io::LearnDb::open(options.store, io::LearnDb::Access::Create);
    if (!db) return db.error();
    if (auto added = add_rows(**db, rows); !added) return added.error();
    return text::counted(rows.size(), "result") + " added as those of " + *options.filter.engine +
           (dialect == LearnDialect::LossesWins ? "; drawn games were not counted in this book"
                                                : "");
}

Result<std::string> reset_learn_fields(const LearnBookOptions& options) {
    const auto book = open_learn_fields_book(options.bin);
    if (!book) return book.error();
    if (!book::is_polyglot(book->evidence.dialect))
        return make_error(to_text(options.bin) +
                          ": its learn fields are not results of PolyGlot's but " +
                          what_they_are(*book) +
                          "; -convert -out makes a copy whose learn fields are PolyGlot's");
    if (book->evidence.learnt == 0) return std::string("there were no results");
    const fs::path backup = backup_name(options.bin, ".bin");
    const auto same = [](const RawEntry& entry) {
        return book::LearnFields{entry.learn_count, entry.learn_sum};
    };
    auto written = write_copy(*book, options.bin, backup, same, options.bin);
    if (!written) return written.error();
    const auto fields = io::open_learn_fields(options.bin, true);
    if (!fields) return fields.error();
    const auto forgotten = (*fields)->reset({book::LearnScope::Per::All, {}, {}});
    if (!forgotten) return forgotten.error();
    const std::string done = "results of " + text::counted(forgotten->moves, "move") +
                             " forgotten; the book as it was: " + to_text(backup);
    if (forgotten->locked == 0) return done;
    return make_error(to_text(options.bin) + ": " + done + "; those of " +
                      std::to_string(forgotten->locked) +
                      " stay, because another program keeps them locked");
}

Result<std::string> convert_learn_fields(const LearnBookOptions& options) {
    const auto fields = open_learn_fields_book(options.bin);
    if (!fields) return fields.error();
    const LearnDialect dialect = fields->evidence.dialect;
    std::uint64_t lost = 0;
    auto written = write_copy(*fields, options.bin, options.to, [&](const RawEntry& entry) {
        const auto [games, half_points] = results_of(entry, dialect);
        const bool had = entry.learn_count != 0 || entry.learn_sum != 0;
        if (games == 0 && had) ++lost;
        return book::fit_results(games, half_points);
    });
    if (!written) return written.error();
    std::string report = "learn fields were " + what_they_are(*fields) + "; ";
    if (book::is_polyglot(dialect))
        report += "there was nothing to convert";
    else if (dialect == LearnDialect::LossesWins)
        report += "written as games and half-points; drawn games were never counted in them";
    else
        report += "they are not results and are zero now";
    if (lost > 0)
        report += "; " + text::counted(lost, "entry", "entries") + " had something that is lost";
    return report + "; " + to_text(options.to) + " written";
}

} // namespace polyglot::tools
