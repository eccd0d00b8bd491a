// Every way to open a file closes it again, and what is no file is refused and closed, too.
#include "core/text/path_text.hpp"
#include "storage/files/journal_file.hpp"
#include "storage/files/locked_file.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/files/temporary_folder.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// The lowest descriptor that is free, which is higher after a leak.
int free_descriptor() {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    ::close(ends[0]);
    ::close(ends[1]);
    return ends[1];
}

void check_closed(const char* what, const std::function<void()>& use) {
    const int before = free_descriptor();
    use();
    CHECK_MESSAGE(free_descriptor() == before, what);
}

template <class Opened>
std::string error_of(const Opened& opened) {
    return opened ? "" : opened.error().message;
}

} // namespace

TEST_CASE("files are closed when they are no longer used, and when they are refused") {
    const test::Folder folder;
    const fs::path file = folder.write("file", "abc");
    const fs::path pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    fs::create_directory(folder / "inner");
    check_closed("random access", [&] { CHECK(open_random_access_file(file).has_value()); });
    check_closed("a folder", [&] {
        CHECK(error_of(open_random_access_file(folder / "inner")) ==
              to_text(folder / "inner") + ": is a directory, not a file");
    });
    check_closed("a pipe", [&] {
        CHECK(error_of(open_random_access_file(pipe)) == to_text(pipe) + ": is not a regular file");
    });
    check_closed("shared", [&] { CHECK(open_shared_file(file).has_value()); });
    check_closed("a shared pipe", [&] {
        CHECK(error_of(open_shared_file(pipe)) == to_text(pipe) + ": is not a regular file");
    });
    check_closed("locked", [&] {
        CHECK(open_locked_file(file, {}, MakeLockedFile::Never, 0ms)->file != nullptr);
    });
    check_closed("a locked pipe", [&] {
        CHECK(error_of(open_locked_file(pipe, {}, MakeLockedFile::Never, 0ms)) ==
              to_text(pipe) + ": is not a regular file");
    });
    check_closed("journal", [&] { CHECK(*create_journal_file(folder / "journal") != nullptr); });
    check_closed("an output that is given up",
                 [&] { CHECK(OutputFile::open(folder / "output").has_value()); });
    check_closed("an output", [&] { CHECK(replace_file(folder / "output", "x").has_value()); });
    check_closed("an output beside left-overs", [&] {
        folder.write("other.1-1.polyglot-part", "x");
        folder.write("other.1-2.polyglot-part", "x");
        CHECK(replace_file(folder / "other", "x").has_value());
        CHECK_FALSE(fs::exists(folder / "other.1-1.polyglot-part"));
    });
    check_closed("a temporary folder", [&] {
        auto made = TemporaryFolder::beside(folder / "book.bin");
        REQUIRE(made.has_value());
        CHECK(made->folder()->names().empty());
        CHECK(replace_file(FileAt(made->folder(), "1.pgstats"), "x").has_value());
        CHECK(made->folder()->names().size() == 1);
        CHECK(made->folder()->has("1.pgstats"));
        CHECK_FALSE(made->folder()->has("2.pgstats"));
        CHECK(remove_file(FileAt(made->folder(), "1.pgstats")));
        CHECK_FALSE(remove_file(FileAt(made->folder(), "1.pgstats")));
    });
    CHECK(remove_file(file));
    CHECK_FALSE(remove_file(file));
}

TEST_CASE("a journal is a new file: what stands under its name is left alone") {
    const test::Folder folder;
    const fs::path file = folder / "journal";
    {
        const auto journal = create_journal_file(file);
        REQUIRE(journal.has_value());
        REQUIRE((*journal)->append("one\n").has_value());
        REQUIRE((*journal)->append("two\n").has_value());
    }
    CHECK(folder.read("journal") == "one\ntwo\n");
    CHECK((fs::status(file).permissions() & fs::perms::all) ==
          (fs::perms::owner_read | fs::perms::owner_write));
    const auto again = create_journal_file(file);
    REQUIRE(again.has_value());
    CHECK(*again == nullptr);
    fs::create_symlink("nowhere", folder / "link");
    CHECK(*create_journal_file(folder / "link") == nullptr);
    CHECK(error_of(create_journal_file(folder / "none" / "journal")) ==
          to_text(folder / "none" / "journal") + ": No such file or directory");
}

