// The file of games that wait: shared by processes, damaged, locked, full.
#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "storage/stores/waiting_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using io::WaitingFile;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

book::LearntGame game(std::string opponent, std::chrono::seconds age = 0s) {
    const auto& start = chess::Position::start();
    return {{{start, chess::parse_uci_move(start, "e2e4").value()}},
            2,
            "Toy",
            std::move(opponent),
            age};
}

struct Store {
    test::Folder folder;
    fs::path path = folder / "learn.db";
    WaitingFile file{path};
    std::vector<std::string> opponents; // of the games that were recorded

    std::string text() const { return folder.read("learn.db.waiting"); }
    WaitingFile::Record record() {
        return [this](const io::WaitingGame& waiting,
                      const io::WaitingProgress&) -> Result<std::size_t> {
            opponents.push_back(waiting.game.opponent);
            return waiting.game.moves.size();
        };
    }
    book::TakenIn take(std::size_t most = 100) {
        const auto taken = file.take_in(most, record());
        REQUIRE_MESSAGE(taken.has_value(), (taken ? "" : taken.error().message));
        return *taken;
    }
    void add(const std::vector<std::string>& names) {
        std::vector<book::LearntGame> games;
        for (const std::string& name : names)
            games.push_back(game(name));
        const auto added = file.add(games, 0ms);
        REQUIRE_MESSAGE(added.has_value(), (added ? "" : added.error().message));
        CHECK(*added == to_text(folder / "learn.db.waiting"));
    }
};

const WaitingFile::Record refuse = [](const io::WaitingGame&,
                                      const io::WaitingProgress&) -> Result<std::size_t> {
    return make_error("the disk is full");
};

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("games that wait are handed over once, in their order, and the file is removed") {
    Store store;
    CHECK(!store.file.exists());
    CHECK(store.take().games == 0);
    store.add({"a", "b"});
    store.add({"c"});
    CHECK(store.file.exists());
    CHECK(store.text().starts_with("# "));
    CHECK(store.file.look().games == 3);
    const auto first = store.take(2);
    CHECK(first.games == 2);
    CHECK(first.moves == 2);
    CHECK(first.has_more);
    CHECK(store.file.look().games == 1);
    const auto last = store.take(2);
    CHECK(last.games == 1);
    CHECK(!last.has_more);
    CHECK(store.opponents == Names{"a", "b", "c"});
    CHECK(!store.file.exists());
    CHECK(store.folder.files() == 0);
}

TEST_CASE("games that wait are handed over once to two processes that take turns, while a third "
          "adds some") {
    Store store;
    store.add({"a", "b", "c", "d"});
    WaitingFile other(store.path);
    CHECK(store.take(1).has_more);
    CHECK(other.take_in(1, store.record()).value().has_more);
    store.add({"e"});
    CHECK(store.take(1).has_more);
    CHECK(other.take_in(1, store.record()).value().has_more);
    CHECK(!store.take(1).has_more);
    CHECK(other.take_in(1, store.record()).value().games == 0);
    CHECK(store.opponents == Names{"a", "b", "c", "d", "e"});
    store.add({"f"}); // another file now
    CHECK(other.take_in(1, store.record()).value().games == 1);
    CHECK(store.take().games == 0);
}

TEST_CASE("a new file of games that wait may have the place of a removed one") {
    Store store;
    store.add({"a", "b"});
    CHECK(store.take(1).has_more); // the file is known from here on
    Store others;
    others.add({"c", "d", "e", "f"});
    // In place, as a file system does that uses the number of a removed file again.
    store.folder.write("learn.db.waiting", others.text());
    CHECK(store.file.copy(9).value().size() == 4);
    CHECK(store.take().games == 4);
    CHECK(store.opponents == Names{"a", "c", "d", "e", "f"});
}

TEST_CASE("a new file of games that wait may begin with the same lines of others") {
    std::string notes;
    while (notes.size() < 2000)
        notes += "someone's note\n";
    Store store, others;
    for (Store* const one : {&store, &others})
        one->folder.write("learn.db.waiting", notes);
    store.add({"a", "b"});
    CHECK(store.take(1).has_more);
    others.add({"c", "d", "e", "f"});
    store.folder.write("learn.db.waiting", others.text());
    CHECK(store.take().games == 4);
    CHECK(store.opponents == Names{"a", "c", "d", "e", "f"});
}

