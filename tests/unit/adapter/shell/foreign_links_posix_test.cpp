// Another user's link in a folder where everyone may create links leads no file of the adapter
// elsewhere (as root).
#include "adapter/shell/log_file.hpp"
#include "config/settings.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/shared_file.hpp"
#include "storage/stores/grow_db.hpp"
#include "storage/stores/learn_db.hpp"
#include "storage/stores/learn_store.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

const std::string reason = "is another user's symbolic link in a folder that all may write to";

// "link" leads to "victim"; it is of the user 65534 in a folder like /tmp.
struct Trap {
    explicit Trap(bool has_victim = true) {
        if (has_victim) folder.write("victim", "precious");
        fs::create_symlink("victim", link);
        REQUIRE(::lchown(link.c_str(), 65534, 65534) == 0);
        fs::permissions(folder.path, fs::perms(01777));
    }
    ~Trap() { CHECK((!fs::exists(folder / "victim") || folder.read("victim") == "precious")); }
    Trap(const Trap&) = delete;
    Trap& operator=(const Trap&) = delete;

    test::Folder folder;
    fs::path link = folder / "link";
};

template <class T>
void check_refused(const Result<T>& opened) {
    REQUIRE(opened.has_error());
    CHECK_MESSAGE(opened.error().message.ends_with(reason), opened.error().message);
}

} // namespace

TEST_CASE("a foreign link: the log") {
    if (::geteuid() != 0) return;
    for (const bool has_victim : {true, false}) {
        const Trap trap(has_victim);
        check_refused(LogFile().open(trap.link, 0));
        check_refused(LogFile::check(trap.link));
        CHECK(fs::exists(trap.folder / "victim") == has_victim);
    }
    const Trap trap;
    REQUIRE(::lchown(trap.link.c_str(), 0, 0) == 0); // our own one is followed
    CHECK(LogFile::check(trap.link).has_value());
}

TEST_CASE("a foreign link: the log when it is full") {
    if (::geteuid() != 0) return;
    const Trap trap;
    const fs::path file = trap.folder / "x.log";
    LogFile log;
    REQUIRE(log.open(file, 200).has_value());
    log.write(session::Channel::Note, std::string(300, 'x'));
    log.flush();
    fs::remove(file);
    fs::rename(trap.link, file); // whose owner has waited for this moment
    for (int i = 0; i < 10; ++i) {
        log.write(session::Channel::Note, std::string(300, 'x'));
        log.flush();
    }
}

TEST_CASE("a foreign link: BookLearnFile, -store and learn fields") {
    if (::geteuid() != 0) return;
    for (const bool has_victim : {true, false}) {
        const Trap trap(has_victim);
        for (const auto access :
             {LearnDb::Access::Create, LearnDb::Access::Write, LearnDb::Access::Read})
            check_refused(LearnDb::open(trap.link, access));
        for (const auto access : {GrowDb::Access::Create, GrowDb::Access::Read})
            check_refused(GrowDb::open(trap.link, access));
        check_refused(open_shared_file(trap.link));
        config::Settings settings;
        settings.book = settings.book_learn = true;
        settings.book_file = "book.bin";
        settings.book_learn_file = to_text(trap.link);
        const auto found = find_learn_store(settings, trap.folder.path);
        REQUIRE(found.has_error());
        CHECK_MESSAGE(found.error().message.find(reason) != std::string::npos,
                      found.error().message);
        CHECK(fs::exists(trap.folder / "victim") == has_victim);
    }
}

TEST_CASE("a link of our own to a store: it is followed") {
    const test::Folder folder;
    fs::create_symlink("real.db", folder / "learn.db");
    CHECK(LearnDb::open(folder / "learn.db", LearnDb::Access::Create).has_value());
    CHECK(fs::is_regular_file(folder / "real.db"));
}

} // namespace polyglot::io
