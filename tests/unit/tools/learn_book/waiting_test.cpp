// learn-book and the games that wait in the file beside a store or a book.
#include "storage/files/shared_file.hpp"
#include "storage/stores/learn_store.hpp"
#include "storage/stores/sqlite.hpp"
#include "tests/unit/tools/learn_book/learn_book_support.hpp"

#include <memory>

namespace polyglot::tools {
namespace {

book::LearntGame game_of(std::string_view opponent) {
    book::LearntGame game;
    game.engine = "Toy";
    game.opponent = opponent;
    game.half_points = 2;
    for (const std::string_view moves : {"", "e2e4 e7e5"})
        game.moves.push_back(
            {after(moves),
             chess::parse_uci_move(after(moves), moves.empty() ? "e2e4" : "g1f3").value()});
    return game;
}

void keep(const Result<std::shared_ptr<book::LearnStore>>& store) {
    REQUIRE(store.has_value());
    REQUIRE((*store)->keep({game_of("Fruit"), game_of("Toga")}).has_value());
}

} // namespace

TEST_CASE(
    "learn-book: games that wait for a store are in it before it is shown, exported or reset") {
    for (const std::vector<std::string>& action :
         {std::vector<std::string>{"-show", "-csv"}, {"-export", "-"}, {"-reset"}}) {
        CAPTURE(action[0]);
        const TemporaryDirectory directory;
        const std::string store = directory / "learn.db";
        keep(io::open_learn_db(store));
        std::vector<std::string> words{store};
        words.insert(words.end(), action.begin(), action.end());
        const Ran ran = run(words);
        CHECK(ran.status == 0);
        CHECK(ran.err ==
              store + ": the results of 2 games that had waited in a file are added, 4 moves\n");
        CHECK_MESSAGE(ran.out.find(action[0] == "-reset" ? "results of 2 moves forgotten"
                                                         : "Toy") != std::string::npos,
                      ran.out);
        CHECK(!fs::exists(store + ".waiting"));
        CHECK(rows_of(store).size() == (action[0] == "-reset" ? 0 : 4));
    }
}

TEST_CASE("learn-book: games that wait for a book are in its learn fields before these are shown") {
    const TemporaryDirectory directory;
    const std::string book = directory / "book.bin";
    write(book, book_of({{"", "e2e4"}, {"", "d2d4", 1, 2}}));
    keep(io::open_learn_fields(book, false));
    const Ran ran = run({book, "-show", "-csv"});
    CHECK(ran.status == 0);
    CHECK(ran.err == book + ": the results of 2 games that had waited in a file are added, "
                            "2 moves; 2 other moves not in "
                            "the book\n");
    CHECK(read(book) == book_of({{"", "e2e4", 2, 4}, {"", "d2d4", 1, 2}}));
    CHECK(!fs::exists(book + ".waiting"));
}

TEST_CASE("learn-book: games that cannot be written are mentioned, and what there is is shown") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    write(store, "");
    keep(io::open_learn_db(store));
    write(store + ".waiting", read(store + ".waiting") + "a note\n");
    auto other = io::Sqlite::open(store, io::Sqlite::Access::Write);
    REQUIRE(other.has_value());
    REQUIRE(other->execute("BEGIN IMMEDIATE").has_value());
    const Ran busy = run({store, "-show"});
    CHECK(busy.status == 0);
    CHECK(busy.out == "no results\n");
    CHECK_MESSAGE(busy.err.starts_with("2 games wait in " + store +
                                       ".waiting, beside 1 line that is not a game: "),
                  busy.err);
    CHECK(busy.err.find("in use by another process") != std::string::npos);
    REQUIRE(other->execute("ROLLBACK").has_value());
    const Ran free = run({store, "-show"});
    CHECK(free.out.find("Toy") != std::string::npos);
    CHECK_MESSAGE(free.err.find(store + ".waiting:2: is not a game") != std::string::npos,
                  free.err);
    CHECK(read(store + ".waiting").ends_with("\na note\n"));
}

TEST_CASE("learn-book: a store that was deleted is not made again to take games in, unless "
          "something is written to it") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    keep(io::open_learn_db(store));
    for (const char* const suffix : {"", "-wal", "-shm"})
        fs::remove(store + suffix);
    const Ran shown = run({store, "-show"});
    CHECK(shown.status == 1);
    CHECK_MESSAGE(shown.err.starts_with("2 games wait in " + store + ".waiting\n"), shown.err);
    CHECK(!fs::exists(store));
}

TEST_CASE("learn-book: games that wait for a store which is only read are mentioned") {
    const TemporaryDirectory directory;
    const std::string from = directory / "from.db";
    keep(io::open_learn_db(from));
    const Ran ran = run({directory / "all.db", "-merge", from});
    CHECK(ran.status == 0);
    CHECK(ran.err == "2 games wait in " + from +
                         ".waiting, which are not added; polyglot learn-book " + from +
                         " -show takes them in\n");
    CHECK(fs::exists(from + ".waiting"));
}

TEST_CASE("check-config: games that wait are mentioned with the place of results") {
    const TemporaryDirectory directory;
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_file = directory / "book.bin";
    write(settings.book_file, book_of({{"", "e2e4"}}));
    keep(io::open_learn_fields(settings.book_file, false));
    CHECK(io::find_learn_store(settings, fs::current_path()).value() ==
          "the learn fields of " + settings.book_file + " (2 games wait in " + settings.book_file +
              ".waiting)");
    settings.book_learn_file = directory / "learn.db";
    keep(io::open_learn_db(settings.book_learn_file));
    CHECK(io::find_learn_store(settings, fs::current_path()).value() ==
          settings.book_learn_file + " (2 games wait in " + settings.book_learn_file + ".waiting)");
    write(settings.book_learn_file, "something else");
    CHECK(io::find_learn_store(settings, fs::current_path())
              .error()
              .message.ends_with("; 2 games wait in " + settings.book_learn_file + ".waiting"));
}

} // namespace polyglot::tools