TEST_CASE("games that wait are copied and marked, while others add some") {
    Store store;
    CHECK(store.file.copy(9).value().empty());
    CHECK_FALSE(store.file.mark({}).value().has_more);
    store.add({"a", "b", "c"});
    const auto copied = store.file.copy(2).value();
    REQUIRE(copied.size() == 2);
    CHECK(copied[0].game.opponent == "a");
    CHECK(copied[1].game.opponent == "b");
    WaitingFile other(store.path); // of a process that has copied the same ones
    CHECK(other.copy(2).value().size() == 2);
    store.add({"d"});
    const auto done = store.file.mark({{copied[0].id, 1}, {copied[1].id, 1}}).value();
    CHECK(done.games == 2);
    CHECK(done.moves == 2);
    CHECK(done.has_more);
    CHECK(other.mark({{copied[0].id, 1}}).value().games == 0); // it is known
    const auto rest = other.copy(9).value();
    REQUIRE(rest.size() == 2);
    CHECK(rest[0].game.opponent == "c");
    CHECK(other.copy(1).value()[0].id == rest[0].id); // not marked: the same again
    const auto last = other.mark({{rest[1].id, 1}, {rest[0].id, 1}}).value();
    CHECK(last.games == 2);
    CHECK_FALSE(last.has_more);
    CHECK(!store.file.exists());
    CHECK(store.file.mark({{rest[0].id, 1}}).value().games == 0);
}

TEST_CASE("a game that cannot be recorded stays, and so do those after it") {
    Store store;
    store.add({"a", "b"});
    const auto refused = store.file.take_in(9, refuse);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message == "the disk is full");
    CHECK(store.file.look().games == 2);
    int calls = 0;
    const auto one = store.file.take_in(
        9, [&](const io::WaitingGame& waiting, const io::WaitingProgress& progress) {
            return ++calls == 1 ? store.record()(waiting, progress) : refuse(waiting, progress);
        });
    CHECK(one.value().games == 1);
    CHECK(one.value().has_more);
    CHECK(store.take().games == 1);
    CHECK(store.opponents == Names{"a", "b"});
}

TEST_CASE("what a store has noted of a game is handed in with it again") {
    Store store;
    store.add({"a", "b"});
    const auto stop_after = [](std::string_view words) {
        return [words](const io::WaitingGame&,
                       const io::WaitingProgress& progress) -> Result<std::size_t> {
            CHECK(progress.last.empty());
            CHECK(progress.note("1 first").has_value());
            CHECK(progress.note(words).has_value());
            return make_error("stopped");
        };
    };
    CHECK(!store.file.take_in(9, stop_after("2 last")).has_value());
    Names last;
    WaitingFile next(store.path); // of another process
    const auto taken =
        next.take_in(9, [&](const io::WaitingGame& waiting, const io::WaitingProgress& progress) {
            last.push_back(progress.last);
            return store.record()(waiting, progress);
        });
    CHECK(taken.value().games == 2);
    CHECK(last == Names{"2 last", ""});
}

TEST_CASE("the age of a game that waits counts from its end") {
    Store store;
    REQUIRE(store.file.add({game("a", std::chrono::hours(50))}, 0ms).has_value());
    std::chrono::seconds age{};
    const auto taken =
        store.file.take_in(9, [&](const io::WaitingGame& waiting, const io::WaitingProgress&) {
            age = waiting.game.age;
            return Result<std::size_t>(1);
        });
    CHECK(taken.value().games == 1);
    CHECK(age >= std::chrono::hours(50));
    CHECK(age < std::chrono::hours(51));
}

TEST_CASE("lines that are no games are skipped, reported with their place, and stay") {
    Store store;
    store.add({"a"});
    store.folder.write("learn.db.waiting", store.text() +
                                               "someone's note\nv2 game of a later version\n" +
                                               "v1 game torn\n");
    store.add({"b"});
    CHECK(store.file.look().games == 2);
    CHECK(store.file.look().unknown == 3);
    const auto taken = store.take();
    CHECK(taken.games == 2);
    CHECK(!taken.has_more);
    const std::string place = to_text(store.folder / "learn.db.waiting") + ":2: ";
    CHECK_MESSAGE(taken.problem.starts_with(place), taken.problem);
    CHECK_MESSAGE(taken.problem.ends_with("it stays there, with 2 lines like it"), taken.problem);
    CHECK(store.opponents == Names{"a", "b"});
    const std::string rest = store.text();
    CHECK(rest.ends_with("\nsomeone's note\nv2 game of a later version\nv1 game torn\n"));
    CHECK(rest.find("Toy") == std::string::npos);
    const auto again = store.take(); // the next start
    CHECK(again.games == 0);
    CHECK_MESSAGE(again.problem.starts_with(place), again.problem);
    CHECK(store.text() == rest);
    store.add({"c"});
    CHECK(store.take().games == 1);
    CHECK(store.text() == rest);
    CHECK(store.folder.files() == 1);
}

