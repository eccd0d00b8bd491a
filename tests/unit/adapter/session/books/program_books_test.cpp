// The rules of books that are programs: what they are asked, and what becomes of one that fails.
#include "adapter/session/books/program_books.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::session {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

// Keeps what the programs are sent, "2 start openings", and what the user is told.
class Recorder final : public ProgramContext {
  public:
    std::chrono::steady_clock::time_point now() const override { return time; }
    void note(std::string_view) override {}
    void warn(std::string text) override { lines_.push_back("warn " + text); }
    void start_program(int number, const std::string& command) override {
        lines_.push_back(std::to_string(number) + " start " + command);
    }
    void to_program(int number, std::string_view) override {
        lines_.push_back(std::to_string(number) + " asked");
    }
    void stop_program(int number) override { lines_.push_back(std::to_string(number) + " stop"); }
    Lines take() { return std::exchange(lines_, {}); }

    std::chrono::steady_clock::time_point time{};

  private:
    Lines lines_;
};

// One program, whose questions are about as many positions as a test wants.
struct Table {
    ProgramBooks programs;
    Recorder context;
    BookOpener open = programs.around({});
    std::shared_ptr<ProgramBook> book = opened("|one");

    explicit Table(bool starts = true) {
        if (starts) programs.on_books_changed(context);
        context.take();
    }
    std::shared_ptr<ProgramBook> opened(const std::string& path) {
        auto whole = open(path);
        REQUIRE(whole.has_value());
        return std::const_pointer_cast<ProgramBook>(whole->program);
    }
    // A position of its own for each number.
    static chess::Game game(int number) {
        const int file = number % 8, rank = 1 + number / 8 % 6;
        std::string board;
        for (int r = 7; r >= 0; --r) {
            std::string row(8, '1');
            if (r == 7) row[7] = 'k';
            if (r == 0) row[0] = 'K';
            if (r == rank) row[static_cast<std::size_t>(file)] = 'N';
            board += row + (r > 0 ? "/" : "");
        }
        return chess::Game(chess::parse_fen(board + " w - - 0 1").value());
    }
    bool ask(int number, std::chrono::milliseconds waited = 0ms) {
        const chess::Game asked = game(number);
        return programs.ask(*book, {.game = asked}, {.timeout = 500ms, .waited = waited}, context);
    }
    void says(const std::string& line) { programs.on_line(1, line, context); }
    void answers(int id) { says("{\"id\":" + std::to_string(id) + ",\"moves\":[]}"); }
    void pass_deadline() {
        context.time = *programs.deadline();
        programs.on_timeout(context);
    }
    std::chrono::milliseconds pause() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(*programs.deadline() -
                                                                     context.time);
    }
};

} // namespace

TEST_CASE("book programs: sections with one command share a program, others have their own") {
    Table table;
    CHECK(table.opened("|one") == table.book);
    const auto other = table.opened("|two");
    CHECK(other != table.book);
    table.programs.on_books_changed(table.context);
    CHECK(table.context.take() == Lines{"2 start |two"});
    table.programs.on_books_changed(table.context); // both run
    CHECK(table.context.take().empty());
    table.book.reset();
    table.programs.on_books_changed(table.context);
    CHECK(table.context.take() == Lines{"1 stop"});
    CHECK_FALSE(table.programs.runs(1));
    CHECK(table.programs.runs(2));
    CHECK_FALSE(table.open("a.bin").has_value()); // there are no files here
    CHECK_FALSE(table.open("|\"no end").has_value());
}

TEST_CASE("book programs: each position is asked once, as long as there is time") {
    Table table;
    CHECK(table.ask(1));
    CHECK(table.ask(1)); // still awaited
    CHECK(table.context.take() == Lines{"1 asked"});
    CHECK_FALSE(table.ask(2, 500ms)); // no time is left
    CHECK(table.ask(2, 499ms));
    CHECK(table.pause() == 1ms);
    table.pass_deadline();
    CHECK_FALSE(table.ask(2)); // it may answer for the next question
    CHECK(table.context.take() == Lines{"1 asked"});
    CHECK(table.pause() == 499ms); // of the first question
    table.answers(1);
    CHECK_FALSE(table.programs.deadline());
    const auto two = Table::game(2);
    CHECK_FALSE(table.book->has_answered(two));
    table.answers(2);
    CHECK(table.book->has_answered(two));
}

TEST_CASE("book programs: one that does not run is not asked, and its lines are not read") {
    Table table(false);
    CHECK_FALSE(table.ask(1));
    CHECK_FALSE(table.programs.deadline());
    table.programs.on_books_changed(table.context);
    CHECK(table.ask(1));
    table.programs.stop_all(table.context);
    CHECK(table.context.take() == Lines{"1 start |one", "1 asked", "1 stop"});
    CHECK_FALSE(table.programs.deadline());
    CHECK_FALSE(table.programs.runs(1));
    table.answers(1);
    CHECK_FALSE(table.book->has_answered(Table::game(1)));
    table.programs.on_ended(1, "exited with status 0", table.context);
    table.programs.stop_all(table.context);
    CHECK(table.context.take().empty());
    CHECK_FALSE(table.programs.deadline()); // it is not started again
}

