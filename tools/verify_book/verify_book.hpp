// Finds the faults of a book for `polyglot verify-book`. docs/verify-book.md lists every kind.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/format.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"
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
    Error, // programs that follow the format fail on it or miss moves
    Remark
};

// Collects all cases of one kind.
struct Finding {
    static constexpr std::size_t most_places = 10;
    Severity severity = Severity::Error;
    std::string_view kind; // for programs, such as "order"
    std::string what;      // a sentence without final full stop
    std::uint64_t count = 0;
    // The first places; empty if the finding applies to the whole file.
    std::vector<std::string> places;
};

class Findings {
  public:
    // Adds one more case. place is called only if its result will be shown.
    template <class Place>
    void add(Severity severity, std::string_view kind, std::string_view what, const Place& place) {
        Finding& finding = of_kind(severity, kind, what);
        ++finding.count;
        if (finding.places.size() < Finding::most_places) finding.places.push_back(place());
    }
    // Adds a case of the whole file, or this many cases without places.
    void add(Severity severity, std::string_view kind, std::string_view what,
             std::uint64_t count = 1) {
        of_kind(severity, kind, what).count += count;
    }
    // Turns the findings of this kind into a remark with this text, because they are no faults.
    // Returns false if there are none.
    bool excuse(std::string_view kind, std::string_view what);
    // Returns the findings in the order of their first cases.
    const std::vector<Finding>& all() const { return findings_; }
    std::uint64_t count(Severity severity) const; // number of cases

  private:
    Finding& of_kind(Severity severity, std::string_view kind, std::string_view what);
    std::vector<Finding> findings_;
};

// Holds the remedy for findings: a sentence without final full stop that names the command.
struct Cure {
    std::string_view kinds; // separated and enclosed by blanks
    std::string_view sentence;
};
constexpr std::string_view
    repair_cure = "polyglot repair-book BOOK -out FILE mends it",
    rewrite_cure = "polyglot convert-book -from BOOK -to FILE rewrites the book without it",
    roots_cure = "-fen names other positions where games begin, -chess960 those of Chess960",
    copy_cure = "copy the file again from where it came";

struct Verification {
    std::string file;
    std::string format;
    std::uint64_t entries = 0;   // with moves or values
    std::uint64_t positions = 0; // different ones
    std::uint64_t reached = 0;   // positions reached from the roots
    std::uint64_t deletable = 0; // .bin entries that repair-book would delete
    // Set if the rules of chess cannot judge the moves of the .bin.
    std::optional<OtherVariant> variant{};
    // The rules by which the moves of such a .bin are judged instead; null if there are none.
    const chess::Variant* rules = nullptr;
    std::span<const Cure> cures{}; // those of the format
    Findings findings{};
};

// The checks of one format; each is defined in the format's own file.
struct FormatCheck {
    const book::FormatInfo& format;
    // Checks the bytes; sets the number of entries, and of positions if it counts them. The book
    // must be of the format's class.
    void (*check)(const book::ByteReader& bytes, const book::Book& book, Verification& result);
    std::span<const Cure> cures{};
    Severity illegal = Severity::Error; // for a move that is not legal
    // Follows the book from the roots and sets the number of reached positions. Null stands for
    // verify_moves().
    void (*follow)(const book::Book& book, std::span<const chess::Position> roots,
                   Verification& result) = nullptr;
};
extern const FormatCheck polyglot_check, arena_check, yacb_check, sftt_check, experience_check,
    chessbase_check;

// Returns "entry 17 (byte 272)".
std::string format_place(std::uint64_t entry, std::uint64_t first_byte,
                         std::uint64_t entry_bytes = 16);

// Checks the moves of all positions that can be reached from the roots; sets `reached`.
void verify_moves(const std::shared_ptr<const book::Book>& book,
                  std::span<const chess::Position> roots, Severity illegal, Verification& result);

// Returns the remedy for a finding of this kind in this book: a sentence without final full stop
// that names the command. Empty if no action is needed or no command helps: repair-book changes no
// move of another variant and writes no empty book.
std::string cure_of(std::string_view kind, const Verification& result);

// Makes all checks, also from the start positions that the file names. For a format without a row,
// the warnings at its opening count as the faults of its bytes.
Verification verify_book(std::string file, const book::ByteReader& bytes,
                         const io::OpenedBook& opened, std::vector<chess::Position> roots);

// Verifies a book of this variant, from its start position if there are no roots. Returns an error
// if the file cannot be one.
Result<Verification> verify_variant_book(std::string file, const book::ByteReader& bytes,
                                         const io::OpenedBook& opened,
                                         const chess::Variant& variant,
                                         std::vector<chess::VariantPosition> roots);

// strict reports remarks as errors.
void print_text(const Verification& result, bool strict, std::ostream& out);
void print_json(const Verification& result, bool strict, std::ostream& out); // one object, one line

} // namespace polyglot::tools
