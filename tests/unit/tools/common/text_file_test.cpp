// Texts of files and of standard input; packed ones: tests/e2e/test_epd_test.py.
#include "tests/support/harness/test_folder.hpp"
#include "tools/common/text_file.hpp"

#include <istream>
#include <iterator>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

struct Visited {
    std::string names, text, error;
};

Visited visit(const std::string& file, const std::string& standard_input = {}) {
    std::istringstream in(standard_input);
    Visited visited;
    const auto done =
        visit_texts(file, in, [&visited](std::istream& text, const std::string& name) {
            visited.names += name + '\n';
            visited.text.append(std::istreambuf_iterator<char>(text), {});
        });
    if (!done) visited.error = done.error().message;
    return visited;
}

TEST_CASE("a text is read from a file or from standard input, and named for messages") {
    const test::Folder folder;
    const std::string file = folder.write("suite.epd", "one\ntwo").string();
    CHECK(visit(file).names == file + '\n');
    CHECK(visit(file).text == "one\ntwo");
    CHECK(visit(file).error.empty());
    CHECK(visit("-", "three\n").names == "standard input\n");
    CHECK(visit("-", "three\n").text == "three\n");
    CHECK(visit(folder.write("empty.epd", "").string()).text.empty());
}

TEST_CASE("a text that cannot be read is refused by name") {
    const test::Folder folder;
    const std::string missing = (folder / "none.epd").string();
    CHECK(visit(missing).error.starts_with(missing + ": "));
    const std::string folder_itself = (folder / "").string();
    CHECK_FALSE(visit(folder_itself).error.empty());
    const std::string wide = folder
                                 .write("wide.epd", std::string("\xff\xfe"
                                                                "8\0",
                                                                4))
                                 .string();
    CHECK(visit(wide).error.find("is UTF-16 text") != std::string::npos);
    CHECK(visit(wide).names.empty());
}

} // namespace
} // namespace polyglot::tools
