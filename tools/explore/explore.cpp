// `polyglot explore` shows books in the browser. See docs/explore.md.
#include "adapter/engine/end_signals.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/commands.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"
#include "tools/engines/engine_options.hpp"
#include "tools/explore/engine/analyst.hpp"
#include "tools/explore/folder/book_directory.hpp"
#include "tools/explore/games/collection.hpp"
#include "tools/explore/games/game_sources.hpp"
#include "tools/explore/site.hpp"
#include "tools/explore/watch/log_reading.hpp"
#include "tools/pages/serve_page.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {
namespace {

constexpr std::string_view usage =
    "polyglot explore [BOOK|GAMES|FOLDER]... [-config INI] [-store FILE] [-stats "
    "FILE] [-games-in FOLDER...] [-pgn FILE...] [-edit] [-watch LOG...] [-ec ENGINE] [-port N] "
    "[-no-open]";
constexpr std::size_t most_books = 2;               // shown side by side
constexpr std::uint64_t most_imported = 16U << 20U; // bytes of a table or a PGN that the page sends
// Below this port, a browser may leave the port out of its requests (80).
constexpr int first_port = 1024;
constexpr int last_port = 65'535;

struct ExploreOptions {
    std::vector<std::string> books, games, logs, game_folders;
    std::string config, store, stats;
    NamedEngine engine;
    const chess::Variant* variant = nullptr;
    int threshold = book::Policy().threshold_per_mil;
    std::uint16_t port = 0;
    bool edits = false;
    bool opens_browser = true;
};

// Moves the files of games from the books to the games.
void take_games(ExploreOptions& options) {
    const auto games =
        std::stable_partition(options.books.begin(), options.books.end(),
                              [](const std::string& file) { return !has_games(file); });
    options.games.insert(options.games.end(), games, options.books.end());
    options.books.erase(games, options.books.end());
}

std::optional<int> read_explore_options(Arguments args, ExploreOptions& options, std::ostream& out,
                                        std::ostream& err) {
    OptionTable option(usage);
    option("bin", "BOOK", options.books,
           "a book, of any format or statistics of make-book (default: book.bin); two are shown "
           "side by side; or a folder whose books the page lists and opens; the option's name may "
           "be left out")
        .takes_files();
    option("config", "INI", options.config,
           "show what an adapter with this ini file would play, and why not the rest; without "
           "BOOK, its first two "
           "books are shown");
    option("store", "FILE", options.store,
           "show what was learnt in this file or server (BookLearnFile) instead of the books' "
           "learn fields: per engine and opponent, over time and by line (default: that of "
           "-config)");
    option("stats", "FILE", options.stats,
           "show the games of these statistics (make-book -stats) for each move; without BOOK they "
           "are shown as a "
           "book, too");
    option("pgn", "FILE...", options.games,
           "count these games in memory and show what was played: files, folders; plain or packed. "
           "Files of games may also be named like books");
    option("games-in", "FOLDER...", options.game_folders,
           "look for the games that statistics keep (make-book -games) in these folders, too, not "
           "only beside the statistics");
    option("edit", options.edits,
           "the first book (.bin, .abk, .yacb) may be changed in the page; saved as edit-book "
           "does, with an undo file");
    option("watch", "LOG...", options.logs,
           "show adapters at work from their logs (LogFile), or from the .log files of a folder: "
           "boards, results, "
           "failures; no book is needed");
    add_variant_option(option, options.variant, book_variant_help);
    option("ec", "ENGINE", options.engine.command,
           "an engine, UCI or xboard, that analyses the position shown when the page asks for it");
    add_engine_options(option, options.engine);
    option(
        "threshold", "N", within(options.threshold, 0, 1000),
        "moves at or below N/1000 of all weight are not played, as with BookTreshold (default: 5)");
    option("port", "N", within(options.port, first_port, last_port),
           "the port, 1024 to 65535 (default: one that is free)");
    option("no-open", "do not open the browser: only print the address")
        .sets(options.opens_browser, false);
    return option.read(args, out, err, [&] {
        take_games(options);
        if (options.books.size() > most_books) refuse("two books can be shown at most");
        const NamedEngine& engine = options.engine;
        if (!engine.command && (engine.directory || !engine.uci.empty() || !engine.pg.empty()))
            refuse("-ed, -uci and -pg belong to an engine: -ec is missing");
    });
}

std::string kept_in(const Editing& editing) {
    const std::filesystem::path& file = editing.journal_file();
    return file.empty() ? "" : ": " + to_text(file) + " keeps them";
}

class Explore {
  public:
    Explore(const ExploreOptions& options, std::ostream& out, std::ostream& err)
        : options_(options), out_(out), err_(err) {}

