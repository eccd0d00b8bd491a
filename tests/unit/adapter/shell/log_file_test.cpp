// The log under several processes and at its size limit.
#include "adapter/shell/log_file.hpp"
#include "core/text/path_text.hpp"
#include "tests/support/harness/numbered_line.hpp"
#include "tests/support/harness/processes.hpp"
#include "tests/support/harness/run_program.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using io::LogFile;
using session::Channel;
namespace fs = std::filesystem;

namespace {

using LogDirectory = test::Folder;

std::vector<std::string> lines_of(const fs::path& file) {
    std::vector<std::string> lines;
    std::ifstream stream(file, std::ios::binary);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

const std::regex stamped(R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[(\d+)\] (.*))");

std::string text_of(const std::string& line) {
    std::smatch match;
    return std::regex_match(line, match, stamped) ? match[2].str() : "no log line: " + line;
}

constexpr int writers = 8;
constexpr int lines_each = 2000;

void write_from_many_processes(const fs::path& file, std::uint64_t max_bytes) {
    std::array<int, writers> status{};
    std::vector<std::thread> running;
    for (int writer = 0; writer < writers; ++writer)
        running.emplace_back([&, writer] {
            status[static_cast<std::size_t>(writer)] =
                test::run_program({POLYGLOT_LOG_PROBE, to_text(file), std::to_string(max_bytes),
                                   std::to_string(writer), std::to_string(lines_each)});
        });
    for (std::thread& thread : running)
        thread.join();
    CHECK(status == std::array<int, writers>{});
}

// Checks that every line was written by a writer, and each writer's lines come in order. Returns
// the number of lines.
int check_whole_lines(const fs::path& file) {
    std::map<int, int> last;
    int count = 0;
    for (const std::string& line : lines_of(file)) {
        const std::string text = text_of(line);
        int writer = -1;
        int number = -1;
        REQUIRE_MESSAGE(
            std::sscanf(text.c_str(), "engine> info string %d %d", &writer, &number) == 2, line);
        CHECK_MESSAGE(text == "engine> " + test::numbered_line(writer, number), line);
        const auto before = last.find(writer);
        CHECK((before == last.end() || before->second < number));
        last[writer] = number;
        ++count;
    }
    return count;
}

} // namespace

TEST_CASE("a line shows time, process, direction and text") {
    const LogDirectory directory;
    const fs::path file = directory.path / "a.log";
    LogFile log;
    CHECK_FALSE(log.enabled());
    log.write(Channel::Note, "to nobody");
    REQUIRE(log.open(file, 0).has_value());
    CHECK(log.enabled());
    log.write(Channel::FromGui, "uci\r");
    log.write(Channel::ToEngine, "%s%n{}");
    log.write(Channel::Note, "two\nlines");
    log.write(Channel::FromEngine, "");
    CHECK(lines_of(file).empty()); // nothing is written before the flush
    log.flush();
    const auto lines = lines_of(file);
    REQUIRE(lines.size() == 5);
    std::smatch match;
    REQUIRE(std::regex_match(lines[0], match, stamped));
    CHECK(match[1].str() == std::to_string(test::process_id()));
    CHECK(text_of(lines[0]) == "gui> uci");
    CHECK(text_of(lines[1]) == "engine< %s%n{}");
    CHECK(text_of(lines[2]) == "# two");
    CHECK(text_of(lines[3]) == "# lines");
    CHECK(text_of(lines[4]) == "engine> ");
}

TEST_CASE(
    "a log opened again is continued; another file takes over; a closed log keeps its lines") {
    const LogDirectory directory;
    const fs::path first = directory.path / "first.log";
    const fs::path second = directory.path / "second.log";
    LogFile log;
    REQUIRE(log.open(first, 0).has_value());
    log.write(Channel::Note, "1");
    REQUIRE(log.open(first, 1 << 20).has_value());
    log.write(Channel::Note, "2");
    REQUIRE(log.open(second, 0).has_value()); // the lines of the first are not lost
    log.write(Channel::Note, "3");
    const auto refused = log.open(directory.path / "no such directory" / "x.log", 0);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.starts_with("cannot write log " + to_text(directory.path)));
    log.write(Channel::Note, "4"); // the old one stays in use
    log.close();
    CHECK_FALSE(log.enabled());
    CHECK(lines_of(first).size() == 2);
    CHECK(lines_of(second).size() == 2);
    REQUIRE(log.open(second, 0).has_value());
    log.write(Channel::Note, "5");
    log.close();
    CHECK(lines_of(second).size() == 3); // appended, not cut
}

TEST_CASE("eight processes append to one file and nothing is lost or mixed") {
    const LogDirectory directory;
    const fs::path file = directory.path / "many.log";
    write_from_many_processes(file, 0);
    CHECK(check_whole_lines(file) == writers * lines_each);
    CHECK_FALSE(fs::exists(file.string() + ".1"));
}

TEST_CASE("one rotation while eight processes write loses nothing") {
    const LogDirectory directory;
    const fs::path file = directory.path / "many.log";
    const fs::path old = file.string() + ".1";
    // 16,000 lines of about 170 bytes are 2.7 MB: over the limit once, not twice.
    write_from_many_processes(file, std::uint64_t{1536} * 1024);
    REQUIRE(fs::exists(old));
    CHECK(check_whole_lines(file) + check_whole_lines(old) == writers * lines_each);
}

TEST_CASE("a small limit keeps two small files of whole lines") {
    const LogDirectory directory;
    const fs::path file = directory.path / "many.log";
    const fs::path old = file.string() + ".1";
    constexpr std::uint64_t limit = std::uint64_t{64} * 1024;
    write_from_many_processes(file, limit);
    REQUIRE(fs::exists(old));
    CHECK(check_whole_lines(file) + check_whole_lines(old) > 0);
    // Each writer may have one flush under way when the file is full: seven lines, and once in the
    // old file.
    constexpr std::uint64_t slack = std::uint64_t{writers} * 7 * 300 * 2;
    // While one rotates the others write on, up to twice the limit: then they rotate without its
    // lock.
    CHECK(fs::file_size(file) <= 2 * limit + slack);
    CHECK(fs::file_size(old) <= 2 * limit + slack);
    CHECK(std::distance(fs::directory_iterator(directory.path), {}) == 2);
}
