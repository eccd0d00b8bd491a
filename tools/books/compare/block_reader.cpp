#include "tools/books/compare/block_reader.hpp"

#include <algorithm>

namespace polyglot::tools {

std::size_t BlockReader::read_at(std::uint64_t offset, std::span<std::byte> into) const {
    if (into.size() >= block_size) return bytes_->read_at(offset, into);
    std::size_t done = 0;
    while (done < into.size()) {
        const std::uint64_t at = offset + done;
        const std::vector<std::byte>& from = block(at / block_size).bytes;
        const auto first = static_cast<std::size_t>(at % block_size);
        if (first >= from.size()) break;
        const std::size_t count = std::min(from.size() - first, into.size() - done);
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first), count,
                    into.begin() + static_cast<std::ptrdiff_t>(done));
        done += count;
    }
    return done;
}

const BlockReader::Block& BlockReader::block(std::uint64_t number) const {
    Block& block = blocks_[static_cast<std::size_t>(number % block_count)];
    if (block.number == number) return block;
    block.number = number;
    block.bytes.resize(block_size);
    block.bytes.resize(bytes_->read_at(number * block_size, block.bytes));
    return block;
}

} // namespace polyglot::tools