TEST_CASE("a line that a killed process has torn spoils no other line") {
    for (const std::size_t missing : {std::size_t{2}, std::size_t{40}, std::size_t{100}}) {
        CAPTURE(missing);
        const auto tear = [missing](const Store& store) {
            const std::string text = store.text();
            store.folder.write("learn.db.waiting", text.substr(0, text.size() - missing));
        };
        Store last;
        last.add({"a", "b"});
        tear(last);
        const auto taken = last.take();
        CHECK(taken.games == 1);
        CHECK(taken.problem.find(":2: ") != std::string::npos);

        Store followed;
        followed.add({"a", "b"});
        tear(followed);
        followed.add({"c"});
        CHECK(followed.take(1).has_more);
        CHECK(followed.file.look().games == 1);
        CHECK(followed.take().games == 1);
        CHECK(followed.opponents == Names{"a", "c"});

        Store marked; // what is done is noted after the torn line
        marked.add({"a", "b", "c"});
        tear(marked);
        CHECK(marked.take(1).games == 1);
        CHECK(WaitingFile(marked.path).look().games == 1);

        Store read_before; // others follow
        read_before.add({"a", "b"});
        tear(read_before);
        CHECK(read_before.file.take_in(0, read_before.record()).value().has_more);
        read_before.add({"c"});
        read_before.folder.write("learn.db.waiting", read_before.text() + "x\n");
        CHECK(read_before.take(1).has_more);
        const auto rest = read_before.take();
        CHECK(rest.games == 1);
        CHECK(rest.problem.find("with 1 line like it") != std::string::npos);
    }
}

TEST_CASE("a line that lacks nothing but its end is whole") {
    Store store;
    store.add({"a", "b"});
    const std::string whole = store.text();
    store.folder.write("learn.db.waiting", whole.substr(0, whole.size() - 1));
    CHECK(store.take(1).has_more);
    CHECK(store.take(1).problem.empty());
    CHECK(store.opponents == Names{"a", "b"});
    CHECK(!store.file.exists());
}

TEST_CASE("a game that is in the file twice counts once") {
    Store store;
    store.add({"a", "b"});
    const std::string text = store.text();
    store.folder.write("learn.db.waiting", text + text);
    CHECK(store.take(1).has_more);
    CHECK(!store.take().has_more);
    CHECK(store.opponents == Names{"a", "b"});
    CHECK(!store.file.exists());
}

TEST_CASE("a file of megabytes is read in steps before the first game is taken") {
    Store store;
    std::string text;
    while (text.size() < (5U << 20U) / 2)
        text += "# " + std::string(1000, 'x') + "\n";
    store.folder.write("learn.db.waiting", text);
    store.add({"a"});
    int steps = 1;
    for (; store.take().has_more; ++steps)
        CHECK(store.opponents.empty());
    CHECK(steps == 3);
    CHECK(store.opponents == Names{"a"});
    CHECK(!store.file.exists());
}

TEST_CASE("a line that is longer than a step is one line") {
    Store store;
    store.folder.write("learn.db.waiting", std::string(3U << 20U, 'x') + "\n");
    store.add({"a"});
    book::TakenIn taken = store.take();
    for (int steps = 0; taken.has_more && steps < 9; ++steps)
        taken = store.take();
    CHECK(store.opponents == Names{"a"});
    CHECK(taken.problem.find(":2: ") != std::string::npos);
    CHECK(store.text().size() > (3U << 20U));
}

TEST_CASE("a file that another process has locked is busy, for adding and for taking") {
    Store store;
    store.add({"a"});
    {
        const auto other = io::open_locked_file(store.folder / "learn.db.waiting", store.path,
                                                io::MakeLockedFile::Never, 0ms);
        REQUIRE(other.value().file);
        const auto added = store.file.add({game("b")}, 0ms);
        REQUIRE_FALSE(added.has_value());
        CHECK(store.file.was_busy());
        CHECK(added.error().message ==
              to_text(store.folder / "learn.db.waiting") + ": is in use by another process");
        CHECK(!store.file.take_in(9, store.record()).has_value());
        CHECK(store.file.was_busy());
    }
    store.add({"b"});
    CHECK(store.take().games == 2);
}

