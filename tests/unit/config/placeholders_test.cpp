#include "config/file_name.hpp"
#include "config/placeholders.hpp"
#include "core/text/utf8.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::config;

TEST_CASE("placeholders: the four names, and nothing else") {
    const PathNames names{
        .engine = "Stock fish", .pid = "17", .date = "2026-11-23", .opponent = "Toga/II"};
    const auto fill = [&](std::string_view path) { return fill_placeholders(path, names); };
    CHECK(fill("logs/{engine}-{pid}.{date}.{opponent}") == "logs/Stock_fish-17.2026-11-23.Toga_II");
    CHECK(fill("{engine}{engine}") == "Stock_fishStock_fish");
    CHECK(fill("plain.log").compare("plain.log") == 0);
    for (const std::string_view same :
         {"", "{", "}", "{}", "{Engine}", "{engine", "engine}", "{engin}", "{ engine }", "%engine%",
          "$engine", "C:\\{guid-12}\\x", "{engine }"})
        CHECK(fill(same) == same);
    CHECK(fill("{{engine}}") == "{engine}");
    CHECK(fill("{{engine}") == "{Stock_fish");
    CHECK(fill("{{{pid}}}") == "{{pid}}");
    CHECK(fill_placeholders("{opponent}/{engine}", {.opponent = "x"}) == "x/{engine}");
    CHECK(
        fill_placeholders(fill_placeholders("{opponent}{engine}", {.opponent = "{pid}{{engine}}"}),
                          names) == "_pid___engine__Stock_fish");
    CHECK(has_placeholder("a{pid}", "pid"));
    CHECK(!has_placeholder("a{{pid}}", "pid"));
    CHECK(!has_placeholder("a{pid}", "engine"));
}

TEST_CASE("placeholders: the folders that are made") {
    CHECK(!folder_above_placeholders("logs/a.log"));
    CHECK(!folder_above_placeholders("logs/{engine}.log"));
    CHECK(!folder_above_placeholders("{{engine}}/x.log"));
    CHECK(folder_above_placeholders("logs/x-{date}/y/{engine}.log") == "logs/");
    CHECK(folder_above_placeholders("{date}/x.log") == ".");
    CHECK(folder_above_placeholders("C:\\logs\\{date}\\x.log") == "C:\\logs\\");
    CHECK(folder_above_placeholders("/{engine}/x") == "/");
}

TEST_CASE("placeholders: the engine's name") {
    Settings settings;
    CHECK(engine_path_name(settings).empty());
    settings.engine_command = "/usr/games/stockfish --bench";
    CHECK(engine_path_name(settings) == "stockfish");
    settings.engine_argv = {"C:\\Chess\\Toga II.EXE", "x"};
    CHECK(engine_path_name(settings) == "Toga II");
    settings.engine_name = "Mine 2";
    CHECK(engine_path_name(settings) == "Mine 2");
    settings = {};
    settings.engine_command = ".exe";
    CHECK(engine_path_name(settings) == ".exe");
}

TEST_CASE("path_part: names that stay in their folder") {
    CHECK(path_part("Stockfish 16.1") == "Stockfish_16.1");
    CHECK(path_part("..") == "__");
    CHECK(path_part(".") == "_");
    CHECK(path_part("") == "_");
    CHECK(path_part("../../etc/passwd") == "_._.._etc_passwd");
    CHECK(path_part("C:\\x") == "C__x");
    CHECK(path_part("x.") == "x_");
    CHECK(path_part("con") == "_con");
    CHECK(path_part("COM1.txt") == "_COM1.txt");
    CHECK(path_part("LPT\xc2\xb9") == "_LPT\xc2\xb9");
    CHECK(path_part("CONIN$") == "_CONIN$");
    CHECK(path_part("aux .x") == "aux_.x");
    CHECK(path_part("COM10") == "COM10");
    CHECK(path_part("a\nb\x7f") == "a_b_");
    CHECK(path_part("\xc3\xa9\xff") == "___");
    CHECK(path_part("Schönes \xe2\x99\x98") == "Schönes_\xe2\x99\x98");
    CHECK(path_part(std::string(300, 'x')).size() == 79);
    CHECK(path_part("{engine}") == "_engine_");
}

TEST_CASE("path_part: of any bytes, one harmless part") {
    std::mt19937 random(7); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same names each time
    for (int round = 0; round < 20'000; ++round) {
        std::string name(random() % 100, ' ');
        for (char& c : name)
            c = random() % 3 == 0 ? "./\\:.. {}$C"[random() % 11] : static_cast<char>(random());
        const std::string part = path_part(name);
        CAPTURE(name);
        REQUIRE(!part.empty());
        REQUIRE(part.size() <= 81);
        REQUIRE(part.front() != '.');
        REQUIRE(part.back() != '.');
        REQUIRE(text::is_utf8(part));
        REQUIRE(part.find_first_of(std::string_view("/\\:*?\"<>|{} \0\n", 14)) ==
                std::string::npos);
        REQUIRE(path_part(part) == part);
    }
}

TEST_CASE("placeholders: {opponent} where it is never known is a warning") {
    Configuration configuration;
    load_ini(configuration, "[PolyGlot]\nLogFile = {opponent}.log\nBookLearnFile = {opponent}.db\n",
             "/x/a.ini");
    check_placeholders(configuration);
    REQUIRE(configuration.diagnostics.size() == 1);
    CHECK(render(configuration.diagnostics[0])
              .starts_with("/x/a.ini:2: warning: LogFile: {opponent} is not replaced"));
}
