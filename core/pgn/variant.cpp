#include "core/pgn/variant.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace polyglot::pgn {

bool is_chess(std::string_view variant) {
    // Chess, and Chess960 by all of its names.
    constexpr auto names = std::to_array<std::string_view>({"",
                                                            "chess",
                                                            "standard",
                                                            "normal",
                                                            "regular",
                                                            "orthodox",
                                                            "classical",
                                                            "standardchess",
                                                            "fromposition",
                                                            "chess960",
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
    for (const char c : variant) {
        const char lower = text::to_lower(c);
        if (text::is_digit(c) || (lower >= 'a' && lower <= 'z')) plain += lower;
    }
    return std::find(names.begin(), names.end(), plain) != names.end();
}

} // namespace polyglot::pgn
