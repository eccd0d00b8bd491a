#include "core/book/entry_table.hpp"

#include "core/book/big_endian.hpp"

#include <array>

namespace polyglot::book {

void encode_entry(const RawEntry& entry, std::span<std::byte, entry_size> bytes) {
    const auto field = [](std::uint16_t value, unsigned shift) {
        return std::uint64_t{value} << shift;
    };
    store64(entry.key, bytes.data());
    store64(field(entry.move, 48) | field(entry.weight, 32) | field(entry.learn_count, 16) |
                entry.learn_sum,
            bytes.data() + 8);
}

void append_entries(std::string& bytes, std::span<const RawEntry> entries) {
    const std::size_t at = bytes.size();
    bytes.resize(at + entries.size() * entry_size);
    auto rest = std::as_writable_bytes(std::span(bytes)).subspan(at);
    for (const RawEntry& entry : entries) {
        encode_entry(entry, rest.first<entry_size>());
        rest = rest.subspan(entry_size);
    }
}

bool EntryTable::read(std::uint64_t number, std::span<std::byte> into) const {
    return bytes_->read_at(first_byte_ + number * entry_size, into) == into.size();
}

RawEntry EntryTable::operator[](std::uint64_t number) const {
    assert(number < size_);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): read() fills it
    std::array<std::byte, entry_size> bytes;
    return read(number, bytes) ? decode_entry(bytes) : RawEntry{};
}

bool EntryWindow::load(std::uint64_t begin, std::uint64_t end) {
    assert(begin <= end && end <= table_.size() && end - begin <= capacity());
    begin_ = begin;
    window_ = table_.held(begin, end);
    if (!window_.empty()) {
        end_ = end;
        return true;
    }
    const auto place = buffer_.first(static_cast<std::size_t>(end - begin) * entry_size);
    const bool whole = table_.read(begin, place);
    window_ = place;
    end_ = whole ? end : begin;
    return whole;
}

} // namespace polyglot::book
