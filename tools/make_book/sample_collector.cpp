#include "tools/make_book/sample_collector.hpp"

#include "core/pgn/tag.hpp"
#include "core/pgn/tag_facts.hpp"
#include "core/text/figures.hpp"
#include "core/text/text.hpp"
#include "core/text/utf8.hpp"
#include "tools/books/text.hpp"
#include "tools/make_book/played_games.hpp"

#include <bit>
#include <iterator>
#include <limits>
#include <tuple>

namespace polyglot::tools {

std::uint16_t capped_elo(const pgn::Tags& tags, std::string_view name) {
    return static_cast<std::uint16_t>(
        std::min<unsigned>(pgn::elo_of(tags, name), book::MoveStats::max_elo));
}

namespace {

// Distributes the bits with full avalanche, so that fingerprints need no further hashing: the
// finaliser of splitmix64 (S. Vigna, public domain).
constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}
constexpr std::uint64_t joined(std::uint64_t hash, std::uint64_t value) {
    return mixed(hash + 0x9e3779b97f4a7c15 + value);
}

// Hashes the letters and digits up to the first comma in lower case, so that "Carlsen, M" and
// "Carlsen,Magnus" are equal.
std::uint64_t surname_hash(std::string_view name) {
    std::uint64_t hash = 0;
    for (const char c : name.substr(0, name.find(','))) {
        const char lower = text::to_lower(c);
        const bool counts = text::is_digit(c) || (lower >= 'a' && lower <= 'z') ||
                            static_cast<unsigned char>(c) > 127;
        if (counts)
            hash = std::rotl(hash * 0x9e3779b97f4a7c15, 23) + static_cast<unsigned char>(lower);
    }
    return hash;
}

// Returns the result that PolyGlot reads: the last Result tag, which must be written exactly so;
// every text but two counts as a draw.
pgn::Outcome polyglot_outcome(const pgn::Tags& tags) {
    std::string_view value;
    for (const pgn::Tags::Tag& tag : tags.all())
        if (tag.name == "Result") value = tag.value;
    return value == "1-0"   ? pgn::Outcome::WhiteWins
           : value == "0-1" ? pgn::Outcome::BlackWins
                            : pgn::Outcome::Draw;
}

// Returns 2 for a win, 1 for a draw, 0 for a loss.
std::uint8_t half_points_of(pgn::Outcome outcome, chess::Color mover) {
    if (outcome == pgn::Outcome::WhiteWins) return mover == chess::Color::White ? 2 : 0;
    if (outcome == pgn::Outcome::BlackWins) return mover == chess::Color::White ? 0 : 2;
    return 1;
}

} // namespace

GameTally& GameTally::operator+=(const GameTally& other) {
    counted += other.counted;
    filtered += other.filtered;
    duplicates += other.duplicates;
    unknown += other.unknown;
    unjudged += other.unjudged;
    empty += other.empty;
    other_variants += other.other_variants;
    samples += other.samples;
    chess960 += other.chess960;
    inner_rooks += other.inner_rooks;
    king_promotions += other.king_promotions;
    tags_seen |= other.tags_seen;
    last_year = std::max(last_year, other.last_year);
    values += other.values;
    return *this;
}

std::vector<std::string> filter_tags(const GameRules& rules) {
    constexpr std::size_t most = std::numeric_limits<decltype(GameTally::tags_seen)>::digits;
    std::vector<std::string> tags;
    for (const pgn::Filter& filter : rules.filters)
        for (std::string& name : filter.tag_names())
            if (tags.size() < most && std::ranges::none_of(tags, [&name](const std::string& known) {
                    return text::equal_ignoring_case(known, name);
                }))
                tags.push_back(std::move(name));
    return tags;
}

SampleCollector::SampleCollector(const GameRules& rules, IsNew is_new, SampleSink& sink)
    : rules_(rules),
      is_new_(std::move(is_new)),
      sink_(sink),
      judge_(rules.judge),
      counts_plies_(std::ranges::any_of(rules.filters, &pgn::Filter::needs_moves)),
      names_openings_(std::ranges::any_of(rules.filters, &pgn::Filter::needs_opening)),
      line_(std::max(std::min(rules.max_ply, pgn::max_plies), rules.min_ply) - rules.min_ply) {
    for (std::string& name : filter_tags(rules))
        unseen_tags_.push_back({std::move(name), std::uint64_t{1} << unseen_tags_.size()});
}

pgn::ScanOptions SampleCollector::begin_piece(PieceReport& report) {
    report_ = &report;
    result_ = {};
    return {.variations = rules_.variations,
            .ignore_fen = rules_.as_polyglot,
            .cut_short = report.cut_short,
            .game_lines = false,
            .skip_marks = rules_.skip_marks,
            .skip_doubtful = rules_.skip_doubtful,
            .comments = rules_.judge.is_on()};
}

