// What a command has opened by a symbolic link, it cannot write.
#include "storage/files/output_file.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/random_access_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

std::string refusal(const fs::path& file) {
    const auto output = OutputFile::open(file);
    return output ? "" : output.error().message;
}

struct Command {
    Command() { begin_command(); }
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    ~Command() { end_command(); }
};

TEST_CASE("overwrite guard: by every name, until the next command") {
    const test::Folder folder;
    const Command command;
    const fs::path book = folder.write("book.bin", std::string(16, 'x'));
    fs::create_symlink("book.bin", folder / "symbolic");
    fs::create_hard_link(book, folder / "hard");
    fs::create_directory_symlink(".", folder / "here");
    CHECK(refusal(book).empty());
    begin_command();
    REQUIRE(open_random_access_file(folder / "symbolic").has_value());
    for (const fs::path& name : {book, folder / "symbolic", folder / "here/book.bin"})
        CHECK(refusal(name).starts_with(name.string() + ": is an input of this command"));
    CHECK(refusal(folder / "hard") == (folder / "hard").string() +
                                          ": is an input of this command (" +
                                          (folder / "symbolic").string() + ")");
    CHECK(refusal(folder / "other").empty());
    // A new file in its place is not the input any more, but has the name that the user gave for
    // reading.
    fs::remove(folder / "symbolic");
    CHECK(refusal(folder / "hard").empty());
    begin_command();
    CHECK(refusal(book).empty());
}

} // namespace
} // namespace polyglot::io
