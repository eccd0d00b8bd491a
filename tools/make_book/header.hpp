// Makes the header of make-book's books.
#pragma once
#include "core/book/make/stats_codec.hpp"
#include "core/book/polyglot/book.hpp"
#include "tools/make_book/options.hpp"

#include <string>
#include <vector>

namespace polyglot::tools {

// The header lists the variants by XBoard's names ("normal", "fischerandom"; CECP, `variant`), or
// the one of -variant by our name, as antichess has none of its own there, and then the names of
// the files. It does not depend on the order of files or games.
book::Header make_header(std::vector<std::string> sources, const book::StatsInfo& games,
                         const GameRules& rules);

} // namespace polyglot::tools
