#ifdef _WIN32
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;

namespace {

std::string absolute(std::string_view start, std::string_view path) {
    return to_text(absolute_path(to_path(start), to_path(path)));
}

std::string normal(std::string_view path) {
    return to_text(normal_path(to_path(path)));
}

} // namespace

TEST_CASE("Windows: shares and device names are absolute, and keep their beginning") {
    CHECK(absolute(R"(C:\chess)", R"(\\server\share\a.bin)") == R"(\\server\share\a.bin)");
    CHECK(absolute(R"(C:\chess)", "//server/share/a.bin") == R"(\\server\share\a.bin)");
    CHECK(absolute(R"(C:\chess)", R"(\\?\D:\books\a.bin)") == R"(\\?\D:\books\a.bin)");
    CHECK(absolute(R"(C:\chess)", R"(\\?\UNC\server\share\a.bin)") ==
          R"(\\?\UNC\server\share\a.bin)");
    CHECK(is_absolute_path(to_path(R"(\\server\share)")));
    CHECK(!is_absolute_path(to_path(R"(\books)")));
    CHECK(!is_on_share(to_path(R"(\\)")));
    CHECK(!is_on_share(to_path(R"(\\\books)")));
}

TEST_CASE("Windows: a path relative to a folder on a share stays on the share") {
    CHECK(absolute(R"(\\server\share\chess)", "a.bin") == R"(\\server\share\chess\a.bin)");
    CHECK(absolute(R"(\\server\share\chess)", R"(\books\a.bin)") ==
          R"(\\server\share\books\a.bin)");
    CHECK(absolute(R"(\\server\share\chess)", R"(D:\a.bin)") == R"(D:\a.bin)");
    CHECK(absolute(R"(\\?\C:\chess)", "a.bin") == R"(\\?\C:\chess\a.bin)");
}

TEST_CASE("Windows: drives are as everywhere") {
    CHECK(absolute(R"(C:\chess)", "a.bin") == R"(C:\chess\a.bin)");
    CHECK(absolute(R"(C:\chess)", R"(\books\a.bin)") == R"(C:\books\a.bin)");
    CHECK(absolute(R"(C:\chess)", R"(D:\a.bin)") == R"(D:\a.bin)");
}

TEST_CASE("Windows: a normal path does not leave its share") {
    CHECK(normal(R"(\\server\share\a\..\.\b.bin)") == R"(\\server\share\b.bin)");
    CHECK(normal("//server/share/a/../../../b.bin") == R"(\\server\share\b.bin)");
    CHECK(normal(R"(\\server\share)") == R"(\\server\share)");
    CHECK(normal(R"(\\server)") == R"(\\server)");
    CHECK(normal(R"(\\?\C:\a\..\b.bin)") == R"(\\?\C:\a\..\b.bin)"); // Windows takes it as it is
    CHECK(normal(R"(C:\a\..\b.bin)") == R"(C:\b.bin)");
}
#endif