std::size_t SampleCollector::begin_game(const pgn::Tags& tags, const Start& start) {
    tags_ = &tags;
    start_ = start;
    is_skipped_ = false;
    length_ = 0;
    variations_.clear();
    main_line_ = {};
    if (played_ != nullptr && result_) result_ = played_->begin_game(tags);
    if (!unseen_tags_.empty()) look_for_tags(tags);
    // Games that the header rejects need no reading of moves; without a Result tag, end_game()
    // decides.
    const pgn::Outcome outcome = pgn::parse_outcome(text::trim(tags.find("Result")));
    wanted_ = outcome == pgn::Outcome::Unknown ||
              std::ranges::all_of(rules_.filters, [&](const pgn::Filter& filter) {
                  return filter.needs_moves() || filter.matches(tags, outcome, {});
              });
    if (!wanted_) return 0;
    judge_.begin(start.mover, start.key == chess::Position::start().key());
    // The value after the last move may stand in the comment of the next one.
    const std::size_t further = rules_.judge.is_on() ? 1 : 0;
    return counts_plies_ ? pgn::all_plies : rules_.max_ply + further;
}

void SampleCollector::skip_game() {
    is_skipped_ = true;
}

void SampleCollector::look_for_tags(const pgn::Tags& tags) {
    std::erase_if(unseen_tags_, [&](const UnseenTag& tag) {
        // The tag counts with any value, even an empty one.
        const bool is_there = tags.find(tag.name).data() != nullptr;
        if (is_there) tally_.tags_seen |= tag.bit;
        return is_there;
    });
}

void SampleCollector::on_mistake() {
    if (taken_ == Taken::Line) --length_;
    if (taken_ == Taken::Variation) variations_.pop_back();
    taken_ = Taken::Nowhere;
}

void SampleCollector::end_game(pgn::Outcome outcome, std::size_t plies,
                               const pgn::Problem& problem) {
    if (problem) report_->add(problem);
    if (is_skipped_) ++tally_.other_variants;
    if (is_skipped_ || !result_) return;
    result_ = count(rules_.as_polyglot ? polyglot_outcome(*tags_) : outcome, plies);
}

bool SampleCollector::is_filtered(pgn::Outcome outcome, std::size_t plies) {
    main_line_.plies = plies;
    return !wanted_ || !std::ranges::all_of(rules_.filters, [&](const pgn::Filter& filter) {
        return filter.matches(*tags_, outcome, main_line_);
    });
}

// Two records are the same game if no counted property distinguishes them; therefore it does not
// matter which is read first.
std::uint64_t SampleCollector::fingerprint(pgn::Outcome outcome, std::uint16_t year) const {
    // The header names the variant.
    const std::uint64_t variant =
        std::uint64_t{start_.variant} << 25U | (start_.chess960 ? std::uint64_t{1} << 24U : 0);
    std::uint64_t fingerprint =
        joined(start_.key, variant | static_cast<std::uint64_t>(outcome) << 16 | year);
    for (const std::string_view player : {"White", "Black"})
        fingerprint = joined(fingerprint, surname_hash(tags_->find(player)));
    for (const std::string_view elo : {"WhiteElo", "BlackElo"})
        fingerprint = joined(fingerprint, capped_elo(*tags_, elo));
    for (const std::span<const book::Sample> moves :
         {line(), std::span<const book::Sample>(variations_)})
        for (const book::Sample& move : moves)
            fingerprint = joined(fingerprint, move.key ^ move.move);
    return fingerprint;
}

Result<void> SampleCollector::count(pgn::Outcome outcome, std::size_t plies) {
    if (is_filtered(outcome, plies)) {
        ++tally_.filtered;
        return {};
    }
    if (outcome == pgn::Outcome::Unknown && !rules_.unknown_is_draw) {
        ++tally_.unknown;
        return {};
    }
    if (rules_.judge.is_on()) {
        judge_.end(outcome, tally_.values);
        if (!judge_.has_values() && !rules_.judge.keep_unjudged) {
            ++tally_.unjudged;
            return {};
        }
    }
    if (length_ == 0 && variations_.empty()) {
        ++tally_.empty;
        return {};
    }
    const auto year = static_cast<std::uint16_t>(pgn::year_of(*tags_));
    const std::uint64_t print = is_new_ ? fingerprint(outcome, year) : 0;
    if (is_new_) {
        const Result<bool> fresh = is_new_(print);
        if (!fresh) return fresh.error();
        if (!*fresh) {
            ++tally_.duplicates;
            if (played_ != nullptr) note_copy(outcome, year, print);
            return {};
        }
    }
    collect(outcome, year);
    if (played_ != nullptr) note_game(print);
    ++tally_.counted;
    if (start_.chess960) ++tally_.chess960;
    tally_.samples += samples_.size();
    tally_.last_year = std::max(tally_.last_year, year);
    if (rules_.variations) count_twice(of_line_);
    return sink_.take(samples_);
}

