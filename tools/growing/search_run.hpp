// Lets engines search what a book needs until the time is over, the book is complete, no
// engine is left or the user ends the run.
#pragma once
#include "core/result.hpp"
#include "tools/growing/run_options.hpp"
#include "tools/growing/searched_book.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct SearchRunEvents {
    std::function<void(const std::string&)> on_progress; // a line, about once a second
    std::function<void(const std::string&)> on_warning;
};

struct SearchRunEnd {
    struct Engine {
        std::string name; // its name in messages
        std::uint64_t searched = 0, failed = 0;
        bool given_up = false;
    };
    std::uint64_t searched = 0;
    std::uint64_t failed = 0;
    std::vector<Engine> engines; // in the order of the options
    bool interrupted = false;
    bool complete = false; // no position within the rules is left to search
    // The failure of the last engine if none is left, such as "does not start: …".
    std::string engine_failure;
};

// The error comes from the store.
Result<SearchRunEnd> run_searches(SearchedBook& book, const SearchRunOptions& options,
                                  const SearchRunEvents& events);

} // namespace polyglot::tools
