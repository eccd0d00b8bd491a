#include "core/text/path_text.hpp"
#include "core/text/search_path.hpp"

#include <filesystem>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;

using Folders = std::vector<std::filesystem::path>;

TEST_CASE("PATH: absolute folders in its order") {
#ifdef _WIN32
    CHECK(folders_of_search_path("D:\\c d;;b;.;C:relative;\\a;C:\\a;\\\\server\\share\\a;") ==
          Folders{to_path("D:\\c d"), to_path("C:\\a"), to_path("\\\\server\\share\\a")});
    CHECK(folders_of_search_path("%SystemRoot%;\"C:\\a\"").empty());
#else
    CHECK(folders_of_search_path("/c d::b:.:./e:/a:") == Folders{to_path("/c d"), to_path("/a")});
#endif
    CHECK(folders_of_search_path("").empty());
    CHECK(folders_of_search_path("a").empty());
}
