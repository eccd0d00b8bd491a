#include "core/chess/variant_name.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>

namespace polyglot::chess {
namespace {

bool is_one_of(const std::array<std::string_view, 3>& names, std::string_view name) {
    return std::ranges::any_of(
        names, [name](std::string_view known) { return text::equal_ignoring_case(known, name); });
}

} // namespace

bool is_normal_variant(std::string_view name) {
    return is_one_of({"normal", "chess", "standard"}, name);
}

bool is_chess960_variant(std::string_view name) {
    return is_one_of({"fischerandom", "chess960", "UCI_Chess960"}, name);
}

} // namespace polyglot::chess
