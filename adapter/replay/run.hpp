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
        Overdue, // a deadline passed long ago, and the log has no timeout
        NotDue,  // the log has a timeout, and no deadline has passed
        Ignored, // the session takes no such line any more
        Failed   // the session threw an exception
    } kind;
    std::size_t input;                // the step that was fed
    std::size_t step;                 // the one that differs; the input itself where no line of the log is
    std::string expected;             // empty: none
    std::string came;                 // empty: none
    std::vector<std::string> notes{}; // of the replay, up to there
};

struct Replayed {
    std::optional<Difference> difference;
    std::size_t lines_in = 0;
    std::size_t lines_out = 0;
    std::size_t unreported = 0; // output lines after the last one of a log without exit
    std::set<std::string> remarks{};
    std::string bad_output{}; // what really went out is not what was logged: empty, or how
};

// Of a log without exit, its process was killed perhaps, lines may be missing at the end.
Replayed replay(const Steps& steps);

} // namespace polyglot::tools
