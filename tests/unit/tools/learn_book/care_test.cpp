// learn-book where something is in its way: its own files as outputs, slow and broken inputs,
// outputs that take nothing.
#include "tests/unit/tools/learn_book/learn_book_support.hpp"
#include "tools/common/flush_output.hpp"
#include "tools/learning/csv.hpp"

#include <functional>
#include <istream>
#include <ostream>
#include <streambuf>

namespace polyglot::tools {
namespace {

constexpr std::string_view head = "key,move,engine,opponent,games,half_points,first,last\n";
constexpr std::string_view line = "0x463b96181691fc9c,e2e4,a,b,1,2,2024-01-01,2024-01-01\n";

// Supplies the text a byte at a time; before the last byte it runs `work`, and after it fails like
// a broken disk.
class Slow final : public std::streambuf {
  public:
    Slow(std::string text, std::function<void()> work, bool breaks)
        : text_(std::move(text)), work_(std::move(work)), breaks_(breaks) {}

  protected:
    int_type underflow() override {
        if (at_ == text_.size()) {
            if (breaks_) throw std::ios_base::failure("disk");
            return traits_type::eof();
        }
        if (at_ + 1 == text_.size() && work_) work_();
        setg(&text_[at_], &text_[at_], &text_[at_] + 1);
        ++at_;
        return traits_type::to_int_type(text_[at_ - 1]);
    }

  private:
    std::string text_;
    std::function<void()> work_;
    bool breaks_ = false;
    std::size_t at_ = 0;
};

// A disk that is full.
class Full final : public std::streambuf {};

Ran run_on(const std::vector<std::string>& words, std::streambuf& input) {
    const std::vector<std::string_view> args(words.begin(), words.end());
    std::istream in(&input);
    std::ostringstream out;
    std::ostringstream err;
    const int status = run_learn_book(args, in, out, err);
    return {status, out.str(), err.str()};
}

Ran run_into_full_disk(const std::vector<std::string>& words) {
    const std::vector<std::string_view> args(words.begin(), words.end());
    std::istringstream in;
    Full full;
    std::ostream out(&full);
    std::ostringstream err;
    const int status = flush_output(out, err, run_learn_book(args, in, out, err));
    return {status, "", err.str()};
}

// An adapter that has ended a game while we are at work.
Result<std::size_t> learn_meanwhile(const std::string& store) {
    const auto db = LearnDb::open(store, LearnDb::Access::Create);
    if (!db) return db.error();
    book::LearntGame game;
    game.engine = "adapter";
    game.moves.push_back({after(""), chess::parse_uci_move(after(""), "d2d4").value()});
    return (*db)->record(game);
}

} // namespace

TEST_CASE("learn-book: no output replaces an input") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.bin"; // such a name is allowed
    const std::string book = directory / "book.bin";
    const std::vector<LearnRow> rows = {row("", "e2e4", 3, 5)};
    fill(store, rows);
    write(book, book_of({{"", "e2e4"}}));
    std::error_code not_allowed; // on Windows, to most users
    fs::create_symlink("learn.bin", directory / "link.db", not_allowed);
    if (not_allowed) fs::create_hard_link(store, directory / "link.db");
    fs::create_hard_link(store, directory / "hard.db");
    fs::create_directory(directory / "sub");
    for (const char* const to : {"link.db", "hard.db", "learn.bin-wal", "learn.bin-shm",
                                 "learn.bin-journal", "sub/../learn.bin-journal"}) {
        CAPTURE(to);
        check_error({"-export", directory / to, "-store", store}, 1, "is an input of this command");
        CHECK(rows_of(store) == rows);
    }
    if (!not_allowed)
        check_error({"-export", directory / "learn.bin-wal", "-store", directory / "link.db"}, 1,
                    "is an input of this command");
    check_error({"-export", store, "-book", book, "-store", store}, 1,
                "learn.bin: is an input of this command");
    check_error({"-export", book, "-book", book, "-store", store}, 1,
                "book.bin: is an input of this command");
    check_error({"-convert", "-bin", book, "-out", directory / "sub/../book.bin"}, 1,
                "is an input of this command");
    CHECK(rows_of(store) == rows);
    CHECK(read(book) == book_of({{"", "e2e4"}}));
    CHECK(run({"-export", directory / "learn.bin-2", "-store", store}).status == 0);
}

TEST_CASE("learn-book -merge: a store that is given twice") {
    const TemporaryDirectory directory;
    fill(directory / "a.db", {row("", "e2e4", 3, 5)});
    fill(directory / "b.db", {row("", "e2e4", 1, 1)});
    fs::create_directory(directory / "sub");
    check_error({"-merge", directory / "a.db", directory / "b.db", directory / "sub/../a.db",
                 "-store", directory / "c.db"},
                1, to_text(to_path("sub/../a.db")) + ": is given twice");
    CHECK_FALSE(fs::exists(directory / "c.db"));
}

