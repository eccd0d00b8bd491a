// The data that the build makes of openings.tsv (cmake/openings). They are constants without
// pointers, so that the system's loader has no work with them at the start of a program.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace polyglot::openings {

struct CompiledNames {
    std::span<const std::uint64_t> keys; // PolyGlot's, ascending
    // Offset in text of each key's entry; the last one is the end.
    std::span<const std::uint32_t> offsets;
    std::string_view text; // entries: three characters of code, then the name
};
CompiledNames compiled_names();
std::span<const std::uint8_t> compiled_starter(); // the bytes of a PolyGlot book

} // namespace polyglot::openings
