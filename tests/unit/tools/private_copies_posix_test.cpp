// Files that hold the contents of a private file, made beside it, are as private: each of them, in
// one table.
#include "adapter/shell/log_file.hpp"
#include "adapter/shell/settings_file.hpp"
#include "config/saved_settings.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/stores/learn_db.hpp"
#include "storage/stores/waiting_file.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;

struct stat status_of(const fs::path& file) {
    struct stat status {};
    REQUIRE_MESSAGE(::stat(file.c_str(), &status) == 0, to_text(file));
    return status;
}
::mode_t mode_of(const fs::path& file) {
    return status_of(file).st_mode & 07777U;
}

template <class Command>
void succeed(Command command, const std::vector<std::string>& words) {
    io::begin_command(); // as main() does
    const Ran ran = run(command, words);
    io::end_command();
    REQUIRE_MESSAGE(ran.status == 0, ran.err);
}

book::LearntGame game() {
    const auto& start = chess::Position::start();
    return {{{start, chess::parse_uci_move(start, "e2e4").value()}}, 2, "Toy", "", {}};
}

void write_book(const fs::path& file) {
    const std::vector<book::RawEntry> entries{
        {chess::Position::start().key(), test::raw_move("e2e4"), 10, 3, 4}};
    const test::Bytes bytes = test::to_bytes(entries);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    REQUIRE(io::replace_file(file, text).has_value());
}

void write_store(const fs::path& file) {
    const auto db = io::LearnDb::open(file, io::LearnDb::Access::Create);
    REQUIRE(db.has_value());
    REQUIRE((*db)->record(game()).has_value());
}

struct Copy {
    std::string_view what, original, copy;
    std::function<void(const fs::path&)> write; // the original
    std::function<void(const fs::path&)> work;  // makes the copy
};

const std::vector<Copy>& copies() {
    static const std::vector<Copy> table{
        {"edit-book's history", "a.bin", "a.bin.undo", write_book,
         [](const fs::path& file) {
             succeed(run_edit_book, {to_text(file), "-move", "e4", "-weight", "5"});
         }},
        {"an edited book", "a.bin", "a.bin", write_book,
         [](const fs::path& file) {
             succeed(run_edit_book, {to_text(file), "-move", "e4", "-weight", "5"});
         }},
        {"learn-book -reset of a store", "l.db", "l.db.before-reset-1.csv", write_store,
         [](const fs::path& file) {
             succeed(run_learn_book, {to_text(file), "-reset"});
         }},
        {"learn-book -reset of a book", "a.bin", "a.bin.before-reset-1.bin", write_book,
         [](const fs::path& file) {
             succeed(run_learn_book, {to_text(file), "-reset"});
         }},
        {"games that wait", "l.db", "l.db.waiting", write_store,
         [](const fs::path& file) {
             io::WaitingFile waiting(file);
             REQUIRE(waiting.add({game()}, std::chrono::milliseconds(0)).has_value());
         }},
        {"Save's copy", "a.ini", "a.ini.bak",
         [](const fs::path& file) { REQUIRE(io::replace_file(file, "# mine\n").has_value()); },
         [](const fs::path& file) {
             REQUIRE(
                 io::write_settings_file(file, config::format_saved_settings({}, {})).has_value());
         }},
        {"Save's file", "a.ini", "a.ini",
         [](const fs::path& file) { REQUIRE(io::replace_file(file, "# mine\n").has_value()); },
         [](const fs::path& file) {
             REQUIRE(
                 io::write_settings_file(file, config::format_saved_settings({}, {})).has_value());
         }},
        {"a new SettingsFile, with the config file's books", "a.ini", "b.ini",
         [](const fs::path& file) {
             REQUIRE(io::replace_file(file, "[Book a]\nFile = a.bin\n").has_value());
         },
         [](const fs::path& file) {
             const fs::path saved = file.parent_path() / "b.ini";
             REQUIRE(io::write_settings_file(saved, config::format_saved_settings({}, {}), file)
                         .has_value());
         }},
        {"a log that starts from empty", "a.log", "a.log",
         [](const fs::path& file) { REQUIRE(io::replace_file(file, "# old\n").has_value()); },
         [](const fs::path& file) {
             io::LogFile log;
             REQUIRE(log.open(file, 1000).has_value());
             for (int i = 0; i < 20; ++i) {
                 log.write(session::Channel::Note, std::string(100, 'x'));
                 log.flush();
             }
             REQUIRE(fs::exists(fs::path(file) += ".1"));
         }},
    };
    return table;
}

} // namespace

TEST_CASE("a file with the contents of another one has its group and no wider permissions") {
    if (::geteuid() != 0) MESSAGE("skipped: the group (only root can give a file another one)");
    const ::mode_t umask = ::umask(0022);
    for (const Copy& kind : copies())
        for (const ::mode_t mode : {0600U, 0640U, 0644U}) {
            CAPTURE(kind.what);
            CAPTURE(mode);
            const test::Folder folder;
            const fs::path original = folder / kind.original;
            kind.write(original);
            fs::permissions(original, fs::perms(mode));
            const ::gid_t group = ::geteuid() == 0 ? 1002 : ::getegid(); // only root can choose any
            REQUIRE(::chown(original.c_str(), static_cast<::uid_t>(-1), group) == 0);
            kind.work(original);
            CHECK(mode_of(folder / kind.copy) == mode);
            CHECK(status_of(folder / kind.copy).st_gid == group);
        }
    ::umask(umask);
}

TEST_CASE("a log that another program has started from empty keeps the rights that it was given") {
    const test::Folder folder;
    const fs::path file = folder / "a.log";
    io::LogFile log;
    REQUIRE(log.open(file, 1000).has_value());
    fs::rename(file, folder / "a.log.1"); // as logrotate does
    fs::permissions(folder / "a.log.1", fs::perms(0666));
    REQUIRE(io::replace_file(file, "").has_value());
    fs::permissions(file, fs::perms(0600));
    for (int i = 0; i < 20; ++i) {
        log.write(session::Channel::Note, std::string(100, 'x'));
        log.flush();
    }
    CHECK(fs::file_size(file) > 0); // the log goes on there
    CHECK(mode_of(file) == 0600U);
}

TEST_CASE("a history that is already there gets narrower, and never wider") {
    for (const auto& [book, history, result] : std::vector<std::array<::mode_t, 3>>{
             {0600, 0644, 0600}, {0644, 0600, 0600}, {0640, 0604, 0600}, {0644, 0644, 0644}}) {
        const test::Folder folder;
        write_book(folder / "a.bin");
        folder.write("a.bin.undo", "");
        fs::permissions(folder / "a.bin", fs::perms(book));
        fs::permissions(folder / "a.bin.undo", fs::perms(history));
        succeed(run_edit_book, {to_text(folder / "a.bin"), "-move", "e4", "-weight", "5"});
        CHECK(mode_of(folder / "a.bin.undo") == result);
    }
}

} // namespace polyglot::tools
