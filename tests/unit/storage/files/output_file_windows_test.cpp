// Output files on Windows, where a file that others have open stands in the way.
#ifdef _WIN32
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/rename_windows.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <array>
#include <memory>
#include <string>
#include <windows.h>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

// Another program that has the file open, and shares what `share` says.
class Holder {
  public:
    Holder(const fs::path& file, DWORD access, DWORD share)
        : handle_(::CreateFileW(file.c_str(), access, share, nullptr, OPEN_EXISTING, 0, nullptr)) {
        REQUIRE(handle_ != INVALID_HANDLE_VALUE);
    }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;
    ~Holder() { ::CloseHandle(handle_); }
    HANDLE handle() const { return handle_; }

  private:
    HANDLE handle_;
};

std::string refusal(const fs::path& file, const std::string& bytes) {
    const auto done = io::replace_file(file, bytes);
    return done ? "" : done.error().message;
}

} // namespace

TEST_CASE(
    "Windows: a book that adapters have open is replaced, and they go on reading the old one") {
    const test::Folder folder;
    const fs::path file = folder.write("book.bin", "old book");
    const auto reader = io::open_random_access_file(file);
    const auto second = io::open_random_access_file(file);
    const auto learner = io::open_shared_file(file);
    REQUIRE(reader.has_value());
    REQUIRE(second.has_value());
    REQUIRE(learner.has_value());
    REQUIRE((*learner)->try_lock(0, 4).value());
    CHECK(refusal(file, "new").empty());
    CHECK(folder.read("book.bin") == "new");
    std::array<std::byte, 8> bytes{};
    CHECK((*reader)->read_at(0, bytes) == 8);
    CHECK(bytes[0] == std::byte{'o'});
    CHECK_FALSE((*learner)->is_current().value());
    CHECK(refusal(file, "newer").empty());
    CHECK(folder.read("book.bin") == "newer");
}

TEST_CASE("Windows: nothing is left of a replaced book when it is closed") {
    const test::Folder folder;
    const fs::path file = folder.write("book.bin", "old book");
    {
        const auto reader = io::open_random_access_file(file);
        REQUIRE(reader.has_value());
        CHECK(refusal(file, "new").empty());
    }
    CHECK(folder.files() == 1);
}

TEST_CASE("Windows: a file that another program does not share is said to be open, and the new one "
          "is kept") {
    const test::Folder folder;
    const fs::path file = folder.write("book.bin", "old");
    folder.write("book.bin.new", "the user's");
    const std::string reason =
        to_text(file) +
        ": another program has it open, and Windows does not replace it so long; the new file is ";
    {
        const Holder holder(file, GENERIC_READ, FILE_SHARE_READ);
        CHECK(refusal(file, "new") == reason + to_text(file) + ".new2");
    }
    CHECK(folder.read("book.bin") == "old");
    CHECK(folder.read("book.bin.new") == "the user's");
    CHECK(folder.read("book.bin.new2") == "new");
    CHECK(folder.files() == 3);
    CHECK(refusal(file, "newer").empty());
    CHECK(folder.read("book.bin") == "newer");
    CHECK(folder.files() == 3);
}

TEST_CASE("Windows: while another program has the file open it is tried again, until it is closed "
          "or time is over") {
    const test::Folder folder;
    const fs::path file = folder.write("book.bin", "old");
    const fs::path fresh = folder.write("fresh", "new");
    auto holder = std::make_unique<Holder>(file, GENERIC_READ, FILE_SHARE_READ);
    auto writer = std::make_unique<Holder>(fresh, GENERIC_WRITE | DELETE, FILE_SHARE_READ);
    int tries = 0;
    const DWORD in_vain =
        io::replace_patiently(writer->handle(), fresh, file, [&] { return ++tries < 3; });
    CHECK(io::is_held_by_others(in_vain));
    CHECK(tries == 3);
    CHECK(folder.read("book.bin") == "old");
    CHECK(io::replace_patiently(writer->handle(), fresh, file, [&] {
              holder.reset();
              return ++tries < 6;
          }) == ERROR_SUCCESS);
    CHECK(tries == 4);
    writer.reset();
    CHECK(folder.read("book.bin") == "new");
    CHECK(folder.files() == 1);
}

