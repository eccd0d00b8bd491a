#include "core/book/make/stats_layout.hpp"

#include "core/book/format.hpp"
#include "core/book/make/crc32c.hpp"
#include "core/book/make/kept_games.hpp"
#include "core/book/make/stats_numbers.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>

namespace polyglot::book {

using namespace pgstats;

namespace {

constexpr std::string_view magic = "PGSTATS\n", end_magic = "PGSTEND\n";
constexpr std::uint32_t version_of_chess = 2, version_of_variants = 3, version_of_games = 4;
constexpr std::uint32_t newest_version = version_of_games;
// Flags in the byte of the kept games.
constexpr unsigned info_copies = 0x80;
// This is the size in bytes of games and last year, which the description follows.
constexpr std::size_t info_size = 10;
// This is the greatest size in bytes of both together; a longer description is cut.
constexpr std::size_t max_text = std::size_t{16} << 10U;
// Flags in the field of the last year.
constexpr unsigned info_chess = 1U << 14U, info_chess960 = 1U << 15U;
static_assert(info_chess > MoveStats::max_year);

// Returns the size of the end: entries, points of the index (since version 2), bytes of the list of
// files (version 4), bytes of the text before it, checksum, magic.
constexpr std::size_t end_size(std::uint32_t version) {
    return version == 1 ? 28 : version == version_of_games ? 44 : 36;
}

enum Flag : unsigned { Black = 1, HasElo = 2, AllRated = 4, HasYear = 8 };
constexpr unsigned result_shift = 4; // two bits
enum Results : unsigned { Counted, OneWin, OneDraw, OneLoss };
constexpr unsigned all_flags = 0x3f;

bool is_text(std::span<const std::byte> bytes, std::string_view text) {
    const auto expected = as_bytes(text);
    return std::ranges::equal(bytes, expected);
}

unsigned results_of(const MoveStats& stats) {
    if (stats.games() != 1) return Counted;
    return stats.wins == 1 ? OneWin : stats.draws == 1 ? OneDraw : OneLoss;
}

bool within_limits(const MoveStats& stats) {
    constexpr auto most = MoveStats::max_count;
    return stats.wins <= most && stats.draws <= most && stats.losses <= most &&
           stats.rated_games <= stats.games() && stats.rated_games <= most &&
           stats.elo_sum <= MoveStats::max_elo * stats.rated_games && stats.games() > 0 &&
           stats.last_year <= MoveStats::max_year;
}

Error cut_off() {
    return make_error("has been cut off or is damaged: its end is missing");
}

std::string decode_text(std::span<const std::byte> bytes) {
    std::string text;
    std::ranges::transform(bytes, std::back_inserter(text),
                           [](std::byte byte) { return std::to_integer<char>(byte); });
    return text;
}

// Writes the kind of keys, the length of the variant's name (one byte each), and the name.
void put_variant(std::string& to, const NamedVariant& of) {
    put_number(to, static_cast<std::uint64_t>(of.keys), 1);
    put_number(to, of.variant->uci.size(), 1);
    to += of.variant->uci;
}
// Removes what put_variant() wrote from the beginning of the text.
Result<NamedVariant> take_variant(std::span<const std::byte>& text) {
    if (text.size() < 2) return cut_off();
    const std::uint64_t keys = get_number(text.first(1));
    const auto length = static_cast<std::size_t>(get_number(text.subspan(1, 1)));
    if (text.size() < 2 + length) return cut_off();
    const std::string name = decode_text(text.subspan(2, length));
    text = text.subspan(2 + length);
    const chess::Variant* const variant = chess::find_variant(name);
    const std::uint64_t most = variant && variant->xboard_number > 0 ? 1 : 0;
    if (!variant || keys > most)
        return make_error("is of the variant " + text::quote(text::without_controls(name)) +
                          " with keys of kind " + std::to_string(keys) +
                          ", which this polyglot does not know");
    return NamedVariant{variant, static_cast<chess::VariantKeys>(keys)};
}

Result<void> decode_info(std::span<const std::byte> text, std::uint32_t version, StatsInfo& info) {
    info.games = get_number(text.first(8));
    const std::uint64_t year_and_variants = get_number(text.subspan(8, 2));
    info.last_year = static_cast<std::uint16_t>(year_and_variants & MoveStats::max_year);
    info.chess = (year_and_variants & info_chess) != 0;
    info.chess960 = (year_and_variants & info_chess960) != 0;
    text = text.subspan(info_size);
    if (version == version_of_variants) {
        const auto of = take_variant(text);
        if (!of) return of.error();
        info.of = *of;
    }
    if (version == version_of_games) {
        if (text.empty()) return cut_off();
        const auto kept = static_cast<std::uint32_t>(get_number(text.first(1)));
        info.kept = {kept & ~info_copies, (kept & info_copies) != 0};
        if (info.kept.most == 0 || info.kept.most > max_kept_games) return cut_off();
        text = text.subspan(1);
    }
    info.description = decode_text(text);
    return {};
}

std::string number_of_8(std::uint64_t number) {
    std::string bytes;
    put_number(bytes, number, 8);
    return bytes;
}

// Returns the checksum of the end. It covers the offset of the end, so that bytes lost or added
// before it are detected at opening.
std::uint32_t checksum_of_end(std::uint64_t offset, std::span<const std::byte> text,
                              std::span<const std::byte> end) {
    return crc32c(end, crc32c(text, crc32c(as_bytes(number_of_8(offset)))));
}

} // namespace

bool is_stats(std::span<const std::byte> head) {
    return head.size() >= magic.size() && is_text(head.first(magic.size()), magic);
}

const FormatInfo statistics_format{
    .name = "statistics of make-book",
    .file_name = "a statistics file of polyglot make-book",
    .endings = " .pgstats ",
    .page = "docs/formats/pgstats.md",
    .recognises = [](std::span<const std::byte> head, std::uint64_t) { return is_stats(head); },
    .is_played = false};

namespace pgstats {

std::string encode_header(const NamedVariant& of, const KeptInfo& kept) {
    assert(!of.variant || kept.most == 0);
    std::string header(magic);
    put_number(header,
               of.variant      ? version_of_variants
               : kept.most > 0 ? version_of_games
                               : version_of_chess,
               4);
    assert(header.size() == header_size);
    return header;
}

void append_entry(std::string& block, const MoveStats& stats, std::uint64_t key_before) {
    assert(within_limits(stats));
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
    put(stats.key - key_before);
    if (results == Counted) {
        put(stats.wins);
        put(stats.draws);
        put(stats.losses);
    }
    if ((flags & (HasElo | AllRated)) == HasElo) put(stats.rated_games);
    if ((flags & HasElo) != 0) put(stats.elo_sum);
    if ((flags & HasYear) != 0) put(stats.last_year);
    block.append(entry.data(), size);
}

std::string encode_block_header(std::string_view payload, std::uint32_t entries) {
    std::string header;
    put_number(header, payload.size(), 4);
    put_number(header, entries, 4);
    put_number(header, crc32c(as_bytes(payload), crc32c(as_bytes(header))), 4);
    return header;
}

std::string encode_point(const Point& point, std::uint64_t number) {
    std::string bytes;
    put_number(bytes, point.key, 8);
    put_number(bytes, point.offset, 8);
    put_number(bytes, crc32c(as_bytes(bytes), crc32c(as_bytes(number_of_8(number)))), 4);
    return bytes;
}

std::optional<Point> decode_point(std::span<const std::byte> bytes, std::uint64_t number) {
    if (bytes.size() < point_size) return std::nullopt;
    const std::uint32_t crc = crc32c(bytes.first(16), crc32c(as_bytes(number_of_8(number))));
    if (crc != get_number(bytes.subspan(16, 4))) return std::nullopt;
    return Point{get_number(bytes.first(8)), get_number(bytes.subspan(8, 8))};
}

void Index::add(const Point& block) {
    if (blocks_++ % step_ != 0) return;
    if (points_.size() == most_) { // most_ is even, so the next point is one that stays
        for (std::size_t i = 0; i < most_ / 2; ++i)
            points_[i] = points_[2 * i];
        points_.resize(most_ / 2);
        step_ *= 2;
    }
    points_.push_back(block);
}

std::string encode_end(const Layout& layout) {
    const StatsInfo& info = layout.info;
    std::string text;
    put_number(text, info.games, 8);
    put_number(
        text,
        info.last_year | (info.chess ? info_chess : 0U) | (info.chess960 ? info_chess960 : 0U), 2);
    if (info.of.variant) put_variant(text, info.of);
    if (info.kept.most > 0)
        put_number(text, info.kept.most | (info.kept.has_copies ? info_copies : 0U), 1);
    text += std::string_view(info.description).substr(0, max_text - text.size());
    std::string end;
    put_number(end, layout.entries, 8);
    put_number(end, layout.points, 8);
    if (info.kept.most > 0) put_number(end, layout.files_size, 8);
    put_number(end, text.size(), 8);
    const std::uint64_t offset = layout.files_offset() + layout.files_size;
    put_number(end, checksum_of_end(offset, as_bytes(text), as_bytes(end)), 4);
    return text + end + std::string(end_magic);
}

Result<Layout> read_layout(const ByteReader& file) {
    std::array<std::byte, header_size> header{};
    const bool whole = file.read_at(0, header) == header_size;
    if (!whole || !is_stats(header)) {
        const auto what = whole ? describe_format(file) : std::nullopt;
        return make_error("is not a file of statistics (.pgstats)" + (what ? " but " + *what : ""));
    }
    Layout layout;
    layout.version =
        static_cast<std::uint32_t>(get_number(std::span(header).subspan(magic.size())));
    if (layout.version < 1 || layout.version > newest_version)
        return make_error("has version " + std::to_string(layout.version) +
                          " of the format, this polyglot reads versions 1 to " +
                          std::to_string(newest_version));
    const std::size_t whole_end = end_size(layout.version);
    const std::uint64_t size = file.size();
    if (size < header_size + info_size + whole_end) return cut_off();
    std::array<std::byte, end_size(newest_version)> bytes{};
    const auto end = std::span<std::byte>(bytes).first(whole_end);
    if (file.read_at(size - whole_end, end) != whole_end ||
        !is_text(end.last(end_magic.size()), end_magic))
        return cut_off();
    const std::span<const std::byte> numbers = end.first(whole_end - end_magic.size() - 4);
    const std::uint64_t room = size - whole_end - header_size; // for blocks, index and text
    const std::uint64_t text_size = get_number(numbers.last(8));
    if (text_size < info_size || text_size > max_text || text_size > room) return cut_off();
    std::vector<std::byte> text(static_cast<std::size_t>(text_size));
    const std::uint64_t offset = size - whole_end - text_size;
    if (file.read_at(offset, text) != text.size() ||
        checksum_of_end(offset, text, numbers) != get_number(end.subspan(numbers.size(), 4)))
        return cut_off();
    layout.entries = get_number(numbers.first(8));
    if (layout.version > 1) layout.points = get_number(numbers.subspan(8, 8));
    if (layout.version == version_of_games) layout.files_size = get_number(numbers.subspan(16, 8));
    if (layout.files_size > room - text_size) return cut_off();
    const std::uint64_t left = room - text_size - layout.files_size;
    if (layout.points > left / point_size) return cut_off();
    layout.blocks_end = offset - layout.files_size - layout.points * point_size;
    if (const auto read = decode_info(text, layout.version, layout.info); !read)
        return read.error();
    return layout;
}

std::optional<BlockHeader> decode_block_header(std::span<const std::byte> bytes,
                                               std::uint64_t room) {
    if (bytes.size() < block_header_size || room < block_header_size) return std::nullopt;
    const std::uint64_t size = get_number(bytes.first(4)),
                        entries = get_number(bytes.subspan(4, 4));
    if (size > max_payload || size > room - block_header_size || entries == 0 || entries > size)
        return std::nullopt;
    return BlockHeader{static_cast<std::size_t>(size), static_cast<std::uint32_t>(entries)};
}

std::optional<std::uint64_t> decode_first_key(std::span<const std::byte> bytes) {
    if (bytes.size() < block_header_size + 3) return std::nullopt;
    const std::byte* at = bytes.data() + block_header_size + 3;
    std::uint64_t key = 0;
    if (!get_varint(at, bytes.data() + bytes.size(), key)) return std::nullopt;
    return key;
}

bool BlockEntries::open(std::span<const std::byte> block, const BlockHeader& header) {
    const auto payload = block.subspan(block_header_size, header.payload);
    at_ = payload.data();
    end_ = payload.data() + payload.size();
    left_ = header.entries;
    key_ = 0;
    return crc32c(payload, crc32c(block.first(8))) == get_number(block.subspan(8, 4));
}

bool BlockEntries::next(MoveStats& stats) {
    assert(left_ > 0);
    return decode(stats) && (--left_ > 0 || at_ == end_);
}

bool BlockEntries::decode(MoveStats& stats) {
    if (end_ - at_ < 4) return false;
    const auto flags = std::to_integer<unsigned>(at_[0]);
    stats.move = static_cast<std::uint16_t>(std::to_integer<unsigned>(at_[1]) << 8U |
                                            std::to_integer<unsigned>(at_[2]));
    at_ += 3;
    std::uint64_t step = 0, year = 0;
    if (flags > all_flags || (flags & (HasElo | AllRated)) == AllRated) return false;
    if (!get_varint(at_, end_, step) || step > ~key_) return false;
    stats.key = key_ += step;
    stats.mover = (flags & Black) != 0 ? chess::Color::Black : chess::Color::White;
    const unsigned results = flags >> result_shift;
    stats.wins = results == OneWin ? 1 : 0;
    stats.draws = results == OneDraw ? 1 : 0;
    stats.losses = results == OneLoss ? 1 : 0;
    if (results == Counted &&
        (!get_varint(at_, end_, stats.wins) || !get_varint(at_, end_, stats.draws) ||
         !get_varint(at_, end_, stats.losses)))
        return false;
    stats.rated_games = (flags & AllRated) != 0 ? stats.games() : 0;
    if ((flags & (HasElo | AllRated)) == HasElo && !get_varint(at_, end_, stats.rated_games))
        return false;
    stats.elo_sum = 0;
    if ((flags & HasElo) != 0 && !get_varint(at_, end_, stats.elo_sum)) return false;
    if ((flags & HasYear) != 0 && !get_varint(at_, end_, year)) return false;
    if (year > MoveStats::max_year) return false;
    stats.last_year = static_cast<std::uint16_t>(year);
    return within_limits(stats);
}

} // namespace pgstats
} // namespace polyglot::book
