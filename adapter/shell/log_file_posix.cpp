#ifndef _WIN32
#include "adapter/shell/log_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

// From the clock of deadlines to the time of day.
milliseconds time_of_day_offset() {
    const auto of_day = SystemClock::now().time_since_epoch();
    return std::chrono::duration_cast<milliseconds>(of_day - SteadyClock::now().time_since_epoch());
}

} // namespace

class LogFile::Sink {
  public:
    Sink(fs::path file, std::uint64_t max_bytes, int descriptor)
        : file_(std::move(file)),
          max_bytes_(max_bytes),
          descriptor_(descriptor),
          formatter_("%Y-%m-%d %H:%M:%S.%e [%P] %v", spdlog::pattern_time_type::local, "\n") {}
    ~Sink() {
        flush();
        ::close(descriptor_);
    }
    Sink(const Sink&) = delete;
    Sink& operator=(const Sink&) = delete;

    // O_NONBLOCK: do not wait for a pipe without a reader; it has no effect on a regular file.
    static int open_file(const fs::path& file) {
        return ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    }

    void limit(std::uint64_t max_bytes) { max_bytes_ = max_bytes; }

    void write(session::TimePoint now, std::string_view prefix, std::string_view line) {
        if (now != last_) follow_clock(now);
        append(now, prefix, line);
        if (buffer_.size() >= flush_at) flush();
    }

    void flush() {
        if (buffer_.size() == 0) return;
        if (lost_) mark_loss();
        // One write with O_APPEND: lines of several processes never mix. A full disk costs log lines, not games.
        const char* data = buffer_.data();
        std::size_t left = buffer_.size();
        while (left > 0) {
            const ssize_t n = ::write(descriptor_, data, left);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) break;
            data += n;
            left -= static_cast<std::size_t>(n);
        }
        lost_ = lost_ || left > 0;
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

    // The time of day is set, and goes on while a laptop sleeps; deadlines know nothing of that.
    void follow_clock(session::TimePoint now) {
        last_ = now;
        const milliseconds moved = time_of_day_offset() - offset_;
        constexpr milliseconds tolerable{100};
        if (moved < tolerable && moved > -tolerable) return;
        offset_ += moved;
        append(now, session::prefix_of(Channel::Answer), "clock " + std::to_string(moved.count()));
    }

    // After a possibly torn line: from here on the log is not a transcript.
    void mark_loss() {
        const std::string waiting(buffer_.data(), buffer_.size());
        buffer_.clear();
        buffer_.push_back('\n');
        append(last_, session::prefix_of(Channel::Answer), "log lost lines");
        buffer_.append(waiting.data(), waiting.data() + waiting.size());
        lost_ = false;
    }

    // The limit is kept even where what was written cannot be.
    void begin_anew(const fs::path& old, int error) {
        if (::ftruncate(descriptor_, 0) != 0) return;
        lost_ = true;
        append(last_, session::prefix_of(Channel::Note),
               "the log is full and begins anew: " + old.string() + " cannot be replaced: " + std::strerror(error));
    }

    void rotate_if_large() {
        struct stat ours {};
        if (max_bytes_ == 0 || ::fstat(descriptor_, &ours) != 0 || !S_ISREG(ours.st_mode) ||
            static_cast<std::uint64_t>(ours.st_size) <= max_bytes_)
            return;
        // Any user who may read the file may also lock it, forever: so never wait. Another flush rotates the file, and
        // the one that finds it twice as large does so without the lock.
        const bool locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
        if (!locked && static_cast<std::uint64_t>(ours.st_size) / 2 <= max_bytes_) return;
        struct stat named {};
        const bool still_ours =
            ::stat(file_.c_str(), &named) == 0 && named.st_ino == ours.st_ino && named.st_dev == ours.st_dev;
        // Another process may have been first: then only the new file has to be opened.
        const fs::path old = file_.string() + ".1";
        // No such file: another process without the lock has just renamed it. Else a directory has its name, say.
        if (still_ours && ::rename(file_.c_str(), old.c_str()) != 0 && errno != ENOENT) {
            begin_anew(old, errno);
            ::flock(descriptor_, LOCK_UN);
            return;
        }
        const int fresh = open_file(file_);
        if (locked) ::flock(descriptor_, LOCK_UN);
        if (fresh < 0) return; // goes on in the old file
        ::close(descriptor_);
        descriptor_ = fresh;
    }

    fs::path file_;
    std::uint64_t max_bytes_;
    int descriptor_;
    spdlog::pattern_formatter formatter_;
    spdlog::memory_buf_t buffer_;
    std::string line_;
    milliseconds offset_ = time_of_day_offset();
    session::TimePoint last_{};
    bool lost_ = false; // lines, to a disk that was full
};

LogFile::LogFile() : Log(false) {}
LogFile::~LogFile() = default;

Result<void> LogFile::open(const fs::path& file, std::uint64_t max_bytes) {
    if (sink_ != nullptr && file == file_) {
        sink_->limit(max_bytes);
        return {};
    }
    const int descriptor = Sink::open_file(file);
    if (descriptor < 0)
        return make_error("cannot write log " + file.string() + ": " +
                          (errno == ENXIO ? "it is a pipe without a reader" : std::strerror(errno)));
    std::error_code error;
    const fs::path named = fs::canonical(file, error); // a link stays, and what it leads to is renamed when it is full
    sink_ = std::make_shared<Sink>(error ? file : named, max_bytes, descriptor);
    file_ = file;
    enable(true);
    at(std::chrono::floor<milliseconds>(SteadyClock::now())); // until the first event
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
    // A note may quote several lines; each stays a line of the transcript.
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
#endif
