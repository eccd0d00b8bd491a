// Writes statistics (.pgstats) of approximately any size: every move of the positions after 0, 1
// and 2 half-moves among entries for keys of no position. The command is make_big_stats OUT.pgstats
// SIZE_MB [SEED]; the same arguments give the same bytes.
#include "core/book/make/stats_codec.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/position.hpp"
#include "core/random.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

namespace {

using namespace polyglot;
using book::MoveStats;

using Sums = std::map<std::pair<std::uint64_t, std::uint16_t>, MoveStats>;

void add_tree(Sums& sums, const chess::Position& position, int plies) {
    for (const chess::Move move : position.legal_moves()) {
        MoveStats stats{.key = position.key(),
                        .move = book::encode_move(move),
                        .mover = position.side_to_move()};
        stats.wins = 1000 + stats.move;
        stats.draws = 2000;
        stats.losses = 900;
        stats.rated_games = stats.games();
        stats.elo_sum = 2400 * stats.games();
        stats.last_year = 2024;
        sums[{stats.key, stats.move}] = stats;
        if (plies == 0) continue;
        chess::Position after = position;
        after.make(move);
        add_tree(sums, after, plies - 1);
    }
}

// Returns the figures of a typical move in a database: played once, by a player with a rating.
MoveStats random_stats(Random& random, std::uint64_t key, std::uint16_t move) {
    MoveStats stats{.key = key, .move = move};
    const std::uint64_t result = random.below(12);
    (result % 3 == 0 ? stats.wins : result % 3 == 1 ? stats.draws : stats.losses) = 1;
    if (result == 0) stats.draws = random.below(30);
    stats.rated_games = stats.games();
    stats.elo_sum = stats.games() * (2000 + random.below(600));
    stats.last_year = static_cast<std::uint16_t>(1990 + random.below(35));
    return stats;
}

class File {
  public:
    explicit File(const std::filesystem::path& path) : out_(path, std::ios::binary) {}
    void add(const MoveStats& stats) {
        encoder_.add(stats);
        if (encoder_.ready().size() > (1U << 20U)) flush();
    }
    bool finish() {
        encoder_.finish({encoder_.entries(), 2024, "random keys", true});
        flush();
        return bool(out_.flush());
    }
    std::uint64_t entries() const { return encoder_.entries(); }

  private:
    void flush() {
        out_ << encoder_.ready();
        encoder_.take();
    }

    std::ofstream out_;
    book::StatsEncoder encoder_;
};

constexpr double entry_bytes = 11.3; // in a file of some 10 GB; closer keys take fewer bytes

bool write(File& file, std::uint64_t bytes, std::uint64_t seed) {
    Sums sums;
    add_tree(sums, chess::Position::start(), 2);
    Random random(seed);
    constexpr std::uint64_t moves_of_two = 3; // positions have one or two moves
    const auto entries = static_cast<std::uint64_t>(static_cast<double>(bytes) / entry_bytes);
    const std::uint64_t most_step = ~std::uint64_t{0} / entries * moves_of_two;
    auto real = sums.begin();
    for (std::uint64_t key = random.below(most_step);;) {
        for (; real != sums.end() && real->first.first <= key; ++real)
            file.add(real->second);
        const auto move = static_cast<std::uint16_t>(random.below(2000));
        file.add(random_stats(random, key, move));
        if (random.below(2) == 0)
            file.add(random_stats(random, key, static_cast<std::uint16_t>(move + 1)));
        const std::uint64_t step = 1 + random.below(most_step);
        if (step > ~key) break;
        key += step;
    }
    for (; real != sums.end(); ++real)
        file.add(real->second);
    return file.finish();
}

} // namespace

int main(int argc, char** argv) {
    const auto megabytes = argc > 2 ? text::parse_int<std::uint64_t>(argv[2]) : std::nullopt;
    const auto seed = argc > 3 ? text::parse_int<std::uint64_t>(argv[3]) : 1;
    if (!megabytes || *megabytes == 0 || !seed) {
        std::fputs("usage: make_big_stats OUT.pgstats SIZE_MB [SEED]\n", stderr);
        return 2;
    }
    File file(argv[1]);
    if (!write(file, *megabytes * 1'000'000, *seed)) {
        std::fprintf(stderr, "make_big_stats: cannot write %s\n", argv[1]);
        return 1;
    }
    std::printf("%llu entries\n", static_cast<unsigned long long>(file.entries()));
    return 0;
}
