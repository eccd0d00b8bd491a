#include "core/text/system_message.hpp"

#include <system_error>

#include <doctest/doctest.h>

using polyglot::system_message;

TEST_CASE("messages of the system are English on every system") {
    CHECK(system_message(std::make_error_code(std::errc::no_such_file_or_directory)) ==
          "No such file or directory");
    CHECK(system_message(std::make_error_code(std::errc::permission_denied)) ==
          "Permission denied");
}
