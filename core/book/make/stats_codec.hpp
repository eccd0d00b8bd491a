// Encodes and decodes .pgstats files (docs/formats/pgstats.md): the sums for each move, sorted, in a compact form, with
// a checksum for every block.
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

// The description of a file, stored at its end.
struct StatsInfo {
    std::uint64_t games = 0;     // games counted in the file
    std::uint16_t last_year = 0; // year of the latest game, at most MoveStats::max_year
    std::string description;     // options and sources, for info
    bool chess = false;          // some games are ordinary chess; always false in old files
    bool chess960 = false;       // some games are Chess960; always false in old files
    friend bool operator==(const StatsInfo&, const StatsInfo&) = default;
};

// Returns the CRC-32C (Castagnoli, as in iSCSI, RFC 3720) of these bytes, continued from so_far, the CRC of the bytes
// before them.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t so_far = 0);

// Encodes a file in pieces. After the constructor, each add() and finish(), ready() returns the finished bytes.
class StatsEncoder {
  public:
    StatsEncoder(); // the header is ready
    // Entries must be added in ascending order, without duplicates, within the limits of MoveStats; checked by assert.
    void add(const MoveStats& stats);
    void finish(const StatsInfo& info); // after the last add()
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

// Reads the entries of a file in order. The file may contain any bytes: at a damaged place next() returns false, and
// problem() describes the damage and its place.
class StatsDecoder final : public StatsSource {
  public:
    static constexpr std::size_t least_buffer = std::size_t{1} << 15U; // bytes: more than the largest block
    // Opens a file and checks its header and its end. buffer: size of the read buffer in bytes, at least least_buffer.
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
    std::uint64_t blocks_end_ = 0; // offset of the first byte after the last block
    std::vector<std::byte> buffer_;
    std::uint64_t buffer_offset_ = 0; // offset in the file of the first byte of the buffer
    std::size_t buffer_used_ = 0;
    std::uint64_t offset_ = 0;      // offset in the file of the next block
    const std::byte* at_ = nullptr; // the next byte in the payload of the current block
    const std::byte* end_ = nullptr;
    std::uint32_t block_left_ = 0; // entries not yet read from the current block
    MoveStats last_;
    bool any_ = false; // last_ is an entry of the file
    std::string problem_;
};

} // namespace polyglot::book
