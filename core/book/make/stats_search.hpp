// Finds the moves of one position in a file of statistics without reading the rest of it. Test:
// stats_search_test.cpp.
#pragma once
#include "core/book/make/games_layout.hpp"
#include "core/book/make/kept_games.hpp"
#include "core/book/make/stats_layout.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::book {

class StatsSearch {
  public:
    // Reads the header and the end of the file. A file of version 1 has no index, so one of at most
    // most_points points is made, with a read for each block.
    static Result<StatsSearch> open(std::shared_ptr<const ByteReader> file,
                                    std::size_t most_points = pgstats::most_index_points);
    const StatsInfo& info() const { return layout_.info; }
    std::uint64_t entries() const { return layout_.entries; }
    // Returns the moves of the position with this key, in ascending order; empty if the file does
    // not have it. The error states the damage and its place. Any number of threads may call it.
    Result<std::vector<MoveStats>> find(std::uint64_t key) const;
    // Returns the kept games of these moves, too, and the names of the files of games.
    Result<std::vector<KeptMove>> find_games(std::uint64_t key) const;
    Result<std::vector<std::string>> files() const;

  private:
    // A block's header and first key.
    struct Head {
        pgstats::BlockHeader header;
        std::uint64_t key = 0, next = 0; // next: offset of the next block
    };

    explicit StatsSearch(std::shared_ptr<const ByteReader> file) : file_(std::move(file)) {}
    Result<void> make_index(std::size_t most_points);
    Result<pgstats::Point> point(std::uint64_t number) const;
    Result<Head> head_at(std::uint64_t offset) const;
    Result<std::uint64_t> offset_of(std::uint64_t key) const;
    Result<std::uint64_t> after_games(std::uint64_t offset) const;
    Result<void> open_games(std::uint64_t offset, std::uint64_t end, std::uint32_t entries,
                            std::vector<std::byte>& bytes, pgstats::BlockGames& games) const;
    // Calls take(stats, games) for each move of the position; games is empty unless wanted.
    template <class Take>
    Result<void> find(std::uint64_t key, bool wants_games, const Take& take) const;

    std::shared_ptr<const ByteReader> file_;
    pgstats::Layout layout_;
    std::vector<pgstats::Point> made_; // the index made for a file of version 1
};

} // namespace polyglot::book
