// Files that are there whole or not at all.
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/files/temporary_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

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

} // namespace

TEST_CASE("output file: the name has the old contents until commit, and then the new ones") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    write(file, "old");
    std::string expected;
    auto output = io::OutputFile::open(file);
    REQUIRE(output.has_value());
    for (const std::size_t size : {0U, 1U, 100'000U, 200'000U, 262'144U, 5'000'000U, 3U}) {
        const std::string part(size, static_cast<char>('a' + size % 26));
        output->write(part);
        expected += part;
        CHECK(output->written() == expected.size());
    }
    CHECK(read(file) == "old");
    CHECK(output->commit().has_value());
    CHECK((read(file) == expected));
    CHECK(folder.files() == 1);
}

// On Windows a file that is open has no name for a moment while it is replaced.
TEST_CASE("output file: a book that is replaced again and again can always be opened") {
    const Folder folder;
    const fs::path file = folder / "book.bin";
    write(file, "old");
    std::atomic<bool> done = false;
    int replaced = 0;
    std::thread writer([&] {
        for (; replaced < 100; ++replaced) {
            auto output = io::OutputFile::open(file);
            if (!output) break;
            output->write("new");
            if (!output->commit()) break;
        }
        done = true;
    });
    std::string failure;
    while (!done && failure.empty()) {
        const auto reader = io::open_random_access_file(file);
        const auto learner = io::open_shared_file(file);
        if (!reader) failure = reader.error().message;
        if (!learner)
            failure = learner.error().message;
        else if (const auto current = (*learner)->is_current(); !current)
            failure = current.error().message;
    }
    writer.join();
    CHECK(failure.empty());
    CHECK(replaced == 100);
}

TEST_CASE("output file: without commit nothing has happened") {
    const Folder folder;
    {
        auto output = io::OutputFile::open(folder / "book.bin");
        REQUIRE(output.has_value());
        output->write(std::string(1'000'000, 'x'));
        CHECK(folder.files() == 1);
        auto moved = *std::move(output);
        CHECK(folder.files() == 1);
        auto other = io::OutputFile::open(folder / "other");
        *other = std::move(moved);
        CHECK(folder.files() == 1);
    }
    CHECK(folder.files() == 0);
    CHECK(io::OutputFile::open(folder / "empty")->commit().has_value());
    CHECK(fs::file_size(folder / "empty") == 0);
}

TEST_CASE("output file: names of temporaries") {
    CHECK(io::is_temporary_name("a.bin.12-0.polyglot-part", "a.bin"));
    CHECK(io::is_temporary_name("a.bin.1.polyglot-part", "a.bin"));
    for (const char* name :
         {"a.bin", "a.bin.polyglot-part", "a.bin..polyglot-part", "a.bin.12-0.part",
          "a.bin12-0.polyglot-part", "a.bin.12-x.polyglot-part", "b.bin.12-0.polyglot-part",
          "a.bin.12-0.polyglot-part~"})
        CHECK_FALSE(io::is_temporary_name(name, "a.bin"));
}
