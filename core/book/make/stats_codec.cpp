#include "core/book/make/stats_codec.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::book {
namespace {

constexpr std::string_view magic = "PGSTATS\n", end_magic = "PGSTEND\n";
constexpr std::uint64_t version = 1;
constexpr std::size_t header_size = 12;       // magic, version
constexpr std::size_t block_header_size = 12; // bytes of the payload, entries, checksum
constexpr std::size_t end_size = 28;          // entries, bytes of the text before it, checksum, magic
constexpr std::size_t max_payload = std::size_t{16} << 10U;
constexpr std::size_t max_entry = 80;                    // bytes: flags, move, and seven numbers
constexpr std::size_t info_size = 10;                    // bytes: games, last year; the description follows
constexpr std::size_t max_text = std::size_t{16} << 10U; // bytes of both; a longer description is cut
constexpr unsigned info_chess = 1U << 14U, info_chess960 = 1U << 15U; // in the field of the last year
static_assert(info_chess > MoveStats::max_year);
static_assert(max_payload + block_header_size <= StatsDecoder::least_buffer);

enum Flag : unsigned { Black = 1, HasElo = 2, AllRated = 4, HasYear = 8 };
constexpr unsigned result_shift = 4; // two bits
enum Results : unsigned { Counted, OneWin, OneDraw, OneLoss };
constexpr unsigned all_flags = 0x3f;

// Slicing by 8 (Kounavis, Berry: "A systematic approach to building high performance software-based CRC generators",
// 2005): what a byte does to the checksum when n bytes follow.
constexpr auto make_crc_tables() {
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0x82f63b78U : 0U);
        tables[0][byte] = crc;
    }
    for (std::size_t n = 1; n < 8; ++n)
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[n][byte] = tables[n - 1][byte] >> 8U ^ tables[0][tables[n - 1][byte] & 0xffU];
    return tables;
}
constexpr auto crc_tables = make_crc_tables();

// Fixed numbers are big-endian, as in books.
void put_number(std::string& to, std::uint64_t number, unsigned bytes) {
    for (unsigned shift = 8 * bytes; shift > 0; shift -= 8)
        to += static_cast<char>(number >> (shift - 8) & 0xffU);
}
std::uint64_t get_number(std::span<const std::byte> bytes) {
    std::uint64_t number = 0;
    for (const std::byte byte : bytes)
        number = number << 8U | std::to_integer<std::uint64_t>(byte);
    return number;
}

// LEB128: seven bits a byte, the low ones first; bit 7 set where more follow.
std::size_t put_varint(std::uint64_t number, char* to) {
    std::size_t size = 0;
    for (; number >= 0x80; number >>= 7U)
        to[size++] = static_cast<char>(number | 0x80U);
    to[size++] = static_cast<char>(number);
    return size;
}
// False when it does not end before `end`, or not within 64 bits.
bool get_varint(const std::byte*& at, const std::byte* end, std::uint64_t& number) {
    number = 0;
    for (unsigned shift = 0; at != end && shift < 64; shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(*at++);
        number |= (byte & 0x7fU) << shift;
        if (byte < 0x80) return shift < 63 || byte < 2;
    }
    return false;
}

std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}
bool is_text(std::span<const std::byte> bytes, std::string_view text) {
    const auto expected = as_bytes(text);
    return std::equal(bytes.begin(), bytes.end(), expected.begin(), expected.end());
}

unsigned results_of(const MoveStats& stats) {
    if (stats.games() != 1) return Counted;
    return stats.wins == 1 ? OneWin : stats.draws == 1 ? OneDraw : OneLoss;
}

bool within_limits(const MoveStats& stats) {
    constexpr auto most = MoveStats::max_count;
    return stats.wins <= most && stats.draws <= most && stats.losses <= most && stats.rated_games <= stats.games() &&
           stats.rated_games <= most && stats.elo_sum <= MoveStats::max_elo * stats.rated_games && stats.games() > 0 &&
           stats.last_year <= MoveStats::max_year;
}

} // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t so_far) {
    std::uint32_t crc = ~so_far;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    const auto byte = [&](std::size_t i) { return std::to_integer<std::uint32_t>(at[i]); };
    for (; left >= 8; left -= 8, at += 8) {
        const std::uint32_t low = crc ^ (byte(0) | byte(1) << 8U | byte(2) << 16U | byte(3) << 24U);
        crc = crc_tables[7][low & 0xffU] ^ crc_tables[6][low >> 8U & 0xffU] ^ crc_tables[5][low >> 16U & 0xffU] ^
              crc_tables[4][low >> 24U] ^ crc_tables[3][byte(4)] ^ crc_tables[2][byte(5)] ^ crc_tables[1][byte(6)] ^
              crc_tables[0][byte(7)];
    }
    for (; left > 0; --left, ++at)
        crc = crc >> 8U ^ crc_tables[0][(crc ^ byte(0)) & 0xffU];
    return ~crc;
}

