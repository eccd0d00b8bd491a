#include "tools/explore/adapter_choice.hpp"

#include "adapter/cli/command_line.hpp"
#include "config/book_program.hpp"
#include "config/learn_server.hpp"
#include "core/chess/san.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/books/book_file.hpp"
#include "storage/books/book_stamp.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/learn_db.hpp"
#include "tools/common/json.hpp"
#include "tools/common/path_environment.hpp"
#include "tools/explore/learnt_moves.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

// Provides no results, because the book's entries already contain the learn fields.
class FieldsOfBook final : public book::LearnStore {
  public:
    Result<std::size_t> record(const book::LearntGame&) override {
        return make_error("nothing is written here");
    }
    void recall(const chess::Position&, const book::LearnScope&,
                std::vector<book::Entry>&) const override {}
    void recall_variant(const chess::VariantPosition&, const book::LearnScope&,
                        std::vector<book::Entry>&) const override {}
    Result<book::Forgotten> forget(const book::LearnScope&, std::uint64_t) override {
        return make_error("nothing is written here");
    }
};

// Keeps what it opens in results, too.
book::OpenedLearnStore open_to_read(const config::Settings& settings, const fs::path& folder,
                                    std::shared_ptr<io::LearnDb>& results) {
    if (settings.book_learn_file.empty()) return {std::make_shared<FieldsOfBook>(), {}, {}};
    const bool is_server = config::is_learn_server(settings.book_learn_file);
    const fs::path name = to_path(settings.book_learn_file);
    const fs::path file = is_server ? name : absolute_path(folder, name);
    if (!is_server) io::note_input(file);
    auto store = io::LearnDb::open(file, io::LearnDb::Access::Read);
    if (!store) return {nullptr, {}, store.error().message};
    results = *store;
    return {*std::move(store), {}, {}};
}

Result<session::OpenedBook> open_book(const fs::path& folder, const std::string& file) {
    if (config::is_program(file))
        return make_error(file + ": a program, which explore does not start");
    const fs::path path = io::book_path(folder, file);
    auto opened = io::open_book(path);
    if (!opened) return opened.error();
    return session::OpenedBook{std::move(opened->book), {}, {}};
}

json::object view_of(const session::BookView& view, const chess::Position& position,
                     chess::CastlingStyle castling) {
    json::array moves;
    const std::vector<double> drawn = book::draw_probabilities(view.candidates);
    for (std::size_t i = 0; i < view.candidates.size(); ++i) {
        const book::Candidate& candidate = view.candidates[i];
        if (!candidate.move) continue;
        // The shares are those that the adapter's GUI sees; a move that is left out has its share
        // of the book.
        const double share = candidate.playable ? drawn[i] : candidate.share / 10'000.0;
        json::object one{{"uci", chess::format_uci_move(candidate.move, castling)},
                         {"san", chess::format_san(position, candidate.move)},
                         {"share", share},
                         {"playable", candidate.playable}};
        const auto drawing =
            std::find_if(view.drawing.begin(), view.drawing.end(),
                         [&candidate](const auto& draw) { return draw.move == candidate.move; });
        if (drawing != view.drawing.end()) one["draw"] = drawing->reason;
        moves.push_back(std::move(one));
    }
    return {{"name", json_of(view.name)},
            {"not_asked", json_of(view.not_asked)},
            {"answers", view.answers},
            {"moves", std::move(moves)}};
}

} // namespace

Result<std::unique_ptr<AdapterChoice>> AdapterChoice::open(const std::string& ini_file) {
    std::error_code error;
    const fs::path folder = fs::current_path(error);
    if (error) return make_error("the current folder: " + system_message(error));
    const std::array<std::string_view, 2> words{ini_file, "-check-config"};
    auto invocation = cli::parse_command_line(words, folder, path_environment());
    if (!invocation) return invocation.error();
    cli::find_default_book(*invocation);
    config::Configuration& configuration = invocation->configuration;
    for (const config::Diagnostic& diagnostic : configuration.diagnostics)
        if (diagnostic.severity == config::Severity::Fatal)
            return make_error(config::render(diagnostic));
    config::Settings& settings = configuration.settings;
    if (!settings.book) return make_error(ini_file + ": Book is off, so no book is asked");
    const bool counts_too_much = settings.book_learn && !settings.book_learn_file.empty() &&
                                 settings.engine_name.empty() && settings.book_learn_per != "all";
    if (settings.engine_name.empty()) settings.book_learn_per = "all";
    std::unique_ptr<AdapterChoice> choice(
        new AdapterChoice(ini_file, settings, invocation->start_directory));
    choice->counts_too_much_ = counts_too_much;
    for (const config::Diagnostic& diagnostic : configuration.diagnostics)
        choice->warnings_.push_back(config::render(diagnostic));
    return choice;
}

