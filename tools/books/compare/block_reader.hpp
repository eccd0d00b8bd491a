// Keeps the blocks of a file that were read last, for many look-ups at places near each other.
#pragma once
#include "core/book/byte_reader.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace polyglot::tools {

// Unlike other readers, one thread at a time may use it, and a file that changes is read as it was.
class BlockReader final : public book::ByteReader {
  public:
    static constexpr std::size_t block_size = 16U << 10U; // bytes
    static constexpr std::size_t block_count = 16;

    explicit BlockReader(std::shared_ptr<const book::ByteReader> bytes)
        : bytes_(std::move(bytes)) {}
    std::uint64_t size() const override { return bytes_->size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override;

  private:
    struct Block {
        std::uint64_t number = std::numeric_limits<std::uint64_t>::max();
        std::vector<std::byte> bytes;
    };
    const Block& block(std::uint64_t number) const;

    std::shared_ptr<const book::ByteReader> bytes_;
    mutable std::array<Block, block_count> blocks_; // each number has one place
};

} // namespace polyglot::tools
