// `polyglot learn-book`: what adapters have learnt, shown, moved and forgotten. docs/learn-book.md.
#include "tools/learn_book.hpp"

#include "adapter/io/learn_store.hpp"
#include "adapter/io/replace_file.hpp"
#include "tools/command_line.hpp"
#include "tools/learn_book_csv.hpp"

#include <algorithm>
#include <fstream>
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
        const auto fields = io::open_learn_fields(options.bin, false);
        if (!fields) return fields.error();
        moves = (*fields)->reset({session::LearnScope::Per::All, {}, {}});
    }
    if (!moves) return moves.error();
    return "results of " + counted(*moves, "move") + " forgotten";
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

std::string counted(std::uint64_t number, std::string_view noun, std::string_view plural) {
    const std::string count = std::to_string(number) + ' ';
    if (number == 1) return count + std::string(noun);
    return count + (plural.empty() ? std::string(noun) + 's' : std::string(plural));
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

Result<std::string> merge_stores(const LearnBookOptions& options) {
    std::vector<std::shared_ptr<LearnDb>> sources;
    for (const fs::path& file : options.from) {
        std::error_code ignored;
        if (fs::equivalent(file, options.store, ignored))
            return make_error(file.string() + ": cannot be merged into itself");
        auto source = LearnDb::open(file, LearnDb::Access::Read);
        if (!source) return source.error();
        sources.push_back(*std::move(source));
    }
    const auto db = LearnDb::open(options.store, LearnDb::Access::Create);
    if (!db) return db.error();
    std::uint64_t rows = 0;
    auto added = (*db)->add([&](const LearnDb::RowSink& sink) -> Result<void> {
        for (const auto& source : sources) {
            auto visited = source->visit({}, [&](const io::LearnRow& row) {
                ++rows;
                return sink(row);
            });
            if (!visited) return visited;
        }
        return {};
    });
    if (!added) return added.error();
    return counted(rows, "result") + " of " + counted(sources.size(), "store") + " added";
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
    if (options.to == "-") {
        streams.out << table << std::flush;
        if (!streams.out) return make_error("standard output cannot be written");
        return std::string();
    }
    if (auto written = io::replace_file(options.to, table); !written) return written.error();
    return counted(rows, "result") + " written to " + options.to.string();
}

Result<std::string> import_table(const LearnBookOptions& options, LearnStreams streams) {
    const fs::path& from = options.from.front();
    std::ifstream file;
    if (from != "-") {
        std::error_code ignored;
        if (fs::is_directory(from, ignored)) return make_error(from.string() + ": is a directory");
        file.open(from, std::ios::binary);
        if (!file) return make_error(from.string() + ": cannot be read");
    }
    std::istream& in = from == "-" ? streams.in : file;
    const auto db = LearnDb::open(options.store, LearnDb::Access::Create);
    if (!db) return db.error();
    std::uint64_t rows = 0;
    auto added = (*db)->add([&](const LearnDb::RowSink& sink) -> Result<void> {
        bool file_is_wrong = true; // and not the store
        auto read = read_learn_csv(in, [&](const io::LearnRow& row) {
            ++rows;
            auto taken = sink(row);
            file_is_wrong = taken.has_value();
            return taken;
        });
        if (!read && file_is_wrong)
            return make_error((from == "-" ? "standard input" : from.string()) + ':' + read.error().message);
        return read;
    });
    if (!added) return added.error();
    return counted(rows, "result") + " added";
}

int run_learn_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto options = read_learn_book_options(args, out, err);
    if (const int* over = std::get_if<int>(&options)) return *over;
    const auto done = run_action(std::get<LearnBookOptions>(options), {in, out, err});
    if (!done) {
        err << done.error().message << '\n';
        return exit_bad_input;
    }
    if (!done->empty()) out << *done << '\n';
    return exit_done;
}

} // namespace polyglot::tools
