// The kept games in .pgstats files of version 4 (docs/formats/pgstats.md): after each block of
// entries a block with the games of these entries, and a list of files. Test: kept_games_test.cpp.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/make/kept_games.hpp"
#include "core/book/make/stats_layout.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book::pgstats {

// The largest payload of a block of games, which holds the games of at least one entry.
constexpr std::size_t max_games_payload = std::size_t{64} << 10U;
constexpr std::size_t max_games_block = block_header_size + max_games_payload;
constexpr std::size_t max_kept_game = 64; // bytes
constexpr std::size_t max_games_of_entry = 1 + std::size_t{2} * max_kept_games * max_kept_game;
static_assert(max_games_of_entry < max_games_payload);
constexpr std::uint64_t max_offset = std::numeric_limits<std::int64_t>::max(); // of a game
// The largest list of files: bytes, and names.
constexpr std::size_t max_files_bytes = std::size_t{64} << 20U;
constexpr std::size_t max_files = std::size_t{1} << 20U;

// Appends the games of one entry, at most 2 * max_kept_games, sorted by place.
void append_games(std::string& block, std::span<const KeptGame> games, bool with_copies);

// As decode_block_header(), for a block of games.
std::optional<BlockHeader> decode_games_header(std::span<const std::byte> bytes,
                                               std::uint64_t room);

// Reads the games of the entries of one block in order.
class BlockGames {
  public:
    // Opens a block: its header and payload, which must outlive the reading. False if the checksum
    // is wrong.
    bool open(std::span<const std::byte> block, const BlockHeader& header, const KeptInfo& info);
    std::uint32_t left() const { return left_; }
    // Reads the games of the next entry; requires left() > 0. False if they are invalid, or if
    // bytes remain after the last one.
    bool next(std::vector<KeptGame>& games);

  private:
    bool decode(KeptGame& game);

    const std::byte* at_ = nullptr;
    const std::byte* end_ = nullptr;
    std::uint32_t left_ = 0;
    KeptInfo info_;
};

// Returns an error if the names of the files are too many or too long for a list.
Result<void> check_files(const std::vector<std::string>& files);
// Returns the list of files with its checksum. check_files() must have accepted the list.
std::string encode_files(const std::vector<std::string>& files);
// Reads the list of files of a file; empty if it keeps no games. The error says where it is
// damaged.
Result<std::vector<std::string>> read_files(const ByteReader& file, const Layout& layout);

} // namespace polyglot::book::pgstats
