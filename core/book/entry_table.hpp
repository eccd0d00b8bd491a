// The 16-byte entries of a PolyGlot book, read where they lie.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace polyglot::book {

struct RawEntry {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;
    std::uint16_t learn_count = 0;
    std::uint16_t learn_sum = 0;
    friend bool operator==(const RawEntry&, const RawEntry&) = default;
};
constexpr std::size_t entry_size = 16; // bytes
RawEntry decode_entry(std::span<const std::byte, entry_size> bytes);
void encode_entry(const RawEntry& entry, std::span<std::byte, entry_size> bytes);

constexpr std::uint64_t header_key = 0;                     // entries with this key hold text
constexpr std::uint64_t end_marker_key = ~std::uint64_t{0}; // with move 0: some writers end the file with one
// Header text or end marker: no move of any position.
constexpr bool is_special(const RawEntry& entry) {
    return entry.key == header_key || (entry.key == end_marker_key && entry.move == 0);
}

class EntryTable {
  public:
    explicit EntryTable(std::span<const std::byte> bytes) : bytes_(bytes), size_(bytes.size() / entry_size) {}

    std::uint64_t size() const { return size_; } // whole entries
    // Number of the entry < size().
    std::uint64_t key(std::uint64_t number) const;
    RawEntry operator[](std::uint64_t number) const;
    void shrink(std::uint64_t size) { size_ = size; } // to fewer entries

  private:
    std::span<const std::byte> bytes_;
    std::uint64_t size_;
};

} // namespace polyglot::book
