#include "adapter/engine/engine_host.hpp"

#include "adapter/streams/byte_source.hpp"
#include "adapter/streams/line_buffer.hpp"
#include "adapter/streams/outbox.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::io {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

// The time for the last bytes of an engine after its process has ended (a forked helper may hold
// the pipe forever), and for its exit after the end of its output.
constexpr milliseconds last_words_grace{100};

// One process from its start until it is reaped. It is held by shared pointers, because a handler
// that it calls may release it.
class Running : public std::enable_shared_from_this<Running> {
  public:
    Running(asio::io_context& context, std::unique_ptr<EngineProcess> process,
            const EngineHost::Events& events);

    void start(std::function<void()> on_gone);
    void release(milliseconds grace);
    void close();
    // The process has ended; its last output may still arrive.
    bool gone() const { return end_.has_value(); }
    bool end_reported() const { return end_reported_; }

    EngineProcess& process() { return *process_; }
    Outbox& input() { return input_; }
    ByteSource& output() { return output_; }

  private:
    void watch_process(std::function<void()> on_gone);
    void on_process_event();
    void on_bytes(std::string_view bytes);
    std::size_t take_lines(std::string_view lines) const; // Events::on_lines
    void on_stderr_bytes(std::string_view bytes);
    void keep_stderr(std::string_view line);
    void on_output_end();
    void wait_for_last_words();
    void on_no_last_words();
    void report_end();
    void report_end_after_output();

    template <class... Args>
    void report(std::function<void(Args...)> EngineHost::Events::*event,
                std::type_identity_t<Args>... args) {
        if (events_ != nullptr && events_->*event) (events_->*event)(args...);
    }

    const EngineHost::Events* events_; // null once released
    std::unique_ptr<EngineProcess> process_;
    // Between an exit and the end of the output, in either order; when released, until the kill.
    asio::steady_timer timer_;
    Outbox input_;
    ByteSource output_;
    ByteSource error_output_;
    LineBuffer lines_;
    LineBuffer stderr_lines_;
    std::string last_stderr_;
    std::optional<session::EngineEnd> end_; // known, but perhaps not yet reported
    bool end_reported_ = false;
};

using Events = EngineHost::Events;

Running::Running(asio::io_context& context, std::unique_ptr<EngineProcess> process,
                 const Events& events)
    : events_(&events),
      process_(std::move(process)),
      timer_(context),
      input_(
          process_->take_input(), [this] { report(&Events::on_writable); },
          [this] { wait_for_last_words(); }), // it has stopped reading, so it is probably exiting
      output_(
          process_->take_output(),
          [this](std::string_view bytes) {
              on_bytes(bytes);
              return bytes.size();
          },
          [this] { on_output_end(); }),
      error_output_(
          process_->take_error_output(),
          [this](std::string_view bytes) {
              on_stderr_bytes(bytes);
              return bytes.size();
          },
          [] {}) {}

// on_gone is called once, when the process has ended.
void Running::start(std::function<void()> on_gone) {
    output_.start();
    error_output_.start();
    watch_process(std::move(on_gone));
}

void Running::watch_process(std::function<void()> on_gone) {
    process_->async_wait_end([weak = weak_from_this(), on_gone = std::move(on_gone)] {
        const auto self = weak.lock();
        if (!self || !self->process_) return;
        self->on_process_event();
        if (self->gone())
            on_gone();
        else if (self->process_)
            self->watch_process(on_gone);
    });
}

// Its output is still read, so that it does not hang in a write while it quits.
void Running::release(milliseconds grace) {
    events_ = nullptr;
    output_.pause(false);
    timer_.expires_after(grace);
    timer_.async_wait([self = shared_from_this()](error_code error) {
        if (!error && self->process_) self->process_->signal(session::Actions::Signal::Kill);
    });
}

// Kills the rest of its process group and reaps it. Handlers of the streams may already be queued:
// the holder of the last pointer destroys it after them.
void Running::close() {
    events_ = nullptr;
    timer_.cancel();
    input_.close();
    output_.close();
    error_output_.close();
    process_.reset();
}

std::size_t Running::take_lines(std::string_view lines) const {
    return events_ != nullptr && events_->on_lines ? events_->on_lines(lines) : 0;
}

void Running::on_bytes(std::string_view bytes) {
    if (events_ == nullptr) return;
    const std::size_t cut = lines_.cut_lines();
    const auto report_line = [this](std::string_view line) { report(&Events::on_line, line); };
    const bool are_several = bytes.find('\n') + 1 < bytes.size();
    if (are_several) {
        if (!lines_.is_at_line_start())
            bytes.remove_prefix(lines_.feed(bytes.substr(0, bytes.find('\n') + 1), report_line));
        if (lines_.is_at_line_start())
            bytes.remove_prefix(take_lines(bytes.substr(0, bytes.rfind('\n') + 1)));
    }
    lines_.feed(bytes, report_line);
    if (lines_.cut_lines() > cut) report(&Events::on_long_line);
    report(&Events::on_batch);
}

void Running::on_stderr_bytes(std::string_view bytes) {
    if (events_ == nullptr) return;
    stderr_lines_.feed(bytes, [this](std::string_view line) { keep_stderr(line); });
    report(&Events::on_batch);
}

void Running::keep_stderr(std::string_view line) {
    constexpr std::size_t longest = 1000; // in bytes, for a message
    if (!text::trim(line).empty()) last_stderr_ = text::trim(line).substr(0, longest);
    report(&Events::on_stderr_line, line);
}

