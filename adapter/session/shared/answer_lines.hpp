// The answers of books, their files and the store of results as lines of the log, without "? ". The
// same structs serve both directions: answers.cpp writes them, a replay reads them
// (adapter/replay/world.cpp). docs/log.md describes the lines for users.
//
// file "PATH" SIZE IDENTITY MODIFIED, or none                         FileAnswer
// open "PATH" NUMBER [but WHY IT PLAYS NO MOVE], or failed WHY        OpenAnswer
// book NUMBER PLACE: ENTRIES, knows, or refuses WHY                   BookLine
// book NUMBER VARIANT PLACE: ENTRIES                                  BookLine
// book NUMBER variant: the one that it states                         BookLine
// book NUMBER variant VARIANT: refuses WHY, or empty                  BookLine
// results WORD TEXT                                                   StoreAnswer
// results PLACE: ENTRIES                                              LearntLine
#pragma once
#include "core/book/book.hpp"
#include "core/book/book_stamp.hpp"
#include "core/book/learn_store.hpp"
#include "core/chess/variants/position.hpp"
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
    std::optional<book::BookStamp> stamp; // nullopt if there is no such file
};
struct OpenAnswer {
    std::string path;
    int number = 0;           // of the book in the following lines; 0 if it was not opened
    std::string problem = {}; // why it was not opened, or why it plays no move
};
// Holds what a book has about a position.
struct BookLine {
    static constexpr std::string_view knows = "knows";      // the position, but no move
    static constexpr std::string_view refuses = "refuses "; // … for this reason

    static constexpr std::string_view variant = "variant"; // the place of what it states

    int number = 0;
    std::string place; // place_of()
    std::string text;  // format_entries(), knows, or refuses and the reason
};
// The store of results. text has what was done (format_done()), a reason, or a warning.
struct StoreAnswer {
    enum class Word : std::uint8_t {
        Open,    // a store is in use from now on; text is a warning or empty
        None,    // no store is in use from now on; text is a warning or empty
        Waiting, // games wait in the file beside the store that was opened
        Asking,  // results of a position are on their way
        Wrote,   // number of moves
        Kept,    // name of the file
        Took,    // book::TakenIn
        Forgot,  // book::Forgotten
        Busy,    // other programs keep the store busy
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

// monostate stands for any other answer: settings, the clock, the log.
using AnswerLine =
    std::variant<std::monostate, FileAnswer, OpenAnswer, BookLine, StoreAnswer, LearntLine>;
Result<AnswerLine> parse_answer(std::string_view line);

// Formats what a store has done: moves written, the file that keeps the games, games taken in,
// results forgotten.
std::string format_done(std::size_t moves);
std::string format_done(const std::string& file);
std::string format_done(const book::TakenIn& step);   // "4 moves=12 left-out=1 more"
std::string format_done(const book::Forgotten& step); // "3 locked=1 next=4096"
// The inverse of format_done(). The first two change nothing if the text has another form; the
// steps read a missing or invalid number as 0.
void parse_done(std::string_view text, std::size_t& moves);
void parse_done(std::string_view text, std::string& file);
void parse_done(std::string_view text, book::TakenIn& step);
void parse_done(std::string_view text, book::Forgotten& step);

// The name of a position in answers: its FEN without the two counters, which no book uses.
std::string place_of(const chess::Position& position);
// The same of a variant: its name, a blank and the FEN.
std::string place_of(const chess::VariantPosition& position);
// "e2e4 60 d2d4 40 n=3 s=5": moves, weights, and further fields that are not 0. Castling is written
// as king takes rook.
std::string format_entries(const std::vector<book::Entry>& entries);
// The same of a variant, with moves as in BookGame, and 0000 for one that is not legal.
std::string format_variant_entries(const std::vector<book::Entry>& entries);
std::optional<std::vector<book::Entry>>
parse_variant_entries(const chess::VariantPosition& position, std::string_view text);
// Returns nullopt if the text is not such a list, or a move is illegal in the position.
std::optional<std::vector<book::Entry>> parse_entries(const chess::Position& position,
                                                      std::string_view text);

} // namespace polyglot::session
