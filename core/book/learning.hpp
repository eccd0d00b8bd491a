// Results of our games: how they are counted, and what the learn fields of a book mean.
// docs/learning.md.
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
// One more game with 0, 1 or 2 half-points. Where a field would wrap, both are halved first, so
// that the score stays.
LearnFields add_result(LearnFields fields, int half_points);
// n games with this many half-points (<= 2n) as fields, both scaled down together if they do not
// fit. A count > 0 stays > 0.
LearnFields fit_results(std::uint64_t games, std::uint64_t half_points);

// What the learn fields of a book mean.
enum class LearnDialect : std::uint8_t {
    Empty,      // all zero: no result has been learnt yet
    PolyGlot,   // n games, half-points scored
    LossesWins, // XBoard's own book: 16 bits each
    // An evaluation (16 bits, mostly little-endian), a depth, and a learn value: ProDeo, Poly
    ScoreDepthLearn,
    // A numeric annotation glyph or a priority, in the first byte or in all four: jja
    Nag,
    GameReference, // the offset or number of a game in a database
    Percentage,    // a share or score in 1/100 or 1/10000
    Unknown,       // something else
};
// "PolyGlot (games, half-points)", for users.
std::string_view name_of(LearnDialect dialect);

// What the entries of a book say about the meaning of their learn fields:
// docs/formats/learn-fields.md.
struct LearnEvidence {
    std::uint64_t entries = 0; // looked at; header and end marker left out
    std::uint64_t learnt = 0;  // of these, with learn fields that are not zero
    std::uint64_t agree = 0;   // of these, that the dialect explains (Unknown: PolyGlot)
    LearnDialect dialect = LearnDialect::Empty;
    std::string reason = {}; // a sentence for users, without final full stop: what speaks for it
};
// Looks at no more than max_pages pages of 4096 bytes, spread evenly over the table (all of it when
// it has no more).
LearnEvidence judge_learn_fields(const EntryTable& table, std::uint64_t max_pages);

// Results may be written into such a book.
constexpr bool is_polyglot(LearnDialect dialect) {
    return dialect == LearnDialect::Empty || dialect == LearnDialect::PolyGlot;
}

} // namespace polyglot::book
