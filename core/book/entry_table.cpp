#include "core/book/entry_table.hpp"

#include <cassert>

namespace polyglot::book {
namespace {

// Big-endian, by shifts: compilers make one load and a byte swap of it.
template <class T>
T load(std::span<const std::byte> bytes) {
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<T>(static_cast<T>(value << 8U) | std::to_integer<T>(bytes[i]));
    return value;
}

template <class T>
void store(T value, std::span<std::byte> bytes) {
    for (std::size_t i = sizeof(T); i-- > 0; value = static_cast<T>(value >> 8U))
        bytes[i] = static_cast<std::byte>(value & 0xffU);
}

} // namespace

RawEntry decode_entry(std::span<const std::byte, entry_size> bytes) {
    return {load<std::uint64_t>(bytes.first(8)), load<std::uint16_t>(bytes.subspan(8, 2)),
            load<std::uint16_t>(bytes.subspan(10, 2)), load<std::uint16_t>(bytes.subspan(12, 2)),
            load<std::uint16_t>(bytes.subspan(14, 2))};
}

void encode_entry(const RawEntry& entry, std::span<std::byte, entry_size> bytes) {
    store(entry.key, bytes.first(8));
    store(entry.move, bytes.subspan(8, 2));
    store(entry.weight, bytes.subspan(10, 2));
    store(entry.learn_count, bytes.subspan(12, 2));
    store(entry.learn_sum, bytes.subspan(14, 2));
}

std::uint64_t EntryTable::key(std::uint64_t number) const {
    assert(number < size_);
    return load<std::uint64_t>(bytes_.subspan(static_cast<std::size_t>(number) * entry_size, 8));
}

RawEntry EntryTable::operator[](std::uint64_t number) const {
    assert(number < size_);
    return decode_entry(bytes_.subspan(static_cast<std::size_t>(number) * entry_size).first<entry_size>());
}

} // namespace polyglot::book