TEST_CASE("book programs: at most 16 questions wait for one program") {
    Table table;
    for (int i = 1; i <= 16; ++i)
        CHECK(table.ask(i));
    CHECK_FALSE(table.ask(17));
    table.answers(3);
    CHECK(table.ask(17));
    CHECK_FALSE(table.ask(18));
}

TEST_CASE("book programs: the pauses double up to five minutes, and an answer in time ends that") {
    Table table;
    const auto end = [&table] {
        table.programs.on_ended(1, "exited with status 1", table.context);
        return table.pause();
    };
    for (const auto pause : {1s, 2s, 4s, 8s, 16s, 32s, 64s, 128s, 256s, 300s, 300s}) {
        CHECK(end() == pause);
        table.programs.on_books_changed(table.context); // does not start it before its time
        CHECK_FALSE(table.programs.runs(1));
        table.pass_deadline();
        CHECK(table.programs.runs(1));
    }
    CHECK(table.ask(1));
    table.pass_deadline();
    table.answers(1); // too late
    CHECK(end() == 300s);
    table.pass_deadline();
    CHECK(table.ask(2));
    table.answers(2);
    CHECK(end() == 1s);
    const Lines lines = table.context.take();
    CHECK(std::count(lines.begin(), lines.end(),
                     "warn book program 1 (|one) exited with status 1") == 1);
}

TEST_CASE("book programs: three questions in a row without an answer in time, and it is stopped") {
    Table table;
    const auto miss = [&table](int number) {
        CHECK(table.ask(number));
        table.pass_deadline();
        return table.programs.runs(1);
    };
    CHECK(miss(1));
    CHECK(miss(2));
    CHECK(table.ask(3));
    table.answers(3); // the row is broken
    CHECK(miss(4));
    table.answers(4); // too late: this breaks none
    CHECK(miss(5));
    CHECK_FALSE(miss(6));
    table.pass_deadline();
    REQUIRE(table.programs.runs(1));
    CHECK(miss(7)); // the new process begins without one
    CHECK(miss(8));
    CHECK_FALSE(miss(9));
}

TEST_CASE("book programs: a hundred lines in a row that answer no question are a flood") {
    Table table;
    const auto flood = [&table](int lines) {
        for (int i = 0; i < lines; ++i)
            table.says("hello");
        return !table.programs.runs(1);
    };
    CHECK_FALSE(flood(99));
    CHECK(table.ask(1));
    table.answers(1);
    CHECK_FALSE(flood(98));
    table.answers(1); // no question any more
    CHECK(table.programs.runs(1));
    CHECK(flood(1));
    table.pass_deadline();
    REQUIRE(table.programs.runs(1));
    CHECK_FALSE(flood(99));
}

TEST_CASE("book programs: each question of an earlier game may be answered once, for nothing") {
    Table table;
    CHECK(table.ask(1));
    CHECK(table.ask(2));
    table.programs.on_new_game();
    CHECK_FALSE(table.programs.deadline());
    CHECK(table.ask(1)); // by another id
    table.answers(3);
    CHECK(table.book->has_answered(Table::game(1)));
    for (const char* id : {"0", "4"}) // of no game
        table.says("{\"id\":" + std::string(id) + ",\"moves\":[]}");
    for (int i = 0; i < 4; ++i) // two more than there are questions
        table.answers(2);
    CHECK_FALSE(table.book->has_answered(Table::game(2)));
    for (int i = 0; i < 95; ++i)
        table.says("hello");
    CHECK(table.programs.runs(1));
    table.says("hello");
    CHECK_FALSE(table.programs.runs(1));
    table.pass_deadline();
    table.answers(2); // the new process has not been asked anything
    for (int i = 0; i < 98; ++i)
        table.says("hello");
    CHECK(table.programs.runs(1));
    table.says("hello");
    CHECK_FALSE(table.programs.runs(1));
}

TEST_CASE("book programs: a new process owes no answer to questions of an earlier game") {
    Table table;
    CHECK(table.ask(1));
    table.programs.on_new_game();
    for (int i = 0; i < 100; ++i)
        table.says("hello");
    CHECK_FALSE(table.programs.runs(1));
    table.pass_deadline();
    CHECK(table.programs.runs(1));
    for (int i = 0; i < 99; ++i)
        table.says("hello");
    CHECK(table.programs.runs(1));
    table.answers(1); // the hundredth line that answers nothing
    CHECK_FALSE(table.programs.runs(1));
}

TEST_CASE("program book: answers are about a position, whatever its counters, and are limited") {
    ProgramBook book;
    const auto at = [](std::string_view fen) { return chess::Game(chess::parse_fen(fen).value()); };
    const chess::Game game = at("7k/8/8/8/8/8/8/K7 w - - 0 1");
    book.add(program_place(game), {});
    CHECK(book.has_answered(game));
    CHECK(book.has_answered(at("7k/8/8/8/8/8/8/K7 w - - 9 1")));
    CHECK(book.has_answered(at("7k/8/8/8/8/8/8/K7 w - - 0 7")));
    CHECK_FALSE(book.has_answered(at("7k/8/8/8/8/8/8/K7 b - - 0 1")));
    for (int i = 1; i < 20'000; ++i)
        book.add(std::to_string(i), {});
    CHECK(book.has_answered(game));
    book.add("one more", {});
    CHECK_FALSE(book.has_answered(game));
}

} // namespace polyglot::session
