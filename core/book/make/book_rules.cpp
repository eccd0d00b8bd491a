// The same statistics give the same bytes on every machine. Doubles are used only with +, -, *, /
// and exact functions, which IEEE 754 defines to the last bit (CMakeLists.txt forbids fused
// multiplications in this file). pow() and exp2() are not used, because C libraries round them
// differently. Counts below 2^53 are exact in a double.
#include "core/book/make/book_rules.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace polyglot::book {

// The values with which the moves of a position are compared. They cover all moves, including those
// that rules leave out.
struct Neighbours {
    double games = 0;    // of all moves, if a rule is about shares
    double mean_elo = 0; // of the rated games; 0: there are none
    int oldest_year = 0; // of the moves with a date; 0: no move has one
    int newest_year = 0;
};

namespace {

constexpr double heaviest_weight = std::numeric_limits<std::uint16_t>::max();

// Converts a count below 2^63. Signed numbers need one instruction, unsigned ones a branch.
double number(std::uint64_t count) {
    return static_cast<double>(static_cast<std::int64_t>(count));
}

// Returns 2^x for |x| <= 1000: e^y by its power series with |y| <= ln(2)/2, of which 16 terms leave
// an error below a double's last bit.
double power_of_two(double x) {
    const double whole = std::floor(x + 0.5);
    const double y = (x - whole) * 0.69314718055994530942;
    double sum = 1;
    for (int term = 16; term > 0; --term)
        sum = 1 + sum * y / term;
    return std::ldexp(sum, static_cast<int>(whole));
}

bool is_whole(double value) {
    return std::floor(value) == value;
}

// True if weights are whole numbers, which stay unchanged if they fit.
bool counts_whole_numbers(const BookRules& rules) {
    switch (rules.weight) {
    case WeightBy::Expected:
        return is_whole(rules.win_factor) && is_whole(rules.draw_factor) &&
               is_whole(rules.loss_factor);
    case WeightBy::Wins:
    case WeightBy::Games: return true;
    case WeightBy::Rate:
    case WeightBy::Elo:
    case WeightBy::Recency: return false;
    }
    return false;
}

double expected_points(const MoveStats& stats, const BookRules& rules) {
    return rules.win_factor * number(stats.wins) + rules.draw_factor * number(stats.draws) +
           rules.loss_factor * number(stats.losses);
}

// Returns the move's year; a later year than the reference year counts as that one. 0: unknown.
int last_year(const MoveStats& stats, const BookRules& rules) {
    return rules.reference_year > 0 ? std::min<int>(stats.last_year, rules.reference_year)
                                    : stats.last_year;
}

Neighbours survey(const std::vector<MoveStats>& position, const BookRules& rules) {
    Neighbours all;
    double elo_sum = 0;
    double rated_games = 0;
    for (const MoveStats& stats : position) {
        all.games += number(stats.games());
        elo_sum += number(stats.elo_sum);
        rated_games += number(stats.rated_games);
        const int year = last_year(stats, rules);
        if (year == 0) continue;
        all.newest_year = std::max(all.newest_year, year);
        all.oldest_year = all.oldest_year == 0 ? year : std::min(all.oldest_year, year);
    }
    if (rated_games > 0) all.mean_elo = elo_sum / rated_games;
    return all;
}

double elo_factor(const MoveStats& stats, const Neighbours& all) {
    if (stats.rated_games == 0) return 1; // like the position's mean
    const double mean = number(stats.elo_sum) / number(stats.rated_games);
    const double above = std::clamp(mean - all.mean_elo, -elo_tenfold, elo_tenfold);
    constexpr double log2_of_10 = 3.32192809488736234787;
    return power_of_two(above / elo_tenfold * log2_of_10);
}

double recency_factor(const MoveStats& stats, const Neighbours& all, const BookRules& rules) {
    const int year = last_year(stats, rules);
    // The age is 0 if no move has a date.
    const int age = all.newest_year - (year == 0 ? all.oldest_year : year);
    return power_of_two(-std::min(age / rules.half_life_years, 1000.0));
}

// Returns a weight on any scale, since weights are written relative to the position's heaviest
// move.
inline double weigh(const MoveStats& stats, const Neighbours& all, const BookRules& rules) {
    switch (rules.weight) {
    case WeightBy::Expected: return expected_points(stats, rules);
    case WeightBy::Wins: return number(stats.wins);
    case WeightBy::Games: return number(stats.games());
    case WeightBy::Rate:
        return (number(stats.half_points()) + 2 * rate_prior) /
               (2 * number(stats.games()) + 4 * rate_prior);
    case WeightBy::Elo: return expected_points(stats, rules) * elo_factor(stats, all);
    case WeightBy::Recency:
        return expected_points(stats, rules) * recency_factor(stats, all, rules);
    }
    return 0;
}

inline double weight_of(const MoveStats& stats, const Neighbours& all, const BookRules& rules) {
    return std::max(weigh(stats, all, rules), 0.0);
}

// Returns the rules for the only move of a position, which is as strong and as recent as the
// position itself.
BookRules without_comparing(BookRules rules) {
    if (uses_elo_or_years(rules)) rules.weight = WeightBy::Expected;
    return rules;
}

// Converts limits of games to limits of counts. A part of a game counts as a game: at min_games 1,
// one variation is enough.
SideRules in_counts(SideRules rules, std::uint64_t counts_of_game) {
    if (rules.min_games > 0 &&
        rules.min_games <= std::numeric_limits<std::uint64_t>::max() / counts_of_game)
        rules.min_games = (rules.min_games - 1) * counts_of_game + 1;
    return rules;
}

// Compares as PolyGlot does. The quotient is rounded in the same way as the user's decimal number,
// so that 541 half-points in 500 games are 54.1 per cent.
bool scores(const MoveStats& stats, double min_score) {
    return 100 * number(stats.half_points()) / (2 * number(stats.games())) >= min_score;
}

} // namespace

