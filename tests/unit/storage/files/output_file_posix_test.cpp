// Output files: what only POSIX has, i.e. permissions, owners, links, limits, and processes that
// are forked and killed.
#include "storage/files/output_file.hpp"
#include "storage/files/replace_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif
#include <unistd.h>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

using test::Folder;

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void write(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}
unsigned mode_of(const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
}
std::string refusal(const fs::path& path) {
    const auto output = io::OutputFile::open(path);
    return output.has_error() ? output.error().message : "";
}

// In a child process, as it may change its user.
bool as_root(const std::function<bool()>& test) {
    if (::geteuid() != 0) {
        MESSAGE("skipped: only root can give files away");
        return true;
    }
    const ::pid_t child = ::fork();
    if (child == 0) ::_exit(test() ? 0 : 1);
    int status = -1;
    ::waitpid(child, &status, 0);
    return status == 0;
}

struct Owned {
    ::uid_t user;
    ::gid_t group;
    unsigned mode;
    friend bool operator==(const Owned&, const Owned&) = default;
};
Owned owned(const fs::path& path) {
    struct stat status {};
    ::stat(path.c_str(), &status);
    return {status.st_uid, status.st_gid, status.st_mode & 07777U};
}
// A file of that owner and mode in a folder of that mode, as it is after it was replaced by user
// and group 1000.
Owned replaced(Owned old, unsigned folder_mode, bool by_root) {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    write(file, "old");
    if (::chown(file.c_str(), old.user, old.group) != 0) return {};
    fs::permissions(file, static_cast<fs::perms>(old.mode));
    if (::chown(folder.path.c_str(), 1000, 1000) != 0) return {};
    fs::permissions(folder.path, static_cast<fs::perms>(folder_mode));
    ::umask(022);
    if (!by_root && (::setegid(1000) != 0 || ::seteuid(1000) != 0)) return {};
    const bool done = io::replace_file(file, "new").has_value();
    if (!by_root && (::seteuid(0) != 0 || ::setegid(0) != 0)) return {};
    return done && read(file) == "new" ? owned(file) : Owned{};
}

} // namespace

TEST_CASE("output file: permissions stay, links stay, anything but a file is refused") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    const ::mode_t mask = ::umask(027);
    CHECK(io::replace_file(file, "new").has_value());
    ::umask(mask);
    CHECK(mode_of(file) == 0640);
    for (const unsigned mode : {0600U, 0644U, 0666U, 0400U}) {
        fs::permissions(file, static_cast<fs::perms>(mode));
        CHECK(io::replace_file(file, "again").has_value());
        CHECK(mode_of(file) == mode);
    }
    fs::create_directory(folder / "elsewhere");
    fs::create_symlink("elsewhere/target", folder / "link");
    fs::create_symlink(folder / "link", folder / "link to link");
    for (const char* text : {"made", "replaced"}) {
        CHECK(io::replace_file(folder / "link to link", text).has_value());
        CHECK(read(folder / "elsewhere/target") == text);
        CHECK(fs::is_symlink(folder / "link"));
    }
    fs::create_symlink("circle", folder / "circle");
    ::mkfifo((folder / "fifo").c_str(), 0600);
    fs::create_symlink("fifo", folder / "link to fifo");
    fs::create_symlink("no folder/file", folder / "dangling");
    const std::size_t files = folder.files();
    const auto refused = [&](const std::string& name, const std::string& reason) {
        CHECK(refusal(folder / name) == (folder / name).string() + ": " + reason);
    };
    refused("fifo", "is not a regular file");
    refused("link to fifo", "is not a regular file");
    refused("elsewhere", "is not a regular file");
    refused("circle", "is a symbolic link that leads to itself");
    refused("no folder/file", "its folder does not exist");
    refused("dangling", "its folder does not exist");
    refused("book.bin/file", "cannot write beside it: Not a directory");
    CHECK(refusal("/dev/null") == "/dev/null: is not a regular file");
    CHECK_FALSE(refusal("").empty());
    CHECK(folder.files() == files);
}

