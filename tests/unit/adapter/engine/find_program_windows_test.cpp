// Which file an engine's name stands for on Windows: drives, both separators, and the extensions of
// programs.
#ifdef _WIN32
#include "adapter/engine/find_program.hpp"
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

class Tree {
  public:
    Tree() {
        for (const char* file : {"engine/sf.exe", "engine/both.bat", "engine/both.exe",
                                 "engine/text.txt", "bin/sf.exe", "bin/tool.cmd", "bin/old.BAT"})
            folder_.write(file, "");
    }

    // The file found below the folder, or the error's text, with the folder taken out.
    std::string find(const std::string& name, const std::string& engine_dir = "engine") const {
        const std::string bin = to_text(folder_ / "bin");
        const auto found = io::find_program(name, engine_dir, folder_.path,
                                            ";relative;" + bin + ';' + bin + "\\.;C:\\nowhere");
        std::string text =
            found.has_value() ? to_text(found->executable) : "error: " + found.error().message;
        for (std::size_t at = 0; (at = text.find(whole(""))) != std::string::npos;)
            text.erase(at, whole("").size());
        return text;
    }
    std::string whole(const std::string& name) const { return to_text(folder_.path) + '\\' + name; }

  private:
    test::Folder folder_;
};

} // namespace

TEST_CASE("Windows: which file an engine's name stands for") {
    const Tree tree;
    for (const char* name : {"sf", "sf.exe", "./sf", ".\\sf", "SF.EXE"})
        CHECK(tree.find(name).size() == std::string_view("engine\\sf.exe").size());
    CHECK(tree.find("sf") == "engine\\sf.exe"); // before PATH
    CHECK(tree.find("both") == "engine\\both.exe");
    CHECK(tree.find("both.bat") == "engine\\both.bat");
    CHECK(tree.find("tool") == "bin\\tool.cmd");
    CHECK(tree.find("sf", ".") == "bin\\sf.exe");
    CHECK(tree.find("engine/sf", ".") == "engine\\sf.exe");
    CHECK(tree.find("..\\bin/tool.cmd") == "bin\\tool.cmd");
    CHECK(tree.find(tree.whole("bin\\tool")) == "bin\\tool.cmd");
    CHECK(tree.find("old.bat") == "bin\\old.bat");
}

TEST_CASE("Windows: the error begins with the reason") {
    const Tree tree;
    CHECK(tree.find("bin/sf") ==
          "error: engine bin/sf: engine\\bin\\sf.exe does not exist, engine\\bin\\sf.bat does "
          "not exist, engine\\bin\\sf.cmd does not exist");
    CHECK(tree.find("none.exe") ==
          "error: engine none.exe is neither in EngineDir engine nor in PATH");
    CHECK(tree.find("sf", "no dir") == "error: EngineDir no dir does not exist");
    CHECK(tree.find("sf", "bin/sf.exe") == "error: EngineDir bin\\sf.exe is no directory");
}
#endif