TEST_CASE("learn-book -import, -replay: adapters learn while the input comes") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    write(directory / "book.bin", book_of({{"", "e2e4"}}));
    fill(store, {});
    const auto meanwhile = [&] {
        const auto learnt = learn_meanwhile(store);
        CHECK_MESSAGE(learnt.has_value(), (learnt ? "" : learnt.error().message));
    };
    Slow table(std::string(head).append(line), meanwhile, false);
    CHECK(run_on({"-import", "-", "-store", store}, table).out == "1 result added\n");
    Slow games("1. e4 1-0\n\n1. e4 0-1\n", meanwhile, false);
    CHECK(
        run_on({"-replay", "-", "-book", directory / "book.bin", "-store", store}, games).status ==
        0);
    const auto rows = rows_of(store);
    REQUIRE(rows.size() == 3); // a's e2e4, that of players without a name, and the adapter's
    CHECK(rows[0].engine == "adapter");
    CHECK(rows[0].games == 2);
    CHECK(rows[1].games == 2);
    CHECK(rows[2].games == 1);
}

TEST_CASE("learn-book: an input that breaks off is an error, and nothing is added") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    write(directory / "book.bin", book_of({{"", "e2e4"}}));
    fill(store, {});
    Slow table(std::string(head).append(line), {}, true);
    const Ran imported = run_on({"-import", "-", "-store", store}, table);
    CHECK(imported.status == 1);
    CHECK(imported.err == "standard input: cannot be read to its end\n");
    Slow games("1. e4 1-0\n\n1. e4 0-1\n", {}, true);
    const Ran replayed =
        run_on({"-replay", "-", "-book", directory / "book.bin", "-store", store}, games);
    CHECK(replayed.status == 1);
    CHECK(replayed.err == "standard input: cannot be read to its end\n");
    CHECK(rows_of(store).empty());
}

TEST_CASE("learn-book -replay: the day of a game") {
    const TemporaryDirectory directory;
    write(directory / "book.bin", book_of({{"", "e2e4"}}));
    int number = 0;
    const auto check_day = [&](const std::string& tags, std::int32_t wanted) {
        CAPTURE(tags);
        const std::string store = directory / std::to_string(number++);
        CHECK(run({"-replay", "-", "-book", directory / "book.bin", "-store", store},
                  tags + "\n1. e4 1-0\n")
                  .status == 0);
        const auto rows = rows_of(store);
        REQUIRE(rows.size() == 1);
        CHECK(rows[0].first_day == wanted);
        CHECK(rows[0].last_day == wanted);
    };
    const auto iso = [](std::string_view text) { return parse_day(text).value(); };
    check_day("[Date \"1992.05.06\"]\n", iso("1992-05-06"));
    check_day("[Date \"1992.05.??\"]\n", iso("1992-05-01"));
    check_day("[Date \"1992.??.??\"]\n", iso("1992-01-01"));
    check_day("[Date \"1992.02.31\"]\n", iso("1992-02-01"));
    check_day("[Date \"1992.??.07\"]\n", iso("1992-01-01"));
    check_day("[Date \"1992.13.07\"]\n", iso("1992-01-01"));
    check_day("[Date \"1992\"]\n", iso("1992-01-01"));
    check_day("[Date \"1992.1.7\"]\n", iso("1992-01-01"));
    check_day("[Date \"????.??.??\"]\n[UTCDate \"2001.02.03\"]\n", iso("2001-02-03"));
    check_day("[EventDate \"2002.02.??\"]\n[UTCDate \"????.??.??\"]\n", iso("2002-02-01"));
    const std::int32_t today = io::today_by_system_clock();
    for (const char* const date :
         {"????.??.??", "????.05.06", "", "?", "-", "0000.01.01", "06.05.1992", "19920506"})
        check_day("[Date \"" + std::string(date) + "\"]\n", today);
    check_day("", today);
}

TEST_CASE("learn-book: an output that takes nothing") {
    const TemporaryDirectory directory;
    const std::string store = directory / "learn.db";
    fill(directory / "a.db", {row("", "e2e4", 3, 5)});
    fill(store, {});
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"-show"}, {"-show", "-csv"}, {"-show", "-min-games", "9"}, {"-export", "-"}}) {
        std::vector<std::string> all = {"-store", directory / "a.db"};
        all.insert(all.end(), words.begin(), words.end());
        const Ran ran = run_into_full_disk(all);
        CHECK(ran.status == 1);
        CHECK(ran.err.ends_with("polyglot: standard output cannot be written\n"));
    }
    // What has been done is said, lest it be done twice.
    const Ran merged = run_into_full_disk({"-store", store, "-merge", directory / "a.db"});
    CHECK(merged.status == 1);
    CHECK(merged.err == "1 result of 1 store added\npolyglot: standard output cannot be written\n");
}

TEST_CASE("learn-book -reset -bin: learn fields that are not results") {
    const TemporaryDirectory directory;
    const std::string book = directory / "book.bin";
    std::vector<BookMove> moves;
    for (const std::string_view move :
         {"a2a3", "a2a4", "b2b3", "b2b4", "c2c3", "c2c4", "d2d3", "d2d4", "e2e3", "e2e4", "f2f3",
          "f2f4", "g2g3", "g2g4", "h2h3", "h2h4"})
        moves.push_back({"", move, 1, static_cast<std::uint16_t>(40'000 + moves.size())});
    write(book, book_of(moves));
    check_error({"-reset", "-bin", book}, 1, "-convert -out makes a copy");
    // Not one of our options
    CHECK(run({"-reset", "-bin", book}).err.find("BookLearn") == std::string::npos);
    CHECK(read(book) == book_of(moves));
}

} // namespace polyglot::tools
