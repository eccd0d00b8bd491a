// What is wrong with a book, for `polyglot verify-book`: docs/verify-book.md lists every kind.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/format.hpp"
#include "core/chess/position.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/variant.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

enum class Severity : std::uint8_t {
    Error, // a program that goes by the format trips over it, or misses moves
    Remark
};

// All cases of one kind.
struct Finding {
    static constexpr std::size_t most_places = 10;
    Severity severity = Severity::Error;
    std::string_view kind; // "order": for programs
    std::string what;      // a sentence without final full stop
    std::uint64_t count = 0;
    std::vector<std::string> places; // of the first ones; none when it is said of the whole file
};

class Findings {
  public:
    // One more case; place is only asked for where it will be shown.
    template <class Place>
    void add(Severity severity, std::string_view kind, std::string_view what, const Place& place) {
        Finding& finding = of_kind(severity, kind, what);
        ++finding.count;
        if (finding.places.size() < Finding::most_places) finding.places.push_back(place());
    }
    // Of the whole file, or this many cases whose places are not worth listing.
    void add(Severity severity, std::string_view kind, std::string_view what,
             std::uint64_t count = 1) {
        of_kind(severity, kind, what).count += count;
    }
    // Makes the findings of this kind a remark in these words, because they are no faults. Returns
    // false if there is none.
    bool excuse(std::string_view kind, std::string_view what);
    // In the order in which the first case was seen
    const std::vector<Finding>& all() const { return findings_; }
    std::uint64_t count(Severity severity) const; // of cases

  private:
    Finding& of_kind(Severity severity, std::string_view kind, std::string_view what);
    std::vector<Finding> findings_;
};

// What mends findings: a sentence without final full stop that names the command.
struct Cure {
    std::string_view kinds; // with a blank around each
    std::string_view sentence;
};
constexpr std::string_view
    repair_cure = "polyglot repair-book BOOK -out FILE mends it",
    rewrite_cure = "polyglot convert-book -from BOOK -to FILE writes the book anew without it",
    roots_cure = "-fen names other positions where games begin, -chess960 those of Chess960",
    copy_cure = "copy the file again from where it came";

struct Verification {
    std::string file;
    std::string format;
    std::uint64_t entries = 0;             // with moves or values
    std::uint64_t positions = 0;           // different ones
    std::uint64_t reached = 0;             // of these, from the roots
    std::uint64_t deletable = 0;           // entries of .bin that repair-book would delete
    std::optional<OtherVariant> variant{}; // of a .bin: the rules of chess cannot judge its moves
    std::span<const Cure> cures{};         // of the format
    Findings findings{};
};

// What verify-book knows of a format: one row for each, defined in the format's own file.
struct FormatCheck {
    const book::FormatInfo& format;
    // Checks the bytes; fills in the number of entries, and of positions if it counts them. The
    // book is of the format's class.
    void (*check)(const book::ByteReader& bytes, const book::Book& book, Verification& result);
    std::span<const Cure> cures{};
    Severity illegal = Severity::Error; // of a move that is not legal
    // Follows the book from the roots; fills in the positions reached. Null: verify_moves().
    void (*follow)(const book::Book& book, std::span<const chess::Position> roots,
                   Verification& result) = nullptr;
};
extern const FormatCheck polyglot_check, arena_check, yacb_check, sftt_check, experience_check,
    chessbase_check;

// "entry 17 (byte 272)".
std::string format_place(std::uint64_t entry, std::uint64_t first_byte,
                         std::uint64_t entry_bytes = 16);

// Checks of the moves of positions that can be reached from the roots; fills in reached.
void verify_moves(const std::shared_ptr<const book::Book>& book,
                  std::span<const chess::Position> roots, Severity illegal, Verification& result);

// What mends a finding of this kind in this book: a sentence without final full stop that names the
// command. Empty if nothing need be done, or no command does it: repair-book changes no move of
// another variant, and writes no empty book.
std::string_view cure_of(std::string_view kind, const Verification& result);

// All of it; also from where the file says that its games begin. Of a format without a row the
// warnings at its opening are the faults of its bytes.
Verification verify_book(std::string file, const book::ByteReader& bytes,
                         const io::OpenedBook& opened, std::vector<chess::Position> roots);

// strict: remarks are reported as errors.
void print_text(const Verification& result, bool strict, std::ostream& out);
void print_json(const Verification& result, bool strict, std::ostream& out); // one object, one line

} // namespace polyglot::tools
