#include "config/ini_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#ifndef _WIN32
#include <sys/stat.h>
#endif

using namespace polyglot;
namespace fs = std::filesystem;

TEST_CASE("ini files: text, an empty file, and files that are not settings") {
    const fs::path folder =
        fs::temp_directory_path() / ("polyglot-ini-" + std::to_string(std::rand()));
    fs::create_directory(folder);
    const auto put = [](const fs::path& file, std::size_t size) {
        std::ofstream(file, std::ios::binary) << std::string(size, ';');
        return file;
    };
    const auto read = [](const fs::path& file) { return config::read_ini_file(file); };

    CHECK(!read(folder / "none").value().has_value());
    CHECK(read(put(folder / "empty", 0)).value()->empty());
    CHECK(read(put(folder / "whole", 1 << 20)).value()->size() == 1 << 20);
    CHECK(read(put(folder / "large", (1 << 20) + 1)).error().message ==
          "is larger than any settings are (1 MiB)");
    CHECK(read(folder).error().message == "is a directory");
#ifndef _WIN32
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(read(folder / "pipe").error().message == "is not a regular file"); // without waiting
    CHECK(read("/dev/zero").error().message == "is not a regular file");
    fs::create_symlink("loop", folder / "loop");
    CHECK(read(folder / "loop").has_error());
    fs::create_symlink("whole", folder / "link");
    CHECK(read(folder / "link").value()->size() == 1 << 20);
#endif
    fs::remove_all(folder);
}
