// `polyglot learn-book` shows, moves and deletes what adapters have learned. See
// docs/learn-book.md.
#include "tools/learn_book/learn_book.hpp"

#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/input_stream.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/stores/learn_server.hpp"
#include "storage/stores/server_store.hpp"
#include "tools/common/command_line.hpp"
#include "tools/learning/csv.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <system_error>
#include <tuple>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
using io::LearnDb;

// Only a table with results of variants has the column of their names, so that earlier programs can
// read the others.
std::string table_of(const std::vector<io::LearnRow>& rows) {
    const bool has_variants =
        std::ranges::any_of(rows, [](const io::LearnRow& row) { return !row.variant.empty(); });
    std::string table(has_variants ? learn_csv_variant_header : learn_csv_header);
    table += "\r\n";
    for (const io::LearnRow& row : rows)
        table += format_learn_csv(row, has_variants);
    return table;
}

Result<std::string> reset_store(const LearnBookOptions& options) {
    const auto db = LearnDb::open(options.store, LearnDb::Access::Write);
    if (!db) return db.error();
    fs::path backup;
    const io::LearnFilter filter = filter_for_all(options);
    const auto server = io::server_of(options.store);
    const fs::path beside = server ? io::place_of_server(*server, {}) : options.store;
    const auto moves = (*db)->erase(filter, [&](const std::vector<io::LearnRow>& rows) {
        backup = backup_name(beside, ".csv");
        return io::replace_file(backup, table_of(rows), server ? fs::path() : options.store);
    });
    if (!moves) return moves.error();
    if (*moves > 0)
        return "results of " + text::counted(*moves, "move") + " forgotten; -import " +
               to_text(backup) + " brings them back";
    const auto reason = explain_filter(**db, filter);
    if (!reason) return reason.error();
    if (!reason->empty()) return make_error(to_text(options.store) + ": " + *reason);
    return std::string("there were no results");
}

Result<std::string> create_tables(const LearnBookOptions& options) {
    const auto address = io::server_of(options.store);
    if (auto created = io::LearnServer::create(*address); !created) return created.error();
    return *address + ": tables for results made";
}

Result<std::string> run_action(const LearnBookOptions& options, LearnStreams streams) {
    switch (options.action) {
    case LearnAction::Show: return show_results(options, streams);
    case LearnAction::Merge: return merge_stores(options);
    case LearnAction::Export:
        return options.book.empty() ? export_table(options, streams) : export_learn_fields(options);
    case LearnAction::Import:
        return options.filter.engine ? import_learn_fields(options)
                                     : import_table(options, streams);
    case LearnAction::Reset:
        return options.bin.empty() ? reset_store(options) : reset_learn_fields(options);
    case LearnAction::Replay: return replay_games(options, streams);
    case LearnAction::Create: return create_tables(options);
    case LearnAction::Convert: break;
    }
    return convert_learn_fields(options);
}

} // namespace

fs::path backup_name(const fs::path& beside, const char* extension) {
    std::error_code ignored;
    for (int number = 1;; ++number) {
        fs::path name = beside;
        name += to_path(".before-reset-" + std::to_string(number) + extension);
        if (fs::symlink_status(name, ignored).type() == fs::file_type::not_found) return name;
    }
}

Error no_results(const LearnDb& db, const LearnBookOptions& options) {
    const auto reason = explain_filter(db, filter_for_all(options));
    return make_error(to_text(options.store) + ": " +
                      (reason && !reason->empty() ? *reason : std::string("holds no result")) +
                      ": " + to_text(options.to) + " is not written");
}

