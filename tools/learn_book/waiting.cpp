// Before any other action, learn-book writes the games that adapters could not write.
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/whole_path.hpp"
#include "storage/stores/learn_store.hpp"
#include "storage/stores/send_waiting.hpp"
#include "storage/stores/server_store.hpp"
#include "storage/stores/waiting_file.hpp"
#include "tools/learn_book/learn_book.hpp"

#include <chrono>
#include <memory>
#include <ostream>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

struct TakenInAll {
    book::TakenIn games;
    std::string failure; // the reason why others still wait
};

TakenInAll take_in_all(book::LearnStore& store) {
    constexpr std::size_t games_a_step = 100;
    TakenInAll taken;
    store.set_patience(std::chrono::seconds(1));
    do {
        const auto step = store.take_in(games_a_step);
        if (!step) {
            taken.failure = step.error().message;
            break;
        }
        taken.games = {.games = taken.games.games + step->games,
                       .moves = taken.games.moves + step->moves,
                       .left_out = taken.games.left_out + step->left_out,
                       .has_more = step->has_more,
                       .problem = step->problem};
    } while (taken.games.has_more);
    return taken;
}

void report(const TakenInAll& taken, const std::string& store, const fs::path& place,
            std::ostream& err) {
    if (taken.games.games > 0)
        err << store << ": the results of " << text::counted(taken.games.games, "game")
            << " that had waited in a file are added, " << text::counted(taken.games.moves, "move")
            << (taken.games.left_out == 0
                    ? ""
                    : "; " + text::counted(taken.games.left_out, "other move") + " not in the book")
            << '\n';
    if (!taken.games.problem.empty()) err << taken.games.problem << '\n';
    if (!taken.failure.empty()) err << io::describe_waiting(place) << ": " << taken.failure << '\n';
}

// file is the store or the book.
template <class Open>
void take_in(const fs::path& file, std::ostream& err, Open open) {
    std::error_code ignored;
    const fs::path place = io::whole_path(file);
    const std::string waiting = io::describe_waiting(place);
    if (waiting.empty()) return;
    // A store that was deleted must not be created again by a mere query.
    if (!fs::is_regular_file(place, ignored)) {
        err << waiting << '\n';
        return;
    }
    const auto store = open(place);
    if (!store) {
        err << waiting << ": " << store.error().message << '\n';
        return;
    }
    report(take_in_all(**store), to_text(file), place, err);
}

// Sends the games that wait in the current folder for a server.
class ServerOutbox final : public book::LearnStore {
  public:
    ServerOutbox(std::shared_ptr<io::LearnServer> server, const fs::path& place)
        : server_(std::move(server)), file_(place) {}

    Result<std::size_t> record(const book::LearntGame& game) override {
        return server_->record(game);
    }
    Result<book::TakenIn> take_in(std::size_t most_games) override {
        return io::send_waiting(file_, *server_, most_games, [] { return true; });
    }
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const override {
        server_->recall(position, scope, entries);
    }
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const override {
        server_->recall_variant(position, scope, entries);
    }
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override {
        return server_->forget(scope, from);
    }

  private:
    std::shared_ptr<io::LearnServer> server_;
    io::WaitingFile file_;
};

Result<void> take_in_for_server(const std::string& address, std::ostream& err) {
    const fs::path place = io::whole_path(io::place_of_server(address, {}));
    const std::string waiting = io::describe_waiting(place);
    if (waiting.empty()) return {};
    auto server = io::LearnServer::open(address, io::time_by_system_clock, {});
    if (!server) return make_error(server.error().message + "; " + waiting);
    ServerOutbox outbox(*std::move(server), place);
    report(take_in_all(outbox), address, place, err);
    return {};
}

} // namespace

Result<void> take_in_waiting(const LearnBookOptions& options, std::ostream& err) {
    if (options.action == LearnAction::Create) return {};
    if (const auto server = io::server_of(options.store)) {
        if (auto taken = take_in_for_server(*server, err); !taken) return taken;
    } else if (!options.store.empty()) {
        take_in(options.store, err, io::open_learn_db);
    }
    if (!options.bin.empty())
        take_in(options.bin, err,
                [](const fs::path& book) { return io::open_learn_fields(book, false); });
    if (options.action != LearnAction::Merge && options.action != LearnAction::Import) return {};
    for (const fs::path& source : options.from) { // inputs are only read
        std::error_code ignored;
        if (source == u8"-") continue;
        const auto server = io::server_of(source);
        const std::string waiting = io::describe_waiting(
            io::whole_path(server ? io::place_of_server(*server, {}) : source));
        if (!waiting.empty())
            err << waiting << ", which are not added; polyglot learn-book " << to_text(source)
                << " -show takes them in\n";
    }
    return {};
}

} // namespace polyglot::tools
