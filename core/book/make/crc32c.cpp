#include "core/book/make/crc32c.hpp"

#include <array>

namespace polyglot::book {
namespace {

// Slicing by 8 (Kounavis, Berry: "A systematic approach to building high performance software-based
// CRC generators", 2005). A table entry is the effect of a byte on the checksum if n bytes follow.
constexpr auto make_crc_tables() {
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0x82f63b78U : 0U);
        tables[0][byte] = crc;
    }
    for (std::size_t n = 1; n < 8; ++n)
        for (std::size_t byte = 0; byte < 256; ++byte)
            tables[n][byte] = tables[n - 1][byte] >> 8U ^ tables[0][tables[n - 1][byte] & 0xffU];
    return tables;
}
constexpr auto crc_tables = make_crc_tables();

} // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t so_far) {
    std::uint32_t crc = ~so_far;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    const auto byte = [&](std::size_t i) { return std::to_integer<std::uint32_t>(at[i]); };
    for (; left >= 8; left -= 8, at += 8) {
        const std::uint32_t low = crc ^ (byte(0) | byte(1) << 8U | byte(2) << 16U | byte(3) << 24U);
        crc = crc_tables[7][low & 0xffU] ^ crc_tables[6][low >> 8U & 0xffU] ^
              crc_tables[5][low >> 16U & 0xffU] ^ crc_tables[4][low >> 24U] ^
              crc_tables[3][byte(4)] ^ crc_tables[2][byte(5)] ^ crc_tables[1][byte(6)] ^
              crc_tables[0][byte(7)];
    }
    for (; left > 0; --left, ++at)
        crc = crc >> 8U ^ crc_tables[0][(crc ^ byte(0)) & 0xffU];
    return ~crc;
}

} // namespace polyglot::book
