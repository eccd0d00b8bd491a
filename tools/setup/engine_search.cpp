#include "tools/setup/engine_search.hpp"

#include "tools/setup/own_thread.hpp"

#include <algorithm>
#include <chrono>
#include <set>

namespace polyglot::tools {

namespace fs = std::filesystem;

bool EngineSearch::Listing::has_answered() const {
    return engines.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::shared_future<std::vector<FoundEngine>> EngineSearch::list(const EngineFolder& folder) const {
    return call_on_own_thread([lister = lister_, folder] { return lister(folder); }).share();
}

void EngineSearch::begin(const std::vector<EngineFolder>& folders) {
    std::vector<Listing> next;
    for (const EngineFolder& folder : folders) {
        const auto has_this = [&](const Listing& one) { return one.folder == folder; };
        if (std::ranges::any_of(next, has_this)) continue;
        const auto before = std::ranges::find_if(listings_, has_this);
        if (before != listings_.end() && !before->has_answered())
            next.push_back(*before);
        else
            next.push_back({folder, list(folder)});
    }
    listings_ = std::move(next);
}

std::vector<fs::path> EngineSearch::found() const {
    std::vector<fs::path> found;
    std::set<fs::path> files;
    for (const Listing& listing : listings_) {
        if (!listing.has_answered()) continue;
        for (const FoundEngine& engine : listing.engines.get())
            if (found.size() < most_found_engines && files.insert(engine.file).second)
                found.push_back(engine.path);
    }
    return found;
}

std::vector<fs::path> EngineSearch::waiting() const {
    std::vector<fs::path> waiting;
    for (const Listing& listing : listings_)
        if (!listing.has_answered() &&
            std::ranges::find(waiting, listing.folder.path) == waiting.end())
            waiting.push_back(listing.folder.path);
    return waiting;
}

} // namespace polyglot::tools