std::optional<WeightBy> parse_weight_by(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, WeightBy>, 6> names{
        {{"expected", WeightBy::Expected},
         {"wins", WeightBy::Wins},
         {"games", WeightBy::Games},
         {"rate", WeightBy::Rate},
         {"elo", WeightBy::Elo},
         {"recency", WeightBy::Recency}}};
    for (const auto& [text, kind] : names)
        if (text::equal_ignoring_case(name, text)) return kind;
    return std::nullopt;
}

bool uses_elo_or_years(const BookRules& rules) {
    return rules.weight == WeightBy::Elo || rules.weight == WeightBy::Recency;
}

bool counts_losses(const BookRules& rules) {
    switch (rules.weight) {
    case WeightBy::Games: return true;
    case WeightBy::Wins:
    case WeightBy::Rate: return false;
    case WeightBy::Expected:
    case WeightBy::Elo:
    case WeightBy::Recency: return rules.loss_factor > 0;
    }
    return false;
}

DroppedMoves& DroppedMoves::operator+=(const DroppedMoves& other) {
    colour += other.colour;
    min_games += other.min_games;
    no_points += other.no_points;
    min_score += other.min_score;
    min_share += other.min_share;
    top += other.top;
    too_light += other.too_light;
    return *this;
}

DroppedByColour& operator+=(DroppedByColour& sum, const DroppedByColour& other) {
    for (std::size_t mover = 0; mover < sum.size(); ++mover)
        sum[mover] += other[mover];
    return sum;
}

