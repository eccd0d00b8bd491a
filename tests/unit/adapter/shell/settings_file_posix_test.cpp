// Files of settings that are links or pipes, on a full disk, and where the environment puts them.
#include "adapter/shell/settings_file.hpp"
#include "config/saved_settings.hpp"
#include "tests/support/harness/test_folder.hpp"

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

    CHECK(write_settings_file(directory.path, saved).error().message ==
          directory.path.string() + ": is a directory");
    CHECK(write_settings_file(file / "below.ini", saved).has_error());
    fs::create_symlink("loop", directory.path / "loop");
    CHECK(write_settings_file(directory.path / "loop", saved).has_error());
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

TEST_CASE("a pipe is no file of settings, and nothing waits for its writer") {
    const Directory directory;
    REQUIRE(::mkfifo((directory.path / "pipe.ini").c_str(), 0600) == 0);
    CHECK(read_settings_file(directory.path / "pipe.ini").has_error());
}
