// Computes the checksum of .pgstats files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace polyglot::book {

// Returns the CRC-32C (Castagnoli, as in iSCSI, RFC 3720) of these bytes, continued from so_far,
// the CRC of the bytes before them.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t so_far = 0);

} // namespace polyglot::book
