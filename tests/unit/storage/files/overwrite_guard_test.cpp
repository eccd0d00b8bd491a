// What a command has opened to read, or written, it cannot write.
#include "core/text/path_text.hpp"
#include "storage/files/input_stream.hpp"
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

TEST_CASE("overwrite guard: by a second name, until the next command") {
    const test::Folder folder;
    const Command command;
    const fs::path book = folder.write("book.bin", std::string(16, 'x'));
    fs::create_hard_link(book, folder / "hard");
    REQUIRE(open_random_access_file(book).has_value());
    for (const fs::path& name : {book, folder / "hard", folder / "." / "book.bin"})
        CHECK(refusal(name).starts_with(to_text(name) + ": is an input of this command"));
    CHECK(refusal(folder / "other").empty());
    begin_command();
    CHECK(refusal(book).empty());
}

TEST_CASE("overwrite guard: a file read after the output was opened is not replaced either") {
    const test::Folder folder;
    const Command command;
    const fs::path games = folder.write("games", "precious");
    fs::create_hard_link(games, folder / "hard");
    auto output = OutputFile::open(folder / "hard");
    REQUIRE(output.has_value());
    output->write("new");
    InputStream in(games);
    const auto done = output->commit();
    REQUIRE(done.has_error());
    CHECK(done.error().message ==
          to_text(folder / "hard") + ": is an input of this command (" + to_text(games) + ")");
    CHECK(folder.read("games") == "precious");
    CHECK(folder.read("hard") == "precious");
    CHECK(folder.files() == 2);
}

TEST_CASE("overwrite guard: one file is not two results") {
    const test::Folder folder;
    const Command command;
    auto first = OutputFile::open(folder / "one");
    REQUIRE(first.has_value());
    const std::string reason = ": is already an output of this command";
    CHECK(refusal(folder / "." / "one").ends_with(reason)); // is not there yet
    REQUIRE(first->commit().has_value());
    CHECK(refusal(folder / "one").ends_with(reason));
    fs::create_hard_link(folder / "one", folder / "hard");
    CHECK(refusal(folder / "hard").ends_with(reason));
    begin_command();
    CHECK(refusal(folder / "hard").empty());
    CHECK(refusal(folder / "hard").empty()); // the first was opened, but not written
    const auto open = OutputFile::open(folder / "hard");
    CHECK(refusal(folder / "hard").ends_with(reason));
    end_command(); // as in the adapter, which saves its settings as often as it is asked to
    CHECK(refusal(folder / "hard").empty());
    CHECK(refusal(folder / "hard").empty());
}

TEST_CASE("overwrite guard: a file of its own is written again only where the command says so; an "
          "input never is") {
    const test::Folder folder;
    const Command command;
    const fs::path own = folder.write("own", "old");
    auto first = OutputFile::open(own);
    REQUIRE(first.has_value());
    REQUIRE(first->commit().has_value());
    CHECK_FALSE(refusal(own).empty());
    forget_output(own);
    CHECK(refusal(own).empty());
    const fs::path input = folder.write("input", "precious");
    REQUIRE(open_random_access_file(input).has_value());
    forget_output(input);
    CHECK(refusal(input).ends_with(": is an input of this command"));
}

TEST_CASE("overwrite guard: an output that could not be written is none") {
    const test::Folder folder;
    const Command command;
    auto output = OutputFile::open(folder / "one");
    REQUIRE(output.has_value());
    fs::create_directory(folder / "one");
    REQUIRE(output->commit().has_error());
    fs::remove(folder / "one");
    CHECK(refusal(folder / "one").empty());
}

TEST_CASE("overwrite guard: names that do not exist yet, such as those of journals") {
    const test::Folder folder;
    const Command command;
    note_input(folder / "learn.db-wal");
    CHECK(refusal(folder / "learn.db-wal").ends_with("is an input of this command"));
    CHECK(refusal(folder / "learn.db").empty());
}

} // namespace
} // namespace polyglot::io
