#include "adapter/session/shared/context.hpp"

#include "adapter/session/books/book_time.hpp"
#include "adapter/session/shared/book_clock.hpp"
#include "config/book_program.hpp"
#include "core/text/text.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace polyglot::session {

SessionContext::SessionContext(SessionParts& parts, Environment environment,
                               SessionControl& session)
    : parts_(parts),
      log_(environment.log),
      blocked_commands_(parts.settings.block_commands),
      recaller_(std::move(environment.recall_settings)),
      session_(session) {
    remember_own_book();
}

void SessionContext::to_engine(std::string_view line, protocol::UciCommand command) {
    parts_.supervisor.on_asked(line, command, now_);
    send(line);
}

void SessionContext::send(std::string_view line) {
    if (translator_ != nullptr)
        translator_->on_uci_line(line);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::ask_ready(Supervisor::Asker asker) {
    parts_.supervisor.on_isready(asker, now_);
    send("isready");
}

void SessionContext::stop_search(std::chrono::milliseconds least_search) {
    if (parts_.supervisor.on_stop_wanted(least_search, now_)) send("stop");
}

std::chrono::milliseconds SessionContext::lag_of(const protocol::Go& go) const {
    return go.bounded_by_time() ? parts_.lag.lag() : std::chrono::milliseconds(0);
}

void SessionContext::go(std::string_view line, const protocol::Go& go) {
    const auto lag = lag_of(go);
    if (lag.count() == 0) {
        send_go(line, go);
        return;
    }
    const bool white = parts_.supervisor.white_to_move();
    note("EngineLag: " + text::format_seconds(static_cast<int>(lag.count())) +
         " less on the engine's clock");
    send_go(protocol::format_shortened_go(line, go, white, lag),
            protocol::with_less_time(go, white, lag));
}

void SessionContext::send_go(std::string_view line, const protocol::Go& go) {
    parts_.supervisor.on_go(line, go, now_);
    if (translator_ != nullptr)
        translator_->on_go(line, go);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::ponderhit(const protocol::Go& limits) {
    if (translator_ != nullptr)
        translator_->set_limits(
            protocol::with_less_time(limits, parts_.supervisor.white_to_move(), lag_of(limits)));
    to_engine("ponderhit", protocol::UciCommand::PonderHit);
}

void SessionContext::position(const protocol::UciPosition& position) {
    const std::string line = protocol::format_position(position);
    parts_.supervisor.on_position(line,
                                  protocol::side_to_move(position.start, position.moves.size()));
    if (translator_ != nullptr)
        translator_->on_position(line, position);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::set_option(std::string_view line, const protocol::SetOption& set) {
    parts_.supervisor.on_setoption(line, set);
    if (translator_ != nullptr)
        translator_->on_setoption(line, set);
    else if (!session_.engine_is_being_replaced())
        to_wire(line);
}

void SessionContext::set_option(const protocol::SetOption& set) {
    set_option(protocol::format_setoption(set.name, set.value),
               {.name = text::trim(set.name), .value = text::trim(set.value)});
}

bool SessionContext::to_xboard_engine(std::string_view line) {
    return translator_ != nullptr && translator_->on_xboard_line(line);
}

// No GUI decides what runs (docs/security.md), whatever BlockOptions says.
Result<void> SessionContext::set_by_gui(const config::Option& option, std::string_view value) {
    if (option.name == "BookFile" && config::is_program(value)) {
        const bool is_in_force = text::trim(value) == text::trim(settings().book_file);
        return is_in_force ? Result<void>() // some GUIs send back what they have seen
                           : make_error("Polyglot " + config::why_no_program("BookFile"));
    }
    if (auto set = config::set_option(parts_.settings, option, value); !set) return set;
    // A book that a GUI names is only read, because results are written only to the book of the ini
    // file or command line.
    if (option.name == "BookFile")
        parts_.settings.book_read_only =
            settings().book_file != own_book_.file || own_book_.read_only;
    note("set " + std::string(option.name) + " = " + config::format_option(settings(), option));
    out().add(Actions::ApplySettings{});
    apply_book_settings();
    return {};
}

void SessionContext::warn_once(const std::string& text) {
    constexpr std::size_t most_warnings = 100;
    if (warned_.size() < most_warnings && warned_.insert(text).second) warn(text);
}

// The store may depend on the opponent.
void SessionContext::set_opponent(std::string name) {
    parts_.learner.set_opponent(std::move(name));
    if (parts_.learner.needs_change(settings())) apply_book_settings();
}

void SessionContext::recall_settings() {
    if (!recaller_) return;
    RecalledSettings recalled = recaller_(parts_.engine_options.engine_name());
    for (const std::string& text : recalled.notes)
        note(text);
    parts_.settings = std::move(recalled.settings);
    remember_own_book();
    out().add(Actions::ApplySettings{});
    apply_book_settings();
}

void SessionContext::apply_book_settings() {
    parts_.learner.before_settings(settings(), *this);
    tell(parts_.book.apply(settings()));
    if (!is_leaving()) parts_.programs.on_books_changed(*this);
    parts_.learner.on_settings(settings(), *this);
}

bool SessionContext::awaits_results(const BookQuestion& question) {
    const auto timeout = std::chrono::milliseconds(settings().book_timeout_ms);
    return results_wait_.waits(parts_.learner.is_asking(), program_place(question.game),
                               longest_wait(question, timeout), now_);
}

bool SessionContext::awaits_programs(const BookQuestion& question) {
    parts_.learner.begin_recall();
    const auto programs = parts_.book.programs_to_ask(question);
    // Of a position in no book there are no results.
    const bool awaits_store = awaits_results(question);
    if (programs.empty()) {
        program_wait_.reset();
        return awaits_store;
    }
    std::string place = program_place(question.game);
    if (!program_wait_ || program_wait_->place != place)
        program_wait_ = ProgramWait{.place = std::move(place), .since = now_};
    const auto timeout = std::chrono::milliseconds(settings().book_timeout_ms);
    const auto waited =
        std::chrono::duration_cast<std::chrono::milliseconds>(now_ - program_wait_->since);
    bool awaits = false;
    for (const ProgramBook* program : programs)
        awaits = parts_.programs.ask(*program, question, {timeout, waited}, *this) || awaits;
    if (!awaits) program_wait_.reset();
    return awaits || awaits_store;
}

void SessionContext::start_program(int number, const std::string& command) {
    outcome("program " + std::to_string(number) + " start " + command);
    out_->add(Actions::StartProgram{number, command});
}

void SessionContext::to_program(int number, std::string_view line) {
    outcome("program " + std::to_string(number) + " < " + std::string(line));
    out_->add(Actions::ToProgram{number, std::string(line)});
}

void SessionContext::stop_program(int number) {
    outcome("program " + std::to_string(number) + " stop");
    out_->add(Actions::StopProgram{number});
}

void SessionContext::on_new_game() {
    parts_.supervisor.on_new_game();
    results_wait_.on_new_game();
    if (has_program_books(settings())) parts_.learner.before_new_game(*this);
    parts_.programs.on_new_game();
    BookNews news = parts_.book.on_new_game();
    if (news.first_replaced) parts_.learner.on_first_book_replaced(settings(), *this);
    tell(std::move(news));
    parts_.learner.on_new_game(settings(), *this);
}

void SessionContext::tell(BookNews news) {
    for (const std::string& text : news.notes)
        note(text);
    for (std::string& text : news.warnings)
        warn(std::move(text));
}

} // namespace polyglot::session
