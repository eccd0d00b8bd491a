// The bytes of a book that a command has made in memory.
#pragma once
#include "core/book/byte_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace polyglot::tools {

class OwnedBytes final : public book::ByteReader {
  public:
    explicit OwnedBytes(std::string bytes) : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        return book::SpanReader(held()).read_at(offset, into);
    }
    std::span<const std::byte> held() const override { return std::as_bytes(std::span(bytes_)); }

  private:
    std::string bytes_;
};

} // namespace polyglot::tools
