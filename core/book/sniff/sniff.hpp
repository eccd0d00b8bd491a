// Detects what kind of file a user has given as a book.
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

// A book as a text that `convert-book` writes and reads.
enum class TextFormat : std::uint8_t { Csv, Json, Pgn };
struct FormatInfo;
extern const FormatInfo csv_format, json_format, pgn_format;
const FormatInfo& info_of(TextFormat format);
// By the first bytes of a file. Nullopt if it is none of them. move_columns: what a table may have
// instead of moves.
std::optional<TextFormat> detect_text_format(std::span<const std::byte> head,
                                             const std::vector<std::string_view>& move_columns = {
                                                 "raw"});

// UTF-8 or Latin-1 without control characters. A binary book has zero bytes, if only in its
// weights, so it never passes.
bool is_text(std::span<const std::byte> bytes);

// What a file is, by its first bytes, if it certainly is not a PolyGlot book ("a gzip archive;
// unpack it first"). head: the first bytes of the file, 4096 are enough; size: of the whole file in
// bytes.
std::optional<std::string> recognise_other_format(std::span<const std::byte> head,
                                                  std::uint64_t size);

// Whether some piece can move like this: along a line, as a knight, or promoting. Castling in any
// spelling runs along a rank.
bool is_possible_move(std::uint16_t raw);

// Evidence from a sample of entries that the file is a PolyGlot book.
struct Evidence {
    std::uint64_t moves = 0; // entries seen that are neither header nor end marker
    // Of these: from one square to another as some piece moves (6.5 % of random bytes do)
    std::uint64_t possible = 0;
    std::uint64_t pairs = 0;    // entries seen with one seen before them
    std::uint64_t descents = 0; // of these: with a smaller key than the one before
    std::uint64_t markers = 0;  // header entries and end markers that are not all zero
    // So far the file's sampled pages look right, when the first one does
    std::uint64_t good_bytes = 0;
};
// Looks at pages of 4096 bytes: all of a small table; of a large one max_pages spread evenly from
// the first to the last, and those 1, 2, 4, 8 … pages before the end, because books are mostly
// disordered by appended data.
Evidence sample(const EntryTable& table, std::uint64_t max_pages);

// Returns nullopt if the evidence supports a book; otherwise the evidence against it.
std::optional<std::string> judge(const Evidence& evidence, std::uint64_t size);

// What a file is, for a message: "an Arena book (.abk)", "a PolyGlot book", "a gzip archive".
// Nullopt if it is unknown.
std::optional<std::string> describe_format(const ByteReader& bytes);

} // namespace polyglot::book