TEST_CASE("a locked file: made beside another one, and refused where another may have put it") {
    const test::Folder folder;
    const fs::path file = folder / "waiting", book = folder.write("book", "x");
    fs::permissions(book, fs::perms::owner_read | fs::perms::owner_write);
    const auto open = [&](const fs::path& path, MakeLockedFile make = MakeLockedFile::IfMissing) {
        return open_locked_file(path, book, make, 0ms);
    };
    const auto missing = open(file, MakeLockedFile::Never);
    REQUIRE(missing.has_value());
    CHECK(missing->file == nullptr);
    CHECK_FALSE(missing->is_busy);
    {
        const auto first = open(file);
        REQUIRE_MESSAGE(first.has_value(), error_of(first));
        REQUIRE(first->file != nullptr);
        CHECK((fs::status(file).permissions() & fs::perms::all) ==
              (fs::perms::owner_read | fs::perms::owner_write));
        CHECK(first->file->append("one\n").has_value());
        CHECK(first->file->append("two\n").has_value());
        CHECK(first->file->size() == 8);
        std::array<std::byte, 16> bytes{};
        CHECK(first->file->read_at(4, bytes) == 4);
        CHECK(std::to_integer<char>(bytes[0]) == 't');
        CHECK(first->file->read_at(8, bytes) == 0);
        CHECK(open(file)->is_busy);
        CHECK(open(file)->file == nullptr);
        // Another file under its name is another one, and not busy.
        fs::rename(file, folder / "moved");
        const auto second = open(file);
        REQUIRE(second->file != nullptr);
        CHECK(second->file->identity() != first->file->identity());
        CHECK(open(folder / "moved")->is_busy);
        CHECK(second->file->remove().has_value());
        CHECK_FALSE(fs::exists(file));
    }
    const auto again = open(folder / "moved", MakeLockedFile::Never);
    REQUIRE(again->file != nullptr);
    CHECK(again->file->size() == 8);
    fs::create_symlink("moved", folder / "link");
    CHECK(error_of(open(folder / "link")) == to_text(folder / "link") + ": is a symbolic link");
    CHECK(error_of(open(folder / "none" / "file")) ==
          to_text(folder / "none" / "file") + ": No such file or directory");
    const fs::path common = folder / "common";
    fs::create_directory(common);
    fs::permissions(common, static_cast<fs::perms>(01777));
    folder.write("common/own", "x");
    CHECK(open(common / "own")->file != nullptr);
    fs::create_hard_link(common / "own", common / "second");
    CHECK(error_of(open(common / "own")) ==
          to_text(common / "own") +
              ": has a second name, and is in a folder where others may make files");
    if (::geteuid() != 0) return; // only root can give a file away
    folder.write("common/other", "x");
    REQUIRE(::chown((common / "other").c_str(), 1001, 1001) == 0);
    CHECK(error_of(open(common / "other")) ==
          to_text(common / "other") +
              ": is another user's, in a folder where others may make files");
}

TEST_CASE(
    "a shared file: read, locked in parts, overwritten, and told from what has its name now") {
    const test::Folder folder;
    const fs::path file = folder.write("book", "abcdef");
    const auto one = open_shared_file(file);
    const auto other = open_shared_file(file);
    REQUIRE(one.has_value());
    REQUIRE(other.has_value());
    CHECK((*one)->size() == 6);
    std::array<std::byte, 3> bytes{};
    REQUIRE((*one)->read(3, bytes).has_value());
    CHECK(std::to_integer<char>(bytes[2]) == 'f');
    CHECK(error_of((*one)->read(4, bytes)) == to_text(file) + ": has been cut short");
    CHECK((*one)->read_at(4, bytes) == 2);
    CHECK((*one)->read_at(6, bytes) == 0);

    CHECK((*one)->try_lock(0, 2).value());
    CHECK_FALSE((*other)->try_lock(1, 1).value());
    CHECK((*other)->try_lock(2, 2).value());
    CHECK((*one)->unlock(0, 2).has_value());
    CHECK((*other)->try_lock(1, 1).value());

    REQUIRE((*one)->overwrite(1, std::as_bytes(std::span(std::string_view("XY")))).has_value());
    CHECK(folder.read("book") == "aXYdef");
    CHECK((*one)->is_current().value());
    fs::resize_file(file, 5);
    CHECK(error_of((*one)->is_current()) ==
          to_text(file) + ": has been cut short since it was opened");
    fs::resize_file(file, 7);
    CHECK((*one)->is_current().value());
    fs::rename(file, folder / "old");
    CHECK(error_of((*one)->is_current()) == to_text(file) + ": No such file or directory");
    folder.write("book", "abcdef");
    CHECK_FALSE((*one)->is_current().value());
    CHECK(error_of(open_shared_file(folder / "none")) ==
          to_text(folder / "none") + ": No such file or directory");
}

