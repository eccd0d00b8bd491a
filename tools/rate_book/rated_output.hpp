// Writes a rated book: a copy with its changes and an undo file, or a book with the values.
#pragma once
#include "core/book/format.hpp"
#include "core/result.hpp"
#include "tools/rate_book/options.hpp"
#include "tools/rate_book/report.hpp"

#include <functional>
#include <iosfwd>
#include <string>

namespace polyglot::tools {

// Returns whether a file of this format is written as a copy of the book, by edits.
bool is_edited_copy(const book::FormatInfo& format, BookTarget target);

// Returns an error if the book cannot be changed in this way. A book whose numbers are no weights
// of 16 bits (Arena) keeps them.
Result<void> check_rated_output(const RateOptions& options, const book::FormatInfo& format);

// Opens the files that the command will write (books, undo files of copies, the page) and removes
// them again. Returns an error if one cannot be written, or is also another of them or an input.
Result<void> try_output_files(const RateOptions& options, const book::FormatInfo& format);

// Writes one output of the command. keep_on is called from time to time and ends the work. out
// receives a line about the file, and err what else went wrong.
Result<void> write_rated_book(const RateOptions& options, const RatingReport& report,
                              const book::FormatInfo& format,
                              const std::pair<std::string, BookTarget>& output,
                              const std::function<bool()>& keep_on, std::ostream& out,
                              std::ostream& err);

} // namespace polyglot::tools