TEST_CASE("the last games of a process go into a spare file if the file is busy") {
    Store store;
    store.add({"a"});
    const fs::path other_file = store.folder / "learn.db.waiting-notes of mine";
    store.folder.write("learn.db.waiting-notes of mine", "mine");
    std::string spare;
    {
        const auto busy = io::open_locked_file(store.folder / "learn.db.waiting", store.path,
                                               io::MakeLockedFile::Never, 0ms);
        REQUIRE(busy.value().file);
        for (const std::string name : {"b", "c"}) {
            const auto added = store.file.add({game(name)}, 1ms);
            REQUIRE(added.has_value());
            CHECK(!store.file.was_busy());
            spare = *added;
        }
        CHECK(spare.find("learn.db.waiting-") != std::string::npos);
        CHECK(store.file.look().games == 3);
        CHECK(!store.file.take_in(9, store.record()).has_value());
    }
    SUBCASE("and are taken in like the others") {
        CHECK(store.take().games == 3);
        CHECK(Names(store.opponents.begin(), store.opponents.begin() + 1) == Names{"a"});
    }
    SUBCASE("and are copied like the others") {
        const auto copied = WaitingFile(store.path).copy(9).value();
        CHECK(copied.size() == 3);
        CHECK(store.take().games == 3);
    }
    SUBCASE("also once if a process was killed when it had moved them") {
        const std::string text = store.folder.read(to_text(to_path(spare).filename()));
        CHECK(WaitingFile(store.path).copy(9).value().size() == 3);
        store.folder.write(to_text(to_path(spare).filename()), text);
        CHECK(store.take().games == 3);
    }
    SUBCASE("without another file") {
        fs::remove(store.folder / "learn.db.waiting");
        CHECK(store.file.exists());
        CHECK(store.take().games == 2);
    }
    CHECK(!store.file.exists());
    CHECK(fs::exists(other_file));
    CHECK(store.folder.files() == 1);
}

TEST_CASE("games are not added to a file of 16 MiB, and a file that is far larger is not read") {
    Store store;
    store.add({"a"});
    fs::resize_file(store.folder / "learn.db.waiting", (16U << 20U) - 10);
    const auto added = store.file.add({game("b")}, 0ms);
    REQUIRE_FALSE(added.has_value());
    CHECK(!store.file.was_busy());
    CHECK(added.error().message.ends_with(": is full"));
    fs::resize_file(store.folder / "learn.db.waiting", 100U << 20U);
    const auto taken = store.file.take_in(9, store.record());
    REQUIRE_FALSE(taken.has_value());
    CHECK(taken.error().message.ends_with(": is larger than any that polyglot makes"));
    CHECK(store.file.look().games == 1);
}

TEST_CASE("no game is lost or handed over twice when threads add and take at the same time") {
    Store store;
    constexpr int threads = 4;
    constexpr int games = 100;
    std::array<std::vector<std::string>, threads> taken;
    std::array<int, threads> failures{};
    std::vector<std::thread> running;
    for (std::size_t i = 0; i < threads; ++i) {
        running.emplace_back([&, i] {
            WaitingFile file(store.path);
            for (int n = 0; n < games; ++n)
                if (!file.add({game(std::to_string(i) + "." + std::to_string(n))},
                              std::chrono::minutes(1)))
                    ++failures[i];
        });
        running.emplace_back([&, i] {
            WaitingFile file(store.path);
            for (int steps = 0; steps < 200; ++steps)
                static_cast<void>(file.take_in(
                    3, [&](const io::WaitingGame& waiting, const io::WaitingProgress&) {
                        taken[i].push_back(waiting.game.opponent);
                        return Result<std::size_t>(1);
                    }));
        });
    }
    for (std::thread& thread : running)
        thread.join();
    CHECK(failures == std::array<int, threads>{});
    while (store.take().has_more) {
    }
    std::multiset<std::string> all(store.opponents.begin(), store.opponents.end());
    for (const auto& names : taken)
        all.insert(names.begin(), names.end());
    CHECK(all.size() == threads * games);
    CHECK(std::set<std::string>(all.begin(), all.end()).size() == threads * games);
    CHECK(store.folder.files() == 0);
}
