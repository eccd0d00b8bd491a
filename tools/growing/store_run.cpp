#include "tools/growing/store_run.hpp"

#include "core/text/figures.hpp"
#include "tools/common/cancel_flag.hpp"

#include <chrono>
#include <ostream>
#include <random>
#include <utility>

namespace polyglot::tools {

std::int64_t seconds_since_1970() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::int64_t draw_owner() {
    std::random_device device;
    return static_cast<std::int64_t>(std::uint64_t{device()} << 32U | device());
}

// Engines continue to search while the store is in use; only Ctrl-C must be checked here.
StoreRun run_on_store(io::GrowDb& store, const std::string& name, SearchedBook& book,
                      const SearchRunOptions& options, const SearchRunEvents& events) {
    constexpr int unreported_ms = 2000;
    const CancelFlag is_cancelled;
    bool is_reported = false;
    store.set_waiting([&](int waited_ms) {
        if (waited_ms < unreported_ms) is_reported = false;
        if (waited_ms >= options.retry_time.count() ||
            (waited_ms >= unreported_ms && is_cancelled()))
            return false;
        if (waited_ms >= unreported_ms && !std::exchange(is_reported, true))
            events.on_warning(name + ": in use by another process; waiting until it is free");
        return true;
    });
    StoreRun run;
    auto end = run_searches(book, options, events);
    store.set_waiting({});
    if (end) {
        run.end = *std::move(end);
    } else {
        run.done = end.error();
        run.end.interrupted = is_cancelled();
    }
    return run;
}

void print_engines(const SearchRunEnd& end, std::ostream& out) {
    for (const SearchRunEnd::Engine& engine : end.engines) {
        if (end.engines.size() == 1) break;
        out << "  " << engine.name << ": " << text::counted(engine.searched, "search", "searches");
        if (engine.failed > 0) out << " (" << text::grouped(engine.failed) << " failed)";
        out << (engine.given_up ? ", given up\n" : "\n");
    }
}

void print_engine_failure(const SearchRunEnd& end, const char* command, std::ostream& err) {
    if (end.engine_failure.empty()) return;
    err << command << ": "
        << (end.engines.size() > 1 ? "no engine is left: the last one " : "the engine ")
        << end.engine_failure << '\n';
}

} // namespace polyglot::tools