TEST_CASE("a folder that is held: its lock, its files, and whether it still has its name") {
    const test::Folder folder;
    const auto parent = Folder::open(folder.path);
    REQUIRE(parent.has_value());
    CHECK(Folder::own(*parent, "none", Folder::Make::Never).has_error());
    const auto made = Folder::own(*parent, "own", Folder::Make::MustBeNew);
    REQUIRE(made.has_value());
    CHECK(error_of(Folder::own(*parent, "own", Folder::Make::MustBeNew)) ==
          to_text(folder / "own") + ": File exists");
    const auto again = Folder::own(*parent, "own", Folder::Make::IfMissing);
    REQUIRE(again.has_value());
    CHECK((*made)->lock());
    CHECK_FALSE((*again)->lock());
    folder.write("own/file", "x");
    CHECK((*made)->names() == std::vector<std::string>{"file"});
    CHECK_FALSE((*made)->remove()); // it is not empty
    (*made)->remove_file("file");
    CHECK((*made)->names().empty());
    fs::rename(folder / "own", folder / "moved");
    CHECK_FALSE((*made)->remove()); // it has another name
    fs::create_directory(folder / "own");
    CHECK_FALSE((*made)->remove());
    CHECK_FALSE((*made)->lock());
    fs::remove(folder / "own");
    fs::rename(folder / "moved", folder / "own");
    CHECK((*made)->remove());
    CHECK_FALSE(fs::exists(folder / "own"));
    folder.write("file", "x");
    CHECK(Folder::own(*parent, "file", Folder::Make::IfMissing).has_error());
    CHECK(error_of(Folder::open(folder / "none")) ==
          to_text(folder / "none") + ": No such file or directory");
}

TEST_CASE("what has succeeded is not repeated, whatever errno is left from another call") {
    const test::Folder folder;
    const fs::path file = folder.write("file", "abc");
    std::array<std::byte, 4> bytes{};
    const auto random = open_random_access_file(file);
    errno = EINTR;
    CHECK((*random)->read_at(0, bytes) == 3);
    const auto locked = open_locked_file(file, {}, MakeLockedFile::Never, 0ms);
    errno = EINTR;
    CHECK(locked->file->read_at(0, bytes) == 3);
    errno = EINTR;
    CHECK(locked->file->append("def").has_value());
    CHECK(folder.read("file") == "abcdef");
    const auto journal = create_journal_file(folder / "journal");
    errno = EINTR;
    CHECK((*journal)->append("abc").has_value());
    CHECK(folder.read("journal") == "abc");
    const auto shared = open_shared_file(file);
    errno = EINTR;
    CHECK((*shared)->overwrite(0, std::as_bytes(std::span(std::string_view("A")))).has_value());
    auto output = OutputFile::open(folder / "output");
    output->write(std::string(300'000, 'x'));
    errno = EINTR;
    CHECK(output->commit().has_value());
    CHECK(folder.read("output").size() == 300'000);
}

TEST_CASE("a limit of size is an error like a full disk: what was appended in part is taken back") {
    const test::Folder folder;
    const std::string most(1'000'000, 'x');
    const fs::path file = folder.write("locked", most.substr(0, 999'990));
    const ::pid_t child = ::fork(); // the limit is the process's
    if (child == 0) {
        const ::rlimit limit{1'000'000, 1'000'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto locked = open_locked_file(file, {}, MakeLockedFile::Never, 0ms);
        const auto appended = locked->file->append(std::string(20, 'y'));
        const bool is_taken_back =
            !appended && appended.error().message == to_text(file) + ": File too large" &&
            locked->file->size() == 999'990 && locked->file->append("z").has_value();
        const auto journal = create_journal_file(folder / "journal");
        const auto noted = (*journal)->append(most + "x");
        const bool is_said =
            !noted && noted.error().message == to_text(folder / "journal") + ": File too large";
        ::_exit(is_taken_back && is_said ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0); // no signal either
}

} // namespace polyglot::io