StatsEncoder::StatsEncoder() : size_(magic.size() + 4) {
    ready_ += magic;
    put_number(ready_, version, 4);
    assert(ready_.size() == size_);
    block_.reserve(max_payload);
}

void StatsEncoder::add(const MoveStats& stats) {
    assert(within_limits(stats) && (entries_ == 0 || stats_before(last_, stats)));
    if (block_.size() + max_entry > max_payload) end_block();
    const std::uint64_t before = block_entries_ == 0 ? 0 : last_.key;
    const unsigned results = results_of(stats);
    unsigned flags = results << result_shift;
    if (stats.mover == chess::Color::Black) flags |= Black;
    if (stats.rated_games > 0) flags |= HasElo;
    if (stats.rated_games == stats.games()) flags |= AllRated;
    if (stats.last_year > 0) flags |= HasYear;

    std::array<char, max_entry> entry{};
    entry[0] = static_cast<char>(flags);
    entry[1] = static_cast<char>(stats.move >> 8U);
    entry[2] = static_cast<char>(stats.move & 0xffU);
    std::size_t size = 3;
    const auto put = [&](std::uint64_t number) { size += put_varint(number, entry.data() + size); };
    put(stats.key - before);
    if (results == Counted) {
        put(stats.wins);
        put(stats.draws);
        put(stats.losses);
    }
    if ((flags & (HasElo | AllRated)) == HasElo) put(stats.rated_games);
    if ((flags & HasElo) != 0) put(stats.elo_sum);
    if ((flags & HasYear) != 0) put(stats.last_year);
    block_.append(entry.data(), size);
    last_ = stats;
    ++block_entries_;
    ++entries_;
}

void StatsEncoder::end_block() {
    if (block_entries_ == 0) return;
    const std::size_t begin = ready_.size();
    put_number(ready_, block_.size(), 4);
    put_number(ready_, block_entries_, 4);
    const std::uint32_t crc = crc32c(as_bytes(block_), crc32c(as_bytes(std::string_view(ready_).substr(begin))));
    put_number(ready_, crc, 4);
    ready_ += block_;
    size_ += block_header_size + block_.size();
    block_.clear();
    block_entries_ = 0;
}

void StatsEncoder::finish(const StatsInfo& info) {
    end_block();
    std::string end;
    put_number(end, info.games, 8);
    put_number(end, info.last_year | (info.chess ? info_chess : 0U) | (info.chess960 ? info_chess960 : 0U), 2);
    end += std::string_view(info.description).substr(0, max_text - end.size());
    const std::size_t text = end.size();
    put_number(end, entries_, 8);
    put_number(end, text, 8);
    // Where the end stands is part of its checksum: whatever is lost or added before it is noticed at opening.
    std::string place;
    put_number(place, size_, 8);
    put_number(end, crc32c(as_bytes(end), crc32c(as_bytes(place))), 4);
    end += end_magic;
    ready_ += end;
    size_ += end.size();
}

StatsDecoder::StatsDecoder(std::shared_ptr<const ByteReader> file, std::size_t buffer)
    : file_(std::move(file)), buffer_(std::max(buffer, least_buffer)) {}

Result<std::unique_ptr<StatsDecoder>> StatsDecoder::open(std::shared_ptr<const ByteReader> file, std::size_t buffer) {
    std::unique_ptr<StatsDecoder> decoder(new StatsDecoder(std::move(file), buffer));
    const auto header = decoder->bytes_at(0, header_size);
    if (header.size() < header_size || !is_text(header.first(magic.size()), magic))
        return make_error("is not a file of statistics (.pgstats)");
    if (const auto found = get_number(header.subspan(magic.size())); found != version)
        return make_error("has version " + std::to_string(found) + " of the format, this polyglot reads version " +
                          std::to_string(version));
    if (const auto end = decoder->read_end(); end.has_error()) return end.error();
    decoder->entries_left_ = decoder->entries_;
    decoder->offset_ = header_size;
    return decoder;
}

