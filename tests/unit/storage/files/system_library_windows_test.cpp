// Where Windows looks for libraries, and what a folder of downloaded files must not bring in.
#ifdef _WIN32
#include "storage/files/system_library.hpp"

#include <array>
#include <filesystem>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

using Version = unsigned long();

Version* bind_nothing(const boost::dll::shared_library& /*library*/) {
    return nullptr;
}

Version* bind_version(const boost::dll::shared_library& library) {
    Version* function = nullptr;
    io::bind_function(library, function, "GetVersion");
    return function;
}

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
#endif
