// Reads the options of `polyglot rate-book`. See docs/rate-book.md.
#pragma once
#include "tools/books/sources/convert_options.hpp"
#include "tools/common/commands.hpp"
#include "tools/growing/grow_position.hpp"
#include "tools/growing/run_options.hpp"
#include "tools/growing/store_variant.hpp"
#include "tools/rate_book/changes.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace polyglot::tools {

struct RateOptions {
    std::string book, store;
    std::vector<std::string> merges;                         // other stores
    std::vector<std::pair<std::string, BookTarget>> outputs; // the books to write
    std::string html;                                        // "-": standard output; may be empty
    bool as_json = false;
    std::size_t top = 20; // moves and changes shown; 0: all
    double min_reach = 0; // of the positions that are searched
    ChangeRules changes;
    std::string command;             // of the undo file
    VariantChoice rules_of;          // chess or a variant
    std::vector<GrowPosition> roots; // empty: where the games of the book begin
    SearchRunOptions run;
};

// Returns the options, or the exit status if the command is already over.
std::variant<RateOptions, int> read_rate_options(Arguments args, std::istream& in,
                                                 std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
