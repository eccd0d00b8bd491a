// Identifiers that no other process makes: of games that wait, of stores in a server.
#pragma once
#include "core/text/figures.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <random>
#include <string>

namespace polyglot::io {

// Returns random bits of the system, or of the clock if there are none, e.g. because no file
// descriptors are left.
inline std::uint64_t random_bits() {
    try {
        std::random_device device;
        return std::uint64_t{device()} << 32U | device();
    } catch (const std::exception&) {
        static std::uint64_t count = 0;
        const auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
        return (static_cast<std::uint64_t>(now) + ++count) * 0x9e3779b97f4a7c15U;
    }
}

// Returns 32 hexadecimal digits.
inline std::string random_id() {
    return text::hexadecimal(random_bits()) + text::hexadecimal(random_bits());
}

} // namespace polyglot::io
