#include "core/book/make/stats_codec.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::book {

using namespace pgstats;

static_assert(max_block <= StatsDecoder::least_buffer);

StatsEncoder::StatsEncoder(std::size_t most_points, const NamedVariant& of)
    : ready_(encode_header(of)), index_(most_points) {
    layout_.info.of = of;
    layout_.blocks_end = ready_.size();
    block_.reserve(max_payload);
}

void StatsEncoder::add(const MoveStats& stats) {
    assert(layout_.entries == 0 || stats_before(last_, stats));
    if (block_.size() + max_entry > max_payload) end_block();
    if (block_entries_ == 0) first_key_ = stats.key;
    append_entry(block_, stats, block_entries_ == 0 ? 0 : last_.key);
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
    block_entries_ = 0;
}

void StatsEncoder::finish(const StatsInfo& info) {
    assert(info.of == layout_.info.of);
    end_block();
    for (const Point& point : index_.points())
        ready_ += encode_point(point, layout_.points++);
    layout_.info = info;
    ready_ += encode_end(layout_);
}

StatsDecoder::StatsDecoder(std::shared_ptr<const ByteReader> file, std::size_t buffer)
    : file_(std::move(file)), buffer_(std::max(buffer, least_buffer)) {}

Result<std::unique_ptr<StatsDecoder>> StatsDecoder::open(std::shared_ptr<const ByteReader> file,
                                                         std::size_t buffer) {
    std::unique_ptr<StatsDecoder> decoder(new StatsDecoder(std::move(file), buffer));
    auto layout = read_layout(*decoder->file_);
    if (layout.has_error()) return layout.error();
    decoder->layout_ = *std::move(layout);
    decoder->entries_left_ = decoder->layout_.entries;
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
    any_ = true;
    last_ = stats;
    --entries_left_;
    return true;
}

} // namespace polyglot::book
