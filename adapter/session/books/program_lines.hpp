// The lines that are sent to a book that is a program, and its answers. docs/program-books.md
// describes them for its author. Test: program_lines_test.cpp.
#pragma once
#include "adapter/session/books/book_question.hpp"
#include "adapter/session/books/program_book.hpp"
#include "core/result.hpp"
#include "core/text/json.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// Returns the line without its '\n'. The time is the longest that is waited for the answer.
std::string format_program_question(std::int64_t id, const BookQuestion& question,
                                    std::chrono::milliseconds time);

struct ProgramLine {
    static constexpr std::size_t longest = 64 << 10; // bytes

    std::int64_t id = 0; // of the question
    std::string error;   // why the program has no answer; empty if it has one
    text::JsonValue moves;
};
Result<ProgramLine> parse_program_line(std::string_view line);

// Reads the moves of a line for this position. What cannot be used is left out, each with its
// reason.
ProgramAnswer read_program_moves(const text::JsonValue& moves, const BookGame& game,
                                 std::vector<std::string>& left_out);

} // namespace polyglot::session
