// The lines of a log, sorted by the processes that wrote them.
#pragma once
#include "adapter/replay/log.hpp"
#include "tools/logs/session.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace polyglot::tools {

// Follows the processes of a log; what it refers to must outlive them.
class ProcessKeeper {
  public:
    virtual ~ProcessKeeper() = default;
    ProcessKeeper(const ProcessKeeper&) = delete;
    ProcessKeeper& operator=(const ProcessKeeper&) = delete;
    virtual ProcessObserver* on_process(long pid) = 0; // its first line follows
    // No line of it follows; the number may come again
    virtual void on_process_end(long pid) = 0;

  protected:
    ProcessKeeper() = default;
};

class LogProcesses {
  public:
    explicit LogProcesses(LogStat& stat, ProcessKeeper* keeper = nullptr)
        : stat_(stat), keeper_(keeper) {}

    // A whole line without its end. False: it is not one of a log, and nothing has changed.
    bool take(std::string_view line, const LogPlace& place);
    // No line of this process is expected; one that comes begins a new one.
    void end(long pid);
    void finish(); // no line follows

    void remark(const std::string& place, const std::string& what);

  private:
    struct Open {
        LoggedProcess process;
        std::string first_place;
        milliseconds moved{0}; // of the times of day
        ProcessBeginning beginning{};
    };
    Open& begin(long pid, const LogPlace& place);
    void end(long pid, Open& open);

    LogStat& stat_;
    ProcessKeeper* keeper_;
    std::map<long, Open> open_;
};

} // namespace polyglot::tools