void Running::on_process_event() {
    if (end_) return;
    end_ = process_->poll_end();
    if (!end_ || events_ == nullptr) return;
    output_.on_peer_gone();
    output_.drain();
    if (events_ == nullptr) return;
    if (output_.ended())
        report_end();
    else
        wait_for_last_words();
}

void Running::on_output_end() {
    if (events_ == nullptr) return;
    lines_.finish([this](std::string_view line) { report(&Events::on_line, line); });
    report(&Events::on_batch);
    if (events_ == nullptr) return;
    if (!end_) end_ = process_->poll_end();
    if (end_)
        report_end();
    else
        wait_for_last_words();
}

// The end of the process and the end of its output belong together. The one that comes first waits
// a little for the other.
void Running::wait_for_last_words() {
    if (events_ == nullptr || end_reported_) return;
    timer_.expires_after(last_words_grace);
    timer_.async_wait([weak = weak_from_this()](error_code error) {
        const auto self = weak.lock();
        if (!error && self && self->events_ != nullptr) self->on_no_last_words();
    });
}

void Running::on_no_last_words() {
    if (end_reported_) return;
    if (end_ && output_.paused())
        wait_for_last_words(); // the handler of a read must still take the earlier bytes
    else if (end_)
        report_end_after_output();
    else
        report(&Events::on_closed_output);
}

// Reading may have been resumed just now. The last line may lack its end, and the end of the output
// may not have come.
void Running::report_end_after_output() {
    output_.drain();
    if (events_ != nullptr)
        lines_.finish([this](std::string_view line) { report(&Events::on_line, line); });
    if (events_ != nullptr) report_end();
}

void Running::report_end() {
    if (end_reported_) return;
    end_reported_ = true;
    error_output_.drain();
    stderr_lines_.finish([this](std::string_view line) { keep_stderr(line); });
    timer_.cancel();
    input_.close();
    output_.close();
    error_output_.close();
    end_->last_stderr = last_stderr_;
    report(&Events::on_exited, *end_);
}

} // namespace

struct EngineHost::Impl : std::enable_shared_from_this<Impl> {
    asio::io_context& context;
    const Events events;
    std::shared_ptr<Running> engine;                // may have exited
    std::vector<std::shared_ptr<Running>> released; // and not exited yet

    Impl(asio::io_context& io_context, Events on) : context(io_context), events(std::move(on)) {}

    void on_gone(const Running* running);
    void drop(const std::shared_ptr<Running>& running) const;
};

// Only a released process is dropped here.
void EngineHost::Impl::on_gone(const Running* running) {
    const auto left = std::find_if(released.begin(), released.end(),
                                   [&](const auto& r) { return r.get() == running; });
    if (left == released.end()) return;
    drop(*left);
    released.erase(left);
    if (released.empty() && events.on_last_gone) events.on_last_gone();
}

void EngineHost::Impl::drop(const std::shared_ptr<Running>& running) const {
    running->close();
    asio::post(context, [running] {});
}

EngineHost::EngineHost(asio::io_context& context, Events events)
    : impl_(std::make_shared<Impl>(context, std::move(events))) {}

EngineHost::~EngineHost() {
    try {
        if (impl_->engine) impl_->drop(impl_->engine);
        for (const auto& running : impl_->released)
            impl_->drop(running);
    } catch (const std::exception&) {
        // There is no memory to postpone the last step, so it is taken at once.
        impl_->released.clear();
    }
}

Result<void> EngineHost::start(const EngineLaunch& launch) {
    assert(!running());
    auto process = EngineProcess::start(impl_->context, launch);
    if (!process) return process.error();
    if (impl_->engine) impl_->drop(impl_->engine);
    impl_->engine = std::make_shared<Running>(impl_->context, std::move(*process), impl_->events);
    impl_->engine->start([weak = std::weak_ptr(impl_), running = impl_->engine.get()] {
        if (const auto self = weak.lock()) self->on_gone(running);
    });
    return {};
}

void EngineHost::release(milliseconds grace) {
    const auto leaving = std::exchange(impl_->engine, nullptr);
    if (!leaving) return;
    if (leaving->gone()) {
        impl_->drop(leaving);
        return;
    }
    leaving->release(grace);
    impl_->released.push_back(leaving);
}

void EngineHost::send(std::string_view bytes) {
    if (impl_->engine) impl_->engine->input().send(bytes);
}

std::size_t EngineHost::unread_bytes() const {
    return impl_->engine ? impl_->engine->input().pending() : 0;
}

void EngineHost::close_input() {
    if (impl_->engine) impl_->engine->input().close();
}

void EngineHost::pause(bool paused) {
    if (impl_->engine) impl_->engine->output().pause(paused);
}

void EngineHost::read_now() {
    if (const auto current = impl_->engine; current && !current->end_reported())
        current->output().drain();
}

bool EngineHost::signal(session::Actions::Signal signal) {
    return !impl_->engine || impl_->engine->process().signal(signal);
}

std::error_code EngineHost::set_nice(std::optional<int> nice) {
    return impl_->engine ? impl_->engine->process().set_nice(nice) : std::error_code();
}

bool EngineHost::group_lives() const {
    return impl_->engine && impl_->engine->process().group_lives();
}

bool EngineHost::awaits_gone() const {
    return !impl_->released.empty();
}

bool EngineHost::running() const {
    return impl_->engine && !impl_->engine->end_reported();
}

} // namespace polyglot::io
