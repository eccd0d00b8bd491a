#include "core/book/chessbase/page.hpp"

#include <algorithm>

namespace polyglot::book {
namespace {

void store(std::uint32_t number, std::span<std::byte> bytes, std::size_t offset, std::size_t size) {
    for (std::size_t i = size; i-- > 0; number >>= 8U)
        bytes[offset + i] = static_cast<std::byte>(number & 0xffU);
}

} // namespace

CtgStatistics decode_ctg_statistics(std::span<const std::byte, ctg_statistics_size> bytes) {
    const auto number = [bytes](std::size_t offset, std::size_t size) {
        return load_ctg_number(bytes, offset, size);
    };
    return {.games = number(0, 3),
            .wins = number(3, 3),
            .losses = number(6, 3),
            .draws = number(9, 3),
            .points = number(12, 4),
            .rated = number(16, 3),
            .rating_sum = number(19, 4),
            .opponent_rated = number(23, 3),
            .opponent_sum = number(26, 4),
            .recommendation = std::to_integer<std::uint8_t>(bytes[30]),
            .value = static_cast<std::int8_t>(bytes[31]),
            .commentary = std::to_integer<std::uint8_t>(bytes[32])};
}

void encode_ctg_statistics(const CtgStatistics& statistics,
                           std::span<std::byte, ctg_statistics_size> bytes) {
    store(statistics.games, bytes, 0, 3);
    store(statistics.wins, bytes, 3, 3);
    store(statistics.losses, bytes, 6, 3);
    store(statistics.draws, bytes, 9, 3);
    store(statistics.points, bytes, 12, 4);
    store(statistics.rated, bytes, 16, 3);
    store(statistics.rating_sum, bytes, 19, 4);
    store(statistics.opponent_rated, bytes, 23, 3);
    store(statistics.opponent_sum, bytes, 26, 4);
    bytes[30] = std::byte{statistics.recommendation};
    bytes[31] = static_cast<std::byte>(statistics.value);
    bytes[32] = std::byte{statistics.commentary};
}

CtgEntries::CtgEntries(std::span<const std::byte> page) : count_(load_ctg_number(page, 0, 2)) {
    const std::size_t used = load_ctg_number(page, 2, 2);
    if (used < at_ || used > page.size()) fault_ = "whose size in use is not that of a page";
    used_ = page.first(std::clamp(used, at_, page.size()));
}

std::optional<CtgEntry> CtgEntries::next() {
    if (!fault_.empty()) return std::nullopt;
    const std::size_t left = used_.size() - at_;
    if (read_ == count_) {
        if (left > 0) fault_ = "with bytes after its last entry";
        return std::nullopt;
    }
    const auto fail = [this](std::string_view fault) {
        fault_ = fault;
        return std::nullopt;
    };
    constexpr std::string_view cut = "with an entry that ends after the bytes in use";
    if (left < 2) return fail(cut);
    const auto signature_size = std::to_integer<std::size_t>(used_[at_] & std::byte{0x1f});
    if (signature_size < 2) return fail("with an entry without signature");
    if (left <= signature_size) return fail(cut);
    const auto moves_size = std::to_integer<std::size_t>(used_[at_ + signature_size]);
    if (moves_size % 2 == 0) return fail("with an entry whose moves do not have two bytes each");
    if (left < signature_size + moves_size + ctg_statistics_size) return fail(cut);

    const std::size_t moves_at = at_ + signature_size;
    CtgEntry entry{.offset = at_,
                   .signature = used_.subspan(at_, signature_size),
                   .moves = used_.subspan(moves_at + 1, moves_size - 1),
                   .statistics = decode_ctg_statistics(
                       used_.subspan(moves_at + moves_size).first<ctg_statistics_size>())};
    at_ = moves_at + moves_size + ctg_statistics_size;
    ++read_;
    return entry;
}

} // namespace polyglot::book
