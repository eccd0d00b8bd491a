#include "adapter/shell/settings_file.hpp"
#include "config/saved_settings.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::io;
namespace fs = std::filesystem;

namespace {

using Directory = test::Folder;

void put(const fs::path& file, std::string_view text) {
    std::ofstream(file, std::ios::binary) << text;
}
std::string get(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}
std::size_t entries(const fs::path& directory) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory), {}));
}

const std::string saved = config::format_saved_settings({}, {{"Hash", "7"}});

} // namespace

TEST_CASE("a settings file is written and read back, in directories that were not there") {
    const Directory directory;
    const fs::path file = directory.path / "a b" / "c" / "Engine.ini";
    const auto none = read_settings_file(file);
    REQUIRE(none.has_value());
    CHECK(!none->has_value());
    REQUIRE(write_settings_file(file, saved).has_value());
    CHECK(get(file) == saved);
    const auto text = read_settings_file(file);
    REQUIRE(text.has_value());
    CHECK(text->value() == saved);
    REQUIRE(write_settings_file(file, saved + "More = 1\n").has_value());
    CHECK(get(file) == saved + "More = 1\n");
    CHECK(entries(file.parent_path()) == 1); // no temporary, and no copy of what Save wrote
}

TEST_CASE("files that are not settings are not read") {
    const Directory directory;
    put(directory.path / "big.ini", std::string((1 << 20) + 1, ';'));
    CHECK(read_settings_file(directory.path / "big.ini").has_error());
    CHECK(read_settings_file(directory.path).has_error());
}

TEST_CASE("recalling: by the engine's name, by its given name, from SettingsFile, or not at all") {
    const Directory directory;
    const fs::path start = directory.path;
    fs::create_directory(start / "dir");
    put(start / "dir" / "Fake_1.ini", "[PolyGlot]\nBookDepth = 5\n[Engine]\nHash = 7\n");
    put(start / "dir" / "My_Name.ini", "[PolyGlot]\nBookDepth = 6\n");
    put(start / "mine.ini", "[PolyGlot]\nBookDepth = 8\n");
    config::Configuration configuration;
    configuration.settings.settings_dir = "dir";

    auto recalled = recall_settings(configuration, std::nullopt, start, "Fake 1");
    CHECK(recalled.settings.settings_file == (start / "dir" / "Fake_1.ini").string());
    CHECK(recalled.settings.book_depth_moves == 5);
    CHECK(recalled.settings.engine_options ==
          std::vector<std::pair<std::string, std::string>>{{"Hash", "7"}});

    recalled = recall_settings(configuration, start / "polyglot_1st.ini", start, "../../Fake 2");
    CHECK(recalled.settings.settings_file == (start / "dir" / ".._.._Fake_2.ini").string());
    CHECK(recalled.settings.book_depth_moves == 256);
    CHECK(recalled.diagnostics.empty());

    configuration.settings.engine_name = "My Name";
    CHECK(recall_settings(configuration, std::nullopt, start, "Fake 1").settings.book_depth_moves ==
          6);

    configuration.settings.settings_file = "mine.ini";
    recalled = recall_settings(configuration, start / "mine.ini", start, "Fake 1");
    CHECK(recalled.settings.settings_file == "mine.ini");
    CHECK(recalled.settings.book_depth_moves == 256); // cli read it already

    // SettingsFile of the config file: Save writes there, and the config file's own lines stay in
    // force.
    config::Configuration by_file;
    config::load_ini(by_file, "[PolyGlot]\nSettingsFile = mine.ini\n", (start / "a.ini").string());
    for (const char* name : {"a.ini", "polyglot_1st.ini"}) {
        recalled = recall_settings(by_file, start / name, start, "Fake 1");
        CHECK(recalled.settings.settings_file == "mine.ini");
        CHECK(recalled.settings.book_depth_moves == 256);
    }

    config::apply_option(configuration, "SettingsFile", "mine.ini",
                         {config::Origin::Kind::CommandLine, {}, 0}, "-pg");
    recalled = recall_settings(configuration, std::nullopt, start, "Fake 1");
    CHECK(recalled.settings.settings_file == (start / "mine.ini").string());
    CHECK(recalled.settings.book_depth_moves == 8);

    config::apply_option(configuration, "SettingsFile", "dir",
                         {config::Origin::Kind::CommandLine, {}, 0}, "-pg");
    recalled = recall_settings(configuration, std::nullopt, start, "Fake 1");
    REQUIRE(recalled.diagnostics.size() == 1);
    CHECK(recalled.diagnostics[0].message == (start / "dir").string() + ": is a directory");
    CHECK(!config::has_fatal(recalled.diagnostics));
}

