// Which part of an EngineCommand without quotes is the name of the program.
#ifdef _WIN32
#include "adapter/engine/launch_plan.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("Windows: blanks without quotes may belong to the program's name") {
    const test::Folder folder;
    for (const char* file : {"my engines/sf 11.exe", "Stockfish.exe", "Stockfish 11.exe"})
        folder.write(file, "");
    const auto words = [&folder](const char* command) {
        config::Settings settings;
        settings.engine_command = command;
        auto found = io::engine_words(settings, folder.path);
        return found ? *found : std::vector{found.error().message};
    };
    using Words = std::vector<std::string>;
    CHECK(words("my engines\\sf 11.exe") == Words{"my engines\\sf 11.exe"});
    CHECK(words("my engines\\sf 11.exe -x 1") == Words{"my engines\\sf 11.exe", "-x", "1"});
    CHECK(words("Stockfish 11.exe") ==
          Words{"Stockfish 11.exe"}); // not Stockfish.exe with "11.exe"
    CHECK(words("Stockfish 12") == Words{"Stockfish", "12"});
    CHECK(words("\"Stockfish\" 11.exe") == Words{"Stockfish", "11.exe"});
    CHECK(words("none 11.exe") == Words{"none", "11.exe"});
}
#endif
