// The 16-byte entries of a PolyGlot book, read on demand.
#pragma once
#include "core/book/byte_reader.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

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

// Loads a big-endian number. It is written without a loop because compilers turn this form, but not
// a loop, into one load and a byte swap.
inline std::uint64_t load64(const std::byte* b) {
    const auto at = [b](std::size_t i) { return std::to_integer<std::uint64_t>(b[i]); };
    return at(0) << 56U | at(1) << 48U | at(2) << 40U | at(3) << 32U | at(4) << 24U | at(5) << 16U |
           at(6) << 8U | at(7);
}
inline std::uint64_t key_of(std::span<const std::byte, entry_size> entry) {
    return load64(entry.data());
}
inline RawEntry decode_entry(std::span<const std::byte, entry_size> bytes) {
    const std::uint64_t rest = load64(bytes.data() + 8);
    const auto field = [rest](unsigned shift) {
        return static_cast<std::uint16_t>(rest >> shift & 0xffffU);
    };
    return {key_of(bytes), field(48), field(32), field(16), field(0)};
}
void encode_entry(const RawEntry& entry, std::span<std::byte, entry_size> bytes);
void append_entries(std::string& bytes, std::span<const RawEntry> entries);

constexpr std::uint64_t header_key = 0; // entries with this key hold text
// Key of the entry with move 0 that some writers append to the end of the file.
constexpr std::uint64_t end_marker_key = ~std::uint64_t{0};
// True for header text and the end marker, which are not moves of any position.
constexpr bool is_special(const RawEntry& entry) {
    return entry.key == header_key || (entry.key == end_marker_key && entry.move == 0);
}

class EntryTable {
  public:
    // first_byte: what comes before it is not part of the table, as in other formats that have
    // 16-byte entries.
    explicit EntryTable(std::shared_ptr<const ByteReader> bytes, std::uint64_t first_byte = 0)
        : bytes_(std::move(bytes)),
          first_byte_(first_byte),
          size_((bytes_->size() - std::min(bytes_->size(), first_byte)) / entry_size) {
        if (const auto held = bytes_->held(); held.size() >= first_byte)
            held_ = held.subspan(static_cast<std::size_t>(first_byte));
    }

    std::uint64_t size() const { return size_; }      // whole entries
    void shrink(std::uint64_t size) { size_ = size; } // the table keeps its first `size` entries

    // Reads the entry with this number, which must be < size(), by a separate read. An unreadable
    // entry is returned as all zero, as in a header, so that it is never played.
    RawEntry operator[](std::uint64_t number) const;
    std::uint64_t key(std::uint64_t number) const { return (*this)[number].key; }
    // Reads as many entries from `number` on as fit into the bytes. False if not all could be read.
    bool read(std::uint64_t number, std::span<std::byte> into) const;
    // Returns the entries [begin, end) if they are in memory, else an empty span.
    std::span<const std::byte> held(std::uint64_t begin, std::uint64_t end) const {
        return held_.size() / entry_size < end
                   ? std::span<const std::byte>()
                   : held_.subspan(static_cast<std::size_t>(begin) * entry_size,
                                   static_cast<std::size_t>(end - begin) * entry_size);
    }

  private:
    std::shared_ptr<const ByteReader> bytes_;
    std::span<const std::byte> held_; // what the reader holds from first_byte_ on; empty if nothing
    std::uint64_t first_byte_;
    std::uint64_t size_;
};

// Consecutive entries of a table, loaded by one read.
class EntryWindow {
  public:
    // The caller owns the buffer, so that a probe can keep it on the stack. Its size must be a
    // multiple of entry_size.
    EntryWindow(const EntryTable& table, std::span<std::byte> buffer)
        : table_(table), buffer_(buffer) {}

    std::uint64_t capacity() const { return buffer_.size() / entry_size; }
    std::uint64_t begin() const { return begin_; }
    std::uint64_t end() const { return end_; }
    // Reads the entries [begin, end), at most capacity() of them. If the file has lost them,
    // returns false and leaves the window empty.
    bool load(std::uint64_t begin, std::uint64_t end);
    // Ensures that the entry is in the window; if it is not, loads the window from this entry on,
    // which suits a pass through the table. False if the file has lost the entries.
    bool reach(std::uint64_t number) {
        return (begin_ <= number && number < end_) ||
               load(number, std::min(number + capacity(), table_.size()));
    }
    // Requires begin() <= number < end().
    RawEntry operator[](std::uint64_t number) const { return decode_entry(bytes_of(number)); }
    std::uint64_t key(std::uint64_t number) const { return key_of(bytes_of(number)); }
    std::span<const std::byte, entry_size> bytes_of(std::uint64_t number) const {
        return bytes_of(number, number + 1).first<entry_size>();
    }
    // Returns the bytes of the entries [begin, end).
    std::span<const std::byte> bytes_of(std::uint64_t begin, std::uint64_t end) const {
        assert(begin_ <= begin && begin <= end && end <= end_);
        return window_.subspan(static_cast<std::size_t>(begin - begin_) * entry_size,
                               static_cast<std::size_t>(end - begin) * entry_size);
    }

  private:
    const EntryTable& table_;
    std::span<std::byte> buffer_;
    std::span<const std::byte> window_; // in the buffer, or where the table is in memory
    std::uint64_t begin_ = 0;
    std::uint64_t end_ = 0;
};

} // namespace polyglot::book
