#include "adapter/shell/settings_file.hpp"
#include "config/saved_settings.hpp"
#include "tests/support/harness/new_folder.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::io;
namespace fs = std::filesystem;

namespace {

class Directory {
  public:
    Directory() { path = test::new_folder("polyglot-settings-"); }
    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;
    ~Directory() { fs::remove_all(path); }
    fs::path path;
};

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

TEST_CASE("a file written by the user is kept as .bak; a link stays a link; permissions stay") {
    const Directory directory;
    const fs::path file = directory.path / "real.ini", link = directory.path / "link.ini";
    put(file, "# mine\n");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("real.ini", link);
    REQUIRE(write_settings_file(link, saved).has_value());
    CHECK(fs::is_symlink(link));
    CHECK(get(file) == saved);
    CHECK(get(directory.path / "real.ini.bak") == "# mine\n");
    CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(entries(directory.path) == 3);
    REQUIRE(write_settings_file(link, saved).has_value());
    CHECK(get(directory.path / "real.ini.bak") == "# mine\n"); // not lost at the second Save
}

TEST_CASE("a file that cannot be written stays as it was, and the error names it") {
    const Directory directory;
    const fs::path file = directory.path / "x.ini";
    put(file, saved);
    // As on a full disk: the kernel refuses what goes beyond the limit.
    rlimit old{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
    rlimit small = old;
    small.rlim_cur = 1000;
    const auto handler = ::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const auto result = write_settings_file(file, saved + std::string(5000, '#'));
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
    ::signal(SIGXFSZ, handler);
    REQUIRE(result.has_error());
    CHECK(result.error().message == file.string() + ": File too large");
    CHECK(get(file) == saved);
    CHECK(entries(directory.path) == 1);

    CHECK(write_settings_file(directory.path, saved).error().message == directory.path.string() + ": is a directory");
    CHECK(write_settings_file(file / "below.ini", saved).has_error());
    fs::create_symlink("loop", directory.path / "loop");
    CHECK(write_settings_file(directory.path / "loop", saved).has_error());
}

TEST_CASE("files that are not settings are not read") {
    const Directory directory;
    put(directory.path / "big.ini", std::string((1 << 20) + 1, ';'));
    CHECK(read_settings_file(directory.path / "big.ini").has_error());
    CHECK(read_settings_file(directory.path).has_error());
    REQUIRE(::mkfifo((directory.path / "pipe.ini").c_str(), 0600) == 0);
    CHECK(read_settings_file(directory.path / "pipe.ini").has_error()); // and does not wait for a writer
}

TEST_CASE("where settings are kept") {
    config::Settings settings;
    settings.settings_dir = "sub/../dir";
    CHECK(settings_directory(settings, "/start") == "/start/dir");
    settings.settings_dir = "/abs";
    CHECK(settings_directory(settings, "/start") == "/abs");
    settings.settings_dir.clear();
    const char* home = std::getenv("HOME");
    const std::string before = home == nullptr ? "" : home;
    ::setenv("HOME", "/home/me", 1);
    CHECK(settings_directory(settings, "/start") == "/home/me/.polyglot");
    ::unsetenv("HOME");
    CHECK(settings_directory(settings, "/start") == "/start/.polyglot");
    if (home != nullptr) ::setenv("HOME", before.c_str(), 1);
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
    CHECK(recalled.settings.engine_options == std::vector<std::pair<std::string, std::string>>{{"Hash", "7"}});

    recalled = recall_settings(configuration, start / "polyglot_1st.ini", start, "../../Fake 2");
    CHECK(recalled.settings.settings_file == (start / "dir" / ".._.._Fake_2.ini").string());
    CHECK(recalled.settings.book_depth_moves == 256);
    CHECK(recalled.diagnostics.empty());

    configuration.settings.engine_name = "My Name";
    CHECK(recall_settings(configuration, std::nullopt, start, "Fake 1").settings.book_depth_moves == 6);

    configuration.settings.settings_file = "mine.ini";
    recalled = recall_settings(configuration, start / "mine.ini", start, "Fake 1");
    CHECK(recalled.settings.settings_file == "mine.ini");
    CHECK(recalled.settings.book_depth_moves == 256); // cli read it already

    config::apply_option(configuration, "SettingsFile", "mine.ini", {config::Origin::Kind::CommandLine, {}, 0}, "-pg");
    recalled = recall_settings(configuration, std::nullopt, start, "Fake 1");
    CHECK(recalled.settings.settings_file == (start / "mine.ini").string());
    CHECK(recalled.settings.book_depth_moves == 8);

    config::apply_option(configuration, "SettingsFile", "dir", {config::Origin::Kind::CommandLine, {}, 0}, "-pg");
    recalled = recall_settings(configuration, std::nullopt, start, "Fake 1");
    REQUIRE(recalled.diagnostics.size() == 1);
    CHECK(recalled.diagnostics[0].message == (start / "dir").string() + ": is a directory");
    CHECK(!config::has_fatal(recalled.diagnostics));
}
