// Follows running adapters by their logs for `polyglot explore -watch`. See docs/explore.md. Test:
// watch_test.cpp.
#pragma once
#include "tools/explore/watch/process.hpp"
#include "tools/explore/watch/tail.hpp"
#include "tools/logs/processes.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

class Watch {
  public:
    static constexpr std::size_t most_shown = 64;                     // boards
    static constexpr std::size_t most_processes = 256;                // that are kept
    static constexpr std::size_t most_bytes = std::size_t{64} << 20U; // of their games
    static constexpr std::size_t most_logs = 256;

    // names are logs, which need not exist yet, and folders, in which all files that end in .log
    // are followed.
    explicit Watch(std::vector<std::string> names);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    // Reads new lines of the logs, a few MiB at most. Returns true if there are more.
    bool read();

    // Returns what has changed since the answer with this "revision" (0: everything), which had the
    // games in `known`: "revision"; "left", the number of unread bytes; "logs" ("name", "trouble",
    // "gaps"); "order", the numbers of the shown games; "games", those of them that have changed or
    // are not in `known`; "hidden", the number of games that are not shown; "idle", the adapters
    // without a game; "forgotten", the adapters beyond the limit; and "results" and "failures" if
    // there are new ones.
    boost::json::object answer(std::uint64_t since, const std::set<std::uint64_t>& known) const;

  private:
    struct Log;
    struct Watched {
        std::unique_ptr<WatchedProcess> process;
        Log* log; // null when its process has ended
        std::uint64_t revision;
    };
    void find_logs_in_folders();
    void add_log(const std::string& name);
    std::size_t forget_one(); // returns its bytes
    std::vector<const Watched*> shown() const;

    std::vector<std::string> folders_;
    std::vector<std::unique_ptr<Log>> logs_;
    LogStat stat_;
    News news_;
    std::map<std::uint64_t, Watched> processes_; // by id
    std::uint64_t revision_ = 1, news_revision_ = 1, news_seen_ = 0, next_id_ = 1, forgotten_ = 0;
};

} // namespace polyglot::tools
