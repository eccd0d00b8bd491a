#include "tools/make_book/kept_plan.hpp"

#include "core/book/make/games_layout.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/games/game_names.hpp"
#include "storage/games/stats_file.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

struct Joined {
    fs::path stats;
    std::uint32_t most = 0;
    std::uint64_t games = 0;
};

Result<std::vector<Joined>> look_at_stats(const MakeBookOptions& options) {
    std::vector<Joined> all;
    for (const fs::path& stats : options.from_stats) {
        const auto reader = io::StatsReader::open(stats);
        if (!reader) return reader.error();
        all.push_back({stats, (*reader)->info().kept.most, (*reader)->info().games});
    }
    return all;
}

// Returns the names of the files that the statistics name, as those that are written record them.
Result<std::vector<std::string>> read_names(const fs::path& stats, const fs::path& written) {
    const auto reader = io::StatsReader::open(stats, 0, io::StatsReader::Games::Read);
    if (!reader) return reader.error();
    std::vector<std::string> names = (*reader)->take_files();
    for (std::string& name : names)
        name = io::recorded_name(io::recorded_file(name, stats), written);
    return names;
}

// Without -games, games are kept if all of them can be the best rated and newest ones.
std::uint32_t most_of(const MakeBookOptions& options, const std::vector<Joined>& all,
                      bool reads_games, std::vector<std::string>& remarks) {
    if (options.kept_games) {
        for (const Joined& one : all)
            if (one.most < *options.kept_games && one.games > 0)
                remarks.push_back(to_text(one.stats) + " keeps " +
                                  (one.most == 0 ? "no" : "only " + std::to_string(one.most)) +
                                  " games of each move: better ones of it may be missing");
        return *options.kept_games;
    }
    std::uint32_t least = book::max_kept_games;
    const Joined* without = nullptr;
    bool any = false;
    for (const Joined& one : all) {
        any = any || one.most > 0;
        if (one.most == 0 && without == nullptr) without = &one;
        least = std::min(least, one.most);
    }
    if (!any || (!reads_games && without == nullptr)) return any ? least : 0;
    remarks.push_back((reads_games ? std::string("the games of -pgn are not kept")
                                   : to_text(without->stats) + " keeps no games") +
                      ", so none are kept of the other files (-games N keeps them)");
    return 0;
}

std::vector<std::uint32_t> numbers_in(const std::vector<std::string>& sorted,
                                      const std::vector<std::string>& names) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(names.size());
    for (const std::string& name : names)
        numbers.push_back(
            static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, name) - sorted.begin()));
    return numbers;
}

std::vector<std::string> sorted(std::vector<std::string> names) {
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

} // namespace

Result<KeptPlan> plan_kept_games(const MakeBookOptions& options,
                                 const std::vector<fs::path>& files) {
    KeptPlan plan;
    if (!options.stats) return plan;
    const auto all = look_at_stats(options);
    if (!all) return all.error();
    plan.most = most_of(options, *all, !files.empty(), plan.remarks);
    if (plan.most == 0) return plan;
    if (options.game_rules.variant)
        return make_error("-games keeps games of chess, not of variants");
    std::vector<std::string> read;
    read.reserve(files.size());
    for (const fs::path& file : files)
        read.push_back(io::recorded_name(file, *options.stats));
    plan.read_names = plan.names = sorted(read);
    std::vector<std::vector<std::string>> names_of;
    for (const fs::path& stats : options.from_stats) {
        auto names = read_names(stats, *options.stats);
        if (!names) return names.error();
        plan.names.insert(plan.names.end(), names->begin(), names->end());
        names_of.push_back(*std::move(names));
    }
    plan.names = sorted(std::move(plan.names));
    if (const auto fit = book::pgstats::check_files(plan.names); !fit) return fit.error();
    plan.number_of_read = numbers_in(plan.read_names, read);
    plan.number_in_names = numbers_in(plan.names, plan.read_names);
    for (const std::vector<std::string>& names : names_of)
        plan.number_of_named.push_back(numbers_in(plan.names, names));
    return plan;
}

} // namespace polyglot::tools
