// The log where it is locked, a link, a pipe, or on a full disk.
#include "adapter/shell/log_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <doctest/doctest.h>

using namespace polyglot;
using io::LogFile;
using session::Channel;
using LogDirectory = test::Folder;
namespace fs = std::filesystem;

TEST_CASE("a log that another process keeps locked is still written, and rotated when it is twice "
          "as large") {
    const LogDirectory directory;
    const fs::path file = directory.path / "x.log";
    LogFile log;
    REQUIRE(log.open(file, 10'000).has_value());
    const int stranger = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    REQUIRE(stranger >= 0);
    REQUIRE(::flock(stranger, LOCK_EX) == 0);
    const auto write_until = [&](std::uintmax_t size) {
        while (fs::file_size(file) <= size) {
            const std::uintmax_t before = fs::file_size(file);
            log.write(Channel::Note, std::string(100, 'x'));
            log.flush();                                    // waiting here would be forever
            if (fs::file_size(file) < before) return false; // begun again
        }
        return true;
    };
    CHECK(write_until(15'000));
    CHECK_FALSE(fs::exists(file.string() + ".1"));
    CHECK_FALSE(write_until(30'000));
    CHECK(fs::file_size(file.string() + ".1") > 20'000);
    CHECK(write_until(5'000)); // the new file is locked by no other process
    CHECK_FALSE(write_until(30'000));
    CHECK(fs::file_size(file.string() + ".1") < 11'000);
    ::close(stranger);
}

TEST_CASE("a log on a full disk costs lines, not games") {
    LogFile log;
    REQUIRE(log.open("/dev/full", 1000).has_value());
    for (int i = 0; i < 1000; ++i) {
        log.write(Channel::Note, std::string(500, 'x'));
        log.flush();
    }
    CHECK(log.enabled());
    CHECK_FALSE(fs::exists("/dev/full.1"));
}

TEST_CASE("a log that is a link stays one when it is full, and starts again at its target") {
    const LogDirectory directory;
    fs::create_directory(directory.path / "real");
    fs::create_symlink("real/x.log", directory.path / "link.log");
    LogFile log;
    REQUIRE(log.open(directory.path / "link.log", 1000).has_value());
    for (int i = 0; i < 100; ++i) {
        log.write(Channel::Note, std::string(100, 'x'));
        log.flush();
    }
    CHECK(fs::is_symlink(directory.path / "link.log"));
    CHECK(fs::is_regular_file(directory.path / "real" / "x.log"));
    CHECK(fs::is_regular_file(directory.path / "real" / "x.log.1"));
    CHECK(!fs::exists(directory.path / "link.log.1"));
}

TEST_CASE("a pipe as log: writing never waits, and unread lines are lost") {
    const LogDirectory directory;
    const fs::path pipe = directory.path / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    LogFile log;
    const auto unread = log.open(pipe, 0);
    REQUIRE(unread.has_error());
    CHECK(unread.error().message ==
          "cannot write log " + pipe.string() + ": it is a pipe without a reader");
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    REQUIRE(log.open(pipe, 1000).has_value());
    for (int i = 0; i < 2000; ++i) { // more than a pipe holds
        log.write(Channel::Note, std::string(100, 'x'));
        log.flush();
    }
    CHECK(fs::is_fifo(pipe));
    ::close(reader);
}

TEST_CASE("a log can be checked without creating it") {
    const LogDirectory directory;
    const fs::path file = directory.path / "x.log";
    const auto refusal = [&](const fs::path& log) {
        const auto checked = LogFile::check(log);
        return checked ? std::string() : checked.error().message;
    };
    CHECK(refusal(file).empty());
    CHECK(fs::is_empty(directory.path));
    CHECK(refusal(directory.path / "no" / "x.log").ends_with("x.log: No such file or directory"));
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    CHECK(refusal(file) == "cannot write log " + file.string() + ": it is a pipe without a reader");
    fs::remove(file);
    CHECK(LogFile().open(file, 0).has_value());
    CHECK(refusal(file).empty());
    CHECK(fs::file_size(file) == 0);
    if (::geteuid() == 0) return; // root may write anywhere
    fs::permissions(directory.path, fs::perms::owner_read | fs::perms::owner_exec);
    CHECK(refusal(directory.path / "y.log").ends_with("y.log: Permission denied"));
    fs::permissions(directory.path, fs::perms::owner_all);
}
