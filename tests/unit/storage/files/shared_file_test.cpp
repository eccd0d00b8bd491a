// The parts of shared_file.hpp that learning does not show.
#include "storage/files/shared_file.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

TEST_CASE("whether files can be made in a folder") {
    CHECK(io::may_make_files_in(fs::temp_directory_path()));
    CHECK_FALSE(
        io::may_make_files_in(fs::temp_directory_path() / u8"no such folder of polyglot's"));
}
