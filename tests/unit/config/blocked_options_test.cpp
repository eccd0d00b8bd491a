#include "config/blocked_options.hpp"
#include "config/load.hpp"
#include "config/saved_settings.hpp"
#include "config/schema.hpp"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot::config;

TEST_CASE("BlockOptions: names in any case, with any blanks, and a * at the end") {
    const BlockedOptions blocked(" Debug Log File ,, Syzygy* ,hash,* x");
    for (const std::string name : {"Debug Log File", "debug log file", " Debug  Log\tFile ",
                                   "SyzygyPath", "syzygy", "Syzygy 50 Moves", "HASH",
                                   "debug\vlog\x01"
                                   "file",
                                   "* x"}) {
        CAPTURE(name);
        CHECK(blocked.has(name));
    }
    for (const std::string name :
         {"Debug Log", "Debug Log File 2", "DebugLogFile", "My Syzygy", "Hash Full", "", "x"}) {
        CAPTURE(name);
        CHECK(!blocked.has(name));
    }
    CHECK(BlockedOptions("*").has("anything"));
    CHECK(BlockedOptions(" , ").empty());
    CHECK(!BlockedOptions("").has(""));
}

TEST_CASE("BlockOptions: a line that some engine may read so") {
    const BlockedOptions blocked("Debug Log File, Own*, Contempt Value");
    const std::pair<std::string, std::string> table[] = {
        {"setoption name Debug Log File value x", "debug log file"},
        {"setoption name Debug Log File", "debug log file"},
        {"SETOPTION NAME debug log file VALUE x", "debug log file"},
        {"setoption Debug Log File value x", "debug log file"},
        {"foo setoption name Debug\tLog\vFile value x", "debug log file"},
        {"setoption name Hash name Debug Log File value x", "debug log file"},
        {"setoption name Hash value 1 name Debug Log File value x", "debug log file"},
        {"setoption value x name Debug Log File", "debug log file"},
        {"setoption name name Debug Log File", "debug log file"},
        {"setoption name OwnBook value true", "ownbook"},
        {"setoption name value name Own", "own"},
        {"setoption name Contempt Value value 5", "contempt value"},
        {"setoption name Contempt Value", "contempt value"},
        {"setoption name Contempt value 5", ""},
        {"setoption name Hash value 3", ""},
        {"setoption name Debug Log value File", ""},
        {"setoption name Debug Log File 2 value x", ""},
        {"setoption name Hash value Debug Log File", ""},
        {"position startpos moves e2e4", ""},
        {"name", ""},
        {"setoption", ""},
        {"", ""},
        {"setoption name value", ""},
    };
    for (const auto& row : table) {
        CAPTURE(row.first);
        CHECK(blocked.find_in_line(row.first) == row.second);
        CHECK(BlockedOptions("").find_in_line(row.first).empty());
    }
    std::string many = "setoption"; // no number of words hides one
    for (int i = 0; i < 100'000; ++i)
        many += " name";
    CHECK(blocked.find_in_line(many).empty());
    CHECK(blocked.find_in_line(many + " Debug Log File value x") == "debug log file");
    CHECK(blocked.find_in_line("setoption name Own" + std::string(1 << 20, 'x')).size() == 80);
}

TEST_CASE("BlockOptions: only an exact `setoption name …` may set an option") {
    const BlockedOptions blocked("Debug Log File");
    for (const std::string line :
         {"setoption name Hash value 3", "setoption name Clear Hash", "setoption name ", "isready",
          "position startpos moves e2e4", "", "set option name Hash", "option name setOptio"}) {
        CAPTURE(line);
        CHECK(!blocked.is_disguised(line));
    }
    for (const std::string line :
         {"setoption", "setoption x Debug Log File value v", "setoption  name Hash",
          "setoption\tname Hash", " setoption name Hash", "SetOption name Hash",
          "setoption Name Hash", "joho setoption name Hash", "isready setoption name Hash",
          "setoption name Hash value setoption x Debug Log File value v",
          "setoption name Hash\x01value 3", "setoption name Hash\x7f", "gosetoption name Hash",
          "setoptionname Hash"}) {
        CAPTURE(line);
        CHECK(blocked.is_disguised(line));
        CHECK(!BlockedOptions("").is_disguised(line));
    }
}

TEST_CASE("saved settings of an engine neither set blocked options nor block options") {
    Configuration configuration;
    load_ini(
        configuration,
        "[PolyGlot]\nBlockOptions=Debug Log File, X*\n[Engine]\nHash=1\nDebug Log File=mine.log\n",
        "/my.ini");
    load_saved_settings(configuration,
                        "[PolyGlot]\nBlockOptions=\"\"\n[Engine]\ndebug log "
                        "file=other.log\nxy=1\nHash=2\nStyle=Solid\n",
                        "/s.ini");
    using Lines = std::vector<std::pair<std::string, std::string>>;
    CHECK(configuration.settings.block_options == "Debug Log File, X*");
    CHECK(configuration.settings.engine_options ==
          Lines{{"Hash", "2"}, {"Style", "Solid"}, {"Debug Log File", "mine.log"}});
}

TEST_CASE("the mark of a book that a GUI has named goes with that book") {
    const std::string saved = "[PolyGlot]\nBookFile=gui.bin\nBookReadOnly=true\n";
    Configuration configuration;
    load_saved_settings(configuration, saved, "/s.ini");
    CHECK(configuration.settings.book_read_only);
    Configuration named;
    apply_option(named, "BookFile", "mine.bin", {Origin::Kind::CommandLine, {}, 0}, "-pg");
    load_saved_settings(named, saved, "/s.ini");
    CHECK(named.settings.book_file == "mine.bin");
    CHECK(!named.settings.book_read_only);
}
