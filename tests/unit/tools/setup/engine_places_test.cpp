#include "tests/support/harness/test_folder.hpp"
#include "tools/setup/engine_places.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

#ifdef _WIN32
const std::string ending = ".exe";
#else
const std::string ending;
#endif

fs::path program(const test::Folder& folder, const std::string& name) {
    fs::path file = folder.write(name + ending, "program");
    fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add);
    return file;
}

} // namespace

TEST_CASE("setup: names of engines") {
    for (const char* name :
         {"stockfish", "Stockfish.exe", "stockfish_15_x64_avx2", "stockfish-ubuntu-x86-64-avx2",
          "toga2", "lc0", "fairy-stockfish", "Ethereal-14", "gnuchess"})
        CHECK_MESSAGE(tools::is_engine_name(name), name);
    for (const char* name : {"xboard", "polyglot", "stockfishes", "gnuchessx", "fruitcake",
                             "weissbier", "", "x", "komodoedit"})
        CHECK_FALSE_MESSAGE(tools::is_engine_name(name), name);
}

TEST_CASE("setup: the engines of a folder") {
    const test::Folder folder;
    const fs::path toga = program(folder, "games/toga2");
    const fs::path fruit = program(folder, "games/fruit");
    program(folder, "games/nethack");
    folder.write("games/stockfish.txt", "no program");
    const fs::path own = program(folder, "engines/sub/mine");
    program(folder, "engines/polyglot");
    std::vector<fs::path> in_engines{own};
#ifndef _WIN32
    program(folder, "engines/fruit.sh"); // starts polyglot
    folder.write("engines/fruit.ini", "[PolyGlot]");
    in_engines.push_back(program(folder, "engines/sub/wrapper.sh"));
#endif
    fs::create_directory(folder / "games/stockfish");
    const auto listed = [&folder](const char* name, bool has_engines_only, int depth) {
        std::vector<fs::path> paths;
        for (const auto& engine : tools::list_engines({folder / name, has_engines_only, depth}))
            paths.push_back(engine.path);
        return paths;
    };
    CHECK(listed("engines", true, 1) == in_engines);
    CHECK(listed("engines", true, 0).empty());
    CHECK(listed("games", false, 0) == std::vector<fs::path>{fruit, toga});
    CHECK(listed("missing", true, 3).empty());
}
