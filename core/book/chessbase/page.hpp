// Pages and entries of a ChessBase book (docs/formats/ctg.md): bytes to structs and back.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace polyglot::book {

constexpr std::size_t ctg_page_size = 4096; // bytes; the header has the first page
constexpr std::size_t ctg_statistics_size = 33;

// What an entry says of its position, for the side to move. Colour, value and commentary are of the
// position, and so of each move that leads to it.
struct CtgStatistics {
    static constexpr unsigned green_bit = 0x80, red_bit = 0x40;

    std::uint32_t games = 0; // 24 bits each
    std::uint32_t wins = 0, losses = 0, draws = 0;
    // Mostly 5 · (games + wins - losses); not used
    std::uint32_t points = 0;
    // Games with a known Elo of the side to move, and their sum
    std::uint32_t rated = 0, rating_sum = 0;
    std::uint32_t opponent_rated = 0, opponent_sum = 0; // the same of the other side
    std::uint8_t recommendation = 0;
    std::int8_t value = 0;       // of unknown unit; only where bit 2 of recommendation is set
    std::uint8_t commentary = 0; // NAG
    friend bool operator==(const CtgStatistics&, const CtgStatistics&) = default;

    // Of the moves that lead here.
    bool is_green() const { return (recommendation & green_bit) != 0 && !is_red(); }
    bool is_red() const { return (recommendation & red_bit) != 0; }
};
CtgStatistics decode_ctg_statistics(std::span<const std::byte, ctg_statistics_size> bytes);
void encode_ctg_statistics(const CtgStatistics& statistics,
                           std::span<std::byte, ctg_statistics_size> bytes);

// Into the page that it was read from.
struct CtgEntry {
    std::size_t offset = 0; // in the page
    std::span<const std::byte> signature;
    std::span<const std::byte> moves; // pairs of bytes: code and mark
    CtgStatistics statistics;
};

// The entries of one page, in their order. What lies outside of the bytes in use is not looked at.
class CtgEntries {
  public:
    explicit CtgEntries(std::span<const std::byte> page); // at least the 4 bytes of its head
    // Nullopt at the end, or where the page is broken.
    std::optional<CtgEntry> next();
    // A sentence's rest: "an entry that …"; empty if nothing is wrong
    std::string_view fault() const { return fault_; }
    std::size_t offset() const { return at_; }   // of the next entry, or of the broken one
    std::size_t count() const { return count_; } // of entries, as the page says

  private:
    std::span<const std::byte> used_;
    std::size_t at_ = 4;
    std::size_t count_ = 0;
    std::size_t read_ = 0;
    std::string_view fault_;
};

// Big-endian.
constexpr std::uint32_t load_ctg_number(std::span<const std::byte> bytes, std::size_t offset,
                                        std::size_t size) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < size; ++i)
        number = number << 8U | std::to_integer<std::uint32_t>(bytes[offset + i]);
    return number;
}

} // namespace polyglot::book