TEST_CASE("before the engine runs, saved settings count if the file is known without its name") {
    const Directory directory;
    const fs::path start = directory.path;
    fs::create_directory(start / "dir");
    config::Configuration configuration;
    configuration.settings.settings_dir = "dir";
    // None is saved
    CHECK(recall_known_settings(configuration, std::nullopt, start).diagnostics.empty());

    put(start / "dir" / "Fake_1.ini", "[PolyGlot]\nBookDepth = 5\n");
    auto known = recall_known_settings(configuration, std::nullopt, start);
    CHECK(known.settings.book_depth_moves == 256);
    REQUIRE(known.diagnostics.size() == 1);
    CHECK(known.diagnostics[0].severity == config::Severity::Note);
    CHECK(known.diagnostics[0].message.find((start / "dir").string()) != std::string::npos);
    // It is the config file
    CHECK(recall_known_settings(configuration, start / "a.ini", start).diagnostics.empty());

    configuration.settings.engine_name = "Fake 1";
    known = recall_known_settings(configuration, std::nullopt, start);
    CHECK(known.settings.book_depth_moves == 5);
    const config::Origin origin = known.provenance.of(*config::find_option("BookDepth"));
    CHECK(origin.kind == config::Origin::Kind::File);
    CHECK(origin.file == (start / "dir" / "Fake_1.ini").string());
    CHECK(known.diagnostics.empty());

    put(start / "cl.ini", "[PolyGlot]\nBookDepth = 7\n");
    configuration.settings.engine_name.clear();
    config::apply_option(configuration, "SettingsFile", "cl.ini",
                         {config::Origin::Kind::CommandLine, {}, 0}, "-pg");
    CHECK(recall_known_settings(configuration, std::nullopt, start).settings.book_depth_moves == 7);
}

TEST_CASE("another file than the config file gets the books of the config file") {
    const Directory directory;
    const std::string written = "[PolyGlot]\nSettingsFile = other.ini\n[Book b]\nFile = b.bin\n";
    put(directory.path / "a.ini", written);
    const fs::path other = directory.path / "other.ini";
    for (int i = 0; i < 2; ++i) {
        REQUIRE(write_settings_file(other, saved, directory.path / "a.ini").has_value());
        CHECK(get(other) == saved + "\n[Book b]\nFile = b.bin\n");
        CHECK(get(directory.path / "a.ini") == written);
    }
    CHECK(entries(directory.path) == 2);
}

TEST_CASE("a file written by the user is kept as .bak") {
    const Directory directory;
    const fs::path file = directory.path / "real.ini";
    put(file, "# mine\n");
    for (int i = 0; i < 2; ++i) { // not lost at the second Save
        REQUIRE(write_settings_file(file, saved).has_value());
        CHECK(get(file) == saved);
        CHECK(get(directory.path / "real.ini.bak") == "# mine\n");
    }
    CHECK(entries(directory.path) == 2);
}

TEST_CASE(
    "the books of included files are kept, and their settings are saved: no include line stays") {
    const Directory directory;
    fs::create_directory(directory.path / "sub");
    const std::string common = "[PolyGlot]\nBookTopN = 3\n\n; ours\n[Book b]\nFile = b.bin\n";
    put(directory.path / "sub" / "common.ini", common);
    const fs::path file = directory.path / "real.ini";
    put(file, "include = sub/common.ini\ninclude = lost.ini\n[PolyGlot]\nLog = yes\n[Book c]\nFile "
              "= c.bin\n");
    REQUIRE(write_settings_file(file, saved).has_value());
    CHECK(get(file) == saved + "\n; ours\n[Book b]\nFile = b.bin\n\n[Book c]\nFile = c.bin\n");
    CHECK(get(directory.path / "sub" / "common.ini") == common);
    CHECK(get(directory.path / "real.ini.bak").starts_with("include = "));
}
