// The parts of a .pgstats file (docs/formats/pgstats.md), for those who write, read and search one.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
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

// Whether a file begins like one of statistics; 8 bytes are enough.
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
// A file's index has half as many points at least, if it has as many blocks.
constexpr std::size_t most_index_points = std::size_t{1} << 17U;

std::string encode_header();
void append_entry(std::string& block, const MoveStats& stats, std::uint64_t key_before);
std::string encode_block_header(std::string_view payload, std::uint32_t entries);

// A block that the index names.
struct Point {
    std::uint64_t key = 0; // its first
    std::uint64_t offset = 0;
};
// number: of the point in its index, from 0; part of its checksum.
std::string encode_point(const Point& point, std::uint64_t number);
std::optional<Point> decode_point(std::span<const std::byte> bytes, std::uint64_t number);

// The points of a file whose blocks come one after the other: every one, or every second, fourth,
// …, so that there are no more than `most`, and in the end half as many at least.
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

// What a file's header and end say.
struct Layout {
    StatsInfo info;
    std::uint64_t entries = 0;
    std::uint64_t blocks_end = 0; // the index begins there
    std::uint64_t points = 0;     // of the index; 0 in files of version 1
    std::uint32_t version = 0;
};
std::string encode_end(const Layout& layout);
// Reads and checks both.
Result<Layout> read_layout(const ByteReader& file);

struct BlockHeader {
    std::size_t payload = 0;   // bytes
    std::uint32_t entries = 0; // 1 or more
};
// nullopt if it is impossible where so many bytes are left for it and its payload.
std::optional<BlockHeader> decode_block_header(std::span<const std::byte> bytes,
                                               std::uint64_t room);
// The key of the first entry. bytes: from the beginning of the block, at least first_key_size of
// them or all.
constexpr std::size_t first_key_size = block_header_size + 3 + 10;
std::optional<std::uint64_t> decode_first_key(std::span<const std::byte> bytes);

// The entries of one block, one after the other.
class BlockEntries {
  public:
    // block: its header, as decode_block_header() has accepted it, and its payload. They must
    // outlive the reading. False if the checksum is wrong.
    bool open(std::span<const std::byte> block, const BlockHeader& header);
    std::uint32_t left() const { return left_; }
    // While some are left: false if the next one is invalid, or if bytes are left after the last
    // one.
    bool next(MoveStats& stats);

  private:
    bool decode(MoveStats& stats);

    const std::byte* at_ = nullptr;
    const std::byte* end_ = nullptr;
    std::uint32_t left_ = 0;
    std::uint64_t key_ = 0; // from which the next entry counts
};

} // namespace pgstats
} // namespace polyglot::book
