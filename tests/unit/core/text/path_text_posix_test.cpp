#ifndef _WIN32
#include "core/text/path_text.hpp"

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("POSIX: the name of a file is bytes, which stay as they are") {
    CHECK(to_path("B\xfc\x63her").native() == "B\xfc\x63her");
    CHECK(to_text(to_path("B\xfc\x63her")) == "B\xfc\x63her");
}
#endif