AdapterChoice::AdapterChoice(std::string name, config::Settings settings, fs::path folder)
    : name_(std::move(name)),
      settings_(std::move(settings)),
      folder_(std::move(folder)),
      learner_(
          [this](const config::Settings& now) { return open_to_read(now, folder_, results_); }),
      player_(
          [this](const std::string& file) { return open_book(folder_, file); },
          [this](const std::string& file) { return io::book_stamp(io::book_path(folder_, file)); },
          learner_, random_),
      no_learner_([](const config::Settings&) { return book::OpenedLearnStore(); }),
      unlearnt_player_(
          [this](const std::string& file) { return open_book(folder_, file); },
          [this](const std::string& file) { return io::book_stamp(io::book_path(folder_, file)); },
          no_learner_, random_) {
    learner_.set_engine(settings_.engine_name);
    if (const std::string warning = learner_.apply(settings_).warning; !warning.empty())
        warnings_.push_back(warning);
    add_news(player_.apply(settings_));
    config::Settings unlearnt = settings_;
    unlearnt.book_learn = false;
    unlearnt_player_.apply(unlearnt); // its news are equal to those above
    if (!settings_.book_file.empty()) books_.push_back(settings_.book_file);
    for (const config::BookSettings& book : settings_.books)
        books_.push_back(book.file);
    for (std::string& book : books_)
        book = to_text(io::book_path(folder_, book));
}

void AdapterChoice::add_news(const session::BookNews& news) {
    warnings_.insert(warnings_.end(), news.warnings.begin(), news.warnings.end());
}

std::string AdapterChoice::note() const {
    if (const auto error = results_ ? results_->take_recall_error() : std::nullopt)
        return "The results could not be read: " + error->message;
    if (!counts_too_much_) return {};
    return "The results of all engines count here, because the file has no EngineName: the adapter "
           "counts only those "
           "of the engine that it starts. EngineName = the engine's name in the file shows the "
           "adapter's shares.";
}

std::string AdapterChoice::learn_file() const {
    const std::string& file = settings_.book_learn_file;
    if (!settings_.book_learn || file.empty() || file.find("{opponent}") != std::string::npos)
        return {};
    if (config::is_learn_server(file)) return file;
    return to_text(absolute_path(folder_, to_path(file)));
}

json::object AdapterChoice::change(const chess::Game& game, chess::CastlingStyle castling) {
    player_.on_new_game();
    unlearnt_player_.on_new_game();
    const session::BookQuestion question{.game = game, .castling = castling};
    const auto now = player_.look_up(question);
    const auto own = unlearnt_player_.look_up(question);
    for (std::size_t i = 0; i < std::min(now.size(), own.size()); ++i)
        if (now[i].answers)
            return {{"book", json_of(now[i].name)},
                    {"config", json_of(name_)},
                    {"note", note()},
                    {"moves", json_of(compare_choices(own[i].candidates, now[i].candidates),
                                      game.position(), castling)}};
    return {};
}

json::object AdapterChoice::choice(const chess::Game& game, chess::CastlingStyle castling) {
    player_.on_new_game(); // opens files that have changed
    const session::BookQuestion question{.game = game, .castling = castling};
    json::array books;
    for (const session::BookView& view : player_.look_up(question))
        books.push_back(view_of(view, game.position(), castling));
    return {{"config", json_of(name_)},
            {"books", std::move(books)},
            {"left", player_.left_because(game)},
            {"note", note()}};
}

} // namespace polyglot::tools
