// What a format of books is: one row for each, defined in the format's own file. format.cpp lists
// the rows.
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
    Play,  // what takes too long or too much memory is refused
    Study, // whatever it is: for tools
    Walk,  // the same for tools that look at all of it
};

// A book ready to be asked, and what is worth saying about it in the log.
struct OpenedBook {
    std::shared_ptr<const Book> book; // any number of threads may ask it
    std::string format;               // "PolyGlot", book->format().name
    // Of the file, without header and end marker of a PolyGlot book
    std::uint64_t entries = 0;
    // What it says of itself on one line, empty when it says nothing
    std::string header;
    bool sorted = true; // false: answered through an index built at opening
    // Sentences without final full stop: trailing bytes, disorder …
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
    // The file of the same name with another ending (".cto"); null if there is none.
    std::function<std::shared_ptr<const ByteReader>(std::string_view ending)> beside;
};

// What a book has of a position besides moves.
enum class BookValues : std::uint8_t {
    None,
    Position, // one value and one best move: weights are made of the values (value_weights.hpp)
    Moves     // a value for each move, and weights
};

// The rows are constants that are known by their address.
struct FormatInfo {
    std::string_view name;      // "Arena": a book in the format of …
    std::string_view file_name; // what such a file is called: "an Arena book (.abk)"
    // Of the files' names, with a blank around each, the usual one first; may be empty
    std::string_view endings;
    std::string_view page; // that describes it: "docs/formats/arena-abk.md"
    // By the first bytes of a file (4096 are enough) and its size. Null: the content alone does not
    // show it.
    bool (*recognises)(std::span<const std::byte> head, std::uint64_t size) = nullptr;
    // OpenedBook::format is filled in by the caller. Null: only commands read it
    // (tools/books/sources).
    Result<OpenedBook> (*open)(const BookBytes& file) = nullptr;
    bool is_played = true;
    BookValues values = BookValues::None;
    bool has_own_keys = false;         // Book::key_of() is not PolyGlot's key
    bool is_tree = false;              // of moves from the start position, and complete
    bool weights_are_shares = false;   // computed, not an author's
    std::string_view lost{};           // what no other format has a place for: "colours and marks"
    std::string_view lost_of_header{}; // of the header: only JSON has it, as Book::facts()
};

// All of them, PolyGlot's first. Of two that recognise a file the earlier one counts.
std::span<const FormatInfo* const> formats();
// The format of a file by its content. Null: none that is sure; it may be PolyGlot's.
const FormatInfo* detect_format(std::span<const std::byte> head, std::uint64_t size);
// By the ending of a file's name (".abk"), in any case; null: it is none's.
const FormatInfo* format_of_ending(std::string_view ending);

extern const FormatInfo polyglot_format;

} // namespace polyglot::book
