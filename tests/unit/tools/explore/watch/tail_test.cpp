// A log that grows while it is read.
#include "storage/files/read_line.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/explore/watch/tail.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

struct Followed {
    test::Folder folder;
    fs::path file = folder / "a.log", old = folder / "a.log.1";
    LogTail tail{file};

    static void append(const fs::path& to, const std::string& text) {
        std::ofstream(to, std::ios::binary | std::ios::app) << text;
    }
    Lines read(std::size_t most = 1U << 20U) {
        Lines lines;
        while (tail.read(most, [&lines](std::string_view line, std::uint64_t number) {
            lines.push_back(std::to_string(number) + ' ' + std::string(line));
        })) {
        }
        return lines;
    }
};

} // namespace

TEST_CASE("a log's tail: lines as they come, each once, and no line before its end") {
    Followed log;
    CHECK(log.read().empty());
    CHECK(log.tail.trouble() == "is not there yet");
    Followed::append(log.file, "one\r\ntwo\nthr");
    CHECK(log.read() == Lines{"1 one", "2 two"});
    CHECK(log.tail.trouble().empty());
    CHECK(log.read().empty());
    Followed::append(log.file, "ee\n\n");
    CHECK(log.read(3) == Lines{"3 three", "4 "});
    CHECK(log.tail.left() == 0);
    CHECK(log.tail.gaps() == 0);
}

TEST_CASE("a log's tail: a piece at a time, FILE.1 first") {
    Followed log;
    Followed::append(log.old, "old\nbegun");
    Followed::append(log.file, "new\n");
    CHECK(log.tail.read(2, [](std::string_view, std::uint64_t) { FAIL("no line is whole yet"); }));
    CHECK(log.tail.left() == 11);
    CHECK(log.read() == Lines{"1 old", "1 new"});
    Followed::append(log.old, " and ended\n"); // by a process that has not noticed yet
    CHECK(log.read() == Lines{"2 begun and ended"});
}

TEST_CASE("a log's tail: renamed as an adapter does, with unread lines in the old file, again and "
          "again") {
    Followed log;
    Followed::append(log.old, "before\n");
    Followed::append(log.file, "1\n");
    CHECK(log.read() == Lines{"1 before", "1 1"});
    for (int round = 2; round < 6; ++round) {
        const std::string number = std::to_string(round);
        Followed::append(log.file, "late " + number + "\n");
        fs::rename(log.file, log.old);
        // Between the renaming and the new file
        if (round == 3) CHECK(log.read() == Lines{"2 late 3"});
        Followed::append(log.file, number + "\n");
        const Lines lines = log.read();
        CHECK(lines == (round == 3 ? Lines{"1 3"} : Lines{"2 late " + number, "1 " + number}));
    }
    CHECK(log.tail.gaps() == 0);
}

TEST_CASE("a log's tail: what was lost is counted, and the rest is read") {
    Followed log;
    Followed::append(log.file, "a long first line\nsecond\n");
    CHECK(log.read().size() == 2);
    fs::resize_file(log.file, 0);
    Followed::append(log.file, "x\n");
    CHECK(log.read() == Lines{"1 x"});
    CHECK(log.tail.gaps() == 1);
    fs::resize_file(log.file, 0); // and longer than it was, before the next look
    Followed::append(log.file, "other bytes\nthan before\n");
    CHECK(log.read() == Lines{"1 other bytes", "2 than before"});
    CHECK(log.tail.gaps() == 2);
    for (const char* text : {"missed\n", "kept\n", "now\n"}) { // renamed more than once at once
        if (fs::exists(log.file)) fs::rename(log.file, log.old);
        Followed::append(log.file, text);
    }
    CHECK(log.read() == Lines{"1 kept", "1 now"});
    CHECK(log.tail.gaps() == 3);
    // The same, and the system gives the newest file the id of the one that was read.
    const fs::path spare = log.folder / "spare";
    fs::remove(log.old);
    CHECK(log.read().empty());
    fs::rename(log.file, spare);
    Followed::append(log.old, "kept\n");
    fs::resize_file(spare, 0);
    Followed::append(spare, "newest line\n");
    fs::rename(spare, log.file);
    CHECK(log.read() == Lines{"1 kept", "1 newest line"});
    CHECK(log.tail.gaps() == 4);
    fs::remove(log.file);
    CHECK(log.read().empty());
    Followed::append(log.file, "again\n");
    CHECK(log.read() == Lines{"1 again"});
}

TEST_CASE("a log's tail: a line without end does not fill the memory") {
    Followed log;
    Followed::append(log.file, std::string(longest_line + 100, 'x') + "\nnext\n");
    const Lines lines = log.read();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].size() == longest_line + 2);
    CHECK(lines[1] == "2 next");
}

} // namespace polyglot::tools