Result<void> StatsDecoder::read_end() {
    const Error cut_off = make_error("has been cut off or is damaged: its end is missing");
    const std::uint64_t size = file_->size();
    if (size < header_size + info_size + end_size) return cut_off;
    std::array<std::byte, end_size> bytes{};
    const std::span<const std::byte> end(bytes);
    if (file_->read_at(size - end_size, bytes) != end_size || !is_text(end.last(end_magic.size()), end_magic))
        return cut_off;
    entries_ = get_number(end.first(8));
    const std::uint64_t text_size = get_number(end.subspan(8, 8));
    if (text_size < info_size || text_size > max_text || text_size > size - end_size - header_size) return cut_off;
    blocks_end_ = size - end_size - text_size;
    std::vector<std::byte> text(static_cast<std::size_t>(text_size));
    if (file_->read_at(blocks_end_, text) != text.size()) return cut_off;
    std::string place;
    put_number(place, blocks_end_, 8);
    const std::uint32_t crc = crc32c(end.first(16), crc32c(text, crc32c(as_bytes(place))));
    if (crc != get_number(end.subspan(16, 4))) return cut_off;
    const std::span<const std::byte> fields(text);
    info_.games = get_number(fields.first(8));
    const std::uint64_t year_and_variants = get_number(fields.subspan(8, 2));
    info_.last_year = static_cast<std::uint16_t>(year_and_variants & MoveStats::max_year);
    info_.chess = (year_and_variants & info_chess) != 0;
    info_.chess960 = (year_and_variants & info_chess960) != 0;
    std::transform(fields.begin() + info_size, fields.end(), std::back_inserter(info_.description),
                   [](std::byte byte) { return std::to_integer<char>(byte); });
    return {};
}

// As many of the bytes as there are. They stay until the next call.
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
    entries_left_ = block_left_ = 0;
    return false;
}

bool StatsDecoder::next_block() {
    if (entries_left_ == 0)
        return offset_ == blocks_end_ || damaged(offset_, "more data than the entries that it states");
    if (blocks_end_ - offset_ < block_header_size) return damaged(offset_, "fewer entries than it states");
    const auto header = bytes_at(offset_, block_header_size);
    if (header.size() < block_header_size) return damaged(offset_, "it cannot be read any more");
    const std::uint64_t size = get_number(header.first(4));
    const std::uint64_t entries = get_number(header.subspan(4, 4));
    const std::uint32_t crc = crc32c(header.first(8));
    const std::uint64_t expected = get_number(header.subspan(8));
    if (size > max_payload || size > blocks_end_ - offset_ - block_header_size || entries == 0 || entries > size)
        return damaged(offset_, "a block of an impossible size");
    const std::size_t whole = block_header_size + static_cast<std::size_t>(size);
    const auto block = bytes_at(offset_, whole);
    if (block.size() < whole) return damaged(offset_, "it cannot be read any more");
    if (crc32c(block.subspan(block_header_size), crc) != expected)
        return damaged(offset_, "a block whose checksum is wrong");
    if (entries > entries_left_) return damaged(offset_, "more entries than it states");
    at_ = block.data() + block_header_size;
    end_ = block.data() + whole;
    offset_ += whole;
    block_left_ = static_cast<std::uint32_t>(entries);
    last_.key = 0; // from which the block counts
    return true;
}

bool StatsDecoder::decode(MoveStats& stats) {
    if (end_ - at_ < 4) return false;
    const auto flags = std::to_integer<unsigned>(at_[0]);
    stats.move =
        static_cast<std::uint16_t>(std::to_integer<unsigned>(at_[1]) << 8U | std::to_integer<unsigned>(at_[2]));
    at_ += 3;
    std::uint64_t step = 0, year = 0;
    if (flags > all_flags || (flags & (HasElo | AllRated)) == AllRated) return false;
    if (!get_varint(at_, end_, step) || step > ~last_.key) return false;
    stats.key = last_.key + step;
    stats.mover = (flags & Black) != 0 ? chess::Color::Black : chess::Color::White;
    const unsigned results = flags >> result_shift;
    stats.wins = results == OneWin ? 1 : 0;
    stats.draws = results == OneDraw ? 1 : 0;
    stats.losses = results == OneLoss ? 1 : 0;
    if (results == Counted && (!get_varint(at_, end_, stats.wins) || !get_varint(at_, end_, stats.draws) ||
                               !get_varint(at_, end_, stats.losses)))
        return false;
    stats.rated_games = (flags & AllRated) != 0 ? stats.games() : 0;
    if ((flags & (HasElo | AllRated)) == HasElo && !get_varint(at_, end_, stats.rated_games)) return false;
    stats.elo_sum = 0;
    if ((flags & HasElo) != 0 && !get_varint(at_, end_, stats.elo_sum)) return false;
    if ((flags & HasYear) != 0 && !get_varint(at_, end_, year)) return false;
    if (year > MoveStats::max_year) return false;
    stats.last_year = static_cast<std::uint16_t>(year);
    return within_limits(stats);
}

bool StatsDecoder::next(MoveStats& stats) {
    if (!problem_.empty()) return false;
    if (block_left_ == 0) {
        const MoveStats before = last_;
        if (!next_block() || block_left_ == 0) return false;
        if (!decode(stats) || (any_ && !stats_before(before, stats)))
            return damaged(offset_, "before it, a wrong entry");
    } else if (!decode(stats) || !stats_before(last_, stats)) {
        return damaged(offset_, "before it, a wrong entry");
    }
    any_ = true;
    last_ = stats;
    --entries_left_;
    if (--block_left_ == 0 && at_ != end_) return damaged(offset_, "before it, more than the entries of a block");
    return true;
}

} // namespace polyglot::book
