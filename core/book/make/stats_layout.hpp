// The parts of a .pgstats file (docs/formats/pgstats.md), for writing, reading and searching it.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/book/variants/named_variant.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

// Which games a file keeps.
struct KeptInfo {
    std::uint32_t most = 0;  // of the best rated and of the newest games of a move; 0: none
    bool has_copies = false; // KeptGame::copy is stored
    friend bool operator==(const KeptInfo&, const KeptInfo&) = default;
};

// The description of a file, stored at its end.
struct StatsInfo {
    std::uint64_t games = 0;     // games counted in the file
    std::uint16_t last_year = 0; // year of the latest game, at most MoveStats::max_year
    std::string description;     // options and sources, for info
    bool chess = false;          // some games are ordinary chess; always false in old files
    bool chess960 = false;       // some games are Chess960; always false in old files
    // Of the games and of the keys. Both flags above are false in a file of a variant.
    NamedVariant of{};
    KeptInfo kept{};
    friend bool operator==(const StatsInfo&, const StatsInfo&) = default;
};

// True if a file begins like one of statistics; 8 bytes are enough.
bool is_stats(std::span<const std::byte> head);
struct FormatInfo;
extern const FormatInfo statistics_format;

namespace pgstats {

constexpr std::size_t header_size = 12;       // magic, version
constexpr std::size_t block_header_size = 12; // bytes of the payload, entries, checksum
constexpr std::size_t max_payload = std::size_t{16} << 10U;
constexpr std::size_t max_entry = 80; // bytes: flags, move, and seven numbers
constexpr std::size_t max_block = block_header_size + max_payload;
constexpr std::size_t point_size = 20; // key, offset, checksum
// Greatest number of points in the index. A file with as many blocks has at least half as many
// points.
constexpr std::size_t most_index_points = std::size_t{1} << 17U;

// A file of a variant has a newer version, so that programs that know chess only refuse it, and one
// that keeps games a still newer one.
std::string encode_header(const NamedVariant& of, const KeptInfo& kept);
void append_entry(std::string& block, const MoveStats& stats, std::uint64_t key_before);
std::string encode_block_header(std::string_view payload, std::uint32_t entries);

// A block that the index points to.
struct Point {
    std::uint64_t key = 0; // the first key of the block
    std::uint64_t offset = 0;
};
// The checksum of a point covers its number in the index, which counts from 0.
std::string encode_point(const Point& point, std::uint64_t number);
std::optional<Point> decode_point(std::span<const std::byte> bytes, std::uint64_t number);

// Collects the points of a file whose blocks come one after the other: every one, or every second,
// fourth, … block, so that there are no more than `most` points, but at least half as many if there
// are enough blocks.
class Index {
  public:
    explicit Index(std::size_t most = most_index_points) : most_(most) {}
    void add(const Point& block);
    const std::vector<Point>& points() const { return points_; }

  private:
    std::size_t most_;
    std::uint64_t blocks_ = 0, step_ = 1;
    std::vector<Point> points_;
};

// Holds what the header and the end of a file state.
struct Layout {
    StatsInfo info;
    std::uint64_t entries = 0;
    std::uint64_t blocks_end = 0; // the index begins there
    std::uint64_t points = 0;     // of the index; 0 in files of version 1
    std::uint64_t files_size = 0; // bytes of the list of files, which follows the index
    std::uint32_t version = 0;
    std::uint64_t files_offset() const { return blocks_end + points * point_size; }
};
std::string encode_end(const Layout& layout);
// Reads and checks the header and the end.
Result<Layout> read_layout(const ByteReader& file);

struct BlockHeader {
    std::size_t payload = 0;   // bytes
    std::uint32_t entries = 0; // 1 or more
};
// Returns nullopt if the header is invalid, or if its payload does not fit into the `room` bytes
// that are left.
std::optional<BlockHeader> decode_block_header(std::span<const std::byte> bytes,
                                               std::uint64_t room);
// Returns the key of the first entry; nullopt if it is damaged. bytes: the beginning of the block,
// at least first_key_size bytes or all of it.
constexpr std::size_t first_key_size = block_header_size + 3 + 10;
std::optional<std::uint64_t> decode_first_key(std::span<const std::byte> bytes);

// Reads the entries of one block in order.
class BlockEntries {
  public:
    // Opens a block: its header, accepted by decode_block_header(), and its payload. The bytes must
    // outlive the reading. False if the checksum is wrong.
    bool open(std::span<const std::byte> block, const BlockHeader& header);
    std::uint32_t left() const { return left_; }
    // Reads the next entry; requires left() > 0. False if the entry is invalid, or if bytes remain
    // after the last one.
    bool next(MoveStats& stats);

  private:
    bool decode(MoveStats& stats);

    const std::byte* at_ = nullptr;
    const std::byte* end_ = nullptr;
    std::uint32_t left_ = 0;
    std::uint64_t key_ = 0; // that the next entry's key is relative to
};

} // namespace pgstats
} // namespace polyglot::book
