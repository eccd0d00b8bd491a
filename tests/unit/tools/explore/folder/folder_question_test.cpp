// The books of a folder that the page asks for.
#include "core/text/path_text.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/explore/folder/folder_question.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <boost/json/parse.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

TEST_CASE("one or two books of the folder are asked for by name") {
    const test::Folder folder;
    for (const char* const name : {"a.bin", "b.bin"})
        folder.write(name, std::string(32, '\1'));
    const BookDirectory directory(to_text(folder.path));
    const auto answer = [&](std::string_view question) {
        const auto files = wanted_books(directory, boost::json::parse(question).as_object());
        return files ? std::to_string(files->size()) : files.error().message;
    };
    CHECK(answer(R"({"books":["a.bin"]})") == "1");
    CHECK(answer(R"({"books":["b.bin","a.bin"]})") == "2");
    for (const std::string_view wrong : {R"({})", R"({"books":"a.bin"})", R"({"books":[]})",
                                         R"({"books":["a.bin","b.bin","a.bin"]})"})
        CHECK(answer(wrong) == "books: one or two names of the folder are expected");
    CHECK(answer(R"({"books":[1]})") == "books: a name is a text");
    CHECK(answer(R"({"books":["../a.bin"]})").starts_with("there is no book of this name"));
}

} // namespace
} // namespace polyglot::tools
