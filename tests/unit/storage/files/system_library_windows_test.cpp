// Where Windows looks for libraries, and what a folder of downloaded files must not bring in.
#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include "core/text/path_text.hpp"
#include "storage/files/environment.hpp"
#include "storage/files/system_library.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <windows.h>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

using Version = unsigned long();

Version* bind_nothing(const boost::dll::shared_library& /*library*/) {
    return nullptr;
}

Version* bind_version(const boost::dll::shared_library& library) {
    return io::functions_of(library)("GetVersion");
}

using Searched = int();

Searched* bind_searched(const boost::dll::shared_library& library) {
    return io::functions_of(library)("searched");
}

// For one test case.
class PathVariable {
  public:
    explicit PathVariable(const std::wstring& value) { set(value); }
    PathVariable(const PathVariable&) = delete;
    PathVariable& operator=(const PathVariable&) = delete;
    ~PathVariable() { set(to_path(old_).native()); }

  private:
    static void set(const std::wstring& value) {
        ::SetEnvironmentVariableW(L"PATH", value.c_str());
    }
    std::string old_ = io::environment_variable("PATH").value_or("");
};

// For one test case.
class CurrentFolder {
  public:
    explicit CurrentFolder(const fs::path& folder) : old_(fs::current_path()) {
        fs::current_path(folder);
    }
    CurrentFolder(const CurrentFolder&) = delete;
    CurrentFolder& operator=(const CurrentFolder&) = delete;
    ~CurrentFolder() { fs::current_path(old_); }

  private:
    fs::path old_;
};

} // namespace

TEST_CASE("Windows: the system's libraries are found by name, and the first that has all functions "
          "is taken") {
    constexpr std::array names{"no such library.dll", "kernel32.dll"};
    const auto loaded = io::load_functions(names, &bind_version, "a test", "");
    REQUIRE_MESSAGE(loaded.has_value(), loaded.error().message);
    CHECK((*loaded)() != 0);
}

TEST_CASE("Windows: no library is loaded from the current folder") {
    const CurrentFolder here(fs::path(POLYGLOT_PLANTED_LIBRARY).parent_path());
    constexpr std::array by_name{"planted.dll"};
    CHECK(io::load_functions(by_name, &bind_nothing, "a test", "").has_error());
    constexpr std::array by_path{POLYGLOT_PLANTED_LIBRARY};
    const auto loaded = io::load_functions(by_path, &bind_nothing, "a test", "");
    REQUIRE_MESSAGE(loaded.has_value(), loaded.error().message); // it could be
}

TEST_CASE(
    "Windows: a library is loaded from a folder of PATH where that is asked for, with the one "
    "that it needs") {
    constexpr std::array name{"searched_library.dll"};
    constexpr auto also_path = io::LibraryPlaces::AlsoSearchPath;
    const fs::path folder = fs::absolute(fs::path(POLYGLOT_SEARCHED_LIBRARY)).parent_path();
    REQUIRE(to_text(folder).find(' ') != std::string::npos);
    const auto load = [&name](io::LibraryPlaces places) {
        return io::load_functions(name, &bind_searched, "a test", "how", places);
    };
    {
        const CurrentFolder here(folder);
        const PathVariable path(L";.;" + folder.root_path().native().substr(0, 2) + L";;../" +
                                folder.filename().native());
        CHECK(io::files_of_library(name[0], also_path).size() == 1);
        CHECK(load(also_path).has_error());
    }
    const test::Folder other;
    fs::create_directories(other / name[0]); // a folder of the library's name
    const PathVariable path(L"relative;" + other.path.native() + L';' + folder.generic_wstring());
    CHECK(load(io::LibraryPlaces::System).has_error());
    const auto files = io::files_of_library(name[0], also_path);
    REQUIRE(files.size() == 2);
    CHECK(files[0] == to_path(name[0]));
    CHECK(files[1].native().find(L'/') == std::wstring::npos);
    const auto loaded = load(also_path);
    REQUIRE_MESSAGE(loaded.has_value(), loaded.error().message);
    CHECK((*loaded)() == 2);
}

TEST_CASE("Windows: the error names the file in a folder of PATH that cannot be loaded") {
    const test::Folder folder;
    const fs::path file = folder.write("broken.dll", "this is no library");
    const PathVariable path(file.parent_path().native());
    constexpr std::array name{"broken.dll"};
    const auto loaded =
        io::load_functions(name, &bind_nothing, "a test", "how", io::LibraryPlaces::AlsoSearchPath);
    REQUIRE(loaded.has_error());
    CHECK(loaded.error().message.starts_with("a test, which cannot be loaded (how): " +
                                             to_text(fs::path(file).make_preferred()) + ": "));
}
#endif
