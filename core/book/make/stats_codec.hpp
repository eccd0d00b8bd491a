// Encodes and decodes .pgstats files (docs/formats/pgstats.md): sorted sums for each move in a
// compact form, with a checksum for every block. Test: stats_codec_test.cpp.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/make/games_layout.hpp"
#include "core/book/make/kept_games.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/book/make/stats_layout.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::book {

// Encodes a file in pieces. After the constructor, each add() and finish(), ready() returns the
// finished bytes.
class StatsEncoder {
  public:
    // Makes the header ready. most_points: size of the index, an even number; only tests use
    // another than the default. of: the variant of the file. kept: what is kept of the games, only
    // of chess.
    explicit StatsEncoder(std::size_t most_points = pgstats::most_index_points,
                          const NamedVariant& of = {}, const KeptInfo& kept = {});
    // Adds an entry. Entries must come in ascending order, without duplicates, and within the
    // limits of MoveStats; assert checks this. games: those that keep_best() leaves, if the file
    // keeps games.
    void add(const MoveStats& stats, std::span<const KeptGame> games = {});
    // After the last add(); info.of and info.kept are the constructor's. files: the names of the
    // files by their numbers in GamesPlace.
    void finish(const StatsInfo& info, const std::vector<std::string>& files = {});
    // Returns the bytes of the file that have not been taken yet, in order.
    std::string_view ready() const { return ready_; }
    void take() { ready_.clear(); }
    std::uint64_t entries() const { return layout_.entries; }

  private:
    void end_block();

    std::string ready_, block_, games_; // games_: of the entries in block_
    std::uint32_t block_entries_ = 0;
    std::uint64_t first_key_ = 0; // of the current block
    pgstats::Layout layout_;      // as far as it is written
    pgstats::Index index_;
    MoveStats last_;
};

// Reads the entries of a file in order. The file may contain any bytes: at a damaged place next()
// returns false, and problem() describes the damage and its place.
class StatsDecoder final : public StatsSource {
  public:
    // This is the least size of the buffer in bytes; it exceeds the largest block.
    static constexpr std::size_t least_buffer = std::size_t{1} << 15U;
    enum class Games : std::uint8_t { Skip, Read };
    // Opens a file and checks its header and its end. buffer: size of the read buffer in bytes, at
    // least least_buffer. games: whether the kept games are read, too.
    static Result<std::unique_ptr<StatsDecoder>>
    open(std::shared_ptr<const ByteReader> file, std::size_t buffer, Games games = Games::Skip);

    const StatsInfo& info() const { return layout_.info; }
    std::uint64_t entries() const { return layout_.entries; } // of the whole file
    bool next(MoveStats& stats) override;
    // With Games::Read: the games of the last entry, sorted by place, and the names of the files.
    const std::vector<KeptGame>& games() const { return games_; }
    const std::vector<std::string>& files() const { return files_; }
    std::vector<std::string> take_files() { return std::exchange(files_, {}); }
    const std::string& problem() const override { return problem_; }

  private:
    StatsDecoder(std::shared_ptr<const ByteReader> file, std::size_t buffer);
    bool next_block();
    bool next_games_block();
    bool next_games();
    bool check_index();
    bool damaged(std::uint64_t offset, std::string_view what);
    std::span<const std::byte> bytes_at(std::uint64_t offset, std::size_t count);

    std::shared_ptr<const ByteReader> file_;
    pgstats::Layout layout_;
    std::uint64_t entries_left_ = 0;
    std::vector<std::byte> buffer_;
    std::uint64_t buffer_offset_ = 0; // offset in the file of the first byte of the buffer
    std::size_t buffer_used_ = 0;
    std::uint64_t offset_ = pgstats::header_size; // offset in the file of the next block
    pgstats::BlockEntries block_;
    // With Games::Read; the block is apart from the buffer, in which the entries stand.
    bool reads_games_ = false;
    std::vector<std::string> files_;
    std::size_t files_named_ = 0; // also when the names have been taken
    std::vector<std::byte> games_bytes_;
    pgstats::BlockGames games_block_;
    std::vector<KeptGame> games_;
    MoveStats last_;
    bool any_ = false; // last_ is an entry of the file
    std::string problem_;
};

} // namespace polyglot::book
