// Where a book's bytes come from: a file, or memory in tests. Only what is asked for is read.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace polyglot::book {

// The same bytes as characters.
inline std::string_view as_text(std::span<const std::byte> bytes) {
    // Char may look at any object
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class ByteReader {
  public:
    virtual ~ByteReader() = default;
    virtual std::uint64_t size() const = 0; // bytes, as it was at opening
    // Copies the bytes from offset on and returns how many there were: fewer than asked for at the
    // end, or when the file was cut short or cannot be read any more. Any number of threads may
    // call it.
    virtual std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const = 0;
    // All bytes, where they are in memory anyway; else none. Valid as long as the reader.
    virtual std::span<const std::byte> held() const { return {}; }
};

// Bytes owned by the caller, which must outlive the reader.
class SpanReader final : public ByteReader {
  public:
    explicit SpanReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        if (offset >= bytes_.size()) return 0;
        const auto from = bytes_.subspan(static_cast<std::size_t>(offset));
        const std::size_t count = std::min(from.size(), into.size());
        std::copy_n(from.begin(), count, into.begin());
        return count;
    }

    std::span<const std::byte> held() const override { return bytes_; }

  private:
    std::span<const std::byte> bytes_;
};

} // namespace polyglot::book
