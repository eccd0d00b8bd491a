// Decides which of the meanings in docs/formats/learn-fields.md the learn fields of a book have.
// Doubt is resolved against PolyGlot, because results are written only into fields of that meaning.
#include "core/book/buffers.hpp"
#include "core/book/learning.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace polyglot::book {
namespace {

// Learnt entries: fewer than this may look like anything by chance.
constexpr std::uint64_t few = 20;
// Learnt entries: among this many real results, at least one is better than even.
constexpr std::uint64_t enough_for_a_win = 2000;
// A move that scores almost nothing is seldom played for this many games.
constexpr std::uint16_t many_games = 16;
// No move that scores almost nothing is ever played for this many.
constexpr std::uint16_t endless_games = 1000;
constexpr std::uint16_t whole = 10'000; // 100 %
// More lost or won games are rare, whereas half a database address (16 bits) reaches 65535.
constexpr std::uint16_t low_count = 4096;
// Number of values kept to count different ones: few enough that values of 16 bits can all differ.
constexpr std::size_t max_values = 4096;

// True for the high byte of a score in centipawns within 20 pawns, of either sign.
constexpr bool is_high_byte_of_score(unsigned byte) {
    return byte < 8 || byte >= 0xf8;
}

// Counts how many learnt entries each meaning explains.
struct Tally {
    std::uint64_t entries = 0;
    std::uint64_t learnt = 0;

    std::uint64_t results = 0;    // n > 0 games with at most 2n half-points
    std::uint64_t hopeless = 0;   // many games with almost no half-point
    std::uint64_t absurd = 0;     // endless games with almost no half-point
    std::uint64_t even = 0;       // as many half-points as games
    std::uint64_t above_even = 0; // more

    std::uint64_t score_little = 0; // a score with its low byte first, then a depth
    std::uint64_t score_big = 0;    // the same with its high byte first
    std::uint64_t score_only = 0;   // score_little, and without a learn value

    std::uint64_t first_byte = 0; // a number in the first byte only
    std::uint64_t last_byte = 0;  // a number in the last byte only
    std::uint64_t share = 0;      // at most 10000, and zero
    std::uint64_t low = 0;        // two counts below low_count
    std::uint64_t lost = 0;       // the first count is not zero
    std::uint64_t high = 0;       // the first count is at least low_count

    std::vector<std::uint32_t> values; // all four bytes, of the first max_values learnt entries

