#include "tools/engines/engine_client.hpp"

#include "adapter/engine/engine_host.hpp"
#include "adapter/engine/launch_plan.hpp"
#include "adapter/session/session.hpp"
#include "core/random.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <cassert>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>
#include <variant>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::tools {

namespace asio = boost::asio;
using session::Actions;
using session::ExitCode;

namespace {

using Clock = std::chrono::steady_clock;

class NoLog final : public session::Log {
  public:
    NoLog() : Log(false) {}

  private:
    void append(session::Channel, std::string_view) override {}
};

config::Settings without_files(config::Settings settings) {
    settings.book = false;
    settings.log = false;
    return settings;
}

} // namespace

// The GUI's side is in memory: the session's output waits in to_deliver_ for the next turn of the
// loop, so that no callback runs within a call by the owner.
struct EngineClient::Impl : std::enable_shared_from_this<Impl> {
    Impl(asio::io_context& context, config::Settings settings, Events events)
        : context_(context),
          settings_(without_files(std::move(settings))),
          events_(std::move(events)),
          timer_(std::in_place, context) {}

    void start();
    void on_gui_line(std::string_view line);
    void close();
    const std::string& last_error() const { return last_error_; }
    bool speaks_xboard() const { return session_ && session_->engine_speaks_xboard(); }
    bool takes_search_moves() const { return !session_ || session_->engine_takes_search_moves(); }

  private:
    io::EngineHost::Events engine_events();
    void start_engine();
    void apply();
    void carry_out(const Actions::Step& step);
    void arm_timer();
    void deliver_soon();
    void deliver();
    void deliver_line(std::string_view line);

    asio::io_context& context_;
    const config::Settings settings_;
    const Events events_;
    NoLog log_;
    Random random_{0}; // for the book, which is switched off
    io::LaunchPlan plan_;
    std::optional<session::Session> session_;
    Actions actions_;                         // to be carried out
    bool is_applying_ = false;                // in apply()
    std::optional<asio::steady_timer> timer_; // for the session's deadline; null when closed
    std::optional<Clock::time_point> armed_;
    std::optional<io::EngineHost> engine_;

    std::string to_deliver_; // whole lines
    std::optional<ExitCode> end_to_deliver_;
    bool delivering_soon_ = false;
    bool closed_ = false; // no receiver is left
    std::string last_error_;
};

void EngineClient::Impl::start() {
    assert(!closed_ && !end_to_deliver_ && (!session_ || session_->ended()));
    plan_ = io::plan_launch(settings_, std::filesystem::current_path());
    last_error_.clear();
    armed_.reset();
    if (!engine_) engine_.emplace(context_, engine_events());
    const auto no_book = [](const std::string&) -> Result<session::OpenedBook> {
        return make_error("no book here");
    };
    session_.emplace(settings_,
                     session::Environment{.open_book = no_book, .random = random_, .log = log_});
    start_engine();
    apply();
    on_gui_line("uci");
}

io::EngineHost::Events EngineClient::Impl::engine_events() {
    io::EngineHost::Events events;
    events.on_line = [this](std::string_view line) {
        if (!actions_.has<Actions::RestartEngine>())
            session_->on_engine_line(line, Clock::now(), actions_);
    };
    events.on_batch = [this] { apply(); };
    events.on_closed_output = [this] {
        session_->on_engine_closed_output(Clock::now(), actions_);
        apply();
    };
    events.on_exited = [this](const session::EngineEnd& end) {
        session_->on_engine_exited(end, Clock::now(), actions_);
        apply();
    };
    return events;
}

void EngineClient::Impl::start_engine() {
    if (const auto* failure = std::get_if<io::StartFailure>(&plan_)) {
        session_->on_start_failed(failure->code, failure->message, Clock::now(), actions_);
        return;
    }
    const auto& launch = std::get<io::EngineLaunch>(plan_);
    if (const auto started = engine_->start(launch); !started)
        session_->on_start_failed(ExitCode::EngineNotStarted, started.error().message, Clock::now(),
                                  actions_);
    else
        session_->on_engine_started(to_text(launch.program), Clock::now(), actions_);
}

