#include "core/text/path_text.hpp"
#include "tools/engines/start_script.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using text::Quoting;

#ifndef _WIN32 // there the paths have other separators, which POSIX quotes
TEST_CASE("a script that starts polyglot") {
    CHECK(tools::format_script("/opt/polyglot", "/t/e.ini", Quoting::Posix) ==
          "#!/bin/sh\nexec /opt/polyglot /t/e.ini \"$@\"\n");
    const std::string script =
        tools::format_script("/a b/polyglot", "/it's/e e.ini", Quoting::Posix);
    const auto words = text::split_words(script.substr(script.find('\n') + 1), Quoting::Posix);
    REQUIRE(words.has_value());
    CHECK(*words == std::vector<std::string>{"exec", "/a b/polyglot", "/it's/e e.ini", "$@"});
}
#endif

TEST_CASE("a batch file that starts polyglot") {
    std::string script = tools::format_script("C:/100%/p.exe", "C:/x.ini", Quoting::Windows);
    std::replace(script.begin(), script.end(), '\\', '/'); // Windows has its own separators there
    CHECK(script == "@chcp 65001 >nul\r\n@\"C:/100%%/p.exe\" \"C:/x.ini\" %*\r\n");
    CHECK(tools::script_path("/t/e.ini", Quoting::Posix) == to_path("/t/e.sh"));
    CHECK(tools::script_path("/t/e.ini", Quoting::Windows) == to_path("/t/e.bat"));
}
