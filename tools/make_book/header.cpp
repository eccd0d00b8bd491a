#include "tools/make_book/header.hpp"

#include "core/book/variants/book.hpp"
#include "version.hpp"

#include <algorithm>

namespace polyglot::tools {

book::Header make_header(std::vector<std::string> sources, const book::StatsInfo& games,
                         const GameRules& rules) {
    book::Header header{"1.0", {}, {}};
    // This also applies to a book without games.
    if (rules.variant)
        header.variants.emplace_back(rules.variant->uci);
    else if (games.chess || !games.chess960)
        header.variants.emplace_back("normal");
    if (!rules.variant && games.chess960) header.variants.emplace_back("fischerandom");

    std::ranges::sort(sources);
    constexpr std::size_t most_named = 5;
    std::string named;
    for (std::size_t i = 0; i < std::min(sources.size(), most_named); ++i)
        named += (i > 0 ? ", " : "") + sources[i];
    if (sources.size() > most_named)
        named += " and " + std::to_string(sources.size() - most_named) + " more";
    std::ranges::replace_if(
        named, [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
    header.comment = "Created by Polyglot " POLYGLOT_VERSION "\nfrom " + named;
    if (rules.keys == chess::VariantKeys::XBoard)
        header.comment = book::comment_for_keys(header.comment, rules.keys);
    return header;
}

} // namespace polyglot::tools
