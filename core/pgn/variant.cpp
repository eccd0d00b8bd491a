#include "core/pgn/variant.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace polyglot::pgn {

std::optional<Variant> parse_variant(std::string_view tag) {
    if (tag.empty()) return Variant::Chess; // the usual case
    constexpr auto chess =
        std::to_array<std::string_view>({"", "chess", "standard", "normal", "regular", "orthodox",
                                         "classical", "standardchess", "fromposition"});
    constexpr auto chess960 = std::to_array<std::string_view>({"chess960",
                                                               "960",
                                                               "chess9lx",
                                                               "9lx",
                                                               "standardchess960",
                                                               "chess960frc",
                                                               "frc",
                                                               "frcchess960",
                                                               "fischerandom",
                                                               "fischerrandom",
                                                               "fischerandomchess",
                                                               "fischerrandomchess",
                                                               "fischerandomchess960",
                                                               "fischerrandomchess960",
                                                               "fischerandom960",
                                                               "fischerrandom960",
                                                               "wildfr",
                                                               "freestyle",
                                                               "freestylechess",
                                                               "dfrc",
                                                               "doublefischerrandom",
                                                               "doublefischerrandomchess"});
    std::string plain;
    for (const char c : tag) {
        const char lower = text::to_lower(c);
        if (text::is_digit(c) || (lower >= 'a' && lower <= 'z')) plain += lower;
    }
    const auto is_one_of = [&plain](const auto& names) {
        return std::ranges::find(names, plain) != names.end();
    };
    if (is_one_of(chess)) return Variant::Chess;
    if (is_one_of(chess960)) return Variant::Chess960;
    return std::nullopt;
}

} // namespace polyglot::pgn
