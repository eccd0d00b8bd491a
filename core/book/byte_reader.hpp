// The source of a book's bytes: a file, or memory in tests. Only the bytes asked for are read.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace polyglot::book {

// Returns a view of the same bytes as characters.
inline std::string_view as_text(std::span<const std::byte> bytes) {
    // The cast is valid because char may alias any object.
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class ByteReader {
  public:
    virtual ~ByteReader() = default;
    virtual std::uint64_t size() const = 0; // bytes, as it was at opening
    // Copies the bytes from offset on and returns their number. It is less than asked for at the
    // end of the file, and if the file was cut short or can no longer be read. Any number of
    // threads may call it.
    virtual std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const = 0;
    // Returns all bytes if they are in memory, else an empty span. Valid as long as the reader.
    virtual std::span<const std::byte> held() const { return {}; }
};

// Reads bytes that the caller owns; they must outlive the reader.
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