TEST_CASE("output file: no ChessBase book is written, under its name or through a link") {
    const Folder folder;
    fs::create_symlink("a.ctg", folder / "link");
    fs::create_symlink("plain", folder / "link.CTO");
    for (const char* const name : {"a.ctg", "a.cto", "a.ctb", "link", "link.CTO"})
        CHECK(refusal(folder / name) ==
              (folder / name).string() +
                  ": polyglot reads ChessBase books (.ctg, .cto, .ctb) and does not write any; "
                  "choose a name with another ending");
    CHECK(refusal(folder / "a.ctg.bin").empty());
    CHECK(refusal(folder / "").ends_with(": is not a regular file"));
    CHECK(refusal(folder / "none" / "").ends_with(": is not the name of a file"));
}

TEST_CASE("output file: setuid, setgid and sticky bits do not stay") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    for (const unsigned bits : {04755U, 02755U, 01755U, 07777U}) {
        write(file, "old");
        fs::permissions(file, static_cast<fs::perms>(bits));
        REQUIRE(mode_of(file) == bits);
        CHECK(io::replace_file(file, "new").has_value());
        CHECK(mode_of(file) == (bits & 0777U));
    }
}

TEST_CASE("output file: owner and group stay where that is allowed") {
    CHECK(as_root([] {
        return replaced({1001, 1002, 0640}, 0755, true) == Owned{1001, 1002, 0640};
    }));
    CHECK(as_root([] {
        return replaced({1000, 1000, 06754}, 0755, true) == Owned{1000, 1000, 0754};
    }));
    // His own
    CHECK(as_root([] {
        return replaced({1000, 1000, 0664}, 0777, false) == Owned{1000, 1000, 0664};
    }));
    // Another's file, which cannot be given back: its mode stays; what was for its group is not for
    // ours.
    CHECK(as_root([] {
        return replaced({1001, 1000, 0664}, 0755, false) == Owned{1000, 1000, 0664};
    }));
    CHECK(as_root([] {
        return replaced({1001, 1002, 0664}, 0775, false) == Owned{1000, 1000, 0644};
    }));
    CHECK(as_root([] {
        return replaced({1000, 1002, 0660}, 0755, false) == Owned{1000, 1000, 0600};
    }));
    CHECK(as_root([] {
        return replaced({1000, 1002, 0606}, 0755, false) == Owned{1000, 1000, 0600};
    }));
}

TEST_CASE("output file: another user's file in a shared folder does not affect ours") {
    CHECK(as_root([] { return replaced({1001, 1001, 06777}, 01777, true) == Owned{0, 0, 0644}; }));
    CHECK(as_root([] { return replaced({1001, 1001, 0666}, 0777, true) == Owned{0, 0, 0644}; }));
    CHECK(as_root([] { return replaced({1001, 1001, 0666}, 01775, true) == Owned{0, 0, 0644}; }));
    CHECK(as_root([] {
        return replaced({1001, 1001, 0666}, 0777, false) == Owned{1000, 1000, 0644};
    }));
}

TEST_CASE("output file: contents of another user's file in a shared folder are for us and for "
          "those who could read it") {
    const auto copied = [](::mode_t source_mode, ::mode_t old_mode = 0) {
        const Folder folder;
        if (old_mode != 0) {
            write(folder / "copy", "old");
            if (::chown((folder / "copy").c_str(), 0, 1002) != 0) return Owned{};
            fs::permissions(folder / "copy", static_cast<fs::perms>(old_mode));
        }
        write(folder / "source", "old");
        if (::chown((folder / "source").c_str(), 1001, 1001) != 0) return Owned{};
        fs::permissions(folder / "source", static_cast<fs::perms>(source_mode));
        fs::permissions(folder.path, static_cast<fs::perms>(01777));
        ::umask(022);
        if (!io::replace_file(folder / "copy", "new", folder / "source")) return Owned{};
        return owned(folder / "copy");
    };
    CHECK(as_root([&] { return copied(0666) == Owned{0, 0, 0644}; }));
    CHECK(as_root([&] { return copied(0640) == Owned{0, 0, 0600}; }));
    // Our older copy goes on being for those who could read both.
    CHECK(as_root([&] { return copied(0644, 0644) == Owned{0, 1002, 0644}; }));
    CHECK(as_root([&] { return copied(0666, 0640) == Owned{0, 1002, 0640}; }));
    CHECK(as_root([&] { return copied(0640, 0644) == Owned{0, 1002, 0600}; }));
    CHECK(as_root([&] { return copied(0644, 0600) == Owned{0, 1002, 0600}; }));
}

