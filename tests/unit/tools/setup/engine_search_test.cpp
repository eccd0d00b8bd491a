#include "core/text/path_text.hpp"
#include "tools/setup/engine_search.hpp"

#include <atomic>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

using Paths = std::vector<fs::path>;
using Engines = std::vector<tools::FoundEngine>;

tools::EngineFolder folder(const char* name) {
    return {to_path(name)};
}

tools::FoundEngine engine(const char* path, const char* file) {
    return {to_path(path), to_path(file)};
}

void wait_for(const tools::EngineSearch& search, const Paths& folders) {
    while (search.waiting() != folders)
        std::this_thread::yield();
}

} // namespace

TEST_CASE("setup: engines are found once, in the order of the folders") {
    const std::map<fs::path, Engines> there{
        {to_path("b"), {engine("b/fruit", "b/fruit"), engine("b/toga2", "b/toga2")}},
        {to_path("a"), {engine("a/toga", "b/toga2"), engine("a/mine", "a/mine")}}};
    tools::EngineSearch search([there](const tools::EngineFolder& one) {
        const auto at = there.find(one.path);
        return at == there.end() ? Engines() : at->second;
    });
    CHECK_FALSE(search.has_begun());
    search.begin({folder("b"), folder("missing"), folder("a"), folder("b")});
    wait_for(search, {});
    CHECK(search.found() == Paths{to_path("b/fruit"), to_path("b/toga2"), to_path("a/mine")});
    CHECK(search.has_begun());
}

TEST_CASE("setup: a folder that hangs holds up no other one, and is asked once") {
    std::promise<void> end;
    const std::shared_future<void> ended = end.get_future().share();
    const auto asked = std::make_shared<std::atomic<int>>(0);
    tools::EngineSearch search([ended, asked](const tools::EngineFolder& one) {
        if (one.path == to_path("network")) {
            ++*asked;
            ended.wait();
        }
        return Engines{{one.path / "fruit", one.path / "fruit"}};
    });
    search.begin({folder("network"), folder("games"), {to_path("network"), true, 1}});
    wait_for(search, {to_path("network")});
    CHECK(search.found() == Paths{to_path("games/fruit")});

    search.begin({folder("network"), folder("new")});
    wait_for(search, {to_path("network")});
    CHECK(search.found() == Paths{to_path("new/fruit")});

    end.set_value();
    wait_for(search, {});
    CHECK(search.found() == Paths{to_path("network/fruit"), to_path("new/fruit")});
    CHECK(*asked <= 2); // as one of the usual folders, and as one that has engines only

    search.begin({folder("network")});
    wait_for(search, {});
    CHECK(search.found() == Paths{to_path("network/fruit")});
}
