#include "tools/make_book/by_variant.hpp"

#include "core/chess/variants/variant.hpp"
#include "core/pgn/variant.hpp"
#include "core/text/path_text.hpp"
#include "storage/games/game_files.hpp"
#include "storage/games/stats_file.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/game_reading.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools {

namespace fs = std::filesystem;

namespace {

using Variants = std::set<const chess::Variant*>; // null is chess

// Notes the variants of games without reading their moves.
class VariantNotes final : public GameWorker, private pgn::GameVisitor {
  public:
    Result<void> scan(std::string_view text, const GamePlace& /*begin*/,
                      PieceReport& report) override {
        const pgn::ScanOptions options{
            .ignore_fen = true, .cut_short = report.cut_short, .game_lines = false};
        report.counts = pgn::scan_games(text, options, *this);
        return {};
    }
    const Variants& variants() const { return variants_; }

  private:
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& /*start*/,
                           std::uint64_t /*line*/) override {
        const std::string_view name = tags.find("Variant");
        if (const chess::Variant* variant = name.empty() ? nullptr : chess::find_variant(name))
            variants_.insert(variant);
        else if (pgn::parse_variant(name))
            variants_.insert(nullptr);
        return 0;
    }
    void on_move(const chess::Position& /*before*/, chess::Move /*move*/, std::size_t /*ply*/,
                 std::size_t /*variation*/) override {}
    void end_game(pgn::Outcome /*outcome*/, std::size_t /*plies*/,
                  const pgn::Problem& /*problem*/) override {}

    Variants variants_;
};

std::string_view name_of(const chess::Variant* variant) {
    return variant ? variant->uci : "chess";
}

std::vector<const chess::Variant*> in_order(const Variants& variants) {
    std::vector<const chess::Variant*> ordered;
    if (variants.contains(nullptr)) ordered.push_back(nullptr);
    for (const chess::Variant* variant : chess::all_variants())
        if (variants.contains(variant)) ordered.push_back(variant);
    return ordered;
}

// Returns nullopt if the user interrupts.
Result<std::optional<Variants>> variants_of(const MakeBookOptions& options, std::istream& in) {
    if (options.games.empty()) return std::optional(Variants());
    auto files = io::find_game_files(options.games);
    if (!files) return files.error();
    GameReadingOptions how;
    how.files = std::move(*files);
    std::vector<VariantNotes> notes(options.threads);
    std::vector<GameWorker*> workers;
    workers.reserve(notes.size());
    for (VariantNotes& worker : notes)
        workers.push_back(&worker);
    GameReading reading(std::move(how), std::move(workers), in);
    const CancelFlag is_cancelled;
    const auto end = reading.run([&] { return !is_cancelled(); });
    if (!end) return end.error();
    if (*end == GameReading::End::Stopped) return std::optional<Variants>();
    Variants all;
    for (const VariantNotes& worker : notes)
        all.insert(worker.variants().begin(), worker.variants().end());
    return std::optional(std::move(all));
}

using StatsByVariant = std::map<const chess::Variant*, std::vector<fs::path>>;

// The error names the file.
Result<StatsByVariant> stats_by_variant(const std::vector<fs::path>& files) {
    StatsByVariant of;
    for (const fs::path& file : files) {
        const auto reader = io::StatsReader::open(file);
        if (!reader) return reader.error();
        of[(*reader)->info().of.variant].push_back(file);
    }
    return of;
}

class BooksByVariant {
  public:
    BooksByVariant(MakeBookOptions options, StatsByVariant stats, std::ostream& err,
                   const std::function<int(MakeBookOptions&)>& make)
        : options_(std::move(options)),
          stats_of_(std::move(stats)),
          err_(err),
          make_(make),
          book_(options_.book),
          stats_(options_.stats),
          json_(options_.json),
          keys_(options_.game_rules.keys),
          sums_description_(options_.sums_description) {}

    int make(const chess::Variant* variant) {
        if (variant && keys_ == chess::VariantKeys::XBoard && variant->xboard_number == 0)
            return fail(err_, "make-book: XBoard does not know " + std::string(variant->uci) +
                                  ": no book of its games is written (-keys xboard)");
        options_.game_rules.variant = variant;
        options_.game_rules.keys = variant ? keys_ : chess::VariantKeys::Plain;
        options_.from_stats = stats_of_[variant];
        if (book_) options_.book = name_for(*book_, variant);
        if (stats_) options_.stats = name_for(*stats_, variant);
        if (!json_.empty() && json_ != "-")
            options_.json = to_text(name_for(to_path(json_), variant));
        options_.sums_description =
            sums_description_ + ", games of " + std::string(name_of(variant));
        return make_(options_);
    }

  private:
    MakeBookOptions options_;
    StatsByVariant stats_of_;
    std::ostream& err_;
    const std::function<int(MakeBookOptions&)>& make_;
    // Of the command line, whereas options_ are those of one variant.
    const std::optional<fs::path> book_, stats_;
    const std::string json_;
    const chess::VariantKeys keys_;
    const std::string sums_description_;
};

} // namespace

std::filesystem::path name_for(const std::filesystem::path& output, const chess::Variant* variant) {
    const std::string name =
        to_text(output.stem()) + '-' + std::string(name_of(variant)) + to_text(output.extension());
    return output.parent_path() / to_path(name);
}

int make_books_by_variant(MakeBookOptions options, std::istream& in, std::ostream& err,
                          const std::function<int(MakeBookOptions&)>& make) {
    const auto refuse = [&err](const Error& error) {
        return fail(err, "make-book: " + error.message);
    };
    auto stats = stats_by_variant(options.from_stats);
    if (!stats) return refuse(stats.error());
    auto found = variants_of(options, in);
    if (!found) return refuse(found.error());
    if (!*found) return exit_interrupted;
    for (const auto& [variant, files] : *stats)
        (*found)->insert(variant);
    if ((*found)->empty()) {
        err << "make-book: the input has no game of a known variant; nothing is written\n";
        return exit_bad_input;
    }
    BooksByVariant books(std::move(options), *std::move(stats), err, make);
    int worst = exit_done;
    for (const chess::Variant* variant : in_order(**found)) {
        const int status = books.make(variant);
        if (status == exit_interrupted) return status;
        if (worst == exit_done) worst = status;
    }
    return worst;
}

} // namespace polyglot::tools
