// `polyglot learn-book`: what adapters have learnt, shown, moved and forgotten. docs/learn-book.md.
#include "tools/learn_book/learn_book.hpp"

#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/input_stream.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/stores/learn_store.hpp"
#include "tools/common/command_line.hpp"
#include "tools/learn_book/csv.hpp"

#include <algorithm>
#include <ostream>
#include <system_error>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
using io::LearnDb;

Result<std::string> reset_results(const LearnBookOptions& options) {
    Result<std::size_t> moves = std::size_t{0};
    if (options.bin.empty()) {
        const auto db = LearnDb::open(options.store, LearnDb::Access::Write);
        if (!db) return db.error();
        moves = (*db)->erase(options.filter);
    } else {
        const auto book = open_learn_fields_book(options.bin);
        if (!book) return book.error();
        if (!book::is_polyglot(book->evidence.dialect))
            return make_error(to_text(options.bin) + ": its learn fields are not results of PolyGlot's but " +
                              std::string(book::name_of(book->evidence.dialect)) + ": " + book->evidence.reason +
                              "; -convert -out makes a copy whose learn fields are PolyGlot's");
        const auto fields = io::open_learn_fields(options.bin, true);
        if (!fields) return fields.error();
        const auto forgotten = (*fields)->reset({book::LearnScope::Per::All, {}, {}});
        if (!forgotten) return forgotten.error();
        if (forgotten->locked > 0)
            return make_error(to_text(options.bin) + ": results of " + text::counted(forgotten->moves, "move") +
                              " forgotten; those of " + std::to_string(forgotten->locked) +
                              " stay, for another program keeps them locked");
        moves = forgotten->moves;
    }
    if (!moves) return moves.error();
    return "results of " + text::counted(*moves, "move") + " forgotten";
}

Result<std::string> run_action(const LearnBookOptions& options, LearnStreams streams) {
    switch (options.action) {
    case LearnAction::Show: return show_results(options, streams);
    case LearnAction::Merge: return merge_stores(options);
    case LearnAction::Export:
        return options.book.empty() ? export_table(options, streams) : export_learn_fields(options);
    case LearnAction::Import:
        return options.filter.engine ? import_learn_fields(options) : import_table(options, streams);
    case LearnAction::Reset: return reset_results(options);
    case LearnAction::Replay: return replay_games(options, streams);
    case LearnAction::Convert: break;
    }
    return convert_learn_fields(options);
}

} // namespace

Error no_results(const LearnBookOptions& options) {
    const bool filtered = options.filter.engine || options.filter.opponent;
    return make_error(to_text(options.store) + ": holds no result" +
                      (filtered ? " of this -engine and -opponent" : "") + ": " + to_text(options.to) +
                      " is not written");
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
    const bool there = fs::is_regular_file(file, ignored) ? io::InputStream(file).is_open() : fs::exists(file, ignored);
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

Result<std::string> merge_stores(const LearnBookOptions& options) {
    std::error_code ignored;
    std::vector<std::shared_ptr<LearnDb>> sources;
    for (auto file = options.from.begin(); file != options.from.end(); ++file) {
        if (fs::equivalent(*file, options.store, ignored))
            return make_error(to_text(*file) + ": cannot be merged into itself");
        const auto same = [&](const fs::path& other) { return fs::equivalent(*file, other, ignored); };
        if (std::any_of(options.from.begin(), file, same))
            return make_error(to_text(*file) + ": is given twice, and would count twice");
        auto source = LearnDb::open(*file, LearnDb::Access::Read);
        if (!source) return source.error();
        sources.push_back(*std::move(source));
    }
    std::vector<io::LearnRow> rows;
    for (const auto& source : sources) {
        auto visited = source->visit({}, [&rows](const io::LearnRow& row) -> Result<void> {
            rows.push_back(row);
            return {};
        });
        if (!visited) return visited.error();
    }
    const auto db = LearnDb::open(options.store, LearnDb::Access::Create);
    if (!db) return db.error();
    if (auto added = add_rows(**db, rows); !added) return added.error();
    return text::counted(rows.size(), "result") + " of " + text::counted(sources.size(), "store") + " added";
}

Result<std::string> export_table(const LearnBookOptions& options, LearnStreams streams) {
    const auto db = LearnDb::open(options.store, LearnDb::Access::Read);
    if (!db) return db.error();
    std::string table = std::string(learn_csv_header) + "\r\n";
    std::uint64_t rows = 0;
    auto visited = (*db)->visit(options.filter, [&](const io::LearnRow& row) -> Result<void> {
        table += format_learn_csv(row);
        ++rows;
        return {};
    });
    if (!visited) return visited.error();
    if (options.to == u8"-") {
        streams.out << table;
        return std::string();
    }
    if (rows == 0) return no_results(options);
    if (auto written = io::replace_file(options.to, table); !written) return written.error();
    return text::counted(rows, "result") + " written to " + to_text(options.to);
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
    return text::counted(rows.size(), "result") + " added";
}

int run_learn_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto read = read_learn_book_options(args, out, err);
    if (const int* over = std::get_if<int>(&read)) return *over;
    const auto& options = std::get<LearnBookOptions>(read);
    const auto done = run_action(options, {in, out, err});
    if (!done) {
        err << done.error().message << '\n';
        return exit_bad_input;
    }
    if (done->empty()) return exit_done;
    // What has been done must be known, lest it be done, and counted, once more.
    if (!(out << *done << '\n' << std::flush)) err << *done << '\n';
    return exit_done;
}

} // namespace polyglot::tools
