// How an engine process ended, and how that is worded.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::session {

struct EngineEnd {
    bool was_signal = false;
    int value = 0;                // exit code, or number of the signal
    std::string signal_name = {}; // "SIGSEGV"; empty when it was no signal, or its name is not known
    std::string crash = {};       // "access violation": Windows has ended it, and the exit code is an NTSTATUS
    std::string last_stderr = {}; // its last stderr line, may be empty

    bool has_exited() const { return !was_signal && crash.empty(); } // by itself
    bool has_ended_itself() const;                                   // it has exited, or crashed: nobody has killed it
};

// "was killed by signal 11 (SIGSEGV)", "exited with code 1", "was ended by Windows: access violation (C0000005)"
std::string describe_end(const EngineEnd& end);

// For the log: "killed 11 (SIGSEGV)", "exited 1", "crashed C0000005 (access violation)", each with the last stderr line
// after a blank.
std::string format_end(const EngineEnd& end);
// Cuts "exited ", "killed " or "crashed " off text and reads the rest into end; false if text begins otherwise. A
// number that cannot be read is -1.
bool parse_end(std::string_view text, EngineEnd& end);

} // namespace polyglot::session
