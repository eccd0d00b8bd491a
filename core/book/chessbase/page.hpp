// Decodes and encodes pages and entries of a ChessBase book (docs/formats/ctg.md).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace polyglot::book {

constexpr std::size_t ctg_page_size = 4096; // bytes; the first page of the file is the header
constexpr std::size_t ctg_statistics_size = 33;

// Statistics that an entry has for its position, counted for the side to move. Colour, value and
// commentary belong to the position, and so to each move that leads to it.
struct CtgStatistics {
    static constexpr unsigned green_bit = 0x80, red_bit = 0x40;

    std::uint32_t games = 0; // each of these counts has 24 bits in the file
    std::uint32_t wins = 0, losses = 0, draws = 0;
    // In most files this is 5 · (games + wins - losses). It is not used.
    std::uint32_t points = 0;
    // These are the number of games with a known Elo of the side to move, and the sum of these
    // ratings.
    std::uint32_t rated = 0, rating_sum = 0;
    std::uint32_t opponent_rated = 0, opponent_sum = 0; // the same for the other side
    std::uint8_t recommendation = 0;
    std::int8_t value = 0;       // unit unknown; meaningful only if bit 2 of recommendation is set
    std::uint8_t commentary = 0; // NAG
    friend bool operator==(const CtgStatistics&, const CtgStatistics&) = default;

    // These return the colour of the moves that lead to this position.
    bool is_green() const { return (recommendation & green_bit) != 0 && !is_red(); }
    bool is_red() const { return (recommendation & red_bit) != 0; }
};
CtgStatistics decode_ctg_statistics(std::span<const std::byte, ctg_statistics_size> bytes);
void encode_ctg_statistics(const CtgStatistics& statistics,
                           std::span<std::byte, ctg_statistics_size> bytes);

// One entry. The spans point into the page that it was read from.
struct CtgEntry {
    std::size_t offset = 0; // in the page
    std::span<const std::byte> signature;
    std::span<const std::byte> moves; // pairs of bytes: code and mark
    CtgStatistics statistics;
};

// Reads the entries of one page in order. Bytes that the page does not declare as used are ignored.
class CtgEntries {
  public:
    // page: at least the 4 bytes of its head.
    explicit CtgEntries(std::span<const std::byte> page);
    // Returns nullopt at the end, and where the page is broken.
    std::optional<CtgEntry> next();
    // Returns the fault as part of a sentence, "an entry that …"; empty if there is none.
    std::string_view fault() const { return fault_; }
    std::size_t offset() const { return at_; }   // of the next entry, or of the broken one
    std::size_t count() const { return count_; } // as the page states it

  private:
    std::span<const std::byte> used_;
    std::size_t at_ = 4;
    std::size_t count_ = 0;
    std::size_t read_ = 0;
    std::string_view fault_;
};

// Loads a big-endian number of `size` bytes.
constexpr std::uint32_t load_ctg_number(std::span<const std::byte> bytes, std::size_t offset,
                                        std::size_t size) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < size; ++i)
        number = number << 8U | std::to_integer<std::uint32_t>(bytes[offset + i]);
    return number;
}

} // namespace polyglot::book
