// A server that does not exist. With a real one: tests/e2e/test_learn_server.py.
#include "core/chess/uci_move.hpp"
#include "storage/postgres/postgres_library.hpp"
#include "storage/stores/learn_db.hpp"
#include "storage/stores/server_store.hpp"
#include "storage/stores/waiting_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::io {
namespace {

constexpr const char* nobody = "postgresql://me@127.0.0.1:1/learn"; // a port that no server has

book::LearntGame game() {
    const auto& start = chess::Position::start();
    return {{{start, chess::parse_uci_move(start, "e2e4").value()}}, 2, "Toy", "Tiger"};
}

} // namespace

TEST_CASE("a server that is away keeps no call, and the game waits in a file") {
    test::Folder folder;
    const auto opened = open_server_store(nobody, folder / "");
    if (!PostgresLibrary::get()) {
        CHECK(opened.error().message == PostgresLibrary::get().error().message);
        MESSAGE("libpq is not installed");
        return;
    }
    REQUIRE(opened.has_value());
    book::LearnStore& store = **opened;
    store.set_patience(std::chrono::milliseconds(0));
    std::vector<book::Entry> entries = {{game().moves[0].move, 5, 7, 7, 7}};
    store.recall(chess::Position::start(), {}, entries);
    CHECK(entries[0].learn_count == 0);
    CHECK_FALSE(store.record(game()).has_value());
    CHECK(store.may_try_again());
    REQUIRE(store.keep({game()}).has_value());
    CHECK(store.has_kept());
    store.set_patience(std::chrono::seconds(60));
    auto taken = store.take_in(9);
    // On a busy machine the port may be refused later than the store waits for a silent server.
    for (int i = 0; i < 600 && !taken && taken.error().message.ends_with("has not answered yet");
         ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        taken = store.take_in(9);
    }
    REQUIRE_FALSE(taken.has_value());
    CHECK(store.may_try_again());
    CHECK(taken.error().message.starts_with(nobody));
    CHECK_FALSE(store.is_asking()); // it is known to be away
    CHECK_FALSE(store.forget({}, 0).has_value());
    CHECK(WaitingFile(place_of_server(nobody, folder / "")).look().games == 1);
}

TEST_CASE("a server is refused where no game can wait for it") {
    if (!PostgresLibrary::get()) return;
    test::Folder folder;
    const auto opened = open_server_store(nobody, folder / "none");
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().message.ends_with("none: no file can be made there, in which games wait "
                                           "for the server"));
}

TEST_CASE("a server is named by an address without a password") {
    const auto opened =
        LearnDb::open("postgresql://me:secret@127.0.0.1:1/learn", LearnDb::Access::Read);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().message.find("secret") == std::string::npos);
}

} // namespace polyglot::io