    int run() {
        if (page_files().empty())
            return refuse(
                "the page is not part of this program: Node.js was missing when it was built "
                "(scripts/setup build installs it)");
        if (const auto opened = open_adapter(); !opened) return refuse(opened.error().message);
        auto store = open_learning();
        if (!store) return refuse(store.error().message);
        if (const auto found = open_folder(); !found) return refuse(found.error().message);
        const auto games = find_games(options_.games);
        if (!games) return refuse(games.error().message);
        Shelf shelf(options_.threshold, *std::move(store), options_.variant);
        for (const std::string& file : books()) {
            if (const auto added = shelf.add(file); !added) return refuse(added.error().message);
            for (const std::string& warning : shelf.books().back().source.warnings)
                err_ << file << ": " << warning << '\n';
        }
        if (options_.stats.empty()) {
            shelf.show_kept_games(options_.game_folders);
        } else if (const auto added = shelf.add_statistics(options_.stats, options_.game_folders);
                   !added) {
            return refuse(added.error().message);
        }
        if (const auto fits = check_variant(shelf); !fits) return refuse(fits.error().message);
        if (options_.edits && !folder_) {
            if (const auto edited = shelf.edit_first(); !edited)
                return refuse(edited.error().message);
            for (const std::string& remark : shelf.editing()->remarks())
                err_ << remark << '\n';
        }
        if (!options_.games.empty()) games_.emplace(name_of_games(options_.games), *games);
        return serve(shelf);
    }

  private:
    int refuse(const std::string& why) { return fail(err_, "explore: " + why); }

    Result<void> open_adapter() {
        if (options_.config.empty()) return {};
        auto opened = AdapterChoice::open(options_.config);
        if (!opened) return opened.error();
        adapter_ = *std::move(opened);
        for (const std::string& warning : adapter_->warnings())
            err_ << warning << '\n';
        return {};
    }

    // A folder stands instead of the books.
    Result<void> open_folder() {
        for (const std::string& name : options_.books) {
            std::error_code error;
            if (!std::filesystem::is_directory(to_path(name), error)) continue;
            if (options_.books.size() > 1)
                return make_error(name + " is a folder: it is named alone, and its books are "
                                         "chosen in the page");
            folder_.emplace(name);
        }
        return {};
    }

    // Results are of chess, and statistics of the book's variant.
    Result<void> check_variant(const Shelf& shelf) const {
        const chess::Variant* const variant = shelf.variant();
        if (!options_.stats.empty() && !shelf.statistics())
            return make_error("-stats: " + options_.stats + " is not of " +
                              (variant ? std::string(variant->uci) : std::string("chess")) +
                              ", as the book is");
        if (variant == nullptr) return {};
        const std::string of = " is of chess, and the book of " + std::string(variant->uci);
        if (adapter_) return make_error("-config: what is shown of " + options_.config + of);
        if (learning_) return make_error("-store: what is learnt in " + learning_->file() + of);
        if (!options_.games.empty())
            return make_error("-pgn: what is counted of " + options_.games.front() + of);
        return {};
    }

