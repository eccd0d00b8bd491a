// How messages name options.
#include "core/text/option_names.hpp"

#include <doctest/doctest.h>

namespace polyglot {

TEST_CASE("options have one dash in messages") {
    CHECK(text::with_one_dash("the argument ('--x') for option '--max-ply' is invalid") ==
          "the argument (-x) for option -max-ply is invalid");
    CHECK(text::with_one_dash("the option '--out' is required but missing") ==
          "the option -out is required but missing");
    CHECK(text::with_one_dash("'--") == "'--");
    CHECK(text::with_one_dash("a '-' and --") == "a '-' and --");
}

} // namespace polyglot