void EngineClient::Impl::on_gui_line(std::string_view line) {
    if (!session_ || session_->ended()) return;
    session_->on_gui_line(line, Clock::now(), actions_);
    apply();
}

// Sends the lines, applies one action, and repeats that until the list is empty. Applying an action
// may cause events (a new engine has started); their actions join the list, and this loop applies
// them, too.
void EngineClient::Impl::apply() {
    if (std::exchange(is_applying_, true)) return;
    while (!actions_.empty()) {
        to_deliver_ += std::exchange(actions_.to_gui, {});
        engine_->send(std::exchange(actions_.to_engine, {}));
        if (!actions_.steps.empty()) carry_out(actions_.take_step());
    }
    is_applying_ = false;
    arm_timer();
    deliver_soon();
}

void EngineClient::Impl::carry_out(const Actions::Step& step) {
    if (const auto* sent = std::get_if<Actions::SendSignal>(&step)) {
        engine_->signal(sent->signal);
    } else if (std::holds_alternative<Actions::RestartEngine>(step)) {
        engine_->release(std::chrono::milliseconds(settings_.quit_timeout_ms));
        start_engine();
    } else if (const auto* exit = std::get_if<Actions::Exit>(&step)) {
        end_to_deliver_ = exit->code;
        engine_->release(std::chrono::milliseconds(0)); // ends the rest of its process group
    }
}

void EngineClient::Impl::arm_timer() {
    const auto deadline = session_->deadline();
    if (deadline == armed_) return;
    armed_ = deadline;
    timer_->cancel();
    if (!deadline) return;
    timer_->expires_at(*deadline);
    timer_->async_wait([weak = weak_from_this()](boost::system::error_code error) {
        const auto self = weak.lock();
        if (error || !self || self->closed_) return;
        self->armed_.reset();
        self->session_->on_timeout(Clock::now(), self->actions_);
        self->apply();
    });
}

void EngineClient::Impl::deliver_soon() {
    if (delivering_soon_ || (to_deliver_.empty() && !end_to_deliver_)) return;
    delivering_soon_ = true;
    asio::post(context_, [self = shared_from_this()] {
        self->delivering_soon_ = false;
        self->deliver();
    });
}

// A callback may send, quit, restart or destroy the client.
void EngineClient::Impl::deliver() {
    const std::string lines = std::exchange(to_deliver_, {});
    const auto end = std::exchange(end_to_deliver_, std::nullopt);
    for (std::string_view rest = lines; !rest.empty() && !closed_;) {
        const std::size_t size = rest.find('\n');
        deliver_line(text::trim_right(rest.substr(0, size)));
        rest.remove_prefix(size + 1);
    }
    if (!end || closed_ || !events_.on_end) return;
    const std::string message = *end == ExitCode::Ok ? "" : last_error_;
    events_.on_end(*end, message);
}

void EngineClient::Impl::deliver_line(std::string_view line) {
    // Lines with this prefix are messages of the session itself.
    constexpr std::string_view ours = "info string polyglot: ";
    if (line.starts_with(ours)) last_error_ = line.substr(ours.size());
    if (events_.on_line) events_.on_line(line);
}

void EngineClient::Impl::close() {
    closed_ = true;
    timer_.reset();
    engine_.reset();
}

EngineClient::EngineClient(asio::io_context& context, config::Settings settings, Events events)
    : impl_(std::make_shared<Impl>(context, std::move(settings), std::move(events))) {}

EngineClient::~EngineClient() {
    impl_->close();
}

void EngineClient::start() {
    impl_->start();
}

void EngineClient::send(std::string_view uci_line) {
    impl_->on_gui_line(uci_line);
}

void EngineClient::quit() {
    impl_->on_gui_line("quit");
}

bool EngineClient::speaks_xboard() const {
    return impl_->speaks_xboard();
}

bool EngineClient::takes_search_moves() const {
    return impl_->takes_search_moves();
}

const std::string& EngineClient::last_error() const {
    return impl_->last_error();
}

} // namespace polyglot::tools
