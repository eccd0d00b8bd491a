// Plays a log through a session and finds the first line that differs.
#pragma once
#include "adapter/replay/player.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace polyglot::tools {

struct Difference {
    enum class Kind {
        Other,   // another line came
        Missing, // a line of the log did not come
        More,    // a line came that the log does not have
        Overdue, // a deadline passed too long ago, and the log has no timeout
        NotDue,  // the log has a timeout, and no deadline has passed
        Ignored, // the session no longer takes such a line
        Failed   // the session threw an exception
    } kind;
    std::size_t input; // the step that was fed
    // The one that differs, or the input if the log has no such line.
    std::size_t step;
    std::string expected;             // may be empty
    std::string came;                 // empty: none
    std::vector<std::string> notes{}; // of the replay, up to the difference
};

struct Replayed {
    std::optional<Difference> difference;
    std::size_t lines_in = 0;
    std::size_t lines_out = 0;
    std::size_t unreported = 0; // output lines after the last one of a log without exit
    std::set<std::string> remarks{};
    std::string bad_output{}; // how the output differs from what was logged; may be empty
};

// If the log has no exit, because its process was killed perhaps, lines may be missing at the end.
Replayed replay(const Steps& steps);

} // namespace polyglot::tools
