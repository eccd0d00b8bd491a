#include "adapter/engine/find_program.hpp"
#include "adapter/engine/launch_plan.hpp"
#include "tests/support/harness/new_folder.hpp"

#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

// engine/sf, engine/text (not executable), engine/dir/, bin/sf, bin/tool
class Tree {
  public:
    Tree() {
        root = test::new_folder("polyglot-find-");
        fs::create_directories(root / "engine" / "dir");
        fs::create_directories(root / "bin");
        for (const char* file : {"engine/sf", "engine/text", "bin/sf", "bin/tool", "bin/dir"}) {
            std::ofstream(root / file) << "#!/bin/sh\n";
            fs::permissions(root / file, fs::perms::owner_all);
        }
        fs::permissions(root / "engine/text", fs::perms::owner_read);
    }
    ~Tree() {
        std::error_code ignored;
        fs::remove_all(root, ignored);
    }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    // The file found below root, or the error's text with root taken out.
    std::string find(const std::string& name, const std::string& engine_dir = "engine") const {
        const std::string bin = (root / "bin").string();
        const auto found = io::find_program(name, engine_dir, root,
                                            ":relative:" + bin + ':' + bin + "/.:/nowhere");
        std::string text =
            found.has_value() ? found->executable.string() : "error: " + found.error().message;
        for (std::size_t at = 0; (at = text.find(root.string() + '/')) != std::string::npos;)
            text.erase(at, root.string().size() + 1);
        return text;
    }

    fs::path root;
};

} // namespace

TEST_CASE("which file an engine's name stands for") {
    const Tree tree;
    CHECK(tree.find("./sf") == "engine/sf");
    CHECK(tree.find("../bin/tool") == "bin/tool");
    CHECK(tree.find((tree.root / "bin/tool").string()) == "bin/tool");
    CHECK(tree.find("sf") == "engine/sf"); // before PATH
    CHECK(tree.find("tool") == "bin/tool");
    CHECK(tree.find("sf", ".") == "bin/sf");
    CHECK(tree.find("sf", "") == "bin/sf");
    CHECK(tree.find("engine/sf", ".") == "engine/sf");
    CHECK(tree.find("sf", (tree.root / "engine/.").string()) == "engine/sf");
}

TEST_CASE("a name with a directory is never looked for elsewhere") {
    const Tree tree;
    CHECK(tree.find("./tool") == "error: engine ./tool: engine/tool does not exist");
    CHECK(tree.find("bin/sf") == "error: engine bin/sf: engine/bin/sf does not exist");
}

TEST_CASE("the error begins with the reason") {
    const Tree tree;
    CHECK(tree.find("none") == "error: engine none is neither in EngineDir engine nor in PATH");
    CHECK(
        tree.find("sh") ==
        "error: engine sh is neither in EngineDir engine nor in PATH; it is in /usr/bin, which is "
        "not in PATH");
    CHECK(tree.find("text") == "error: engine text: engine/text is not executable (chmod +x)");
    CHECK(tree.find("./dir") == "error: engine ./dir: engine/dir is a directory");
    CHECK(tree.find("/dev/null") == "error: engine /dev/null: /dev/null is not a file");
    CHECK(tree.find("dir") == "bin/dir"); // a directory is not an engine, the next place is tried
    CHECK(tree.find("") == "error: the engine's name is empty");
    CHECK(tree.find("sf", "no dir") == "error: EngineDir no dir does not exist");
    CHECK(tree.find("sf", "bin/sf") == "error: EngineDir bin/sf is no directory");
    CHECK(tree.find("./text") == "error: engine ./text: engine/text is not executable (chmod +x)");
}

TEST_CASE("the engine runs in EngineDir") {
    const Tree tree;
    CHECK(io::find_program("./sf", "engine", tree.root, "")->working_directory ==
          tree.root / "engine");
    CHECK(io::find_program("engine/sf", ".", tree.root, "")->working_directory == tree.root);
}

TEST_CASE("the settings choose the program") {
    const Tree tree;
    config::Settings settings;
    settings.engine_dir = "engine";
    settings.engine_command = "sf --hash '1 2'";
    const io::LaunchPlan plain = io::plan_launch(settings, tree.root);
    REQUIRE(std::holds_alternative<io::EngineLaunch>(plain));
    CHECK(std::get<io::EngineLaunch>(plain).program == tree.root / "engine/sf");
    CHECK(std::get<io::EngineLaunch>(plain).arguments == std::vector<std::string>{"--hash", "1 2"});
    CHECK(std::get<io::EngineLaunch>(plain).directory == tree.root / "engine");
    CHECK(!std::get<io::EngineLaunch>(plain).nice);
    CHECK(!std::get<io::EngineLaunch>(plain).affinity);
    settings.use_nice = true;
    settings.nice_value = 7;
    settings.affinity = "3";
    const io::LaunchPlan tuned = io::plan_launch(settings, tree.root);
    REQUIRE(std::holds_alternative<io::EngineLaunch>(tuned));
    CHECK(std::get<io::EngineLaunch>(tuned).nice == 7);
    CHECK(std::get<io::EngineLaunch>(tuned).affinity == 3);

    fs::create_directories(tree.root / "engine" / "my engines");
    fs::copy_file(tree.root / "engine" / "sf", tree.root / "engine" / "my engines" / "sf");
    settings.engine_command = "./my engines/sf -x";
    const io::LaunchPlan cut = io::plan_launch(settings, tree.root);
    REQUIRE(std::holds_alternative<io::StartFailure>(cut));
    CHECK(std::get<io::StartFailure>(cut).message.ends_with(
        "engine/my does not exist; there is './my engines/sf': put a path with blanks in quotes"));

    const auto failure = [&](const char* command) {
        settings.engine_command = command;
        const io::LaunchPlan plan = io::plan_launch(settings, tree.root);
        REQUIRE(std::holds_alternative<io::StartFailure>(plan));
        return std::get<io::StartFailure>(plan);
    };
    CHECK(failure("").code == session::ExitCode::ConfigurationError);
    CHECK(failure("").message == "EngineCommand is not set");
    CHECK(failure("sf 'half").code == session::ExitCode::ConfigurationError);
    CHECK(failure("no-such-engine").code == session::ExitCode::EngineNotStarted);
    CHECK(failure("no-such-engine").message.find("no-such-engine") != std::string::npos);
}