TEST_CASE(
    "output file: contents of a file of one group replace a file of another group for neither") {
    CHECK(as_root([] {
        const Folder folder;
        write(folder / "source", "old");
        write(folder / "copy", "old");
        fs::permissions(folder / "source", static_cast<fs::perms>(0640));
        fs::permissions(folder / "copy", static_cast<fs::perms>(0640));
        if (::chown((folder / "source").c_str(), 0, 1002) != 0 ||
            ::chown((folder / "copy").c_str(), 0, 1003) != 0)
            return false;
        return io::replace_file(folder / "copy", "new", folder / "source") &&
               owned(folder / "copy") == Owned{0, 1003, 0600};
    }));
}

TEST_CASE("output file: a file that is replaced by contents of another one keeps owner and group") {
    CHECK(as_root([] {
        const Folder folder;
        write(folder / "source", "old");
        write(folder / "copy", "old");
        fs::permissions(folder / "source", static_cast<fs::perms>(0644));
        fs::permissions(folder / "copy", static_cast<fs::perms>(0640));
        if (::chown((folder / "copy").c_str(), 1001, 1003) != 0) return false;
        return io::replace_file(folder / "copy", "new", folder / "source") &&
               owned(folder / "copy") == Owned{1001, 1003, 0640};
    }));
}

TEST_CASE("output file: another user's link in a folder for all is not followed") {
    const auto follows = [](::uid_t owner, unsigned folder_mode) {
        const Folder folder;
        write(folder / "victim", "old");
        fs::create_symlink("victim", folder / "link");
        if (::lchown((folder / "link").c_str(), owner, owner) != 0) return false;
        fs::permissions(folder.path, static_cast<fs::perms>(folder_mode));
        const auto done = io::replace_file(folder / "link", "new");
        if (!done && !done.error().message.ends_with(
                         "another user's symbolic link in a folder that all may write to"))
            return false;
        return done.has_value() == (read(folder / "victim") == "new") && done.has_value();
    };
    CHECK(as_root([&] { return follows(1001, 0755); }));
    CHECK(as_root([&] { return follows(0, 01777); }));
    CHECK(as_root([&] { return !follows(1001, 01777); }));
}

#ifdef __linux__
// Version 2; tag, permissions and id of: the owner rw-, user 1001 rw-, the group ---, the mask rw-,
// others ---.
constexpr unsigned char acl[] = {2, 0,   0,   0,   1,   0,   6,  0, 255, 255, 255, 255, 2,   0,  6,
                                 0, 233, 3,   0,   0,   4,   0,  0, 0,   255, 255, 255, 255, 16, 0,
                                 6, 0,   255, 255, 255, 255, 32, 0, 0,   0,   255, 255, 255, 255};

bool set_acl(const fs::path& file, const char* name) {
    if (::setxattr(file.c_str(), name, acl, sizeof acl, 0) == 0) return true;
    MESSAGE("skipped: no access control lists here");
    return false;
}

TEST_CASE("output file: an access control list stays") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    write(file, "old");
    constexpr const char* name = "system.posix_acl_access";
    if (!set_acl(file, name)) return;
    CHECK(io::replace_file(file, "new").has_value());
    unsigned char kept[sizeof acl] = {};
    REQUIRE(::getxattr(file.c_str(), name, kept, sizeof kept) == static_cast<ssize_t>(sizeof acl));
    CHECK(std::equal(std::begin(acl), std::end(acl), kept));
    CHECK(mode_of(file) == 0660);
}

