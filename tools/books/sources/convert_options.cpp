#include "tools/books/sources/convert_options.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace polyglot::tools {
namespace {

constexpr std::array<std::pair<std::string_view, BookTarget>, 11> targets{{{"polyglot", BookTarget::PolyGlot},
                                                                           {"bin", BookTarget::PolyGlot},
                                                                           {"arena", BookTarget::Arena},
                                                                           {"abk", BookTarget::Arena},
                                                                           {"yacb", BookTarget::Yacb},
                                                                           {"experience", BookTarget::Experience},
                                                                           {"exp", BookTarget::Experience},
                                                                           {"brainlearn", BookTarget::BrainLearn},
                                                                           {"csv", BookTarget::Csv},
                                                                           {"json", BookTarget::Json},
                                                                           {"pgn", BookTarget::Pgn}}};

} // namespace

std::optional<BookTarget> parse_book_target(std::string_view word) {
    const auto found = std::find_if(targets.begin(), targets.end(),
                                    [word](const auto& t) { return text::equal_ignoring_case(t.first, word); });
    return found == targets.end() ? std::nullopt : std::optional(found->second);
}

} // namespace polyglot::tools
