// What a book of make-book says of itself.
#pragma once
#include "core/book/make/stats_codec.hpp"
#include "core/book/polyglot/book.hpp"

#include <string>
#include <vector>

namespace polyglot::tools {

// The variants as XBoard names them ("normal", "fischerandom"; CECP, `variant`), then names of
// files: neither order of files nor order of games makes another header.
book::Header make_header(std::vector<std::string> sources, const book::StatsInfo& games);

} // namespace polyglot::tools
