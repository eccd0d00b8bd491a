// Bytes as a book in CSV, JSON or PGN, as convert-book reads it: an error has its place, and what
// is read holds together.
#include "tests/fuzz/fuzz.hpp"
#include "tools/books/sources/table.hpp"

#include <algorithm>
#include <span>
#include <sstream>
#include <string>

namespace tools = polyglot::tools;
using polyglot::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(polyglot::fuzz::text_of(data, size));
    const auto format = tools::detect_text_format(
        std::as_bytes(std::span(text)).first(std::min<std::size_t>(size, 4096)));
    if (!format) return 0;
    std::istringstream in(text);
    const auto book = tools::TableBook::read(in, "book", *format);
    if (!book) {
        require(book.error().message.starts_with("book"), "an error has its place",
                book.error().message);
        return 0;
    }
    for (const tools::TableBook::Place& place : (*book)->places()) {
        require(!place.rows.empty(), "a position has rows");
        const auto found = (*book)->find(place.position);
        require(found.size() == place.rows.size(), "a position is found by its key");
        for (const tools::TableBook::Row& row : place.rows) {
            require(!row.entry.move || place.position.is_legal(row.entry.move), "a move is legal");
            require(row.entry.move || row.raw || row.entry.evaluation, "a row says something");
        }
    }
    return 0;
}
