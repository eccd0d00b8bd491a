// Looks for engines in many folders at the same time. Test: engine_search_test.cpp.
#pragma once
#include "tools/setup/engine_folders.hpp"
#include "tools/setup/engine_places.hpp"

#include <filesystem>
#include <functional>
#include <future>
#include <utility>
#include <vector>

namespace polyglot::tools {

// A folder of a network in PATH may answer after minutes, or never, and a call that waits for it
// cannot be ended. Therefore each folder is listed on its own thread, which is left alone: one that
// hangs holds up neither the others nor the end of the command.
class EngineSearch {
  public:
    // A lister may still run after the search is destroyed.
    using Lister = std::function<std::vector<FoundEngine>(const EngineFolder&)>;

    explicit EngineSearch(Lister lister = list_engines) : lister_(std::move(lister)) {}

    // Lists these folders anew. One that has not answered yet is not asked a second time.
    void begin(const std::vector<EngineFolder>& folders);
    bool has_begun() const { return !listings_.empty(); }
    // Returns the engines of the folders that have answered, in the order of the folders; each
    // once, whatever links lead to it.
    std::vector<std::filesystem::path> found() const;
    // Returns the folders that have not answered, each once.
    std::vector<std::filesystem::path> waiting() const;

  private:
    struct Listing {
        EngineFolder folder;
        std::shared_future<std::vector<FoundEngine>> engines;

        bool has_answered() const;
    };

    std::shared_future<std::vector<FoundEngine>> list(const EngineFolder& folder) const;

    Lister lister_;
    std::vector<Listing> listings_;
};

} // namespace polyglot::tools
