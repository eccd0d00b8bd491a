// tools/explore/API.md shows the table of explore's questions. With POLYGLOT_WRITE_DOCS=1 in the
// environment this test writes it.
#include "storage/files/environment.hpp"
#include "tools/explore/api.hpp"

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;

namespace {

// The section of tools/explore/API.md on all questions.
std::string describe_api() {
    std::string text;
    for (const tools::ApiQuestion& question : tools::api_questions()) {
        text += "### `" + std::string(question.path) + "`\n\n";
        if (!question.members.empty())
            text += "Question: " + std::string(question.members) + ".\n\n";
        text += std::string(question.meaning) + "\n\n";
    }
    return text;
}

} // namespace

TEST_CASE("explore's questions: each path once, and all of them in tools/explore/API.md") {
    std::set<std::string_view> paths;
    for (const tools::ApiQuestion& question : tools::api_questions()) {
        CHECK(question.path.starts_with("/api/"));
        CHECK(paths.insert(question.path).second);
        CHECK_FALSE(question.meaning.empty());
    }
    const std::string page = POLYGLOT_SOURCE_DIR "/tools/explore/API.md";
    constexpr std::string_view begin = "<!-- api: POLYGLOT_WRITE_DOCS=1 unit_tools -->\n",
                               end = "<!-- end of api -->\n";
    std::ifstream in(page, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::size_t from = text.find(begin), to = text.find(end);
    REQUIRE(from != std::string::npos);
    REQUIRE(to != std::string::npos);
    const std::string wanted = std::string(begin) + '\n' + describe_api();
    if (text.substr(from, to - from) == wanted) return;
    if (io::environment_variable("POLYGLOT_WRITE_DOCS")) {
        std::ofstream(page, std::ios::binary) << text.replace(from, to - from, wanted);
        return;
    }
    FAIL(
        "tools/explore/API.md has another table: POLYGLOT_WRITE_DOCS=1 unit_tools writes this one");
}
