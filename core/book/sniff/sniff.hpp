// Detects what kind of file a user has given as a book. Test: sniff_test.cpp.
#pragma once
#include "core/book/entry_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

// A format in which `convert-book` writes and reads a book as text.
enum class TextFormat : std::uint8_t { Csv, Json, Pgn };
struct FormatInfo;
extern const FormatInfo csv_format, json_format, pgn_format;
const FormatInfo& info_of(TextFormat format);
// Detects the format by the first bytes of a file; nullopt if it is not a text format.
// move_columns: the columns that a table may have instead of moves.
std::optional<TextFormat> detect_text_format(std::span<const std::byte> head,
                                             const std::vector<std::string_view>& move_columns = {
                                                 "raw"});

// True for UTF-8 or Latin-1 without control characters. A binary book never passes, because it has
// zero bytes, at least in its weights.
bool is_text(std::span<const std::byte> bytes);

// Returns what a file is if it certainly is not a PolyGlot book ("a gzip archive; unpack it
// first"); nullopt otherwise. head: the first bytes of the file, 4096 are enough. size: that of the
// whole file in bytes.
std::optional<std::string> recognise_other_format(std::span<const std::byte> head,
                                                  std::uint64_t size);

// True if some piece can move in this way: along a line, as a knight, or promoting. Castling in any
// spelling runs along a rank.
bool is_possible_move(std::uint16_t raw);

// Recognizes a drop as python-chess writes it (from the square to itself, with the piece in the
// promotion bits) or as XBoard does (9 in the four highest bits, with the piece's letter in place
// of the origin).
bool is_drop(std::uint16_t raw);
// Returns whether the promotion bits are 5 and a pawn promotes.
bool is_king_promotion(std::uint16_t raw);

// Evidence from a sample of entries that the file is a PolyGlot book.
struct Evidence {
    std::uint64_t moves = 0; // entries seen that are neither header nor end marker
    // Number of these that go from one square to another as some piece moves, or are drops
    // (7.0 % of all 16-bit numbers).
    std::uint64_t possible = 0;
    std::uint64_t drops = 0;    // of the possible ones
    std::uint64_t pairs = 0;    // entries seen with the one before them
    std::uint64_t descents = 0; // of these: with a smaller key than the entry before
    std::uint64_t markers = 0;  // header entries and end markers that are not all zero
    // The sampled pages look right up to this number of bytes from the beginning of the file.
    std::uint64_t good_bytes = 0;
};
// Looks at pages of 4096 bytes. Of a small table it looks at all; of a large one at max_pages,
// spread evenly from the first to the last, and at those 1, 2, 4, 8 … pages before the end, because
// disorder in books mostly comes from appended data.
Evidence sample(const EntryTable& table, std::uint64_t max_pages);

// Returns nullopt if the evidence supports a book; otherwise the evidence against it.
std::optional<std::string> judge(const Evidence& evidence, std::uint64_t size);

// Returns what a file is, for a message: "an Arena book (.abk)", "a PolyGlot book", "a gzip
// archive". Nullopt if the format is unknown.
std::optional<std::string> describe_format(const ByteReader& bytes);

} // namespace polyglot::book
