#include "tools/make_book/outputs.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/games/game_files.hpp"
#include "tools/books/book_among_games.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/common/command_line.hpp"
#include "tools/make_book/empty.hpp"
#include "tools/make_book/examples.hpp"
#include "tools/make_book/header.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace polyglot::tools {

namespace fs = std::filesystem;

Outputs::Outputs(const MakeBookOptions& options, std::function<std::ostream&()> tell)
    : options_(options), tell_(std::move(tell)) {}

Result<void> Outputs::open() {
    auto files = io::find_game_files(options_.games);
    if (!files) return files.error();
    files_ = std::move(*files);
    if (const auto book = find_book_among(files_))
        return make_error(*book + ", not games; polyglot convert-book reads it");
    if (const auto looked = look_at_stats(); !looked) return looked.error();
    auto kept = plan_kept_games(options_, files_);
    if (!kept) return kept.error();
    kept_ = *std::move(kept);
    for (const std::string& remark : kept_.remarks)
        tell_() << remark << '\n';
    return open_files();
}

Result<void> Outputs::look_at_stats() {
    from_stats_.description = files_.empty() ? "" : options_.sums_description;
    for (const fs::path& file : options_.from_stats) {
        auto reader = io::StatsReader::open(file);
        if (!reader) return reader.error();
        const io::StatsInfo& info = (*reader)->info();
        if (from_stats_.description.empty()) from_stats_.description = info.description;
        if (info.description != from_stats_.description)
            tell_() << to_text(file)
                    << " counts different games from the other files: " << info.description << '\n';
        from_stats_.games += info.games;
        from_stats_.last_year = std::max(from_stats_.last_year, info.last_year);
        from_stats_.chess = from_stats_.chess || info.chess || !(info.chess960 || info.of.variant);
        from_stats_.chess960 = from_stats_.chess960 || info.chess960;
    }
    report.stats_files = options_.from_stats.size();
    report.stats_games = from_stats_.games;
    return {};
}

Result<void> Outputs::open_files() {
    if (options_.book) {
        auto file = open_polyglot_output(*options_.book);
        if (!file) return file.error();
        book_ = std::move(*file);
    }
    if (options_.stats) {
        auto file = io::StatsWriter::open(*options_.stats, io::Durability::Synced, named_variant(),
                                          {.most = kept_.most});
        if (!file) return file.error();
        stats_ = std::move(*file);
    }
    if (!options_.json.empty() && options_.json != "-") {
        auto file = io::OutputFile::open(to_path(options_.json));
        if (!file) return file.error();
        json_ = std::move(*file);
    }
    return {};
}

// Returns the facts about the games that were read and those of -from-stats.
io::StatsInfo Outputs::all_games() const {
    io::StatsInfo info = from_stats_;
    info.games += report.tally.counted;
    info.last_year = std::max(info.last_year, report.tally.last_year);
    info.of = named_variant();
    info.kept.most = kept_.most;
    if (info.of.variant) return info;
    info.chess = info.chess || report.tally.chess960 < report.tally.counted;
    info.chess960 = info.chess960 || report.tally.chess960 > 0;
    return info;
}

book::BookRules Outputs::rules() const {
    book::BookRules rules = options_.book_rules;
    if (!options_.reference_year_given) rules.reference_year = all_games().last_year;
    return rules;
}

void Outputs::write_header() {
    if (!book_ || !options_.header) return;
    std::vector<fs::path> sources = files_;
    sources.insert(sources.end(), options_.from_stats.begin(), options_.from_stats.end());
    std::vector<std::string> names;
    names.reserve(sources.size());
    for (const fs::path& source : sources)
        names.push_back(source == u8"-" ? "standard input" : to_text(source.filename()));
    book_->write(
        book::encode_header(make_header(std::move(names), all_games(), options_.game_rules)));
}

Result<void> Outputs::commit() {
    if (lacks_input()) return {};
    // After an error there may be no entries yet, but it is the error that must be told.
    if (stats_ && (report.moves > 0 || stats_->failed())) {
        if (const auto written = stats_->commit(all_games(), kept_.names); !written)
            return written.error();
        report.stats = *options_.stats;
    }
    if (book_ && (report.entries > 0 || book_->failed())) {
        if (const auto written = book_->commit(); !written) return written.error();
        report.book = *options_.book;
    }
    return {};
}

// A misspelled tag occurs in no game, so that its filters would fail without a message.
void Outputs::tell_absent_tags() {
    if (report.reading.games == 0) return;
    const std::vector<std::string> tags = filter_tags(options_.game_rules);
    for (std::size_t i = 0; i < tags.size(); ++i) {
        if ((report.tally.tags_seen >> i & 1U) != 0) continue;
        report.absent_tags.push_back(tags[i]);
        std::string similar;
        for (const std::string_view name : pgn::similar_tag_names(tags[i]))
            similar += (similar.empty() ? "; similar names: " : ", ") + std::string(name);
        tell_() << "no game has the tag " << text::quote(tags[i]) << ", which -filter asks for"
                << similar << '\n';
    }
}

// A book that cannot be read again costs the examples only. They are looked for by the rules of
// chess.
void Outputs::name_examples_of_book() {
    if (report.book.empty() || report.variant) return;
    auto bytes = io::open_book_bytes(report.book, io::Access::Random);
    if (!bytes) return;
    const auto book = book::PolyglotBook::open(*std::move(bytes));
    if (book) name_examples(*book, report);
}

int Outputs::finish(std::ostream& out, std::chrono::duration<double> took,
                    const std::function<void()>& add_text) {
    report.took = took;
    report.variant = options_.game_rules.variant;
    report.weight = options_.book_rules.weight;
    tell_absent_tags();
    name_examples_of_book();
    if (options_.json == "-") {
        out << format_json(report);
    } else {
        write_text(out, report);
        if (add_text) add_text();
    }
    const bool any_written = !lacks_input() && report.moves > 0 && (stats_ || report.entries > 0);
    if (any_written && json_) {
        json_->write(format_json(report));
        if (const auto written = json_->commit(); !written) {
            tell_() << written.error().message << '\n';
            return exit_bad_input;
        }
    }
    if (written_all()) return report.reading.damaged_files > 0 ? exit_bad_input : exit_done;
    if (lacks_input()) {
        tell_() << report.reading.file_problems.front()
                << "; nothing is written (-partial writes what there is)\n";
        return exit_bad_input;
    }
    tell_() << why_empty(options_, report)
            << (any_written ? "; no book is written\n" : "; nothing is written\n");
    return exit_bad_input;
}

} // namespace polyglot::tools