Result<std::string> explain_filter(const LearnDb& db, const io::LearnFilter& filter) {
    constexpr std::size_t most_names = 10;
    // Returns the names in a column of the filtered rows, the most frequent first.
    using Column = std::string io::LearnRow::*;
    const auto names_in = [&db](const io::LearnFilter& rows, Column column) -> Result<std::string> {
        std::map<std::string, std::size_t> count;
        auto visited = db.visit(rows, [&](const io::LearnRow& row) -> Result<void> {
            ++count[row.*column];
            return {};
        });
        if (!visited) return visited.error();
        std::vector<std::pair<std::string, std::size_t>> sorted(count.begin(), count.end());
        std::ranges::stable_sort(sorted,
                                 [](const auto& a, const auto& b) { return a.second > b.second; });
        std::string list;
        for (std::size_t i = 0; i < sorted.size() && i < most_names; ++i) {
            if (i > 0) list += ", ";
            list += text::quote(sorted[i].first);
        }
        if (sorted.size() > most_names)
            list += " and " + std::to_string(sorted.size() - most_names) + " more";
        return list;
    };
    if (!filter.engine && !filter.opponent) return std::string();
    const Column engine = &io::LearnRow::engine;
    const Column opponent = &io::LearnRow::opponent;
    const io::LearnFilter all{.variant = filter.variant};
    const auto engines = names_in(all, engine);
    if (!engines) return engines.error();
    if (engines->empty()) return std::string("holds no result");
    if (filter.engine) {
        io::LearnFilter of_engine = filter;
        of_engine.opponent.reset();
        const auto opponents = names_in(of_engine, opponent);
        if (!opponents) return opponents.error();
        if (opponents->empty())
            return "no results of " + text::quote(*filter.engine) + "; there are results of " +
                   *engines;
        return "no results of " + text::quote(*filter.engine) + " against " +
               text::quote(*filter.opponent) + "; there are some against " + *opponents;
    }
    const auto opponents = names_in(all, opponent);
    if (!opponents) return opponents.error();
    return "no results against " + text::quote(*filter.opponent) + "; there are some against " +
           *opponents;
}

Result<std::vector<MoveResults>> sum_results(const LearnDb& db, const io::LearnFilter& filter) {
    std::vector<MoveResults> results;
    auto visited = db.visit(filter, [&results](const io::LearnRow& row) -> Result<void> {
        if (results.empty() || results.back().key != row.key || results.back().move != row.move)
            results.push_back({row.key, row.move, 0, 0, row.first_day, row.last_day});
        MoveResults& sum = results.back();
        sum.games += row.games;
        sum.half_points += row.half_points;
        sum.first_day = std::min(sum.first_day, row.first_day);
        sum.last_day = std::max(sum.last_day, row.last_day);
        return {};
    });
    if (!visited) return visited.error();
    return results;
}

Result<void> check_input(const fs::path& file) {
    std::error_code ignored;
    if (file == u8"-") return {};
    if (fs::is_directory(file, ignored)) return make_error(to_text(file) + ": is a directory");
    const bool there = fs::is_regular_file(file, ignored) ? io::InputStream(file).is_open()
                                                          : fs::exists(file, ignored);
    if (!there) return make_error(to_text(file) + ": cannot be read");
    return {};
}

Result<void> add_rows(LearnDb& db, const std::vector<io::LearnRow>& rows) {
    return db.add([&rows](const LearnDb::RowSink& sink) -> Result<void> {
        for (const io::LearnRow& row : rows)
            if (auto taken = sink(row); !taken) return taken;
        return {};
    });
}

std::size_t count_results(std::span<const io::LearnRow> rows) {
    const auto of = [](const io::LearnRow& row) {
        return std::tie(row.variant, row.key, row.move, row.engine, row.opponent);
    };
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (i == 0 || of(rows[i]) != of(rows[i - 1])) ++count;
    return count;
}

namespace {

// Returns true for a server that one of these addresses names in other words.
bool has_store(const std::vector<std::shared_ptr<LearnDb>>& stores, const LearnDb& store) {
    return !store.id().empty() && std::ranges::any_of(stores, [&store](const auto& other) {
        return other->id() == store.id();
    });
}

} // namespace

