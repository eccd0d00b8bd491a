// The file of games that wait: links, folders that all may write to, permissions, a full disk.
#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "storage/stores/waiting_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <csignal>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace polyglot;
using io::WaitingFile;

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds at_once{0};

book::LearntGame game() {
    const auto& start = chess::Position::start();
    return {{{start, chess::parse_uci_move(start, "e2e4").value()}}, 2, "Toy", "", {}};
}

void check_refused(const fs::path& store, const std::string& reason) {
    WaitingFile file(store);
    const auto added = file.add({game()}, at_once);
    REQUIRE_FALSE(added.has_value());
    CHECK(!file.was_busy());
    CHECK_MESSAGE(added.error().message.find(reason) != std::string::npos, added.error().message);
    const auto taken = file.take_in(1, [](const io::WaitingGame&, const io::WaitingProgress&) {
        FAIL("a game from a file that is not to be read");
        return Result<std::size_t>(0);
    });
    CHECK_FALSE(taken.has_value());
}

::mode_t mode_of(const fs::path& file) {
    struct stat status {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    return status.st_mode & 07777U;
}

} // namespace

TEST_CASE("the file of games that wait lies beside the target of the store's link") {
    const test::Folder folder;
    fs::create_directories(folder / "real");
    folder.write("real/learn.db", "");
    fs::create_symlink("real/learn.db", folder / "link.db");
    WaitingFile file(folder / "link.db");
    CHECK(file.add({game()}, at_once).value() == to_text(folder / "real/learn.db.waiting"));
    CHECK(WaitingFile(folder / "real/learn.db").look().games == 1);
}

TEST_CASE(
    "a link, a folder, a pipe with the name of the file of games that wait is refused and stays") {
    const test::Folder folder;
    const fs::path name = folder / "learn.db.waiting";
    folder.write("other", "precious\n");
    fs::create_symlink("other", name);
    check_refused(folder / "learn.db", "is a symbolic link");
    CHECK(folder.read("other") == "precious\n");
    fs::remove(name);
    fs::create_directories(name);
    check_refused(folder / "learn.db", name.string() + ": ");
    fs::remove(name);
    REQUIRE(::mkfifo(name.c_str(), 0600) == 0);
    check_refused(folder / "learn.db", "is not a regular file");
    CHECK(fs::is_fifo(name));
}

TEST_CASE("in a folder where others may make files, a file with a second name is refused") {
    const test::Folder folder;
    folder.write("theirs", "precious\n");
    fs::create_hard_link(folder / "theirs", folder / "learn.db.waiting");
    fs::permissions(folder.path, fs::perms(01777));
    check_refused(folder / "learn.db", "has a second name");
    CHECK(folder.read("theirs") == "precious\n");
    fs::permissions(folder.path, fs::perms(0755));
    CHECK(WaitingFile(folder / "learn.db").add({game()}, at_once).has_value());
}

TEST_CASE(
    "in a folder where others may make files, another user's file and link are refused (as root)") {
    if (::geteuid() != 0) return;
    const test::Folder folder;
    fs::permissions(folder.path, fs::perms(01777));
    const fs::path name = folder.write("learn.db.waiting", "");
    REQUIRE(::chown(name.c_str(), 65534, 65534) == 0);
    check_refused(folder / "learn.db", "is another user's");
    fs::remove(name);
    folder.write("real.db", "");
    fs::create_symlink("real.db", folder / "learn.db");
    REQUIRE(::lchown((folder / "learn.db").c_str(), 65534, 65534) == 0);
    check_refused(folder / "learn.db", "is another user's symbolic link");
    CHECK(!fs::exists(folder / "real.db.waiting"));
}

TEST_CASE("the file of games that wait may be read and written by whom the store may be") {
    const test::Folder folder;
    const fs::path store = folder.write("learn.db", "");
    const ::mode_t umask = ::umask(0077);
    for (const ::mode_t mode : {0600U, 0640U, 0664U, 0666U}) {
        fs::permissions(store, fs::perms(mode));
        WaitingFile file(store);
        REQUIRE(file.add({game()}, at_once).has_value());
        CHECK(mode_of(folder / "learn.db.waiting") == mode);
        fs::remove(folder / "learn.db.waiting");
    }
    fs::remove(store); // nothing to go by
    WaitingFile file(store);
    REQUIRE(file.add({game()}, at_once).has_value());
    CHECK(mode_of(folder / "learn.db.waiting") == 0600);
    ::umask(umask);
}

TEST_CASE("a file of games that wait that cannot grow keeps what it has, and takes none of the new "
          "games") {
    const test::Folder folder;
    const fs::path store = folder / "learn.db";
    WaitingFile file(store);
    REQUIRE(file.add({game()}, at_once).has_value());
    const std::string before = folder.read("learn.db.waiting");
    rlimit old{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
    // A line and a part of another one
    const rlimit limit{.rlim_cur = before.size() + 200, .rlim_max = old.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    const auto added = file.add({game(), game()}, at_once);
    const auto first =
        WaitingFile(folder / "new.db").add(std::vector<book::LearntGame>(9, game()), at_once);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
    CHECK_FALSE(added.has_value());
    CHECK(folder.read("learn.db.waiting") == before);
    CHECK_FALSE(first.has_value());
    CHECK(!fs::exists(folder / "new.db.waiting"));
}
