#include "tools/explore/watch/watch.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "tools/common/json.hpp"
#include "tools/logs/reader.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t read_at_once = std::size_t{4} << 20U; // bytes of all logs
constexpr std::size_t turn = std::size_t{512} << 10U;       // bytes of one log
// A process is running if it has written within this time before the last line of all logs.
constexpr milliseconds recently{60'000};

} // namespace

// Keeps the processes of one log.
struct Watch::Log final : ProcessKeeper {
    Log(Watch& owner, std::string file)
        : watch(owner), name(std::move(file)), tail(to_path(name)), processes(owner.stat_, this) {}

    ProcessObserver* on_process(long pid) override {
        if (watch.processes_.size() >= most_processes) watch.forget_one();
        const std::uint64_t id = watch.next_id_++;
        ids[pid] = id;
        auto process = std::make_unique<WatchedProcess>(id, name, pid, watch.news_);
        return watch.processes_.emplace(id, Watched{std::move(process), this, watch.revision_})
            .first->second.process.get();
    }
    void on_process_end(long pid) override {
        Watched& watched = watch.processes_.at(ids.at(pid));
        watched.process->on_end();
        watched.log = nullptr;
        ids.erase(pid);
    }

    Watch& watch;
    std::string name;
    LogTail tail;
    LogProcesses processes;
    std::map<long, std::uint64_t> ids; // those that are open
};

Watch::Watch(std::vector<std::string> names) {
    for (std::string& name : names) {
        std::error_code error;
        if (fs::is_directory(to_path(name), error))
            folders_.push_back(std::move(name));
        else
            add_log(name);
    }
}

Watch::~Watch() = default;

void Watch::add_log(const std::string& name) {
    const fs::path path = normal_path(to_path(name));
    const bool is_known = std::ranges::any_of(logs_, [&path](const std::unique_ptr<Log>& log) {
        return normal_path(to_path(log->name)) == path;
    });
    if (!is_known && logs_.size() < most_logs)
        logs_.push_back(std::make_unique<Log>(*this, to_text(path)));
}

void Watch::find_logs_in_folders() {
    for (const std::string& folder : folders_)
        if (const auto found = find_logs({folder}))
            for (const LogParts& parts : *found)
                add_log(to_text(parts.back()));
}

bool Watch::read() {
    find_logs_in_folders();
    std::size_t budget = read_at_once;
    bool has_more = true;
    while (budget > 0 && std::exchange(has_more, false)) {
        for (const auto& log : logs_) {
            const bool more =
                log->tail.read(turn, [&](std::string_view line, std::uint64_t number) {
                    ++stat_.lines;
                    log->processes.take(line, {log->name, number});
                });
            has_more = has_more || more;
        }
        budget -= std::min(budget, turn * std::max<std::size_t>(logs_.size(), 1));
    }
    std::size_t bytes = 0;
    for (const auto& [id, watched] : processes_)
        bytes += watched.process->bytes();
    while (bytes > most_bytes && processes_.size() > 1)
        bytes -= forget_one();
    ++revision_;
    for (auto& [id, watched] : processes_)
        if (watched.process->take_changed()) watched.revision = revision_;
    if (std::exchange(news_seen_, news_.changes()) != news_.changes()) news_revision_ = revision_;
    return has_more;
}

// Forgets the least recently active process that has ended, or if none has, the least recently
// active one.
std::size_t Watch::forget_one() {
    const auto gone = std::ranges::min_element(processes_, {}, [](const auto& one) {
        const WatchedProcess& process = *one.second.process;
        return std::tuple(!process.has_ended(), process.last());
    });
    if (gone == processes_.end()) return 0;
    const std::size_t bytes = gone->second.process->bytes();
    if (Log* const log = gone->second.log) log->processes.end(gone->second.process->pid());
    processes_.erase(gone);
    ++forgotten_;
    return bytes;
}

// Returns the most recently active processes first. Running processes keep their order of arrival,
// because otherwise each line would change the order.
std::vector<const Watch::Watched*> Watch::shown() const {
    std::vector<const Watched*> all;
    for (const auto& [id, watched] : processes_)
        if (watched.process->is_shown()) all.push_back(&watched);
    if (all.empty()) return all;
    std::ranges::sort(all, std::ranges::greater(), [](const Watched* one) {
        return std::tuple(one->process->last(), one->process->id());
    });
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most_shown));
    const milliseconds since = all.front()->process->last() - recently;
    const auto idle = std::stable_partition(all.begin(), end, [since](const Watched* one) {
        return !one->process->has_ended() && one->process->last() >= since;
    });
    std::sort(all.begin(), idle, [](const Watched* a, const Watched* b) {
        return a->process->id() < b->process->id();
    });
    return all;
}

json::object Watch::answer(std::uint64_t since, const std::set<std::uint64_t>& known) const {
    if (since > revision_) since = 0; // the revision is from another run
    std::vector<const Watched*> all = shown();
    const std::size_t count = std::min(all.size(), most_shown);
    json::object answer{{"revision", revision_},
                        {"hidden", all.size() - count},
                        {"idle", processes_.size() - all.size()},
                        {"forgotten", forgotten_}};
    json::array order, games, logs;
    for (std::size_t i = 0; i < count; ++i) {
        const WatchedProcess& process = *all[i]->process;
        order.push_back(process.id());
        if (all[i]->revision > since || !known.contains(process.id()))
            games.push_back(process.describe());
    }
    std::uint64_t left = 0;
    for (const auto& log : logs_) {
        left += log->tail.left();
        logs.push_back({{"name", json_of(log->name)},
                        {"trouble", json_of(log->tail.trouble())},
                        {"gaps", log->tail.gaps()}});
    }
    answer["order"] = std::move(order);
    answer["games"] = std::move(games);
    answer["logs"] = std::move(logs);
    answer["left"] = left;
    if (news_revision_ > since) news_.describe(answer);
    return answer;
}

} // namespace polyglot::tools
