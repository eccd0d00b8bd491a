// The command line of epd-test: which words are its own, which the engine's, and what is out of
// range.
#include "core/text/path_text.hpp"
#include "tools/epd_test/options.hpp"

#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using Words = std::vector<std::string_view>;

std::variant<EpdOptions, int> read(const Words& words, std::string& text_shown) {
    std::ostringstream out;
    std::ostringstream err;
    auto result = read_epd_options(words, std::filesystem::temp_directory_path(), out, err);
    text_shown = out.str() + err.str();
    return result;
}

EpdOptions good(Words words) {
    words.insert(words.begin(), "-noini");
    std::string text_shown;
    auto result = read(words, text_shown);
    INFO(text_shown);
    REQUIRE(std::holds_alternative<EpdOptions>(result));
    CHECK(text_shown.empty());
    return std::get<EpdOptions>(result);
}

void check_bad(Words words, std::string_view message) {
    words.insert(words.end(), {"-noini", "-ec", "engine"});
    std::string text_shown;
    const auto result = read(words, text_shown);
    REQUIRE(std::holds_alternative<int>(result));
    CHECK(std::get<int>(result) == 2);
    CHECK(text_shown.substr(0, text_shown.find('\n')) == message);
}

} // namespace

TEST_CASE("epd-test options: defaults are PolyGlot's") {
    const EpdOptions options = good({"-ec", "engine"});
    CHECK(options.file == "wac.epd");
    CHECK(options.limits.go() == "go movetime 5000");
    CHECK(options.limits.min_depth == 8);
    CHECK(options.limits.min_time == milliseconds(1'000));
    CHECK(options.limits.depth_delta == 3);
    CHECK(options.limits.hang_time == milliseconds(10'000));
    CHECK(options.engines.count == 1);
    CHECK(options.engines.settings.engine_command == "engine");
}

TEST_CASE("epd-test options: its own among the engine's") {
    const EpdOptions options = good({"-ec",
                                     "engine",
                                     "-min-depth",
                                     "4",
                                     "-uci",
                                     "Style=Risky",
                                     "--max-depth",
                                     "20",
                                     "-min-time",
                                     "0.25",
                                     "-pg",
                                     "StartTimeout=3",
                                     "-max-time=1.5",
                                     "-depth-delta",
                                     "0",
                                     "-epd",
                                     "-",
                                     "-hash",
                                     "64",
                                     "-threads",
                                     "2",
                                     "-concurrency",
                                     "3",
                                     "-hang-time",
                                     "2",
                                     "-json",
                                     "x.json",
                                     "-csv",
                                     "-"});
    CHECK(options.limits.go() == "go movetime 1500 depth 20");
    CHECK(options.limits.min_depth == 4);
    CHECK(options.limits.min_time == milliseconds(250));
    CHECK(options.limits.depth_delta == 0);
    CHECK(options.limits.hang_time == milliseconds(2'000));
    CHECK(options.file == "-");
    CHECK(options.engines.count == 3);
    CHECK(options.engines.hash_mb == 64);
    CHECK(options.engines.threads == 2);
    CHECK(options.json == "x.json");
    CHECK(options.csv == "-");
    CHECK(options.engines.settings.start_timeout_ms == 3'000);
    const std::vector<std::pair<std::string, std::string>> engine{{"Style", "Risky"}};
    CHECK(options.engines.settings.engine_options == engine);
    const EpdOptions words = good({"-depth", "9", "--", "engine", "-depth", "3"});
    CHECK(words.engines.settings.engine_argv == std::vector<std::string>{"engine", "-depth", "3"});
    CHECK(words.limits.depth == 9);
}

TEST_CASE("epd-test options: fixed limits") {
    CHECK(good({"-ec", "e", "-depth", "12"}).limits.go() == "go depth 12");
    CHECK(good({"-ec", "e", "-nodes", "1000000"}).limits.go() == "go nodes 1000000");
    CHECK(good({"-ec", "e", "-movetime", "0.1"}).limits.go() == "go movetime 100");
    CHECK(good({"-ec", "e", "-nodes", "5", "-movetime", "1"}).limits.go() ==
          "go movetime 1000 nodes 5");
    CHECK(good({"-ec", "e", "-depth", "12"}).limits.hang_time == milliseconds(60'000));
    CHECK(good({"-ec", "e", "-movetime", "1"}).limits.hang_time == milliseconds(10'000));
    check_bad({"-nodes", "5", "-max-time", "1"},
              "-max-time does not go with -depth, -nodes and -movetime");
    check_bad({"-depth", "5", "-depth-delta", "1"},
              "-depth-delta does not go with -depth, -nodes and -movetime");
}

TEST_CASE("epd-test options: wrong use") {
    check_bad({"-depth", "0"}, "-depth 0 is outside 1 to 999");
    check_bad({"-nodes", "0"}, "-nodes 0 is outside 1 to 1000000000000");
    check_bad({"-max-time", "0"}, "-max-time 0 is outside 0.001 to 604800");
    check_bad({"-max-time", "nan"}, "-max-time nan is outside 0.001 to 604800");
    check_bad({"-min-time", "-1"}, "-min-time -1 is outside 0 to 604800");
    check_bad({"-concurrency", "257"}, "-concurrency 257 is outside 1 to 256");
    check_bad({"-hash", "0"}, "-hash 0 is outside 1 to 33554432");
    check_bad({"-bogus"}, "unknown option -bogus");
    check_bad({"-version"}, "this command has no option -version");
    check_bad({"-json", "-", "-csv", "-"}, "-json - and -csv - both want standard output");
    check_bad({"-json", "no/directory/x"},
              "-json no/directory/x: there is no directory " +
                  to_text(std::filesystem::current_path() / u8"no" / u8"directory"));
    check_bad({"-csv", "/"}, "-csv / is a directory");
    std::string text_shown;
    const auto none = read({"-noini"}, text_shown);
    CHECK(std::get<int>(none) == 2);
    CHECK(text_shown.find("EngineCommand is not set") != std::string::npos);
    const auto help = read({"-ec", "engine", "-help"}, text_shown);
    CHECK(std::get<int>(help) == 0);
    CHECK(text_shown.starts_with("usage: polyglot epd-test "));
}

} // namespace polyglot::tools
