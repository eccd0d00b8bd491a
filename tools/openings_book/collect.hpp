// Start positions of a book that fulfil what is asked of them.
#pragma once
#include "core/book/book.hpp"
#include "tools/openings_book/draw.hpp"
#include "tools/openings_book/options.hpp"
#include "tools/openings_book/start.hpp"
#include "tools/openings_book/values.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::tools {

struct CollectCounts {
    std::size_t drawn = 0;
    std::size_t other_opening = 0; // left out, each for the first reason
    std::size_t few_games = 0;
    std::size_t unbalanced = 0; // by results
    std::size_t outside = 0;    // of the engine's window
    std::size_t no_value = 0;   // the engine failed
    std::size_t with_results = 0;
};

struct Collected {
    std::vector<Start> starts; // in the order in which they were drawn
    CollectCounts counts;
    std::string engine;  // its name
    std::string failure; // the engine does not start: why
};

// Hooks of a run; all must be set.
struct CollectEvents {
    std::function<bool()> keep_on;
    std::function<void(const CollectCounts&, std::size_t found)> on_progress;
    std::function<void(const std::string&)> on_warning;
};

// results: the book as its file says it; weighted: with a weight for every move. As many starts as
// options.count, or as there are. The same whatever the number of engines.
Collected collect_starts(const book::Book& results, const book::Book& weighted,
                         std::span<const chess::Position> roots, const StartOptions& options,
                         const FindName& find_name, const CollectEvents& events);

} // namespace polyglot::tools
