#include "core/book/entry_table.hpp"

#include <array>
#include <cassert>

namespace polyglot::book {
namespace {

// Loads a big-endian number. Written without a loop: compilers turn this form, but not a loop, into one load and a byte
// swap.
std::uint64_t load64(const std::byte* b) {
    const auto at = [b](std::size_t i) { return std::to_integer<std::uint64_t>(b[i]); };
    return at(0) << 56U | at(1) << 48U | at(2) << 40U | at(3) << 32U | at(4) << 24U | at(5) << 16U | at(6) << 8U |
           at(7);
}

template <class T>
void store(T value, std::span<std::byte> bytes) {
    for (std::size_t i = sizeof(T); i-- > 0; value = static_cast<T>(value >> 8U))
        bytes[i] = static_cast<std::byte>(value & 0xffU);
}

} // namespace

RawEntry decode_entry(std::span<const std::byte, entry_size> bytes) {
    const std::uint64_t rest = load64(bytes.data() + 8);
    const auto field = [rest](unsigned shift) { return static_cast<std::uint16_t>(rest >> shift & 0xffffU); };
    return {load64(bytes.data()), field(48), field(32), field(16), field(0)};
}

void encode_entry(const RawEntry& entry, std::span<std::byte, entry_size> bytes) {
    store(entry.key, bytes.first(8));
    store(entry.move, bytes.subspan(8, 2));
    store(entry.weight, bytes.subspan(10, 2));
    store(entry.learn_count, bytes.subspan(12, 2));
    store(entry.learn_sum, bytes.subspan(14, 2));
}

bool EntryTable::read(std::uint64_t number, std::span<std::byte> into) const {
    return bytes_->read_at(first_byte_ + number * entry_size, into) == into.size();
}

RawEntry EntryTable::operator[](std::uint64_t number) const {
    assert(number < size_);
    std::array<std::byte, entry_size> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
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

RawEntry EntryWindow::operator[](std::uint64_t number) const {
    return decode_entry(bytes_of(number));
}

std::uint64_t EntryWindow::key(std::uint64_t number) const {
    return load64(bytes_of(number).data());
}

std::span<const std::byte, entry_size> EntryWindow::bytes_of(std::uint64_t number) const {
    assert(begin_ <= number && number < end_);
    return window_.subspan(static_cast<std::size_t>(number - begin_) * entry_size).first<entry_size>();
}

} // namespace polyglot::book