    // Opens -store, or else the adapter's store of results, which may not exist yet (the adapter
    // has warned).
    Result<std::shared_ptr<const book::LearnStore>> open_learning() {
        const std::string file =
            options_.store.empty() && adapter_ ? adapter_->learn_file() : options_.store;
        if (file.empty()) return std::shared_ptr<const book::LearnStore>();
        Learning learning(file);
        auto store = learning.open();
        if (!store && !options_.store.empty()) return store.error();
        if (!store) return std::shared_ptr<const book::LearnStore>();
        learning_ = std::move(learning);
        return std::shared_ptr<const book::LearnStore>(*std::move(store));
    }

    std::vector<std::string> books() const {
        if (folder_) return {};
        if (!options_.books.empty()) return options_.books;
        if (adapter_) {
            std::vector<std::string> files = adapter_->book_files();
            files.resize(std::min(files.size(), most_books));
            return files;
        }
        if (!options_.stats.empty()) return {options_.stats};
        if (!options_.games.empty() && !options_.edits) return {};
        if (!options_.logs.empty() && !options_.edits) return {};
        return {"book.bin"};
    }

    int serve(Shelf& shelf) {
        boost::asio::io_context context(1);
        std::optional<Analyst> analyst;
        if (options_.engine.command) {
            auto settings = engine_settings(options_.engine, err_);
            if (!settings) return refuse(settings.error().message);
            analyst.emplace(context, *std::move(settings));
        }
        ServerLimits limits;
        if (options_.edits || folder_) {
            limits.body_bytes = most_imported;
            limits.all_body_bytes = 2 * most_imported;
        }
        auto server = Server::listen(context, options_.port, limits);
        if (!server) return refuse(server.error().message);
        std::optional<Watch> watch;
        if (!options_.logs.empty()) watch.emplace(options_.logs);
        Answers answers(shelf, adapter_.get(), learning_ ? &*learning_ : nullptr,
                        watch ? &*watch : nullptr, analyst ? &*analyst : nullptr,
                        folder_ ? &*folder_ : nullptr, games_ ? &*games_ : nullptr);
        std::optional<LogReading> reading;
        if (watch) reading.emplace(context, *watch);
        std::optional<io::EndSignals> signals;
        signals.emplace(context);
        signals->watch();
        const std::function<void()> wait = [&] {
            signals->async_wait([&](io::EndSignals::Kind kind) {
                if (kind == io::EndSignals::Kind::Interrupt && answers.has_unsaved() &&
                    std::exchange(warned_at_, shelf.editing()->revision()) !=
                        shelf.editing()->revision()) {
                    err_ << shelf.books().front().name << ": "
                         << text::counted(shelf.editing()->unsaved(), "edit")
                         << " not saved; Ctrl-C once more ends without saving"
                         << kept_in(*shelf.editing()) << '\n'
                         << std::flush;
                    return wait();
                }
                if (reading) reading->stop();
                if (analyst) analyst->end();
                signals->clear(); // from now on signals end the program as usual
                (*server)->stop();
            });
        };
        wait();
        Site site(Guard("explore", new_secrets(), (*server)->port()), answers, page_files(), [&] {
            (*server)->stop();
            if (reading) reading->stop();
            if (analyst) analyst->end();
            signals.reset(); // otherwise the context would wait for a signal
        });
        return serve_page(context, **server, site,
                          {.command = "explore",
                           .announcement = "The explorer is at",
                           .opens_browser = options_.opens_browser},
                          out_, err_);
    }

    const ExploreOptions& options_;
    std::ostream& out_;
    std::ostream& err_;
    std::unique_ptr<AdapterChoice> adapter_;
    std::optional<Learning> learning_;
    std::optional<BookDirectory> folder_;
    std::optional<Collection> games_;
    // The Editing::revision() at the last warning that Ctrl-C would lose edits.
    std::uint64_t warned_at_ = 0;
};

} // namespace

int run_explore(Arguments args, std::istream&, std::ostream& out, std::ostream& err) {
    ExploreOptions options;
    if (const auto over = read_explore_options(args, options, out, err)) return *over;
    return Explore(options, out, err).run();
}

} // namespace polyglot::tools