Result<std::string> merge_stores(const LearnBookOptions& options) {
    std::error_code ignored;
    std::vector<std::shared_ptr<LearnDb>> sources;
    for (auto file = options.from.begin(); file != options.from.end(); ++file) {
        if (*file == options.store || fs::equivalent(*file, options.store, ignored))
            return make_error(to_text(*file) + ": cannot be merged into itself");
        const auto same = [&](const fs::path& other) {
            return *file == other || fs::equivalent(*file, other, ignored);
        };
        if (std::any_of(options.from.begin(), file, same))
            return make_error(to_text(*file) + ": is given twice, and would count twice");
        auto source = LearnDb::open(*file, LearnDb::Access::Read);
        if (!source) return source.error();
        if (has_store(sources, **source))
            return make_error(to_text(*file) + ": is given twice, and would count twice");
        sources.push_back(*std::move(source));
    }
    std::vector<io::LearnRow> rows;
    std::size_t results = 0;
    for (const auto& source : sources) {
        const std::size_t before = rows.size();
        const io::LearnFilter of_all{.variant = std::nullopt};
        auto visited =
            source->visit_by_day(of_all, [&rows](const io::LearnRow& row) -> Result<void> {
                rows.push_back(row);
                return {};
            });
        if (!visited) return visited.error();
        results += count_results(std::span(rows).subspan(before));
    }
    const auto db = LearnDb::open(options.store, LearnDb::Access::Create);
    if (!db) return db.error();
    if (has_store(sources, **db))
        return make_error(to_text(options.store) + ": cannot be merged into itself");
    if (auto added = add_rows(**db, rows); !added) return added.error();
    return text::counted(results, "result") + " of " + text::counted(sources.size(), "store") +
           " added";
}

Result<std::string> export_table(const LearnBookOptions& options, LearnStreams streams) {
    const auto db = LearnDb::open(options.store, LearnDb::Access::Read);
    if (!db) return db.error();
    std::vector<io::LearnRow> rows;
    auto visited = (*db)->visit_by_day(filter_for_all(options),
                                       [&rows](const io::LearnRow& row) -> Result<void> {
                                           rows.push_back(row);
                                           return {};
                                       });
    if (!visited) return visited.error();
    if (options.to == u8"-") {
        streams.out << table_of(rows);
        return std::string();
    }
    if (rows.empty()) return no_results(**db, options);
    if (auto written = io::replace_file(options.to, table_of(rows)); !written)
        return written.error();
    return text::counted(count_results(rows), "result") + " written to " + to_text(options.to);
}

Result<std::string> import_table(const LearnBookOptions& options, LearnStreams streams) {
    const fs::path& from = options.from.front();
    const std::string name = from == u8"-" ? "standard input" : to_text(from);
    if (auto checked = check_input(from); !checked) return checked.error();
    io::InputStream file;
    if (from != u8"-") file.open(from);
    std::istream& in = from == u8"-" ? streams.in : static_cast<std::istream&>(file);
    std::vector<io::LearnRow> rows;
    const auto read = read_learn_csv(in, [&rows](const io::LearnRow& row) -> Result<void> {
        rows.push_back(row);
        return {};
    });
    if (in.bad()) return make_error(name + ": cannot be read to its end");
    if (!read) return make_error(name + ':' + read.error().message);
    const auto db = LearnDb::open(options.store, LearnDb::Access::Create);
    if (!db) return db.error();
    if (auto added = add_rows(**db, rows); !added) return added.error();
    return text::counted(count_results(rows), "result") + " added";
}

int run_learn_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto read = read_learn_book_options(args, out, err);
    if (const int* over = std::get_if<int>(&read)) return *over;
    const auto& options = std::get<LearnBookOptions>(read);
    const auto taken = take_in_waiting(options, err);
    const auto done = taken ? run_action(options, {in, out, err}) : taken.error();
    if (!done) return fail(err, done.error().message);
    if (done->empty()) return exit_done;
    // The user must know what was done, because doing it again would count it twice.
    if (!(out << *done << '\n' << std::flush)) err << *done << '\n';
    return exit_done;
}

} // namespace polyglot::tools
