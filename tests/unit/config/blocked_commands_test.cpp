#include "config/blocked_commands.hpp"
#include "config/load.hpp"
#include "config/saved_settings.hpp"

#include <string>
#include <utility>

#include <doctest/doctest.h>

using namespace polyglot::config;

TEST_CASE("BlockCommands: a word of a line that some engine may read as a command") {
    const BlockedCommands blocked(" export_net ,, Bench*, d ");
    const std::pair<std::string, std::string> table[] = {
        {"export_net net.nnue", "export_net"},
        {" EXPORT_NET", "export_net"},
        {"export_net", "export_net"},
        {"bench 16 1 13", "bench"},
        {"benchmark", "benchmark"},
        {"joho d", "d"},
        {std::string("d\0x", 3), "d"},
        {"go depth 3 d", "d"},
        {"isready\texport_net x", "export_net"},
        {"setoption name Hash value 3 export_net x", "export_net"},
        {"setoption name Hash export_net value 3", "export_net"},
        {"setoption name value d d", "d"},
        {"setoption name d value d d", "d"},
        {"joho value d", "d"},
        {"setoption name d value d", ""},
        {"setoption name bench", ""},
        {"setoption name", ""},
        {"setoption", ""},
        {"go depth 3", ""},
        {"position startpos moves d2d4", ""},
        {"ben", ""},
        {"eval", ""},
        {"", ""},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(blocked.find_in_line(row.first) == row.second);
        CHECK(BlockedCommands("").find_in_line(row.first).empty());
    }
    CHECK(blocked.find_in_words("Style=wild export_net x") == "export_net");
    CHECK(blocked.find_in_words("Style=wild").empty());
    CHECK(blocked.find_in_line("bench" + std::string(1 << 20, 'x')).size() == 80);
}

TEST_CASE("BlockCommands = *: a line begins with a command of UCI") {
    const BlockedCommands blocked("*");
    CHECK(blocked.find_in_line("eval") == "eval");
    CHECK(blocked.find_in_line("joho isready") == "joho");
    for (const std::string line :
         {"uci", "go infinite", "setoption name Style value eval", "position startpos", ""})
        CHECK(blocked.find_in_line(line).empty());
    CHECK(blocked.find_in_words("anything").empty());
    CHECK(BlockedCommands("*, d").find_in_line("isready d") == "d");
}

TEST_CASE("BlockCommands: commands of UCI cannot be blocked, and a command is one word") {
    for (const std::string list : {"", "*", "export_net, bench*", "uc", "gopher", "d*"})
        CHECK(BlockedCommands::is_valid_list(list) == (list != "d*"));
    for (const std::string list : {"go", "GO", "bench, isready", "u*", "export net", "go*"})
        CHECK(!BlockedCommands::is_valid_list(list));
}

TEST_CASE("BlockCommands: saved settings of an engine neither block nor unblock a command") {
    Configuration configuration;
    load_ini(configuration, "[PolyGlot]\nBlockCommands=bench\n", "/my.ini");
    load_saved_settings(configuration, "[PolyGlot]\nBlockCommands=eval\n", "/s.ini");
    CHECK(configuration.settings.block_commands == "bench");
}
