#include "tools/setup/trial.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/output_file.hpp"
#include "tools/common/json.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::string_view endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
constexpr std::size_t most_notes = 20;
constexpr int longest_end_ms = 3'000; // until polyglot has ended its engine
constexpr int most_left = 100;        // files of trials that a power failure has ended

fs::path learn_file_of(const fs::path& ini) {
    return fs::path(ini).replace_extension(u8".db");
}

bool is_there(const fs::path& file) {
    std::error_code error;
    return fs::exists(fs::symlink_status(file, error));
}

} // namespace

Trial::Trial(boost::asio::io_context& context, TrialPlan plan)
    : context_(context), plan_(std::move(plan)), timer_(context) {}

Trial::~Trial() {
    client_.reset();
    remove_files();
}

void Trial::remove_files() {
    if (file_.empty()) return;
    std::error_code ignored;
    fs::remove(file_, ignored);
    if (plan_.learns)
        for (const char8_t* const ending : {u8"", u8"-wal", u8"-shm", u8"-journal", u8".waiting"})
            fs::remove(learn_file_of(file_) += ending, ignored);
    file_.clear();
}

void Trial::start() {
    if (const auto written = write_file(); !written) {
        state_ = State::Failed;
        error_ = written.error().message;
        return;
    }
    config::Settings settings;
    settings.engine_argv = {to_text(plan_.polyglot), to_text(file_)};
    if (plan_.learns)
        settings.engine_argv.insert(settings.engine_argv.end(),
                                    {"-pg", "BookLearnFile=" + to_text(learn_file_of(file_))});
    settings.engine_dir = to_text(plan_.place.parent_path());
    settings.engine_protocol = "uci";
    const int patience_ms = static_cast<int>(plan_.times.patience.count());
    settings.start_timeout_ms = settings.ready_timeout_ms = settings.move_overrun_ms = patience_ms;
    settings.quit_timeout_ms = longest_end_ms;
    client_ = std::make_unique<EngineClient>(
        context_, settings,
        EngineClient::Events{
            .on_line = [this](std::string_view line) { on_line(line); },
            .on_end = [this](session::ExitCode status,
                             const std::string& message) { on_end(status, message); }});
    arm();
    is_started_ = true;
    client_->start();
}

void Trial::cancel() {
    if (!has_ended()) fail("it was ended");
}

// The name says what it is, in case that a power failure leaves it.
Result<void> Trial::write_file() {
    fs::path file;
    for (int number = 1; file.empty() || is_there(file) || is_there(learn_file_of(file));
         ++number) {
        fs::path name = plan_.place.stem();
        name += to_path(".setup-trial" + (number > 1 ? std::to_string(number) : "") + ".ini");
        file = plan_.place.parent_path() / name;
        if (number > most_left) return make_error(to_text(file) + " and others of its kind exist");
    }
    const auto failure = [](const Error& error) {
        return make_error(error.message + "; choose another folder for the ini file");
    };
    auto output = io::OutputFile::open(file, io::Durability::Unsynced);
    if (!output) return failure(output.error());
    output->write(plan_.ini);
    if (const auto done = output->commit(); !done) return failure(done.error());
    file_ = file;
    return {};
}

void Trial::on_line(std::string_view line) {
    if (has_ended()) return; // polyglot ends
    const protocol::UciEngineLine read = protocol::parse_uci_engine_line(line);
    switch (read.reply) {
    case protocol::UciReply::UciOk:
        client_->send("ucinewgame");
        go();
        break;
    case protocol::UciReply::Info: on_info(read.arguments); break;
    case protocol::UciReply::BestMove:
        if (state_ == State::Running) on_best_move(read.arguments);
        break;
    default: break;
    }
}

void Trial::on_info(std::string_view arguments) {
    if (text::next_word(arguments) != "string") return;
    const std::string_view text = text::trim(arguments);
    if (text.starts_with("book: ")) book_line_ = text;
    if (text.starts_with("polyglot: ") && notes_.size() < most_notes &&
        std::ranges::find(notes_, text.substr(10)) == notes_.end())
        notes_.emplace_back(text.substr(10));
}

void Trial::on_best_move(std::string_view arguments) {
    const protocol::BestMove best = protocol::parse_bestmove(arguments);
    const auto move = chess::parse_uci_move(position_, best.move);
    if (!move)
        return fail("the answer at ply " + std::to_string(moves_.size() + 1) + " was " +
                    text::quote(best.move) + ", which is no legal move");
    std::string san;
    chess::make_and_append_san(position_, *move, san);
    if (!is_in_book_) {
        own_move_ = san;
        return leave();
    }
    moves_.push_back({std::move(san), std::string(best.move), std::exchange(book_line_, {})});
    if (moves_.size() < plies && position_.legal_move_count() > 0) return go();
    const bool has_engine_move =
        std::ranges::any_of(moves_, [](const Played& one) { return one.about.empty(); });
    if (has_engine_move) return leave();
    ask_engine();
}

void Trial::leave() {
    state_ = State::Leaving;
    arm();
    client_->quit();
}

// No book has this position. A book that knows all ten plies shows nothing of the engine.
void Trial::ask_engine() {
    is_in_book_ = false;
    position_ = *chess::parse_fen(endgame);
    client_->send("position fen " + std::string(endgame));
    client_->send("go movetime " + std::to_string(plan_.times.per_move.count()));
    arm();
}

void Trial::on_end(session::ExitCode status, const std::string& message) {
    is_started_ = false;
    remove_files();
    timer_.cancel();
    if (has_ended()) return;
    if (state_ == State::Leaving && status == session::ExitCode::Ok)
        state_ = State::Passed;
    else
        fail(why_ended(message));
}

// What polyglot has said of its engine tells more than how polyglot has ended.
std::string Trial::why_ended(const std::string& message) const {
    const std::string program = to_text(plan_.polyglot);
    const auto said = std::find_if(notes_.rbegin(), notes_.rend(), [&](const std::string& note) {
        return note != message && note.find(program) == std::string::npos;
    });
    if (said != notes_.rend()) return *said;
    return message.empty() ? "polyglot has ended before the ten plies were played" : message;
}

void Trial::go() {
    std::string line = "position startpos";
    for (std::size_t i = 0; i < moves_.size(); ++i)
        line += (i == 0 ? " moves " : " ") + moves_[i].uci;
    client_->send(line);
    client_->send("go movetime " + std::to_string(plan_.times.per_move.count()));
    arm();
}

void Trial::fail(const std::string& message) {
    state_ = State::Failed;
    error_ = message;
    timer_.cancel();
    if (client_) client_->quit();
}

void Trial::arm() {
    timer_.expires_after(plan_.times.patience);
    timer_.async_wait([this](boost::system::error_code error) {
        if (error || has_ended()) return;
        fail("no answer came within " +
             text::format_seconds(static_cast<int>(plan_.times.patience.count())));
    });
}

json::object Trial::answer() const {
    constexpr std::array<std::string_view, 4> names{"running", "running", "passed", "failed"};
    json::array moves;
    for (const Played& played : moves_)
        moves.push_back(json::object{{"san", played.san},
                                     {"uci", played.uci},
                                     {"by", played.about.empty() ? "engine" : "book"},
                                     {"about", json_of(played.about)}});
    return {{"state", names[static_cast<std::size_t>(state_)]},
            {"error", json_of(error_)},
            {"moves", std::move(moves)},
            {"notes", json_of(notes_)},
            {"own_move", own_move_}};
}

} // namespace polyglot::tools
