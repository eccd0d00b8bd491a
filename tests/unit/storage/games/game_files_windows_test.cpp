// Files of games on Windows: while they are read others may do with them what they like.
#ifdef _WIN32
#include "core/text/path_text.hpp"
#include "storage/games/game_files_bytes.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <string>
#include <string_view>
#include <thread>
#include <windows.h>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

std::string rest_of(io::RawBytes& bytes) {
    std::string text, block(10, '\0');
    while (const std::size_t count = bytes.read(block.data(), block.size()))
        text.append(block, 0, count);
    CHECK(bytes.problem().empty());
    return text;
}

void check_refused(const fs::path& file, std::string_view reason) {
    const auto opened = io::open_raw_bytes(file);
    REQUIRE(opened.has_error());
    CHECK(opened.error().message == to_text(file) + ": " + std::string(reason));
}

} // namespace

TEST_CASE("Windows: games are read to their end although the file is written to, renamed and "
          "deleted meanwhile") {
    const test::Folder folder;
    const std::string games(100, 'g');
    const fs::path file = folder.write("games.pgn", games);
    const auto opened = io::open_raw_bytes(file);
    REQUIRE(opened.has_value());
    CHECK((*opened)->size() == games.size());
    std::string block(30, '\0');
    CHECK((*opened)->read(block.data(), block.size()) == block.size());
    {
        const HANDLE writer =
            ::CreateFileW(file.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                          OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
        CHECK(writer != INVALID_HANDLE_VALUE);
        ::CloseHandle(writer);
    }
    std::error_code error;
    fs::rename(file, folder / "old games.pgn", error);
    CHECK_FALSE(error);
    folder.write("games.pgn", "others");
    CHECK(fs::remove(folder / "old games.pgn", error));
    CHECK(rest_of(**opened) == games.substr(block.size()));
    REQUIRE((*opened)->seek(90));
    CHECK(rest_of(**opened) == games.substr(90));
}

TEST_CASE("Windows: a named pipe is read to its end; NUL is empty; what cannot be opened") {
    const test::Folder folder;
    const std::wstring name =
        LR"(\\.\pipe\polyglot-test-)" + std::to_wstring(::GetCurrentProcessId());
    const HANDLE server = ::CreateNamedPipeW(name.c_str(), PIPE_ACCESS_OUTBOUND, PIPE_TYPE_BYTE, 1,
                                             4096, 4096, 0, nullptr);
    REQUIRE(server != INVALID_HANDLE_VALUE);
    const auto piped = io::open_raw_bytes(name);
    REQUIRE_MESSAGE(piped.has_value(), piped.error().message);
    std::thread writer([&] {
        DWORD count = 0;
        ::WriteFile(server, "games", 5, &count, nullptr);
        ::FlushFileBuffers(server); // until they are read
        ::CloseHandle(server);
    });
    CHECK(rest_of(**piped) == "games");
    writer.join();
    CHECK_FALSE((*piped)->seek(0));
    CHECK((*piped)->size() == 0);

    const auto nothing = io::open_raw_bytes(fs::path(u8"nul"));
    REQUIRE(nothing.has_value());
    CHECK(rest_of(**nothing).empty());
    check_refused(folder.path, "is a folder, not a file");
    check_refused(folder / "none.pgn", "No such file or directory");
}
#endif
