// The log has wire lines and decisions, and can be replayed as a transcript (docs/log.md). Lines
// are stamped with the time of the event that they belong to (Log::at), as a time of day.
#pragma once
#include "adapter/session/shared/events.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace polyglot::io {

// Several processes may log to the same file: every flush is one append of whole lines. When the
// file grows beyond max_bytes, the first process to notice renames it to FILE.1 (replacing the old
// one); the others follow.
class LogFile final : public session::Log {
  public:
    LogFile();
    ~LogFile() override;

    // Starts writing to this file (absolute); does nothing if it is open already. There is no limit
    // if max_bytes is 0.
    Result<void> open(const std::filesystem::path& file, std::uint64_t max_bytes);
    // Returns the error that open() would give, without creating the log.
    static Result<void> check(const std::filesystem::path& file);
    void close();
    const std::filesystem::path& file() const { return file_; } // empty without a log
    // One write for all lines since the last flush.
    void flush();

  private:
    void append(session::Channel channel, std::string_view line) override;

    class Sink;
    std::shared_ptr<Sink> sink_; // null without a log
    std::filesystem::path file_;
};

} // namespace polyglot::io
