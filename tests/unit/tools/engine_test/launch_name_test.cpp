// What an engine is called before it has said its name.
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/engine_test/launch_name.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools::engine_test {

TEST_CASE("engine-test: an engine without a name has that of its program, or of the script that an "
          "interpreter runs") {
    const test::Folder folder;
    const std::string script = to_text(folder.write("my engine.py", ""));
    folder.write("nets/big.nnue", "");
    const auto name = [&folder](const std::string& program,
                                const std::vector<std::string>& arguments) {
        return launch_name(
            {.program = folder / program, .arguments = arguments, .directory = folder.path});
    };
    CHECK(name("stockfish", {}) == "stockfish");
    CHECK(name("stockfish", {"nets/big.nnue"}) == "stockfish"); // a file, but not what is run
    CHECK(name("python3", {script}) == "my engine.py");
    CHECK(name("python3", {"-u", "my engine.py"}) == "my engine.py");
    CHECK(name("python3.11", {"-W", "ignore", "my engine.py", "nets/big.nnue"}) == "my engine.py");
    CHECK(name("Python.exe", {"my engine.py"}) == "my engine.py");
    CHECK(name("env", {"A=1", "/usr/bin/python3", script}) == "my engine.py");
    CHECK(name("python3", {"-m", "sunfish"}) == "python3");
    CHECK(name("python3", {"missing.py"}) == "python3");
    CHECK(name("sh", {"-c", "exec cat"}) == "sh");
    CHECK(name("python3", {}) == "python3");
}

} // namespace polyglot::tools::engine_test