    void add(const RawEntry& entry);
    // True if `part` is at least this percentage of the learnt entries.
    bool most(std::uint64_t part, unsigned per_cent) const {
        return 100 * part >= per_cent * learnt;
    }
    // True if the entries cannot be our results, because too many games were lost for too few
    // points. A weak engine that repeats a few lines also loses many games with all of their moves,
    // but its entries have few different counts.
    bool is_hopeless() const {
        return most(absurd, 50) || (learnt >= few && distinct_counts() >= 8 && most(hopeless, 50));
    }
    std::uint64_t distinct_values() const;
    std::uint64_t distinct_counts() const; // of different values of the first two bytes
};

void Tally::add(const RawEntry& entry) {
    if (is_special(entry)) return;
    ++entries;
    const std::uint16_t count = entry.learn_count;
    const std::uint16_t sum = entry.learn_sum;
    if (count == 0 && sum == 0) return;
    ++learnt;
    const auto tell = [](std::uint64_t& counter, bool agrees) { counter += agrees ? 1U : 0U; };
    tell(results, count > 0 && sum <= 2 * count);
    tell(hopeless, count >= many_games && 32 * sum <= count);
    tell(absurd, count >= endless_games && 32 * sum <= count);
    tell(even, count > 0 && sum == count);
    tell(above_even, count > 0 && sum > count);

    const unsigned depth = sum >> 8U;
    const bool has_depth = depth >= 1 && depth <= 100;
    const bool little = has_depth && is_high_byte_of_score(count & 0xffU);
    tell(score_little, little);
    tell(score_only, little && (sum & 0xffU) == 0);
    tell(score_big, has_depth && is_high_byte_of_score(count >> 8U));

    tell(first_byte, sum == 0 && (count & 0xffU) == 0);
    tell(last_byte, count == 0 && sum <= 0xff);
    tell(share, sum == 0 && count <= whole);
    tell(low, count < low_count && sum < low_count);
    tell(lost, count > 0);
    tell(high, count >= low_count);
    if (values.size() < max_values) values.push_back(std::uint32_t{count} << 16U | sum);
}

std::uint64_t count_distinct(std::vector<std::uint32_t> values) {
    std::ranges::sort(values);
    return static_cast<std::uint64_t>(std::unique(values.begin(), values.end()) - values.begin());
}

std::uint64_t Tally::distinct_values() const {
    return count_distinct(values);
}

std::uint64_t Tally::distinct_counts() const {
    std::vector<std::uint32_t> counts = values;
    for (std::uint32_t& value : counts)
        value >>= 16U;
    return count_distinct(std::move(counts));
}

std::string share_of(std::uint64_t part, const Tally& tally) {
    return std::to_string(part) + " of " + std::to_string(tally.learnt) + " learn fields";
}

struct Verdict {
    LearnDialect dialect;
    std::uint64_t agree;
    std::string reason;
};

// Finds meanings that could be mistaken for results of games, or whose fields never could. They are
// tested before PolyGlot's.
std::optional<Verdict> find_other(const Tally& t) {
    // Counts of games below 128 have no depth, and of larger ones 1 in 16 has such a low byte. A
    // line that is repeated has the same count in all its entries. Therefore several different
    // counts are required, or no learn value at all.
    const std::uint64_t several = std::clamp<std::uint64_t>(3 * t.learnt / 4, 3, 8);
    if (t.most(t.score_little, 90) &&
        t.distinct_counts() >= (t.score_only == t.score_little ? 3 : several))
        return Verdict{LearnDialect::ScoreDepthLearn, t.score_little,
                       share_of(t.score_little, t) + " are a score (low byte first) and a depth"};
    if (t.most(t.first_byte, 95))
        return Verdict{LearnDialect::Nag, t.first_byte,
                       share_of(t.first_byte, t) + " have a number in the first byte"};
    if (t.most(t.last_byte, 95)) {
        std::string reason = share_of(t.last_byte, t) + " are a number below 256 in the last byte";
        if (t.learnt < few)
            return Verdict{LearnDialect::Unknown, t.results,
                           std::move(reason) + ": annotations, or wins without loss"};
        return Verdict{LearnDialect::Nag, t.last_byte, std::move(reason)};
    }
    if (t.most(t.share, 95) && t.is_hopeless())
        return Verdict{LearnDialect::Percentage, t.share,
                       share_of(t.share, t) + " are a number up to 10000 and zero"};
    return std::nullopt;
}

// Finds results of games. It tolerates 1 % of damaged entries, which is none in a book with fewer
// than 100 learnt ones.
std::optional<Verdict> find_results(const Tally& t) {
    if (!t.most(t.results, 99)) return std::nullopt;
    // Moves deep in the book are played seldom, and a few lines that are repeated have few
    // different counts.
    if (const std::uint64_t distinct = t.distinct_counts();
        t.learnt >= few && t.most(t.high, 50) && 10 * distinct >= 8 * t.values.size())
        return Verdict{LearnDialect::GameReference, t.high,
                       share_of(t.high, t) +
                           " would be 4096 or more games, and nearly all of them different"};
    const auto doubt = [&t](std::string reason) {
        return Verdict{LearnDialect::Unknown, t.results, std::move(reason)};
    };
    if (t.is_hopeless())
        return doubt(share_of(t.hopeless, t) +
                     " would be 16 or more games and next to no half-point");
    if (t.learnt >= enough_for_a_win && t.above_even == 0 && t.most(t.even, 15))
        return doubt("of " + std::to_string(t.learnt) +
                     " moves none would have scored more than half: probably games and wins");
    std::string reason =
        share_of(t.results, t) + " are a number of games and half-points possible in them";
    if (t.learnt < few) reason += ", though losses and wins could look the same in so few";
    return Verdict{LearnDialect::PolyGlot, t.results, std::move(reason)};
}

// Explains fields that cannot be results.
Verdict find_foreign(const Tally& t) {
    const std::string impossible = std::to_string(t.learnt - t.results) + " of " +
                                   std::to_string(t.learnt) +
                                   " learn fields can't be games and half-points";
    if (t.most(t.score_big, 90) && t.most(t.lost, 50))
        return {LearnDialect::ScoreDepthLearn, t.score_big,
                share_of(t.score_big, t) + " are a score (high byte first) and a depth"};
    if (t.learnt < few)
        return {LearnDialect::Unknown, t.results,
                impossible + ", and there are too few to say more"};
    if (t.most(t.low, 95) && t.most(t.lost, 1))
        return {LearnDialect::LossesWins, t.low, impossible + ", but losses and wins"};
    if (const std::uint64_t distinct = t.distinct_values(); 10 * distinct >= 3 * t.values.size())
        return {LearnDialect::GameReference, distinct,
                impossible + ", and " + std::to_string(distinct) + " of " +
                    std::to_string(t.values.size()) +
                    " are different, as places in a database are"};
    return {LearnDialect::Unknown, t.results, impossible};
}

Verdict judge(const Tally& tally) {
    if (tally.learnt == 0) return {LearnDialect::Empty, 0, "all learn fields seen are zero"};
    if (auto verdict = find_other(tally)) return *std::move(verdict);
    if (auto verdict = find_results(tally)) return *std::move(verdict);
    return find_foreign(tally);
}

} // namespace

std::string_view name_of(LearnDialect dialect) {
    switch (dialect) {
    case LearnDialect::Empty: return "empty";
    case LearnDialect::PolyGlot: return "PolyGlot (games, half-points)";
    case LearnDialect::LossesWins: return "XBoard (losses, wins)";
    case LearnDialect::ScoreDepthLearn: return "ProDeo (score, depth, learn value)";
    case LearnDialect::Nag: return "annotation or priority number";
    case LearnDialect::GameReference: return "reference to a game";
    case LearnDialect::Percentage: return "percentage";
    case LearnDialect::Unknown: break;
    }
    return "unknown";
}

LearnEvidence judge_learn_fields(const EntryTable& table, std::uint64_t max_pages) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by reading
    PageBuffer buffer;
    EntryWindow window(table, buffer);
    const std::uint64_t per_page = window.capacity();
    const std::uint64_t pages = (table.size() + per_page - 1) / per_page;
    const std::uint64_t sampled = std::min(pages, std::max<std::uint64_t>(max_pages, 1));
    Tally tally;
    for (std::uint64_t n = 0; n < sampled; ++n) {
        // The pages are spread evenly from the first to the last.
        const std::uint64_t page = sampled > 1 ? (pages - 1) * n / (sampled - 1) : 0;
        const std::uint64_t begin = page * per_page;
        if (!window.load(begin, std::min(begin + per_page, table.size()))) break;
        for (std::uint64_t i = window.begin(); i < window.end(); ++i)
            tally.add(window[i]);
    }
    Verdict verdict = judge(tally);
    return {.entries = tally.entries,
            .learnt = tally.learnt,
            .agree = verdict.agree,
            .dialect = verdict.dialect,
            .reason = std::move(verdict.reason)};
}

} // namespace polyglot::book
