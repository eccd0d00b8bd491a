// Runs the searches of a book in its store and reports what was done.
#pragma once
#include "storage/stores/grow_db.hpp"
#include "tools/growing/search_run.hpp"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace polyglot::tools {

std::int64_t seconds_since_1970();
// Draws a number that no other process on the store has, even on other machines.
std::int64_t draw_owner();

struct StoreRun {
    Result<void> done; // the error comes from the store
    SearchRunEnd end;  // after an error only `interrupted` is set
};

// Searches until the run ends. While other processes hold the store, the run waits as long as for a
// failed engine (-retry), so that a night of searches does not end because of a few seconds.
StoreRun run_on_store(io::GrowDb& store, const std::string& name, SearchedBook& book,
                      const SearchRunOptions& options, const SearchRunEvents& events);

// Prints the searches of each engine, if there are several.
void print_engines(const SearchRunEnd& end, std::ostream& out);
// Reports the failure of the last engine, if none is left. command is the name in front.
void print_engine_failure(const SearchRunEnd& end, const char* command, std::ostream& err);

} // namespace polyglot::tools