TEST_CASE("Windows: what can never be replaced is not waited for") {
    const test::Folder folder;
    const fs::path fresh = folder.write("fresh", "new");
    auto writer = std::make_unique<Holder>(fresh, GENERIC_WRITE | DELETE, FILE_SHARE_READ);
    const auto never = [] {
        FAIL("waits");
        return false;
    };
    fs::create_directory(folder / "directory");
    CHECK(io::replace_patiently(writer->handle(), fresh, folder / "directory", never) !=
          ERROR_SUCCESS);
    const fs::path marked = folder.write("marked", "old");
    REQUIRE(::SetFileAttributesW(marked.c_str(), FILE_ATTRIBUTE_READONLY) != 0);
    CHECK(io::replace_patiently(writer->handle(), fresh, marked, never) != ERROR_SUCCESS);
    writer.reset();
    CHECK(folder.read("marked") == "old");
    CHECK(folder.read("fresh") == "new");
    CHECK(::SetFileAttributesW(marked.c_str(), FILE_ATTRIBUTE_NORMAL) != 0);
}

TEST_CASE("Windows: a file marked as read-only is refused at once") {
    const test::Folder folder;
    const fs::path file = folder.write("book.bin", "old");
    REQUIRE(::SetFileAttributesW(file.c_str(), FILE_ATTRIBUTE_READONLY) != 0);
    const auto output = io::OutputFile::open(file);
    REQUIRE(output.has_error());
    CHECK(output.error().message ==
          to_text(file) + ": is marked as read-only, and cannot be replaced");
    CHECK(io::open_random_access_file(file).has_value());
    CHECK(folder.files() == 1);
    CHECK(::SetFileAttributesW(file.c_str(), FILE_ATTRIBUTE_NORMAL) != 0);
}

TEST_CASE("Windows: a replacement that was cut off between its steps is undone") {
    const test::Folder folder;
    const fs::path file = folder / "book.bin";
    folder.write("book.bin.12-0.polyglot-old", "old");
    folder.write("book.bin.12-0.polyglot-part", "half of the ne");
    {
        const auto output = io::OutputFile::open(file);
        REQUIRE(output.has_value());
        CHECK(folder.read("book.bin") == "old");
        CHECK(folder.files() == 2); // and what is written now
    }
    // A program that only reads, or learns, finds it as well.
    for (const bool learns : {false, true}) {
        CAPTURE(learns);
        REQUIRE(fs::remove(file));
        folder.write("book.bin.12-0.polyglot-old", "old");
        if (learns)
            CHECK(io::open_shared_file(file).has_value());
        else
            CHECK(io::open_random_access_file(file).has_value());
        CHECK(folder.read("book.bin") == "old");
        CHECK(folder.files() == 1);
    }
    // Its successor is there: only the removal was missing
    folder.write("book.bin.12-1.polyglot-old", "older");
    folder.write("notebook.bin.12-1.polyglot-old", "another file's");
    CHECK(refusal(file, "new").empty());
    CHECK(folder.read("book.bin") == "new");
    CHECK(folder.files() == 2);
}

TEST_CASE("Windows: locks do not stop readers, and each opened file is an owner") {
    const test::Folder folder;
    const fs::path file = folder.write("book.bin", std::string(64, 'x'));
    const auto one = io::open_shared_file(file);
    const auto two = io::open_shared_file(file);
    const auto reader = io::open_random_access_file(file);
    REQUIRE(one.has_value());
    REQUIRE(two.has_value());
    REQUIRE(reader.has_value());
    CHECK((*one)->try_lock(16, 4).value());
    CHECK_FALSE((*two)->try_lock(16, 4).value());
    CHECK_FALSE((*two)->try_lock(19, 4).value());
    CHECK((*two)->try_lock(20, 4).value());
    std::array<std::byte, 64> bytes{};
    CHECK((*two)->read(0, bytes).has_value());
    CHECK((*reader)->read_at(0, bytes) == 64);
    CHECK(folder.read("book.bin") == std::string(64, 'x'));
    CHECK((*one)->unlock(16, 4).has_value());
    CHECK((*two)->try_lock(16, 4).value());
}
#endif
