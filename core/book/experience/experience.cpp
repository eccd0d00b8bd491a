#include "core/book/experience/experience.hpp"

#include "core/book/buffers.hpp"
#include "core/book/stockfish_move.hpp"
#include "core/book/stockfish_value.hpp"
#include "core/book/value_weights.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace polyglot::book {
namespace {

using chess::Position;
using chess::StockfishKeys;
using Compact = ExperienceBook::Compact;

// The most probable scheme comes first.
constexpr std::array schemes{StockfishKeys::SetsOfRights, StockfishKeys::XorOfRights,
                             StockfishKeys::FourRights};

std::string_view name_of(StockfishKeys keys) {
    switch (keys) {
    case StockfishKeys::FourRights: return "A: Stockfish before June 2020, SugaR";
    case StockfishKeys::XorOfRights: return "B: BrainLearn from 4.0 to July 2020";
    case StockfishKeys::SetsOfRights: return "C, D: Stockfish and BrainLearn since July 2020";
    }
    return {};
}

bool is_same_move(const Compact& a, const Compact& b) {
    return a.key == b.key && a.move == b.move;
}

// Merges a record with a later one of the same move, as the engines do.
void add(Compact& known, const Compact& later, ExperienceLayout layout) {
    if (layout == ExperienceLayout::BrainLearn) {
        if (later.depth >= known.depth) known = later;
        return;
    }
    known.count =
        static_cast<std::uint16_t>(std::min<unsigned>(known.count + 0U + later.count, 65'535));
    if (later.depth < known.depth) return;
    known.score = later.depth > known.depth
                      ? later.score
                      : static_cast<std::int16_t>((known.score + later.score) / 2);
    known.depth = later.depth;
}

// Visits all positions up to this many plies after the position.
template <class Visit>
void visit_positions(const Position& position, int plies, const Visit& visit) {
    visit(position);
    if (plies == 0) return;
    for (const chess::Move move : position.legal_moves()) {
        Position after = position;
        after.make(move);
        visit_positions(after, plies - 1, visit);
    }
}

bool any_legal(std::span<const Compact> records, const Position& position) {
    return std::ranges::any_of(records, [&position](const Compact& record) {
        return static_cast<bool>(decode_stockfish_move(record.move, position));
    });
}

// Counts the positions that each scheme finds with a legal move.
class Hits {
  public:
    template <class Find>
    void look_at(const Position& position, const Find& find) {
        for (std::size_t i = 0; i < schemes.size(); ++i)
            if (any_legal(find(position, schemes[i]), position)) ++hits_[i];
    }
    std::optional<StockfishKeys> most() const {
        const auto best = std::ranges::max_element(hits_);
        if (*best == 0 || std::ranges::count(hits_, *best) > 1) return std::nullopt;
        return schemes[static_cast<std::size_t>(best - hits_.begin())];
    }

  private:
    std::array<std::uint64_t, schemes.size()> hits_{};
};

} // namespace

Result<ExperienceBook> ExperienceBook::open(const ByteReader& bytes) {
    PageBuffer buffer{};
    const auto head = std::span<const std::byte>(buffer).first(bytes.read_at(0, buffer));
    const auto layout = detect_experience(head, bytes.size());
    if (!layout) return make_error("not an experience file");
    ExperienceBook book;
    book.layout_ = *layout;
    if (is_unknown_sugar(head))
        return make_error(
            "an experience file of a version that is not known: of SugaR's, versions 1 and 2 are");
    if (auto read = book.read(bytes); !read) return read.error();
    const auto find = [&book](const Position& position, StockfishKeys keys) {
        return book.find_by(position, keys);
    };
    for (int plies = 0; plies <= 3 && !book.keys_; ++plies) { // up to 9322 positions
        Hits hits;
        visit_positions(Position::start(), plies,
                        [&](const Position& position) { hits.look_at(position, find); });
        book.keys_ = hits.most();
    }
    return book;
}

Result<void> ExperienceBook::read(const ByteReader& bytes) {
    const std::uint64_t begin = signature_of(layout_).size();
    const std::uint64_t rest = (bytes.size() - begin) % experience_record_size;
    if (rest != 0 && layout_ != ExperienceLayout::BrainLearn &&
        bytes.size() - begin < experience_record_size)
        return make_error(
            "an experience file cut off in its first record, or of an unknown version");
    std::vector<Compact> records;
    // Merging early keeps the memory small for a file with many repetitions.
    std::size_t merge_at = std::size_t{1} << 20U;
    std::uint64_t unsearched = 0, senseless = 0;
    std::vector<std::byte> buffer(experience_record_size << 12U);
    for (std::uint64_t at = begin; at < bytes.size() - rest; at += buffer.size()) {
        const std::uint64_t left = bytes.size() - rest - at;
        const auto part = std::span(buffer).first(
            static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.size())));
        if (bytes.read_at(at, part) < part.size())
            return make_error("cannot be read from byte " + std::to_string(at) + " on");
        for (std::size_t i = 0; i < part.size(); i += experience_record_size) {
            const auto record = decode_experience_record(
                layout_,
                std::span<const std::byte>(part).subspan(i).first<experience_record_size>());
            ++read_;
            if (!record.in_range()) {
                ++senseless;
            } else if (!record.is_searched()) {
                ++unsearched;
            } else {
                records.push_back({record.key, static_cast<std::int16_t>(record.score), record.move,
                                   record.count, static_cast<std::uint8_t>(record.depth)});
            }
        }
        if (records.size() < merge_at) continue;
        merge(records);
        merge_at = std::max(merge_at, 2 * records.size());
    }
    // Forks write larger headers or longer records after the same signature. Reading them as this
    // layout yields arbitrary bytes.
    if (layout_ != ExperienceLayout::BrainLearn && 2 * senseless > read_)
        return make_error("an experience file of an unknown layout: it begins as SugaR's, but " +
                          std::to_string(senseless) + " of " + std::to_string(read_) +
                          " records have a depth or score of no search");
    merge(records);
    take(std::move(records));
    warn_of(unsearched, senseless, rest);
    return {};
}

