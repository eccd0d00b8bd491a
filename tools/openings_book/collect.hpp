// Collects start positions of a book that fulfil the options.
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
    std::size_t other_opening = 0; // rejected; each counts for its first reason only
    std::size_t few_games = 0;
    std::size_t unbalanced = 0; // by results
    std::size_t outside = 0;    // outside the engine's window
    std::size_t no_value = 0;   // the engine failed
    std::size_t with_results = 0;
};

struct Collected {
    std::vector<Start> starts; // in the order in which they were drawn
    CollectCounts counts;
    std::string engine;  // its name
    std::string failure; // the reason why the engine does not start
};

// The callbacks of a run; all must be set.
struct CollectEvents {
    std::function<bool()> keep_on;
    std::function<void(const CollectCounts&, std::size_t found)> on_progress;
    std::function<void(const std::string&)> on_warning;
};

// results is the book as in its file; weighted has a weight for every move. Returns options.count
// starts, or as many as there are. The result does not depend on the number of engines.
Collected collect_starts(const book::Book& results, const book::Book& weighted,
                         std::span<const chess::Position> roots, const StartOptions& options,
                         const FindName& find_name, const CollectEvents& events);

} // namespace polyglot::tools
