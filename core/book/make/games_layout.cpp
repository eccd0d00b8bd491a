#include "core/book/make/games_layout.hpp"

#include "core/book/make/crc32c.hpp"
#include "core/book/make/stats_numbers.hpp"

#include <array>
#include <cassert>

namespace polyglot::book::pgstats {
namespace {

// The date 20260131 takes a byte less as year, month and day in 9 bits.
constexpr std::uint64_t packed_date(std::uint32_t date) {
    return std::uint64_t{date / 10'000} << 9U | date / 100 % 100 << 5U | date % 100;
}
constexpr std::uint32_t unpacked_date(std::uint64_t packed) {
    return static_cast<std::uint32_t>((packed >> 9U) * 10'000 + (packed >> 5U & 15U) * 100 +
                                      (packed & 31U));
}
constexpr std::uint64_t most_date = packed_date(16'383'12'31);

Error damaged_files(const Layout& layout) {
    return make_error("is damaged at byte " + std::to_string(layout.files_offset()) +
                      ": its list of files");
}

} // namespace

void append_games(std::string& block, std::span<const KeptGame> games, bool with_copies) {
    assert(games.size() <= 2 * max_kept_games);
    std::array<char, max_kept_game> bytes{};
    std::size_t size = 0;
    const auto put = [&](std::uint64_t number) { size += put_varint(number, bytes.data() + size); };
    put(games.size());
    block.append(bytes.data(), size);
    for (const KeptGame& game : games) {
        size = 0;
        put(game.place.file);
        put(game.place.text);
        put(game.place.offset);
        put(game.rating);
        put(packed_date(game.date));
        put(game.mark.size);
        block.append(bytes.data(), size);
        put_number(block, game.mark.check, 4);
        if (with_copies) put_number(block, game.copy, 8);
    }
}

std::optional<BlockHeader> decode_games_header(std::span<const std::byte> bytes,
                                               std::uint64_t room) {
    if (bytes.size() < block_header_size || room < block_header_size) return std::nullopt;
    const std::uint64_t size = get_number(bytes.first(4)),
                        entries = get_number(bytes.subspan(4, 4));
    if (size > max_games_payload || size > room - block_header_size || entries == 0 ||
        entries > size)
        return std::nullopt;
    return BlockHeader{static_cast<std::size_t>(size), static_cast<std::uint32_t>(entries)};
}

bool BlockGames::open(std::span<const std::byte> block, const BlockHeader& header,
                      const KeptInfo& info) {
    const auto payload = block.subspan(block_header_size, header.payload);
    at_ = payload.data();
    end_ = payload.data() + payload.size();
    left_ = header.entries;
    info_ = info;
    return crc32c(payload, crc32c(block.first(8))) == get_number(block.subspan(8, 4));
}

bool BlockGames::next(std::vector<KeptGame>& games) {
    assert(left_ > 0);
    games.clear();
    std::uint64_t count = 0;
    if (!get_varint(at_, end_, count) || count > 2 * std::uint64_t{info_.most}) return false;
    for (; count > 0; --count) {
        KeptGame game;
        if (!decode(game) || (!games.empty() && !(games.back().place < game.place))) return false;
        games.push_back(game);
    }
    return --left_ > 0 || at_ == end_;
}

bool BlockGames::decode(KeptGame& game) {
    std::uint64_t file = 0, text = 0, rating = 0, date = 0, size = 0;
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (!get_varint(at_, end_, file) || !get_varint(at_, end_, text) ||
        !get_varint(at_, end_, game.place.offset) || !get_varint(at_, end_, rating) ||
        !get_varint(at_, end_, date) || !get_varint(at_, end_, size))
        return false;
    const std::size_t rest = info_.has_copies ? 12 : 4;
    if (file > most || text > most || game.place.offset > max_offset || rating > most ||
        date > most_date || size > most || static_cast<std::size_t>(end_ - at_) < rest)
        return false;
    game.place.file = static_cast<std::uint32_t>(file);
    game.place.text = static_cast<std::uint32_t>(text);
    game.rating = static_cast<std::uint32_t>(rating);
    game.date = unpacked_date(date);
    game.mark = {static_cast<std::uint32_t>(size),
                 static_cast<std::uint32_t>(get_number({at_, 4}))};
    if (info_.has_copies) game.copy = get_number({at_ + 4, 8});
    at_ += rest;
    return true;
}

Result<void> check_files(const std::vector<std::string>& files) {
    std::size_t bytes = 4; // the checksum
    for (const std::string& file : files)
        bytes += file.size() + 4; // a varint of a size below max_files_bytes has at most 4 bytes
    if (files.size() <= max_files && bytes <= max_files_bytes) return {};
    return make_error("statistics that keep games name at most " + std::to_string(max_files) +
                      " files, in " + std::to_string(max_files_bytes >> 20U) + " MB: these are " +
                      std::to_string(files.size()));
}

std::string encode_files(const std::vector<std::string>& files) {
    std::string list;
    std::array<char, 10> size{};
    for (const std::string& file : files) {
        list.append(size.data(), put_varint(file.size(), size.data()));
        list += file;
    }
    put_number(list, crc32c(as_bytes(list)), 4);
    return list;
}

Result<std::vector<std::string>> read_files(const ByteReader& file, const Layout& layout) {
    std::vector<std::string> files;
    if (layout.info.kept.most == 0) return files;
    if (layout.files_size < 4 || layout.files_size > max_files_bytes) return damaged_files(layout);
    std::vector<std::byte> bytes(static_cast<std::size_t>(layout.files_size));
    const auto list = std::span<const std::byte>(bytes).first(bytes.size() - 4);
    if (file.read_at(layout.files_offset(), bytes) != bytes.size() ||
        crc32c(list) != get_number(std::span<const std::byte>(bytes).last(4)))
        return damaged_files(layout);
    const std::byte* at = list.data();
    const std::byte* const end = at + list.size();
    while (at != end) {
        std::uint64_t size = 0;
        if (!get_varint(at, end, size) || size > static_cast<std::uint64_t>(end - at) ||
            files.size() == max_files)
            return damaged_files(layout);
        const auto name = std::span(at, static_cast<std::size_t>(size));
        files.emplace_back(as_text(name));
        at += name.size();
    }
    return files;
}

} // namespace polyglot::book::pgstats
