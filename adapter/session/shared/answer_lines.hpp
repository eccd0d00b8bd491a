// The answers of the world outside (books, their files, the store of results) as lines of the log,
// without "? ": one table for both directions. answers.cpp writes them, a replay reads them
// (adapter/replay/world.cpp). docs/log.md describes them for users.
//
// file "PATH" SIZE IDENTITY MODIFIED, or none                         FileAnswer
// open "PATH" NUMBER [but WHY IT PLAYS NO MOVE], or failed WHY        OpenAnswer
// book NUMBER PLACE: ENTRIES, knows, or refuses WHY                   BookLine
// results WORD TEXT                                                   StoreAnswer
// results PLACE: ENTRIES                                              LearntLine
#pragma once
#include "core/book/book.hpp"
#include "core/book/book_stamp.hpp"
#include "core/book/learn_store.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polyglot::session {

// A book's file.
struct FileAnswer {
    std::string path;
    std::optional<book::BookStamp> stamp; // nullopt: there is no such file
};
struct OpenAnswer {
    std::string path;
    int number = 0;           // of the book, for the following lines; 0: it was not opened
    std::string problem = {}; // why it was not opened, or why it plays no move
};
// A book about a position.
struct BookLine {
    static constexpr std::string_view knows = "knows";      // the position, but no move
    static constexpr std::string_view refuses = "refuses "; // … for this reason

    int number = 0;
    std::string place; // place_of()
    std::string text;  // format_entries(), knows, or refuses and why
};
// The store of results. text: format_done() of what was done, the reason, or the warning.
struct StoreAnswer {
    enum class Word : std::uint8_t {
        Open,    // a store is in use from now on; text: a warning, or empty
        None,    // … no store; likewise
        Waiting, // games wait in the file beside the store that was opened
        Wrote,   // number of moves
        Kept,    // name of the file
        Took,    // book::TakenIn
        Forgot,  // book::Forgotten
        Busy,    // others keep the store busy
        Failed,
    } word;
    std::string text = {};
};
// A book's entries with the store's results.
struct LearntLine {
    std::string place;
    std::string text; // format_entries()
};

std::string format_answer(const FileAnswer& answer);
std::string format_answer(const OpenAnswer& answer);
std::string format_answer(const BookLine& answer);
std::string format_answer(const StoreAnswer& answer);
std::string format_answer(const LearntLine& answer);

// monostate: another answer (settings, the clock, the log).
using AnswerLine = std::variant<std::monostate, FileAnswer, OpenAnswer, BookLine, StoreAnswer, LearntLine>;
Result<AnswerLine> parse_answer(std::string_view line);

// What a store has done: moves written, the file that keeps games, games taken in, results
// forgotten.
std::string format_done(std::size_t moves);
std::string format_done(const std::string& file);
std::string format_done(const book::TakenIn& step);   // "4 moves=12 left-out=1 more"
std::string format_done(const book::Forgotten& step); // "3 locked=1 next=4096"
// The first two: a text of another form changes nothing. The steps: a number that is missing or unreadable is 0.
void parse_done(std::string_view text, std::size_t& moves);
void parse_done(std::string_view text, std::string& file);
void parse_done(std::string_view text, book::TakenIn& step);
void parse_done(std::string_view text, book::Forgotten& step);

// The position as answers name it: a FEN without its two counters, which no book looks at.
std::string place_of(const chess::Position& position);
// "e2e4 60 d2d4 40 n=3 s=5": moves, weights, and what else is known of them. Castling is king takes
// rook.
std::string format_entries(const std::vector<book::Entry>& entries);
// Returns nullopt if it is not such a list, or a move is not legal there.
std::optional<std::vector<book::Entry>> parse_entries(const chess::Position& position, std::string_view text);

} // namespace polyglot::session
