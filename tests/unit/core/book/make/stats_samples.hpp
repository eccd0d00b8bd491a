// Random samples, and the plainest way to sum them.
#pragma once
#include "core/book/make/crc32c.hpp"
#include "core/book/make/stats_table.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::book {

inline std::ostream& operator<<(std::ostream& out, const MoveStats& s) { // for doctest
    return out << std::hex << s.key << ' ' << s.move << std::dec
               << (s.mover == chess::Color::White ? " w +" : " b +") << s.wins << '=' << s.draws
               << '-' << s.losses << ", " << s.rated_games << " of Elo " << s.elo_sum << ", "
               << s.last_year;
}

} // namespace polyglot::book

namespace polyglot::test {

using Sums = std::map<std::pair<std::uint64_t, std::uint16_t>, book::MoveStats>;

// For this many positions with up to four moves each. shift: how much smaller than 64 bits the keys
// are; crowds them.
inline std::vector<book::Sample> random_samples(Random& random, std::size_t count,
                                                std::uint64_t positions, unsigned shift = 0) {
    std::vector<book::Sample> samples(count);
    for (book::Sample& sample : samples) {
        Random position(random.below(positions));
        const std::uint64_t hash = position.next();
        sample.key = hash >> shift;
        sample.mover = (hash & 1U) == 0 ? chess::Color::White : chess::Color::Black;
        sample.move = static_cast<std::uint16_t>(hash % 60'000 + random.below(4));
        sample.half_points = static_cast<std::uint8_t>(random.below(3));
        if (random.below(3) > 0)
            sample.elo = static_cast<std::uint16_t>(random.below(book::MoveStats::max_elo + 1));
        if (random.below(3) > 0) sample.year = static_cast<std::uint16_t>(random.below(2100));
    }
    return samples;
}

inline void add(Sums& sums, const book::Sample& sample) {
    book::MoveStats& stats = sums[{sample.key, sample.move}];
    stats.key = sample.key;
    stats.move = sample.move;
    stats.mover = sample.mover;
    ++(sample.half_points == 2 ? stats.wins : sample.half_points == 1 ? stats.draws : stats.losses);
    if (sample.elo > 0) ++stats.rated_games;
    stats.elo_sum += sample.elo;
    stats.last_year = std::max(stats.last_year, sample.year);
}

inline Sums sums_of(const std::vector<book::Sample>& samples) {
    Sums sums;
    for (const book::Sample& sample : samples)
        add(sums, sample);
    return sums;
}
inline std::vector<book::MoveStats> in_order(const Sums& sums) {
    std::vector<book::MoveStats> list;
    for (const auto& [move, stats] : sums)
        list.push_back(stats);
    return list;
}
inline std::vector<book::MoveStats> read_all(book::StatsSource& source) {
    std::vector<book::MoveStats> list;
    std::array<book::MoveStats, 7> some;
    for (book::MoveStats stats; source.next(stats);) { // one, then many at a time
        list.push_back(stats);
        list.insert(list.end(), some.begin(),
                    some.begin() + static_cast<std::ptrdiff_t>(source.read(some)));
    }
    return list;
}
inline std::vector<book::MoveStats> read_all(const book::StatsTable& table) {
    book::StatsTable::Reader reader(table);
    return read_all(reader);
}

inline std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char c : bytes)
        value = value << 8U | static_cast<unsigned char>(c);
    return value;
}
inline std::string bytes_of(std::uint64_t value, unsigned count) {
    std::string bytes;
    for (unsigned i = count; i > 0; --i)
        bytes += static_cast<char>(value >> 8U * (i - 1));
    return bytes;
}

// The file with a right checksum of its end, after a change of its info.
inline std::string with_checksum_of_end(std::string file) {
    const std::uint64_t text = big_endian(file.substr(file.size() - 20, 8));
    const std::uint64_t begin = file.size() - 36 - text;
    const std::string sum = bytes_of(begin, 8) + file.substr(begin, text + 24);
    return file.replace(file.size() - 12, 4,
                        bytes_of(book::crc32c(std::as_bytes(std::span(sum))), 4));
}

// A .pgstats file as it was before it had an index.
inline std::string pgstats_version_1(std::string_view file) {
    const std::string_view end = file.substr(file.size() - 36);
    const std::uint64_t text = big_endian(end.substr(16, 8));
    const std::uint64_t blocks_end = file.size() - 36 - text - 20 * big_endian(end.substr(8, 8));
    const std::string checked = std::string(file.substr(file.size() - 36 - text, text)) +
                                std::string(end.substr(0, 8)) + std::string(end.substr(16, 8));
    std::string old(file.substr(0, blocks_end));
    old[11] = 1;
    const std::string sum = bytes_of(blocks_end, 8) + checked;
    return old + checked + bytes_of(book::crc32c(std::as_bytes(std::span(sum))), 4) +
           std::string(end.substr(28));
}

// From memory.
class ListedStats final : public book::StatsSource {
  public:
    explicit ListedStats(std::vector<book::MoveStats> list, std::string problem = {})
        : list_(std::move(list)), problem_(std::move(problem)) {}
    bool next(book::MoveStats& stats) override {
        if (at_ == list_.size()) return false;
        stats = list_[at_++];
        return true;
    }
    const std::string& problem() const override { return problem_; }

  private:
    std::vector<book::MoveStats> list_;
    std::string problem_;
    std::size_t at_ = 0;
};

} // namespace polyglot::test
