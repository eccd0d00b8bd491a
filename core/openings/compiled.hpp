// What the build makes of openings.tsv (cmake/openings): constant data without pointers, so that
// the system's loader has nothing to do for it at the start of a program.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace polyglot::openings {

struct CompiledNames {
    std::span<const std::uint64_t> keys;    // PolyGlot's, ascending
    std::span<const std::uint32_t> offsets; // in text, of each key's entry; one more for the end
    std::string_view text;                  // entries: three characters of code, then the name
};
CompiledNames compiled_names();
std::span<const std::uint8_t> compiled_starter(); // the bytes of a PolyGlot book

} // namespace polyglot::openings
