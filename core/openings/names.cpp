#include "core/openings/names.hpp"

#include "core/openings/compiled.hpp"

#include <algorithm>

namespace polyglot::openings {

std::optional<Opening> find_opening(const chess::Position& position) {
    constexpr std::size_t code_size = 3;
    // The key of a position that castles with an inner rook belongs to another position.
    if (!position.castles_with_outer_rooks()) return std::nullopt;
    const CompiledNames names = compiled_names();
    const auto found = std::lower_bound(names.keys.begin(), names.keys.end(), position.key());
    if (found == names.keys.end() || *found != position.key()) return std::nullopt;
    const auto number = static_cast<std::size_t>(found - names.keys.begin());
    const std::size_t begin = names.offsets[number];
    const std::string_view entry = names.text.substr(begin, names.offsets[number + 1] - begin);
    return Opening{entry.substr(0, code_size), entry.substr(code_size)};
}

std::string format_opening(const Opening& opening) {
    return std::string(opening.code) + ' ' + std::string(opening.name);
}

} // namespace polyglot::openings
