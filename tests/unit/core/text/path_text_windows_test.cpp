#ifdef _WIN32
#include "core/text/path_text.hpp"

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("Windows: the name of a file is UTF-16, its text UTF-8") {
    CHECK(to_path("B\xc3\xbc\x63her\\\xd0\xa8.bin").native() == L"B\u00fccher\\\u0428.bin");
    CHECK(to_text(std::filesystem::path(L"C:\\\u56fd/x.bin")) == "C:\\\xe5\x9b\xbd\\x.bin");
    CHECK(to_path("B\xfc\x63her").native() == L"B\ufffdcher"); // which no file is called
    CHECK(to_text(std::filesystem::path(L"a\xd83d")).size() == 4);
}
#endif
