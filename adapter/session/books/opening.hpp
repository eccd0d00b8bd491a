// The functions by which the session opens books and looks at their files; the shell provides them.
#pragma once
#include "adapter/session/books/variant_source.hpp"
#include "core/book/book.hpp"
#include "core/book/book_stamp.hpp"
#include "core/result.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace polyglot::session {

class ProgramBook; // program_book.hpp

struct OpenedBook {
    std::shared_ptr<const book::Book> book;
    std::string description; // for the log: absolute path, entries, warnings
    std::string problem{};   // "PATH: why it plays no move"; empty if it may play some
    // What it has for variants; null: what the book's file has (variants_of()).
    std::shared_ptr<const VariantSource> variants{};
    std::shared_ptr<const ProgramBook> program{}; // null if it is a file
};
using BookOpener = std::function<Result<OpenedBook>(const std::string& path)>;
// Nullopt if there is no such file.
using BookStamper = std::function<std::optional<book::BookStamp>(const std::string& path)>;

} // namespace polyglot::session
