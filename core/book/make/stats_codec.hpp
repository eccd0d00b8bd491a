// The bytes of .pgstats files (docs/formats/pgstats.md): sums of moves, sorted, compact, with a checksum for every
// block.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

// What a file says of itself.
struct StatsInfo {
    std::uint64_t games = 0;     // that went in
    std::uint16_t last_year = 0; // of all of them, at most MoveStats::max_year
    std::string description;     // options and sources, for info
    bool chess = false;          // some games are of ordinary chess; old files do not say
    bool chess960 = false;       // some are of Chess960
    friend bool operator==(const StatsInfo&, const StatsInfo&) = default;
};

// CRC-32C (Castagnoli, as in iSCSI, RFC 3720): of the bytes so far, and these.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t so_far = 0);

// A file, piece by piece: header, then for every entry, what is ready, and the end.
class StatsEncoder {
  public:
    StatsEncoder(); // the header is ready
    // Ascending, without duplicates, within the limits of MoveStats; checked by assert.
    void add(const MoveStats& stats);
    void finish(const StatsInfo& info); // after the last one
    // Bytes of the file that have not been taken yet, in order.
    std::string_view ready() const { return ready_; }
    void take() { ready_.clear(); }
    std::uint64_t entries() const { return entries_; }

  private:
    void end_block();

    std::string ready_, block_;
    std::uint32_t block_entries_ = 0;
    std::uint64_t entries_ = 0;
    std::uint64_t size_ = 0; // of the file so far
    MoveStats last_;
};

// Goes through a file. It may have any bytes: what is damaged ends it, and problem() says what and where.
class StatsDecoder final : public StatsSource {
  public:
    static constexpr std::size_t least_buffer = std::size_t{1} << 15U; // bytes: a block and some more
    // Checks header and end. buffer: bytes that are read at once and kept; least_buffer or more.
    static Result<std::unique_ptr<StatsDecoder>> open(std::shared_ptr<const ByteReader> file, std::size_t buffer);

    const StatsInfo& info() const { return info_; }
    std::uint64_t entries() const { return entries_; } // of the whole file
    bool next(MoveStats& stats) override;
    const std::string& problem() const override { return problem_; }

  private:
    StatsDecoder(std::shared_ptr<const ByteReader> file, std::size_t buffer);
    Result<void> read_end();
    bool next_block();
    bool decode(MoveStats& stats);
    bool damaged(std::uint64_t offset, std::string_view what);
    std::span<const std::byte> bytes_at(std::uint64_t offset, std::size_t count);

    std::shared_ptr<const ByteReader> file_;
    StatsInfo info_;
    std::uint64_t entries_ = 0, entries_left_ = 0;
    std::uint64_t blocks_end_ = 0; // offset of what follows the last block
    std::vector<std::byte> buffer_;
    std::uint64_t buffer_offset_ = 0; // of the buffer in the file
    std::size_t buffer_used_ = 0;
    std::uint64_t offset_ = 0;      // of the next block
    const std::byte* at_ = nullptr; // in the payload of this block
    const std::byte* end_ = nullptr;
    std::uint32_t block_left_ = 0; // entries
    MoveStats last_;
    bool any_ = false; // last_ is one
    std::string problem_;
};

} // namespace polyglot::book
