// The PolyGlot .bin format (docs/formats/polyglot-bin.md) over bytes that somebody else holds (a memory map).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/book/book.hpp"
#include "core/result.hpp"

namespace polyglot::book {

struct RawEntry {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;
    std::uint16_t learn_count = 0;
    std::uint16_t learn_sum = 0;
};
constexpr std::size_t entry_size = 16; // bytes
RawEntry decode_entry(std::span<const std::byte, entry_size> bytes);
void encode_entry(const RawEntry& entry, std::span<std::byte, entry_size> bytes);

// The legal move that a book's 16 bits name in this position, castling in either spelling; null when there is none.
chess::Move decode_move(std::uint16_t raw, const chess::Position& position);
std::uint16_t encode_move(chess::Move move);

} // namespace polyglot::book
