// How an engine process ended, and how that is worded.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::session {

struct EngineEnd {
    bool was_signal = false;
    int value = 0;                // exit code or signal number
    std::string signal_name = {}; // "SIGSEGV"; empty without a signal or if its name is unknown
    // "access violation" if Windows has ended it; value is then an NTSTATUS
    std::string crash = {};
    std::string last_stderr = {}; // the last line on stderr; may be empty

    bool has_exited() const { return !was_signal && crash.empty(); } // without a signal or a crash
    // Returns true if the engine has exited or crashed, not if another process has killed it.
    bool has_ended_itself() const;
};

// Returns "was killed by signal 11 (SIGSEGV)", "exited with code 1", "was ended by Windows: access
// violation (C0000005)".
std::string describe_end(const EngineEnd& end);

// The form for the log is "killed 11 (SIGSEGV)", "exited 1", "crashed C0000005 (access violation)",
// each with the last stderr line after a blank.
std::string format_end(const EngineEnd& end);
// The inverse of format_end(). Returns false if text does not begin with "exited ", "killed " or
// "crashed "; a number that cannot be read is -1.
bool parse_end(std::string_view text, EngineEnd& end);

} // namespace polyglot::session
