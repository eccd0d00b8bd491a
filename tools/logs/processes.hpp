// Assigns the lines of a log to the processes that wrote them.
#pragma once
#include "adapter/replay/log.hpp"
#include "tools/logs/session.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace polyglot::tools {

// Observes the processes of a log. The returned observers must outlive the processes.
class ProcessKeeper {
  public:
    virtual ~ProcessKeeper() = default;
    ProcessKeeper(const ProcessKeeper&) = delete;
    ProcessKeeper& operator=(const ProcessKeeper&) = delete;
    virtual ProcessObserver* on_process(long pid) = 0; // called before its first line
    // Reports that no line of the process follows; its number may be reused.
    virtual void on_process_end(long pid) = 0;

  protected:
    ProcessKeeper() = default;
};

class LogProcesses {
  public:
    explicit LogProcesses(LogStat& stat, ProcessKeeper* keeper = nullptr)
        : stat_(stat), keeper_(keeper) {}

    // Takes a whole line without its end. Returns false and changes nothing if it is not a line of
    // a log.
    bool take(std::string_view line, const LogPlace& place);
    // Ends the process. If a line with its number follows, it begins a new process.
    void end(long pid);
    void finish(); // call it after the last line

    void remark(const std::string& place, const std::string& what);

  private:
    struct Open {
        LoggedProcess process;
        std::string first_place;
        milliseconds moved{0}; // correction of the times of day
        ProcessBeginning beginning{};
    };
    Open& begin(long pid, const LogPlace& place);
    void end(long pid, Open& open);

    LogStat& stat_;
    ProcessKeeper* keeper_;
    std::map<long, Open> open_;
};

} // namespace polyglot::tools
