#include "adapter/shell/log_file.hpp"

#include "adapter/shell/append_file.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/temporary_file.hpp"

#include <chrono>
#include <string>
#include <system_error>
#include <utility>

#include <spdlog/details/log_msg.h>
#include <spdlog/pattern_formatter.h>

namespace polyglot::io {

namespace fs = std::filesystem;
using session::Channel;

namespace {

constexpr std::size_t flush_at = 1 << 16; // bytes

using std::chrono::milliseconds;
using SystemClock = std::chrono::system_clock;
using SteadyClock = std::chrono::steady_clock;

// Returns the offset from the clock of deadlines to the time of day.
milliseconds time_of_day_offset() {
    const auto of_day = SystemClock::now().time_since_epoch();
    return std::chrono::duration_cast<milliseconds>(of_day - SteadyClock::now().time_since_epoch());
}

Error cannot_write(const fs::path& file, const std::string& why) {
    return make_error("cannot write log " + to_text(file) + ": " + why);
}

} // namespace

class LogFile::Sink {
  public:
    Sink(AppendFile file, std::uint64_t max_bytes)
        : file_(std::move(file)),
          max_bytes_(max_bytes),
          formatter_("%Y-%m-%d %H:%M:%S.%e [%P] %v", spdlog::pattern_time_type::local, "\n") {}
    ~Sink() { flush(); }
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;

    void limit(std::uint64_t max_bytes) { max_bytes_ = max_bytes; }

    void write(session::TimePoint now, std::string_view prefix, std::string_view line) {
        if (now != last_) follow_clock(now);
        append(now, prefix, line);
        if (buffer_.size() >= flush_at) flush();
    }

    void flush() {
        if (buffer_.size() == 0) return;
        if (lost_) mark_loss();
        // A full disk loses log lines, not games.
        if (!file_.append({buffer_.data(), buffer_.size()})) lost_ = true;
        buffer_.clear();
        rotate_if_large();
    }

  private:
    void append(session::TimePoint now, std::string_view prefix, std::string_view line) {
        line_.assign(prefix);
        line_.append(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
        const SystemClock::time_point time(
            std::chrono::duration_cast<SystemClock::duration>(now.time_since_epoch() + offset_));
        const spdlog::details::log_msg message(time, {}, "", spdlog::level::info, line_);
        formatter_.format(message, buffer_);
    }

    // Follows the time of day, which may be set and continues while a laptop sleeps, unlike the
    // clock of deadlines.
    void follow_clock(session::TimePoint now) {
        last_ = now;
        const milliseconds moved = time_of_day_offset() - offset_;
        constexpr milliseconds tolerable{100};
        if (moved < tolerable && moved > -tolerable) return;
        offset_ += moved;
        append(now, session::prefix_of(Channel::Answer), "clock " + std::to_string(moved.count()));
    }

    // Marks a loss after a line that may be incomplete. From here on the log is not a transcript.
    void mark_loss() {
        const std::string waiting(buffer_.data(), buffer_.size());
        buffer_.clear();
        buffer_.push_back('\n');
        append(last_, session::prefix_of(Channel::Answer), "log lost lines");
        buffer_.append(waiting.data(), waiting.data() + waiting.size());
        lost_ = false;
    }

    // If the file cannot be rotated at once, a later flush does it; a flush that finds the file
    // twice as large insists.
    void rotate_if_large() {
        const auto size = max_bytes_ == 0 ? std::nullopt : file_.size();
        if (!size || *size <= max_bytes_) return;
        if (const auto emptied = file_.rotate(*size / 2 > max_bytes_)) {
            lost_ = true;
            append(last_, session::prefix_of(Channel::Note),
                   "the log is full and starts from empty: " + *emptied);
        }
    }

    AppendFile file_;
    std::uint64_t max_bytes_;
    spdlog::pattern_formatter formatter_;
    spdlog::memory_buf_t buffer_;
    std::string line_;
    milliseconds offset_ = time_of_day_offset();
    session::TimePoint last_{};
    bool lost_ = false; // lines were lost on a full disk
};

LogFile::LogFile() : Log(false) {}
LogFile::~LogFile() = default;

Result<void> LogFile::open(const fs::path& file, std::uint64_t max_bytes) {
    if (sink_ != nullptr && file == file_) {
        sink_->limit(max_bytes);
        return {};
    }
    auto opened = AppendFile::open(file);
    if (!opened) return cannot_write(file, opened.error().message);
    sink_ = std::make_shared<Sink>(*std::move(opened), max_bytes);
    file_ = file;
    enable(true);
    at(std::chrono::floor<milliseconds>(SteadyClock::now())); // until the first event
    return {};
}

Result<void> LogFile::check(const fs::path& file) {
    std::error_code error;
    if (fs::exists(file, error)) {
        const auto opened = AppendFile::open(file);
        if (!opened) return cannot_write(file, opened.error().message);
        return {};
    }
    const auto target = target_of(file);
    if (!target) return cannot_write(file, target.error().message);
    if (!make_temporary_file(*target, {}, error)) return cannot_write(file, system_message(error));
    return {};
}

void LogFile::close() {
    enable(false);
    sink_.reset();
    file_.clear();
}

void LogFile::flush() {
    if (sink_ != nullptr) sink_->flush();
}

void LogFile::append(Channel channel, std::string_view line) {
    // A note may quote several lines, each of which becomes a line of the transcript.
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = line.find('\n', begin);
        sink_->write(now(), session::prefix_of(channel),
                     line.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (end == std::string_view::npos) return;
        begin = end + 1;
    }
}

} // namespace polyglot::io
