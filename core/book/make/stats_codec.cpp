#include "core/book/make/stats_codec.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace polyglot::book {

using namespace pgstats;

static_assert(max_block <= StatsDecoder::least_buffer);

StatsEncoder::StatsEncoder(std::size_t most_points, const NamedVariant& of, const KeptInfo& kept)
    : ready_(encode_header(of, kept)), index_(most_points) {
    layout_.info.of = of;
    layout_.info.kept = kept;
    layout_.blocks_end = ready_.size();
    block_.reserve(max_payload);
}

void StatsEncoder::add(const MoveStats& stats, std::span<const KeptGame> games) {
    assert(layout_.entries == 0 || stats_before(last_, stats));
    if (block_.size() + max_entry > max_payload ||
        games_.size() + max_games_of_entry > max_games_payload)
        end_block();
    if (block_entries_ == 0) first_key_ = stats.key;
    append_entry(block_, stats, block_entries_ == 0 ? 0 : last_.key);
    if (layout_.info.kept.most > 0) append_games(games_, games, layout_.info.kept.has_copies);
    last_ = stats;
    ++block_entries_;
    ++layout_.entries;
}

void StatsEncoder::end_block() {
    if (block_entries_ == 0) return;
    index_.add({first_key_, layout_.blocks_end});
    ready_ += encode_block_header(block_, block_entries_);
    ready_ += block_;
    layout_.blocks_end += block_header_size + block_.size();
    block_.clear();
    if (layout_.info.kept.most > 0) {
        ready_ += encode_block_header(games_, block_entries_);
        ready_ += games_;
        layout_.blocks_end += block_header_size + games_.size();
        games_.clear();
    }
    block_entries_ = 0;
}

void StatsEncoder::finish(const StatsInfo& info, const std::vector<std::string>& files) {
    assert(info.of == layout_.info.of && info.kept == layout_.info.kept);
    end_block();
    for (const Point& point : index_.points())
        ready_ += encode_point(point, layout_.points++);
    if (info.kept.most > 0) {
        const std::string list = encode_files(files);
        layout_.files_size = list.size();
        ready_ += list;
    }
    layout_.info = info;
    ready_ += encode_end(layout_);
}

StatsDecoder::StatsDecoder(std::shared_ptr<const ByteReader> file, std::size_t buffer)
    : file_(std::move(file)), buffer_(std::max(buffer, least_buffer)) {}

Result<std::unique_ptr<StatsDecoder>> StatsDecoder::open(std::shared_ptr<const ByteReader> file,
                                                         std::size_t buffer, Games games) {
    std::unique_ptr<StatsDecoder> decoder(new StatsDecoder(std::move(file), buffer));
    auto layout = read_layout(*decoder->file_);
    if (layout.has_error()) return layout.error();
    decoder->layout_ = *std::move(layout);
    decoder->entries_left_ = decoder->layout_.entries;
    if (games == Games::Skip || decoder->info().kept.most == 0) return decoder;
    auto files = read_files(*decoder->file_, decoder->layout_);
    if (files.has_error()) return files.error();
    decoder->files_ = *std::move(files);
    decoder->files_named_ = decoder->files_.size();
    decoder->reads_games_ = true;
    return decoder;
}

// Returns up to `count` bytes; fewer at the end of the file. They are valid until the next call.
std::span<const std::byte> StatsDecoder::bytes_at(std::uint64_t offset, std::size_t count) {
    if (offset < buffer_offset_ || offset + count > buffer_offset_ + buffer_used_) {
        buffer_offset_ = offset;
        buffer_used_ = file_->read_at(offset, buffer_);
    }
    const auto used = std::span<const std::byte>(buffer_).first(buffer_used_);
    const auto from = used.subspan(static_cast<std::size_t>(offset - buffer_offset_));
    return from.first(std::min(count, from.size()));
}

bool StatsDecoder::damaged(std::uint64_t offset, std::string_view what) {
    problem_ = "is damaged at byte " + std::to_string(offset) + ": " + std::string(what);
    return false;
}

// Opens the next block. False at the end and after damage.
bool StatsDecoder::next_block() {
    if (entries_left_ == 0) {
        if (offset_ != layout_.blocks_end)
            return damaged(offset_, "more data than the entries that it states");
        check_index();
        return false;
    }
    if (layout_.blocks_end - offset_ < block_header_size)
        return damaged(offset_, "fewer entries than it states");
    const auto bytes = bytes_at(offset_, block_header_size);
    if (bytes.size() < block_header_size) return damaged(offset_, "it cannot be read any more");
    const auto header = decode_block_header(bytes, layout_.blocks_end - offset_);
    if (!header) return damaged(offset_, "a block of an impossible size");
    const std::size_t whole = block_header_size + header->payload;
    const auto block = bytes_at(offset_, whole);
    if (block.size() < whole) return damaged(offset_, "it cannot be read any more");
    if (!block_.open(block, *header)) return damaged(offset_, "a block whose checksum is wrong");
    if (header->entries > entries_left_) return damaged(offset_, "more entries than it states");
    offset_ += whole;
    return layout_.info.kept.most == 0 || next_games_block();
}

// Goes past the games of the block that was opened, which stays in the buffer, and opens them if
// they are wanted.
bool StatsDecoder::next_games_block() {
    std::array<std::byte, block_header_size> head{};
    const std::uint64_t room = layout_.blocks_end - offset_;
    if (file_->read_at(offset_, head) < head.size())
        return damaged(offset_, "it cannot be read any more");
    const auto header = decode_games_header(head, room);
    if (!header || header->entries != block_.left())
        return damaged(offset_, "no games of the block before it");
    const std::size_t whole = block_header_size + header->payload;
    if (reads_games_) {
        games_bytes_.resize(whole);
        if (file_->read_at(offset_, games_bytes_) < whole)
            return damaged(offset_, "it cannot be read any more");
        if (!games_block_.open(games_bytes_, *header, layout_.info.kept))
            return damaged(offset_, "games whose checksum is wrong");
    }
    offset_ += whole;
    return true;
}

bool StatsDecoder::next_games() {
    if (!games_block_.next(games_)) return damaged(offset_, "before it, wrong games of a move");
    for (const KeptGame& game : games_)
        if (game.place.file >= files_named_)
            return damaged(offset_, "before it, a game of a file that it does not name");
    return true;
}

bool StatsDecoder::check_index() {
    for (std::uint64_t number = 0; number < layout_.points; ++number) {
        const std::uint64_t offset = layout_.blocks_end + number * point_size;
        if (!decode_point(bytes_at(offset, point_size), number))
            return damaged(offset, "a point of its index whose checksum is wrong");
    }
    return true;
}

bool StatsDecoder::next(MoveStats& stats) {
    if (!problem_.empty()) return false;
    if (block_.left() == 0 && !next_block()) return false;
    if (!block_.next(stats) || (any_ && !stats_before(last_, stats)))
        return damaged(offset_, "before it, a wrong entry");
    if (reads_games_ && !next_games()) return false;
    any_ = true;
    last_ = stats;
    --entries_left_;
    return true;
}

} // namespace polyglot::book