// Of equal numbers of games, the first key and the lower move count, so that the examples do not
// depend on how the work was divided.
void DroppedExamples::add(std::size_t rule, const MoveStats& stats) {
    std::vector<MoveStats>& found = of[static_cast<std::size_t>(stats.mover)][rule];
    const auto precedes = [](const MoveStats& a, const MoveStats& b) {
        return a.games() != b.games() ? a.games() > b.games() : stats_before(a, b);
    };
    if (found.size() == most && !precedes(stats, found.back())) return;
    found.insert(std::ranges::upper_bound(found, stats, precedes), stats);
    if (found.size() > most) found.pop_back();
}

DroppedExamples& DroppedExamples::operator+=(const DroppedExamples& other) {
    for (const auto& of_mover : other.of)
        for (std::size_t rule = 0; rule < rules; ++rule)
            for (const MoveStats& stats : of_mover[rule])
                add(rule, stats);
    return *this;
}

DroppedMoves sum_of(DroppedByColour dropped) {
    return dropped[0] += dropped[1];
}

BookMaker::BookMaker(const BookRules& rules, Write write)
    : rules_(rules),
      only_rules_(without_comparing(rules)),
      sides_{in_counts(rules.white, rules.counts_of_game),
             in_counts(rules.black, rules.counts_of_game)},
      scores_count_(rules.white.min_score > 0 || rules.black.min_score > 0),
      shares_count_(rules.white.min_share > 0 || rules.black.min_share > 0),
      keeps_pointless_(rules.keep_losses || counts_losses(rules)),
      whole_numbers_(counts_whole_numbers(rules)),
      write_(std::move(write)) {}

DroppedByColour BookMaker::dropped() const {
    const auto dropped = [](const Fates& fates) {
        return DroppedMoves{fates[Colour],   fates[MinGames], fates[NoPoints], fates[MinScore],
                            fates[MinShare], fates[Top],      fates[TooLight]};
    };
    return {dropped(fates_[0]), dropped(fates_[1])};
}

void BookMaker::add(std::span<const MoveStats> moves) {
    moves_ += moves.size();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (!position_.empty() && position_.front().key != moves[i].key) write_position();
        if (position_.empty() && i + 1 < moves.size() && moves[i + 1].key != moves[i].key)
            choose_only_move(moves[i]);
        else
            position_.push_back(moves[i]);
    }
}

void BookMaker::finish() {
    if (!position_.empty()) write_position();
    flush(0);
}

void BookMaker::flush(std::size_t count) {
    constexpr std::size_t enough = 512;
    if (chosen_count_ > 0) write_({chosen_.data(), chosen_count_});
    entries_ += chosen_count_;
    chosen_count_ = 0;
    if (count > chosen_.size()) chosen_.resize(std::max(count, enough));
}

// Returns the rules before `top` that leave the move out, as bits. The mover and the presence of
// points are hard to predict, so there is no branch for them.
inline unsigned BookMaker::failed_rules(const MoveStats& stats) const {
    const SideRules& side = sides_[static_cast<std::size_t>(stats.mover)];
    const auto bit = [](bool fails, Fate fate) { return static_cast<unsigned>(fails) << fate; };
    const std::uint64_t games = stats.games();
    unsigned failed = bit(!side.wanted, Colour) |
                      bit((games == 0) | (games < side.min_games), MinGames) |
                      bit((stats.half_points() == 0) & !keeps_pointless_, NoPoints);
    if (scores_count_) failed |= bit(stats.games() > 0 && !scores(stats, side.min_score), MinScore);
    return failed;
}