// Sets samples_ to the moves that count.
void SampleCollector::collect(pgn::Outcome outcome, std::uint16_t year) {
    leave_out_mistakes();
    const std::array<std::uint16_t, 2> elo{capped_elo(*tags_, "WhiteElo"),
                                           capped_elo(*tags_, "BlackElo")};
    const std::array<std::uint8_t, 2> half_points{half_points_of(outcome, chess::Color::White),
                                                  half_points_of(outcome, chess::Color::Black)};
    samples_.resize(length_ + variations_.size());
    auto to = samples_.begin();
    const auto complete = [&](std::span<const book::Sample> moves) {
        for (const book::Sample& sample : moves) {
            if (sample.move == 0) { // a repeated move, or one that no book can store
                if (sample.key != 0)
                    ++(sample.half_points == KingPromotion ? tally_.king_promotions
                                                           : tally_.inner_rooks);
                continue;
            }
            const auto mover = static_cast<std::size_t>(sample.mover);
            *to++ = {sample.key, sample.move, sample.mover, half_points[mover], elo[mover], year};
        }
    };
    complete(line());
    of_line_ = static_cast<std::size_t>(to - samples_.begin());
    complete(variations_);
    samples_.erase(to, samples_.end());
    if (!variations_.empty()) leave_out_duplicates(of_line_);
}

// Which copy of a game is counted depends on the threads; the one that is kept does not, because
// all of them are noted. A copy changes nothing else.
void SampleCollector::note_copy(pgn::Outcome outcome, std::uint16_t year,
                                std::uint64_t fingerprint) {
    const GameTally tally = tally_;
    WorstMistakes worst = worst_mistakes_;
    collect(outcome, year);
    note_game(fingerprint);
    tally_ = tally;
    worst_mistakes_ = std::move(worst);
}

// A game is kept for its own moves alone, not for those of its variations.
void SampleCollector::note_game(std::uint64_t fingerprint) {
    played_->add(*tags_, std::span<const book::Sample>(samples_).first(of_line_), fingerprint);
}

// Keeps the places of the other moves, by which the judge knows them.
void SampleCollector::leave_out_mistakes() {
    for (std::size_t at = 0; at < length_ && judge_.has_values(); ++at) {
        const std::size_t ply = rules_.min_ply + at;
        if (judge_.is_decided(ply)) {
            length_ = at;
            ++tally_.values.decided;
            return;
        }
        book::Sample& sample = line_[at];
        if (sample.move == 0 || !judge_.is_mistake(ply)) continue;
        ++tally_.values.mistakes[static_cast<std::size_t>(sample.mover)];
        if (const int loss = judge_.loss(ply); worst_mistakes_.wants(sample.mover, loss))
            worst_mistakes_.add(sample.mover, {loss, name_mistake(ply, sample)});
        sample = {0, 0, sample.mover, 0, 0, 0};
    }
}

// Returns "Carlsen, M - Caruana, F: 12... g7g5 costs 3.40". The number counts from 1 at the first
// position, whatever its FEN.
std::string SampleCollector::name_mistake(std::size_t ply, const book::Sample& sample) const {
    const bool is_white = sample.mover == chess::Color::White;
    const std::size_t number = (ply + (start_.mover == chess::Color::Black ? 1 : 0)) / 2 + 1;
    const auto player = [this](std::string_view tag) {
        return text::shown_text(pgn::unescape_tag_value(tags_->find(tag)));
    };
    return player("White") + " - " + player("Black") + ": " + std::to_string(number) +
           (is_white ? ". " : "... ") + format_raw_move(sample.move) + " costs " +
           text::fixed(judge_.loss(ply) / 100.0, 2);
}

// Lines of one game may meet. Of equal moves only one counts, preferably that of the main line. The
// first `of_line` samples are the main line's and keep their place.
void SampleCollector::leave_out_duplicates(std::size_t of_line) {
    const auto key = [](const book::Sample& sample) { return std::tie(sample.key, sample.move); };
    const auto before = [key](const auto& a, const auto& b) { return key(a) < key(b); };
    const auto main_end = samples_.begin() + static_cast<std::ptrdiff_t>(of_line);
    std::sort(samples_.begin(), main_end, before);
    std::sort(main_end, samples_.end(), before);
    auto to = main_end;
    for (auto from = main_end; from != samples_.end(); ++from) {
        const bool is_repeated = to != main_end && key(*std::prev(to)) == key(*from);
        if (!is_repeated && !std::binary_search(samples_.begin(), main_end, *from, before))
            *to++ = *from;
    }
    samples_.erase(to, samples_.end());
}

// Moves in parentheses count half as much as the game's own, which are therefore counted twice.
void SampleCollector::count_twice(std::size_t of_line) {
    const std::size_t once = samples_.size();
    samples_.resize(once + of_line);
    std::copy_n(samples_.begin(), of_line, samples_.begin() + static_cast<std::ptrdiff_t>(once));
}

} // namespace polyglot::tools
