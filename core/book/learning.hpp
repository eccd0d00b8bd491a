// Counts results of our games, and determines what the learn fields of a book mean
// (docs/learning.md).
#pragma once
#include "core/book/entry_table.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::book {

// PolyGlot's two learn fields, bytes 12-13 and 14-15 of an entry.
struct LearnFields {
    std::uint16_t count = 0; // games in which we played the move here
    std::uint16_t sum = 0;   // half-points we scored in them
    friend bool operator==(const LearnFields&, const LearnFields&) = default;
};
// Adds one game with 0, 1 or 2 half-points. If a field would overflow, both are halved first, so
// that the score stays.
LearnFields add_result(LearnFields fields, int half_points);
// Returns n games with this many half-points (<= 2n) as fields, both scaled down together if they
// do not fit. A count > 0 stays > 0.
LearnFields fit_results(std::uint64_t games, std::uint64_t half_points);

// The meanings that learn fields have in the files of various programs.
enum class LearnDialect : std::uint8_t {
    Empty,      // all zero: no result has been learnt yet
    PolyGlot,   // n games, half-points scored
    LossesWins, // XBoard's own book: 16 bits each
    // The fields hold an evaluation (16 bits, mostly little-endian), a depth and a learn value, as
    // in ProDeo and Poly.
    ScoreDepthLearn,
    // The fields hold a numeric annotation glyph or a priority, in the first byte or in all four,
    // as in jja.
    Nag,
    GameReference, // the offset or number of a game in a database
    Percentage,    // a share or score in 1/100 or 1/10000
    Unknown,       // something else
};
// Returns a name for users: "PolyGlot (games, half-points)".
std::string_view name_of(LearnDialect dialect);

// The evidence that the entries of a book give for the meaning of their learn fields
// (docs/formats/learn-fields.md).
struct LearnEvidence {
    std::uint64_t entries = 0; // looked at, without header and end marker
    std::uint64_t learnt = 0;  // of these, with learn fields that are not zero
    std::uint64_t agree = 0;   // of these, explained by the dialect (Unknown: by PolyGlot)
    LearnDialect dialect = LearnDialect::Empty;
    std::string reason = {}; // evidence for the dialect: a sentence without final full stop
};
// Looks at no more than max_pages pages of 4096 bytes, spread evenly over the table; at all of the
// table if it has no more.
LearnEvidence judge_learn_fields(const EntryTable& table, std::uint64_t max_pages);

// True if results may be written into a book with this dialect.
constexpr bool is_polyglot(LearnDialect dialect) {
    return dialect == LearnDialect::Empty || dialect == LearnDialect::PolyGlot;
}

} // namespace polyglot::book
