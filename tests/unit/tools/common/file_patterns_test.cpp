#include "config/native.hpp"
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/common/file_patterns.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;

namespace {

using Files = std::vector<std::string>;

} // namespace

TEST_CASE("file patterns: the files of the folder that match, in order") {
    const test::Folder folder;
    folder.write("b.pgn", "x");
    folder.write("a.PGN", "x");
    folder.write("c.bin", "x");
    folder.write("d.pgn/inner.pgn", "x"); // a folder
    const auto in_folder = [&folder](std::string_view name) { return to_text(folder / name); };
    CHECK(tools::match_files(in_folder("*.pgn")) == Files{in_folder("a.PGN"), in_folder("b.pgn")});
    CHECK(tools::match_files(in_folder("?.bin")) == Files{in_folder("c.bin")});
    CHECK(tools::match_files(in_folder("b.pgn")) == Files{in_folder("b.pgn")});
    CHECK(tools::match_files(in_folder("*.zst")) == Files{in_folder("*.zst")});
    CHECK(tools::match_files("no such folder/*.pgn") == Files{"no such folder/*.pgn"});
    const Files expanded = tools::expand_argument(in_folder("*.bin"));
    CHECK(expanded ==
          Files{in_folder(config::native_dialect().expands_arguments ? "c.bin" : "*.bin")});
}
