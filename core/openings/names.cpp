#include "core/openings/names.hpp"

#include "core/openings/compiled.hpp"

#include <algorithm>

namespace polyglot::openings {

std::span<const std::uint64_t> opening_keys() {
    return compiled_names().keys;
}

Opening opening_at(std::size_t number) {
    constexpr std::size_t code_size = 3;
    const CompiledNames names = compiled_names();
    const std::size_t begin = names.offsets[number];
    const std::string_view entry = names.text.substr(begin, names.offsets[number + 1] - begin);
    return {entry.substr(0, code_size), entry.substr(code_size)};
}

std::optional<Opening> find_opening(const chess::Position& position) {
    // The key of a position that castles with an inner rook belongs to another position.
    if (!position.castles_with_outer_rooks()) return std::nullopt;
    const std::span<const std::uint64_t> keys = opening_keys();
    const auto found = std::ranges::lower_bound(keys, position.key());
    if (found == keys.end() || *found != position.key()) return std::nullopt;
    return opening_at(static_cast<std::size_t>(found - keys.begin()));
}

std::string format_opening(const Opening& opening) {
    return std::string(opening.code) + ' ' + std::string(opening.name);
}

} // namespace polyglot::openings