TEST_CASE("output file: a list that cannot stay leaves the file private, one that is limited does "
          "not widen") {
    constexpr const char* name = "system.posix_acl_access";
    // The group is 1002's and shut out, others may read: in our group 1000 the file would be for
    // 1002 as well.
    CHECK(as_root([] {
        const Folder folder;
        const fs::path file = folder / "book.bin";
        write(file, "old");
        unsigned char open_to_others[sizeof acl] = {};
        std::copy(std::begin(acl), std::end(acl), open_to_others);
        open_to_others[38] = 4;
        // No lists here
        if (::setxattr(file.c_str(), name, open_to_others, sizeof acl, 0) != 0) return true;
        if (::chown(file.c_str(), 1000, 1002) != 0 || ::chown(folder.path.c_str(), 1000, 1000) != 0)
            return false;
        if (::setegid(1000) != 0 || ::seteuid(1000) != 0) return false;
        const bool done =
            io::replace_file(file, "new") && io::replace_file(folder / "copy", "new", file);
        if (::seteuid(0) != 0 || ::setegid(0) != 0) return false;
        return done && owned(file) == Owned{1000, 1000, 0600} &&
               owned(folder / "copy") == Owned{1000, 1000, 0600};
    }));
    const Folder folder;
    const fs::path source = folder / "book.bin";
    write(source, "old");
    if (!set_acl(source, name)) return;
    write(folder / "copy", "old");
    fs::permissions(folder / "copy", static_cast<fs::perms>(0644));
    CHECK(io::replace_file(folder / "copy", "new", source).has_value());
    // The source's list shuts out the group, whatever its mode says
    CHECK(mode_of(folder / "copy") == 0600);
    unsigned char kept[sizeof acl] = {};
    if (!set_acl(folder / "copy", name)) return;
    CHECK(io::replace_file(folder / "copy", "new", source).has_value());
    CHECK(::getxattr((folder / "copy").c_str(), name, kept, sizeof kept) ==
          static_cast<ssize_t>(sizeof acl));
    CHECK(mode_of(folder / "copy") == 0660); // the same list stays
    fs::permissions(source, static_cast<fs::perms>(0600));
    fs::permissions(folder / "copy", static_cast<fs::perms>(0660));
    CHECK(io::replace_file(folder / "copy", "new", source).has_value());
    CHECK(mode_of(folder / "copy") == 0600);
}

TEST_CASE("output file: a file without an access control list gets none from its folder") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    write(file, "old");
    fs::permissions(file, static_cast<fs::perms>(0640));
    if (!set_acl(folder.path, "system.posix_acl_default")) return;
    CHECK(io::replace_file(file, "new").has_value());
    CHECK(::getxattr(file.c_str(), "system.posix_acl_access", nullptr, 0) < 0);
    CHECK(mode_of(file) == 0640);
}
#endif

TEST_CASE("output file: a folder without rights") {
    if (::geteuid() == 0) {
        MESSAGE("skipped: root has all rights");
        return;
    }
    const Folder folder;
    write(folder / "book.bin", "old");
    fs::permissions(folder.path, fs::perms::owner_read | fs::perms::owner_exec);
    CHECK(refusal(folder / "book.bin")
              .ends_with("book.bin: cannot write beside it: Permission denied"));
    CHECK(read(folder / "book.bin") == "old");
}

TEST_CASE("output file: a limit of size is an error like a full disk, and the old file stays") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    write(file, "old");
    const ::pid_t child = ::fork(); // the limit is the process's
    if (child == 0) {
        const ::rlimit limit{1'000'000, 1'000'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        auto output = io::OutputFile::open(file);
        for (int i = 0; i < 300 && output; ++i)
            output->write(std::string(10'000, 'x'));
        const bool seen = output && output->failed();
        const auto done = output->commit();
        ::_exit(seen && !done && done.error().message == file.string() + ": File too large" ? 0
                                                                                            : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0); // no signal either
    CHECK(read(file) == "old");
    CHECK(folder.files() == 1);
}

TEST_CASE("output file: the next process removes the leftovers of a killed process, not those of a "
          "running one") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    write(folder / "book.bin.part", "somebody's");
    write(folder / "book.bin.1-a.polyglot-part", "somebody's");
    write(folder / "notebook.bin.1-1.polyglot-part", "another file's");
    const std::size_t others = folder.files();
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const ::pid_t child = ::fork();
    if (child == 0) {
        auto output = io::OutputFile::open(file);
        output->write(std::string(1'000'000, 'x'));
        static_cast<void>(::write(ready[1], "x", 1));
        ::pause();
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    CHECK(folder.files() == others + 1);
    {
        auto ours = io::OutputFile::open(file);
        auto also_ours = io::OutputFile::open(file);
        CHECK(folder.files() == others + 3);
        CHECK(also_ours->commit().has_value());
        CHECK(ours->commit().has_value());
    }
    CHECK(folder.files() == others + 2); // the child's and the book
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(folder.files() == others + 2);
    CHECK(io::OutputFile::open(folder / "other.bin").has_value()); // looks for its own only
    CHECK(folder.files() == others + 2);
    CHECK(io::OutputFile::open(file).has_value());
    CHECK(folder.files() == others + 1);
    ::close(ready[0]);
    ::close(ready[1]);
}
