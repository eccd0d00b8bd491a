// make-config removes only the folders that it has made.
#include "core/text/path_text.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/common/commands.hpp"

#include <filesystem>
#include <string>

namespace polyglot::tools {

namespace fs = std::filesystem;

TEST_CASE("make-config: a dangling link in the place of a folder stays") {
    const test::Folder folder;
    fs::create_symlink("nowhere", folder / "link");
    for (const char* name : {"link", "link/below"}) {
        const std::string path = to_text(folder / name);
        const Ran ran = run(run_make_config, {"/bin/sh", "-dir", path});
        CHECK(ran.status != 0);
        CHECK_MESSAGE(ran.err.find(" cannot be made: ") != std::string::npos, ran.err);
        CHECK(fs::is_symlink(folder / "link"));
        CHECK(folder.files() == 1);
    }
}

} // namespace polyglot::tools
