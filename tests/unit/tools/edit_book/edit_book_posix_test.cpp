// `polyglot edit-book` when the disk takes no more, and beside others.
#ifndef _WIN32
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/shared_file.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/books/edit/saving.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sys/resource.h>
#include <thread>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using test::raw_move;

constexpr int most_bytes = 8192; // of a file that is written: less than the book has

struct LimitedFiles {
    LimitedFiles() {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        ::rlimit limit = before_;
        limit.rlim_cur = most_bytes;
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    LimitedFiles(const LimitedFiles&) = delete;
    LimitedFiles& operator=(const LimitedFiles&) = delete;
    ~LimitedFiles() { ::setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    ::rlimit before_{};
};

// 1. e4 and positions that nothing leads to.
std::vector<RawEntry> large_book() {
    std::vector<RawEntry> entries{{chess::Position::start().key(), raw_move("e2e4"), 10}};
    for (std::uint64_t key = 1; key < 1000; ++key)
        entries.push_back({key << 50U, raw_move("e2e4"), 1});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return entries;
}

Ran edit(const std::string& file, std::vector<std::string> words) {
    words.insert(words.begin(), file);
    io::begin_command(); // as main() does
    Ran ran = run(run_edit_book, words);
    io::end_command();
    return ran;
}

} // namespace

TEST_CASE(
    "edit-book: a run that failed is not in the history, and -undo takes back the one before") {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", large_book());
    const std::string original = folder.read("book.bin");
    REQUIRE(edit(file, {"-move", "e4", "-weight", "20"}).status == 0);
    REQUIRE(edit(file, {"-move", "e4", "-weight", "30"}).status == 0);
    const std::string history = folder.read("book.bin.undo");
    {
        const LimitedFiles limited;
        const Ran failed = edit(file, {"-move", "e4", "-weight", "40"});
        CHECK(failed.status != 0);
        // Nothing but why the book was not written
        CHECK(std::count(failed.err.begin(), failed.err.end(), '\n') == 1);
    }
    CHECK(folder.read("book.bin.undo") == history);
    const Ran undone = edit(file, {"-undo"});
    CHECK_MESSAGE(undone.status == 0, undone.err);
    CHECK(undone.out.find("-weight 30") != std::string::npos);
    CHECK(edit(file, {"-undo"}).status == 0);
    CHECK(folder.read("book.bin") == original);
}

TEST_CASE(
    "edit-book: an edit waits for another one, and is made in the book that this has written") {
    const BookFolder folder;
    const std::string file = folder.write("book.bin", large_book());
    auto other = lock_book(to_path(file), file, std::chrono::seconds(0));
    REQUIRE(other.has_value());
    const auto refused = lock_book(to_path(file), file, std::chrono::milliseconds(5));
    REQUIRE(refused.has_error());
    CHECK(refused.error().message == file + ": is kept locked by another program");
    std::thread saving([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        std::filesystem::rename(folder.write("new.bin", large_book()), file);
        other->reset();
    });
    const Ran ran = edit(file, {"-move", "e4", "-weight", "20"});
    saving.join();
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK(ran.err == "");
}

} // namespace polyglot::tools
#endif