void ExperienceBook::take(std::vector<Compact> records) {
    records.shrink_to_fit();
    positions_ = 0;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (i == 0 || records[i].key != records[i - 1].key) ++positions_;
    records_ = std::make_shared<const std::vector<Compact>>(std::move(records));
}

// Merged records precede new ones, so that the order of the file is kept.
void ExperienceBook::merge(std::vector<Compact>& records) {
    std::ranges::stable_sort(records, [](const Compact& a, const Compact& b) {
        return a.key != b.key ? a.key < b.key : a.move < b.move;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (kept > 0 && is_same_move(records[kept - 1], records[i])) {
            add(records[kept - 1], records[i], layout_);
            ++repeated_;
        } else {
            records[kept++] = records[i];
        }
    }
    records.resize(kept);
}

void ExperienceBook::warn_of(std::uint64_t unsearched, std::uint64_t senseless,
                             std::uint64_t rest) {
    if (rest != 0)
        warnings_.push_back(
            "the last " + std::to_string(rest) +
            " bytes are not a whole record and are left out: the file is damaged or not finished");
    if (unsearched > 0)
        warnings_.push_back(text::counted(unsearched, "record without a searched move is left out",
                                          "records without a searched move are left out"));
    if (senseless > 0)
        warnings_.push_back(
            text::counted(senseless, "record with a depth or score of no search is left out",
                          "records with a depth or score of no search are left out"));
}

std::span<const Compact> ExperienceBook::of_key(std::uint64_t key) const {
    const auto first = std::ranges::lower_bound(*records_, key, {}, &Compact::key);
    auto last = first;
    while (last != records_->end() && last->key == key)
        ++last;
    return {first, last};
}

std::span<const Compact> ExperienceBook::find_by(const Position& position,
                                                 StockfishKeys keys) const {
    const std::uint64_t key = chess::stockfish_key_of(position, keys);
    const std::uint64_t of_clock = keys == StockfishKeys::SetsOfRights
                                       ? chess::stockfish_clock_part(position.half_move_clock())
                                       : 0;
    if (of_clock != 0)
        if (const auto found = of_key(key ^ of_clock); !found.empty()) return found;
    return of_key(key);
}

std::span<const Compact> ExperienceBook::find_records(const Position& position) const {
    if (keys_) return find_by(position, *keys_);
    for (const StockfishKeys keys : schemes)
        if (const auto found = find_by(position, keys); any_legal(found, position)) return found;
    return {};
}

// Compares moves of a position in the order of the engines.
bool ExperienceBook::is_better(const Compact& a, const Compact& b) const {
    if (layout_ == ExperienceLayout::BrainLearn)
        return std::pair(a.depth, a.score) > std::pair(b.depth, b.score);
    const bool counts = layout_ == ExperienceLayout::Sugar2;
    const auto quality = [counts](const Compact& r) {
        const std::int64_t by_depth =
            std::int64_t{r.score} * std::max(r.depth / (counts ? 10 : 5), 1);
        return counts ? by_depth * std::max(r.count / 3, 1) : by_depth;
    };
    if (quality(a) != quality(b)) return quality(a) > quality(b);
    if (counts && a.count != b.count) return a.count > b.count;
    return a.depth > b.depth;
}

std::vector<Entry> ExperienceBook::find(const Position& position) const {
    struct Known {
        Compact record;
        chess::Move move;
    };
    std::vector<Known> known;
    int deepest = 1;
    for (const Compact& record : find_records(position)) {
        const chess::Move move = decode_stockfish_move(record.move, position);
        if (!move) continue;
        known.push_back({record, move});
        deepest = std::max<int>(deepest, record.depth);
    }
    std::ranges::stable_sort(
        known, [this](const Known& a, const Known& b) { return is_better(a.record, b.record); });
    const bool white = position.side_to_move() == chess::Color::White;
    std::vector<Entry> entries;
    int best = 0;
    for (const Known& one : known) {
        Evaluation evaluation = decode_stockfish_value(one.record.score);
        const int value = centipawns_for(evaluation, chess::Color::White);
        if (!white) evaluation.value = -evaluation.value;
        evaluation.source = Evaluation::Source::Engine;
        evaluation.depth = one.record.depth;
        std::uint32_t weight = ValueBook::full_weight;
        if (entries.empty()) {
            best = value;
        } else {
            const double share =
                std::exp(std::min(value - best, 0) / temperature_) * one.record.depth / deepest;
            weight = static_cast<std::uint32_t>(std::max(1L, std::lround(weight * share)));
        }
        entries.push_back({.move = one.move, .weight = weight, .evaluation = evaluation});
    }
    if (entries.size() > 1)
        std::stable_sort(entries.begin() + 1, entries.end(),
                         [](const Entry& a, const Entry& b) { return a.weight > b.weight; });
    return entries;
}

Book::Facts ExperienceBook::facts() const {
    Facts facts{
        {"Layout", std::string(book::name_of(layout_))},
        {"Keys", keys_ ? std::string(name_of(*keys_)) : "of any scheme: no known position decides"},
        {"Records", std::to_string(read_)},
        {"Records merged", std::to_string(repeated_)}};
    if (records_->empty()) return facts;
    const auto [least, most] = std::ranges::minmax_element(
        *records_, [](const Compact& a, const Compact& b) { return a.depth < b.depth; });
    facts.emplace_back("Depth", std::to_string(least->depth) + " to " +
                                    std::to_string(most->depth) + " plies");
    return facts;
}

std::uint64_t ExperienceBook::key_of(const Position& position) const {
    return keys_ ? chess::stockfish_key_of(position, *keys_) : position.key();
}

std::vector<std::uint16_t> ExperienceBook::stockfish_moves(const Position& position) const {
    std::vector<std::uint16_t> moves;
    for (const Compact& record : find_records(position))
        moves.push_back(record.move);
    return moves;
}

std::shared_ptr<const Book> ExperienceBook::read_by(const Reading& reading) const {
    if (reading.known.empty() && !reading.min_depth && !reading.temperature) return nullptr;
    ExperienceBook book = reading.known.empty() ? *this : decided_by(reading.known);
    if (reading.temperature) book = book.with_temperature(*reading.temperature);
    if (reading.min_depth) book = book.of_depth(*reading.min_depth);
    return std::make_shared<const ExperienceBook>(std::move(book));
}

ExperienceBook ExperienceBook::decided_by(std::span<const Position> positions) const {
    ExperienceBook book = *this;
    Hits hits;
    for (const Position& position : positions)
        hits.look_at(position, [this](const Position& one, StockfishKeys keys) {
            return find_by(one, keys);
        });
    if (const auto most = hits.most()) book.keys_ = most;
    return book;
}

ExperienceBook ExperienceBook::of_depth(int plies) const {
    ExperienceBook book = *this;
    auto records = *records_;
    std::erase_if(records, [plies](const Compact& record) { return record.depth < plies; });
    book.take(std::move(records));
    return book;
}

ExperienceBook ExperienceBook::with_temperature(double temperature) const {
    ExperienceBook book = *this;
    book.temperature_ = temperature;
    return book;
}

} // namespace polyglot::book
