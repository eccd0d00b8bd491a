#include "core/book/make/stats_search.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace polyglot::book {

using namespace pgstats;

namespace {

Error damaged(std::uint64_t offset, std::string_view what) {
    return make_error("is damaged at byte " + std::to_string(offset) + ": " + std::string(what));
}

} // namespace

Result<StatsSearch> StatsSearch::open(std::shared_ptr<const ByteReader> file,
                                      std::size_t most_points) {
    StatsSearch search(std::move(file));
    auto layout = read_layout(*search.file_);
    if (layout.has_error()) return layout.error();
    search.layout_ = *std::move(layout);
    if (search.layout_.version == 1)
        if (const auto made = search.make_index(most_points); made.has_error()) return made.error();
    return search;
}

Result<void> StatsSearch::make_index(std::size_t most_points) {
    Index index(most_points);
    for (std::uint64_t offset = header_size; offset < layout_.blocks_end;) {
        const auto head = head_at(offset);
        if (head.has_error()) return head.error();
        index.add({head->key, offset});
        offset = head->next;
    }
    made_ = index.points();
    return {};
}

Result<StatsSearch::Head> StatsSearch::head_at(std::uint64_t offset) const {
    std::array<std::byte, first_key_size> buffer{};
    const std::size_t count = file_->read_at(offset, buffer);
    const auto bytes = std::span<const std::byte>(buffer).first(count);
    const auto header = decode_block_header(bytes, layout_.blocks_end - offset);
    const auto key = decode_first_key(bytes);
    if (!header || !key) return damaged(offset, "no block begins there");
    const auto next = after_games(offset + block_header_size + header->payload);
    if (next.has_error()) return next.error();
    return Head{*header, *key, *next};
}

// Returns the end of the games that begin there; the offset itself if the file keeps none.
Result<std::uint64_t> StatsSearch::after_games(std::uint64_t offset) const {
    if (layout_.info.kept.most == 0) return offset;
    std::array<std::byte, block_header_size> bytes{};
    const auto header = file_->read_at(offset, bytes) == bytes.size()
                            ? decode_games_header(bytes, layout_.blocks_end - offset)
                            : std::nullopt;
    if (!header) return damaged(offset, "no games of the block before it");
    return offset + block_header_size + header->payload;
}

Result<Point> StatsSearch::point(std::uint64_t number) const {
    if (!made_.empty()) return made_[static_cast<std::size_t>(number)];
    std::array<std::byte, point_size> buffer{};
    const std::uint64_t offset = layout_.blocks_end + number * point_size;
    const auto bytes = std::span<const std::byte>(buffer).first(file_->read_at(offset, buffer));
    const auto point = decode_point(bytes, number);
    if (!point || point->offset < header_size || point->offset >= layout_.blocks_end)
        return damaged(offset, "a wrong point of its index");
    return *point;
}

// Returns the offset of the last block that begins with a smaller key, or of the first block. It is
// not the one that begins with the key, because the moves of a position may continue from one block
// to the next.
Result<std::uint64_t> StatsSearch::offset_of(std::uint64_t key) const {
    std::uint64_t offset = header_size;
    // Bisection: points before `first` have smaller keys, points from `last` on do not.
    for (std::uint64_t first = 0, last = made_.empty() ? layout_.points : made_.size();
         first < last;) {
        const std::uint64_t middle = first + (last - first) / 2;
        const auto found = point(middle);
        if (found.has_error()) return found.error();
        if (found->key < key) {
            offset = found->offset;
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    // The blocks between two points are read one after the other.
    for (auto head = head_at(offset);;) {
        if (head.has_error()) return head.error();
        if (head->next >= layout_.blocks_end) return offset;
        const std::uint64_t next = head->next;
        head = head_at(next);
        if (!head.has_error() && head->key >= key) return offset;
        offset = next;
    }
}

// Opens the games of a block with this number of entries; they stand between these offsets. The
// bytes must outlive the reading of the games.
Result<void> StatsSearch::open_games(std::uint64_t offset, std::uint64_t end, std::uint32_t entries,
                                     std::vector<std::byte>& bytes, BlockGames& games) const {
    bytes.resize(static_cast<std::size_t>(end - offset));
    const bool is_read = file_->read_at(offset, bytes) == bytes.size();
    const auto header = decode_games_header(bytes, bytes.size());
    if (!is_read || !header || header->entries != entries ||
        !games.open(bytes, *header, layout_.info.kept))
        return damaged(offset, "games whose checksum is wrong");
    return {};
}

template <class Take>
Result<void> StatsSearch::find(std::uint64_t key, bool wants_games, const Take& take) const {
    if (layout_.blocks_end == header_size) return {};
    const auto begin = offset_of(key);
    if (begin.has_error()) return begin.error();
    std::vector<std::byte> buffer(max_block);
    std::vector<std::byte> games_bytes;
    BlockEntries entries;
    BlockGames block_games;
    std::vector<KeptGame> games;
    std::optional<MoveStats> last;
    for (std::uint64_t offset = *begin; offset < layout_.blocks_end;) {
        const auto bytes = std::span<const std::byte>(buffer).first(file_->read_at(offset, buffer));
        const auto header = decode_block_header(bytes, layout_.blocks_end - offset);
        const std::size_t whole = header ? block_header_size + header->payload : 0;
        if (!header || bytes.size() < whole || !entries.open(bytes, *header))
            return damaged(offset, "a block whose checksum is wrong");
        offset += whole;
        const auto next = after_games(offset);
        if (next.has_error()) return next.error();
        if (wants_games)
            if (const auto opened =
                    open_games(offset, *next, header->entries, games_bytes, block_games);
                opened.has_error())
                return opened.error();
        offset = *next;
        while (entries.left() > 0) {
            MoveStats stats;
            if (!entries.next(stats) || (last && !stats_before(*last, stats)))
                return damaged(offset, "before it, a wrong entry");
            if (wants_games && !block_games.next(games))
                return damaged(offset, "before it, wrong games of a move");
            if (stats.key > key) return {};
            if (stats.key == key) take(stats, games);
            last = stats;
        }
    }
    return {};
}

Result<std::vector<MoveStats>> StatsSearch::find(std::uint64_t key) const {
    std::vector<MoveStats> found;
    const auto done = find(key, false, [&found](const MoveStats& stats, const auto& /*games*/) {
        found.push_back(stats);
    });
    if (done.has_error()) return done.error();
    return found;
}

Result<std::vector<KeptMove>> StatsSearch::find_games(std::uint64_t key) const {
    std::vector<KeptMove> found;
    if (layout_.info.kept.most == 0) return found;
    const auto done = find(key, true, [&found](const MoveStats& stats, const auto& games) {
        found.push_back({stats.key, stats.move, games});
    });
    if (done.has_error()) return done.error();
    return found;
}

Result<std::vector<std::string>> StatsSearch::files() const {
    return read_files(*file_, layout_);
}

} // namespace polyglot::book
