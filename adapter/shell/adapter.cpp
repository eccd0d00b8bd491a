#include "adapter/shell/adapter.hpp"

#include "adapter/engine/end_signals.hpp"
#include "adapter/engine/engine_host.hpp"
#include "adapter/engine/heap.hpp"
#include "adapter/engine/last_resort.hpp"
#include "adapter/engine/path_names.hpp"
#include "adapter/session/session.hpp"
#include "adapter/session/shared/answers.hpp"
#include "adapter/shell/flow.hpp"
#include "adapter/shell/log_file.hpp"
#include "adapter/shell/program_hosts.hpp"
#include "adapter/shell/settings_file.hpp"
#include "adapter/shell/standard_streams.hpp"
#include "adapter/streams/byte_source.hpp"
#include "adapter/streams/line_buffer.hpp"
#include "adapter/streams/outbox.hpp"
#include "config/learn_server.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "core/text/text.hpp"
#include "storage/books/book_file.hpp"
#include "storage/books/book_stamp.hpp"
#include "storage/files/environment.hpp"
#include "storage/stores/learn_store.hpp"
#include "version.hpp"

#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <variant>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;
using session::Actions;
using session::Channel;
using session::ExitCode;

namespace {

using Clock = std::chrono::steady_clock;

// Returns whole milliseconds, as in the log, so that a replay gets exactly the session's times.
session::TimePoint time_now() {
    return std::chrono::floor<std::chrono::milliseconds>(Clock::now());
}

// The time for the last bytes to a GUI that no longer reads, and for a released engine to end.
constexpr std::chrono::milliseconds goodbye_grace{500};

// The time for which the loop may be busy when a signal asks the adapter to end.
constexpr std::chrono::seconds stuck_patience{5};

// The output of one event is sent before the next one if it exceeds this.
constexpr std::size_t most_gathered_bytes = 64 << 10;

Result<session::OpenedBook> open_book_for_session(const std::filesystem::path& path) {
    auto opened = open_book(path);
    if (!opened) return opened.error();
    std::string description =
        to_text(path) + ": " + opened->format + ", " + std::to_string(opened->entries) + " entries";
    if (!opened->header.empty()) description += ", " + opened->header;
    for (const std::string& warning : opened->warnings)
        description += "\n  " + warning;
    std::string problem =
        opened->book->gives_moves() ? "" : to_text(path) + ": holds no move to play";
    return session::OpenedBook{std::move(opened->book), std::move(description), std::move(problem)};
}

std::uint64_t seed_of(const config::Settings& settings) {
    if (const auto seed = text::parse_int<std::uint64_t>(settings.book_seed)) return *seed;
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

// Returns nullopt if the engine has the adapter's priority.
std::optional<int> nice_of(const config::Settings& settings) {
    return settings.use_nice ? std::optional(settings.nice_value) : std::nullopt;
}

class Adapter {
  public:
    explicit Adapter(AdapterStart start);
    ExitCode run();

  private:
    EngineHost::Events engine_events();
    ProgramHosts::Events program_events();
    void start_engine();
    void wait_for_signal();
    std::size_t on_gui_bytes(std::string_view bytes);
    void gui_is_gone();
    void apply();
    void send_lines();
    void carry_out(const Actions::Step& step);
    void end_turn();
    void post_results();
    void apply_settings();
    config::Settings with_names(config::Settings settings) const;
    Result<void> open_log(std::uint64_t max_bytes);
    void apply_priority();
    void save_settings(const std::string& text);
    void log_settings();
    // Makes the path of a setting absolute. The working directory may be removed while the adapter
    // runs.
    std::filesystem::path absolute(const std::string& path) const {
        return absolute_path(start_.start_directory, to_path(path));
    }
    void arm_timer();
    void report_congestion();
    void balance();
    void leave_when_written();

    AdapterStart start_;
    config::PathNames names_ = path_names(start_.settings);
    std::uint64_t seed_;
    LogFile log_;
    Random random_;
    session::Session session_;
    Actions actions_;           // the actions that are still to be carried out
    bool is_applying_ = false;  // apply() is running
    std::string lines_in_hand_; // the lines that are being sent; a member to reuse its memory
    std::optional<ExitCode> exit_;

    asio::io_context context_{StandardStreams::concurrency_hint};
    StandardStreams streams_{context_};
    EndSignals signals_{context_};
    asio::steady_timer timer_{context_}; // for the session's deadline, and for results that wait
    std::optional<Clock::time_point> armed_;

    ByteSource gui_in_;
    Outbox gui_out_;
    LineBuffer gui_lines_;

    EngineHost engine_{context_, engine_events()};
    ProgramHosts programs_{context_, start_.start_directory, program_events()};
    Flow flow_{session_, gui_in_, gui_out_, engine_};
    std::optional<Clock::time_point> batch_time_; // of the engine's lines that were read together
    std::optional<std::string> failed_log_;       // the last LogFile that could not be opened
    bool has_begun_ = false;                      // the log, if there is one, has the settings
    // The value at the engine's start, or the last one that was to be set.
    std::optional<int> nice_;
    bool results_posted_ = false;
    bool lacks_signal_ = false; // the log has a note about it
};

Adapter::Adapter(AdapterStart start)
    : start_(std::move(start)),
      seed_(seed_of(start_.settings)),
      random_(seed_),
      session_(start_.settings,
               session::with_logged_answers(
                   {.open_book =
                        [this](const std::string& path) {
                            return open_book_for_session(book_path(start_.start_directory, path));
                        },
                    .random = random_,
                    .log = log_,
                    .recall_settings = std::move(start_.recall_settings),
                    .open_learn_store =
                        [this](const config::Settings& settings) {
                            return open_learn_store(with_names(settings), start_.start_directory);
                        },
                    .stamp_book =
                        [this](const std::string& path) {
                            const std::filesystem::path file =
                                book_path(start_.start_directory, path);
                            return is_starter(file) ? std::nullopt : book_stamp(file);
                        }})),
      gui_in_(
          streams_.take_input(), [this](std::string_view bytes) { return on_gui_bytes(bytes); },
          [this] {
              gui_lines_.finish([this](std::string_view line) {
                  session_.on_gui_line(line, time_now(), actions_);
              });
              gui_is_gone();
          }),
      gui_out_(
          streams_.take_output(),
          [this] {
              report_congestion();
              balance();
              leave_when_written();
          },
          [this] { gui_is_gone(); }) {}

ExitCode Adapter::run() {
    apply_settings();
    log_settings();
    for (const std::string& note : start_.notes)
        log_.write(Channel::Note, note);
    if (!start_.warning.empty()) session_.warn(start_.warning, time_now(), actions_);
    has_begun_ = true;
    signals_.watch();
    arm_last_resort(stuck_patience, static_cast<int>(ExitCode::InternalError));
    wait_for_signal();
    start_engine();
    apply();
    gui_in_.start();
    context_.run();
    outlive_signals([this] { signals_.clear(); });
    log_.flush();
    return exit_.value_or(ExitCode::InternalError);
}

EngineHost::Events Adapter::engine_events() {
    EngineHost::Events events;
    events.on_line = [this](std::string_view line) {
        // Drop the remaining output of an engine that is to be replaced.
        if (actions_.has<Actions::RestartEngine>()) return;
        if (!batch_time_) batch_time_ = time_now(); // once for a flood of lines
        session_.on_engine_line(line, *batch_time_, actions_);
    };
    events.on_lines = [this](std::string_view lines) {
        if (actions_.has<Actions::RestartEngine>()) return std::size_t{0};
        if (!batch_time_) batch_time_ = time_now();
        return session_.on_engine_infos(lines, *batch_time_, actions_);
    };
    events.on_batch = [this] {
        batch_time_.reset();
        session_.on_engine_batch();
        apply();
    };
    events.on_stderr_line = [this](std::string_view line) {
        log_.at(time_now());
        session_.on_engine_stderr(line);
    };
    events.on_long_line = [this] {
        log_.write(Channel::Note, "a line of the engine is longer than 1 MiB: cut");
    };
    events.on_closed_output = [this] {
        session_.on_engine_closed_output(time_now(), actions_);
        apply();
    };
    events.on_exited = [this](const session::EngineEnd& end) {
        session_.on_engine_exited(end, time_now(), actions_);
        apply();
    };
    events.on_writable = [this] { balance(); };
    events.on_last_gone = [this] { leave_when_written(); };
    return events;
}

ProgramHosts::Events Adapter::program_events() {
    ProgramHosts::Events events;
    events.on_line = [this](int number, std::string_view line) {
        session_.on_program_line(number, line, time_now(), actions_);
    };
    events.on_stderr_line = [this](int number, std::string_view line) {
        log_.at(time_now());
        log_.write(Channel::Note,
                   "book program " + std::to_string(number) + " says: " + std::string(line));
    };
    events.on_ended = [this](int number, std::string_view how) {
        session_.on_program_ended(number, how, time_now(), actions_);
    };
    events.on_batch = [this] { apply(); };
    return events;
}

void Adapter::start_engine() {
    auto* launch = std::get_if<EngineLaunch>(&start_.engine);
    if (launch == nullptr) {
        const auto& failure = std::get<StartFailure>(start_.engine);
        log_.write(Channel::Note, "PATH is " + environment_variable("PATH").value_or("not set"));
        session_.on_start_failed(failure.code, failure.message, time_now(), actions_);
        return;
    }
    launch->nice = nice_ = nice_of(session_.settings());
    if (const auto started = engine_.start(*launch); !started) {
        session_.on_start_failed(ExitCode::EngineNotStarted, started.error().message, time_now(),
                                 actions_);
        return;
    }
    session_.on_engine_started(to_text(launch->program), time_now(), actions_);
}

// Takes lines as long as there is room for the answers, since an answer may be a thousand times as
// long as its line.
std::size_t Adapter::on_gui_bytes(std::string_view bytes) {
    // It cannot be made to wait any more.
    if (gui_in_.hung_up() && flow_.is_full()) {
        log_.write(Channel::Note, "the GUI has hung up and does not read: its last " +
                                      std::to_string(bytes.size()) + " bytes are not heard");
        return bytes.size();
    }
    const auto now = time_now();
    const std::size_t cut = gui_lines_.cut_lines();
    const std::size_t taken = gui_lines_.feed(bytes, [&](std::string_view line) {
        session_.on_gui_line(line, now, actions_);
        return actions_.to_gui.size() < most_gathered_bytes &&
               actions_.to_engine.size() < most_gathered_bytes && session_.wants_gui_input();
    });
    if (gui_lines_.cut_lines() > cut)
        session_.warn("a line of the GUI is longer than 1 MiB: cut", now, actions_);
    apply();
    return taken;
}

void Adapter::wait_for_signal() {
    signals_.async_wait([this](EndSignals::Kind kind) {
        if (kind == EndSignals::Kind::Interrupt) {
            disarm_last_resort(); // an xboard GUI of version 1 does not mean the end
            session_.on_interrupt(time_now(), actions_);
        } else {
            const auto quit = std::chrono::milliseconds(session_.settings().quit_timeout_ms);
            postpone_last_resort(std::chrono::ceil<std::chrono::seconds>(quit) + stuck_patience);
            session_.on_terminate(time_now(), actions_);
        }
        apply();
        wait_for_signal();
    });
}

void Adapter::gui_is_gone() {
    session_.on_gui_closed(time_now(), actions_);
    apply();
}

// Carries out the session's actions: the lines, then one step, until none is left. This may cause
// further events (the GUI turns out to be gone, a new engine has started). They are handed to the
// session at once, and its further actions are carried out by this loop, too.
void Adapter::apply() {
    if (std::exchange(is_applying_, true)) return;
    do {
        while (!actions_.empty()) {
            send_lines();
            if (!actions_.steps.empty()) carry_out(actions_.take_step());
        }
        end_turn();
    } while (!actions_.empty());
    is_applying_ = false;
}

void Adapter::send_lines() {
    const auto send = [this](std::string& lines, auto& to) {
        if (lines.empty()) return;
        std::swap(lines, lines_in_hand_);
        flow_.on_sent(lines_in_hand_.size());
        to.send(lines_in_hand_);
        lines_in_hand_.clear();
        // After a very long line.
        if (lines_in_hand_.capacity() > 2 * most_gathered_bytes) lines_in_hand_.shrink_to_fit();
    };
    send(actions_.to_gui, gui_out_);
    send(actions_.to_engine, engine_);
    if (flow_.is_congestion_new()) report_congestion();
}

void Adapter::carry_out(const Actions::Step& step) {
    if (const auto* send = std::get_if<Actions::SendSignal>(&step)) {
        if (!engine_.signal(send->signal) && !std::exchange(lacks_signal_, true))
            log_.write(
                Channel::Note,
                "this system has no SIGINT: the engine reads its commands when it looks for them");
    } else if (std::holds_alternative<Actions::ApplySettings>(step)) {
        apply_settings();
    } else if (const auto* save = std::get_if<Actions::SaveSettings>(&step)) {
        save_settings(save->text);
    } else if (std::holds_alternative<Actions::RestartEngine>(step)) {
        engine_.release(std::chrono::milliseconds(session_.settings().quit_timeout_ms));
        start_engine();
    } else if (const auto* exit = std::get_if<Actions::Exit>(&step)) {
        exit_ = exit->code;
    } else if (const auto* start = std::get_if<Actions::StartProgram>(&step)) {
        programs_.start(start->number, start->command);
    } else if (const auto* line = std::get_if<Actions::ToProgram>(&step)) {
        programs_.send(line->number, line->line);
    } else if (const auto* stop = std::get_if<Actions::StopProgram>(&step)) {
        programs_.stop(stop->number);
    }
}

// Call this when all actions of the events are done.
void Adapter::end_turn() {
    post_results();
    log_.flush();
    if (!exit_) arm_timer(); // a GUI that continues to send must not delay the exit
    balance();
    leave_when_written();
}

// Lets other events come first, because a store has much to do, which it does in steps.
void Adapter::post_results() {
    const auto are_due = [this] {
        const auto due = session_.results_due();
        return due && *due <= time_now();
    };
    if (!are_due() || std::exchange(results_posted_, true)) return;
    asio::post(context_, [this, are_due] {
        results_posted_ = false;
        if (exit_ || !are_due()) return; // they have been written already, before a pong
        session_.on_results_due(time_now(), actions_);
        apply();
    });
}

Result<void> Adapter::open_log(std::uint64_t max_bytes) {
    const std::string& file = session_.settings().log_file;
    if (file.empty()) return make_error("cannot write log: LogFile names no file");
    const std::filesystem::path filled = absolute(config::fill_placeholders(file, names_));
    make_named_folders(file, filled, start_.start_directory);
    return log_.open(filled, max_bytes);
}

// The session has filled in the opponent; folders are created here.
config::Settings Adapter::with_names(config::Settings settings) const {
    if (config::is_learn_server(settings.book_learn_file)) return settings;
    settings.book_learn_file = config::fill_placeholders(settings.book_learn_file, names_);
    make_named_folders(session_.settings().book_learn_file, absolute(settings.book_learn_file),
                       start_.start_directory);
    return settings;
}

void Adapter::apply_settings() {
    const config::Settings& settings = session_.settings();
    if (settings.log) {
        const auto max_bytes = static_cast<std::uint64_t>(settings.log_max_size_mb) << 20;
        const std::filesystem::path before = log_.file();
        const auto opened = open_log(max_bytes);
        // The log lacks its beginning.
        if (opened && has_begun_ && log_.file() != before) log_.write(Channel::Answer, "log on");
        if (!opened && failed_log_ != settings.log_file) { // it is reported once
            failed_log_ = settings.log_file;
            session_.warn(opened.error().message, time_now(), actions_);
        }
    } else {
        log_.write(Channel::Answer, "log off");
        log_.close();
    }
    apply_priority();
}

void Adapter::apply_priority() {
    const std::optional<int> wanted = nice_of(session_.settings());
    if (wanted == nice_) return;
    nice_ = wanted; // set also after an error, so that there is one warning
    if (const auto error = engine_.set_nice(wanted))
        session_.warn("the engine's priority cannot be changed while it runs (" +
                          system_message(error) +
                          "): UseNice and NiceValue hold from its next start",
                      time_now(), actions_);
}

void Adapter::save_settings(const std::string& text) {
    const std::filesystem::path file = absolute(session_.settings().settings_file);
    if (const auto written = write_settings_file(file, text, start_.books_of_save); !written)
        session_.warn(written.error().message, time_now(), actions_);
    else
        log_.write(Channel::Note, "settings saved in " + to_text(file));
}

// Logs what a replay of this log needs.
void Adapter::log_settings() {
    log_.write(Channel::Event, "polyglot " POLYGLOT_VERSION);
    const config::Settings& settings = session_.settings();
    for (const std::string& line : session::settings_lines(settings))
        log_.write(Channel::Event, line);
    // The given one or the one drawn.
    log_.write(Channel::Event, "set BookSeed = " + std::to_string(seed_));
}

void Adapter::arm_timer() {
    auto deadline = session_.deadline();
    if (const auto due = session_.results_due();
        due && !results_posted_ && (!deadline || *due < *deadline))
        deadline = due;
    // A deadline that was postponed is checked when the timer fires, which is less frequent than
    // the lines that postpone it.
    if (!deadline || (armed_ && *armed_ <= *deadline)) return;
    armed_ = deadline;
    timer_.cancel();
    // Because time_now() has whole milliseconds.
    timer_.expires_at(std::chrono::ceil<std::chrono::milliseconds>(*deadline));
    timer_.async_wait([this](error_code error) {
        if (error) return;
        armed_.reset();
        engine_.read_now(); // the adapter may have been kept from reading
        session_.on_timeout(time_now(), actions_);
        apply();
    });
}

void Adapter::report_congestion() {
    if (!flow_.can_have_news()) return;
    const Clock::time_point now = time_now();
    const std::optional<bool> congested = flow_.take_news(now);
    if (!congested) return;
    session_.on_gui_congested(*congested, now, actions_);
    apply();
}

void Adapter::balance() {
    flow_.balance();
    if (!flow_.take_end_of_flood()) return;
    for (std::string* lines : {&actions_.to_gui, &actions_.to_engine, &lines_in_hand_})
        lines->shrink_to_fit();
    gui_out_.give_back();
    trim_heap();
}

void Adapter::leave_when_written() {
    if (!exit_) return;
    // A released engine may still be writing what it has learnt.
    if ((gui_out_.pending() == 0 || gui_out_.failed()) && !engine_.awaits_gone()) {
        context_.stop();
        return;
    }
    if (armed_ == Clock::time_point::max()) return; // already waiting
    armed_ = Clock::time_point::max();
    timer_.expires_after(goodbye_grace);
    timer_.async_wait([this](error_code error) {
        if (!error) context_.stop();
    });
}

} // namespace

namespace {

// Answers a GUI whose first line shows its protocol, without a loop.
void answer_first_line(const std::string& text) {
    std::string line;
    while (text::trim(line).empty())
        if (!std::getline(std::cin, line)) return;
    const bool is_xboard = text::trim(line) == "xboard" || text::trim(line).starts_with("protover");
    std::cout << (is_xboard ? "tellusererror " : "info string ") << text << std::endl;
}

} // namespace

ExitCode run_adapter(AdapterStart start) {
    std::optional<Adapter> adapter;
    try {
        adapter.emplace(std::move(start));
    } catch (const std::exception& error) {
        // For example, no file descriptors are left. The GUI's user does not see standard error.
        const std::string text = std::string("polyglot: cannot start: ") + error.what();
        std::cerr << "# " << text << '\n';
        answer_first_line(text);
        return ExitCode::InternalError;
    }
    return adapter->run();
}

} // namespace polyglot::io