void BookMaker::choose_candidates(const Neighbours& all) {
    candidates_.clear();
    const auto mover = static_cast<std::size_t>(position_.front().mover);
    const SideRules& side = sides_[mover];
    Fates& fates = fates_[mover];
    for (const MoveStats& stats : position_) {
        unsigned failed = failed_rules(stats);
        if (shares_count_ && 100 * number(stats.games()) / all.games < side.min_share)
            failed |= 1U << MinShare;
        if (failed != 0) {
            const auto fate = static_cast<std::size_t>(std::countr_zero(failed));
            ++fates[fate];
            examples_.add(fate, stats);
        } else {
            candidates_.push_back({&stats, weight_of(stats, all, rules_)});
        }
    }
    // Sorts by falling weight. Of equals, a rule that limits the number of moves prefers those with
    // more games.
    if (candidates_.size() > 1)
        std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
            if (a.weight != b.weight) return a.weight > b.weight;
            if (a.stats->games() != b.stats->games()) return a.stats->games() > b.stats->games();
            return a.stats->move < b.stats->move;
        });
    if (side.top > 0 && candidates_.size() > side.top) {
        fates[Top] += candidates_.size() - side.top;
        for (std::size_t i = side.top; i < candidates_.size(); ++i)
            examples_.add(Top, *candidates_[i].stats);
        candidates_.resize(side.top);
    }
    while (!rules_.keep_losses && !candidates_.empty() && candidates_.back().weight == 0) {
        examples_.add(TooLight, *candidates_.back().stats);
        candidates_.pop_back();
        ++fates[TooLight];
    }
}

void BookMaker::write_position() {
    if (position_.size() == 1)
        choose_only_move(position_.front());
    else
        choose_moves();
    position_.clear();
}

// Does the same as choose_moves() for the only move of a position, which is the most frequent case.
// An entry that is not kept is overwritten by the next one.
inline void BookMaker::choose_only_move(const MoveStats& stats) {
    make_room(1);
    const double weight = weight_of(stats, Neighbours{}, only_rules_);
    const bool is_too_light = (weight == 0) & !rules_.keep_losses;
    const unsigned fate_bits =
        failed_rules(stats) | static_cast<unsigned>(is_too_light) << TooLight | 1U << Kept;
    const auto fate = static_cast<std::size_t>(std::countr_zero(fate_bits));
    ++fates_[static_cast<std::size_t>(stats.mover)][fate];
    chosen_[chosen_count_] = {stats.key, stats.move, only_book_weight(weight), 0, 0};
    chosen_count_ += fate == Kept ? 1 : 0;
    positions_ += fate == Kept ? 1 : 0;
}

void BookMaker::choose_moves() {
    const bool compares = shares_count_ || uses_elo_or_years(rules_);
    choose_candidates(compares ? survey(position_, rules_) : Neighbours{});
    if (candidates_.empty()) return;
    make_room(candidates_.size());
    const std::span<RawEntry> chosen =
        std::span(chosen_).subspan(chosen_count_, candidates_.size());
    for (std::size_t i = 0; i < chosen.size(); ++i)
        chosen[i] = {candidates_[i].stats->key, candidates_[i].stats->move,
                     book_weight(candidates_[i].weight, candidates_.front().weight), 0, 0};
    // Moves of equal weight, after rounding or with -uniform, are sorted by their number, as in
    // every book of PolyGlot's form.
    std::ranges::sort(chosen, [](const RawEntry& a, const RawEntry& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.move < b.move;
    });
    chosen_count_ += chosen.size();
    ++positions_;
}

std::uint16_t BookMaker::book_weight(double weight, double heaviest) const {
    const bool is_as_it_is = whole_numbers_ && heaviest <= heaviest_weight;
    if (rules_.uniform) return 1;
    // A half is rounded up, even if the quotient of doubles is slightly less.
    constexpr double half = 0.5 + 1e-7;
    if (weight > 0 && !is_as_it_is)
        weight = std::max(std::floor(weight / heaviest * heaviest_weight + half), 1.0);
    return static_cast<std::uint16_t>(weight);
}

// Returns the weight of a move that is the heaviest of its position.
std::uint16_t BookMaker::only_book_weight(double weight) const {
    if (rules_.uniform) return 1;
    if (whole_numbers_) return static_cast<std::uint16_t>(std::min(weight, heaviest_weight));
    return weight > 0 ? std::numeric_limits<std::uint16_t>::max() : 0;
}

} // namespace polyglot::book
