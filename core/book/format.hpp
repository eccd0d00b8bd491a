// Describes the book formats: one FormatInfo for each, defined in the format's own file. format.cpp
// lists them. Test: format_test.cpp.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::book {

enum class BookUse : std::uint8_t {
    Play,  // refuses a book that takes too long or too much memory
    Study, // for tools: no such limit
    Walk,  // the same, for tools that visit every position
};

// An opened book, and the facts about it that the log reports.
struct OpenedBook {
    std::shared_ptr<const Book> book; // any number of threads may use it
    std::string format;               // "PolyGlot", book->format().name
    // Number of entries in the file, without header and end marker of a PolyGlot book.
    std::uint64_t entries = 0;
    // Header of the file on one line; empty if it has none.
    std::string header;
    bool sorted = true; // false: answered through an index made at opening
    // Sentences without final full stop, such as those about trailing bytes and disorder.
    std::vector<std::string> warnings;
};

template <class B>
OpenedBook opened_as(B book, std::uint64_t entries) {
    OpenedBook opened;
    opened.warnings = book.warnings();
    opened.book = std::make_shared<const B>(std::move(book));
    opened.entries = entries;
    return opened;
}

// A file to be opened as a book.
struct BookBytes {
    std::shared_ptr<const ByteReader> bytes;
    BookUse use = BookUse::Play;
    // Opens the file of the same name with another ending (".cto"); null if there is none.
    std::function<std::shared_ptr<const ByteReader>(std::string_view ending)> beside;
};

// What a book has for a position besides moves.
enum class BookValues : std::uint8_t {
    None,
    Position, // one value and one best move; weights come from the values (value_weights.hpp)
    Moves     // a value for each move, and weights
};

// A row of the table of formats. The rows are constants, compared by address.
struct FormatInfo {
    std::string_view name;      // "Arena": a book in the format of …
    std::string_view file_name; // what such a file is called: "an Arena book (.abk)"
    // Endings of such files' names, each between two blanks, the usual one first. May be empty.
    std::string_view endings;
    std::string_view page; // its description: "docs/formats/arena-abk.md"
    // Recognises a file by its first bytes (4096 are enough) and its size. Null if the content
    // alone does not identify the format.
    bool (*recognises)(std::span<const std::byte> head, std::uint64_t size) = nullptr;
    // Opens a file; the caller sets OpenedBook::format. Null if only commands read this format
    // (tools/books/sources).
    Result<OpenedBook> (*open)(const BookBytes& file) = nullptr;
    bool is_played = true;
    BookValues values = BookValues::None;
    bool has_own_keys = false;       // Book::key_of() is not PolyGlot's key
    bool is_tree = false;            // a complete tree of moves from the start position
    bool weights_are_shares = false; // weights are computed, not set by an author
    std::string_view lost{};         // what other formats cannot hold: "colours and marks"
    // The same for the header; only JSON keeps it (Book::facts()).
    std::string_view lost_of_header{};
};

// Returns all formats, PolyGlot's first. If two of them recognise a file, the earlier one counts.
std::span<const FormatInfo* const> formats();
// Detects the format of a file from its content. Null if no format is certain; it may then be
// PolyGlot's.
const FormatInfo* detect_format(std::span<const std::byte> head, std::uint64_t size);
// Returns the format by the ending of a file's name (".abk"), in any case; null if no format has
// it.
const FormatInfo* format_of_ending(std::string_view ending);

extern const FormatInfo polyglot_format;

} // namespace polyglot::book
