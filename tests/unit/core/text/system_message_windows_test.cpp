#ifdef _WIN32
#include "core/text/system_message.hpp"

#include <string>
#include <system_error>

#include <doctest/doctest.h>

using polyglot::system_message;

TEST_CASE("errors of Windows have the texts of POSIX, or English ones") {
    struct Row {
        int error;
        const char* expected;
    };
    for (const Row row : {Row{2, "No such file or directory"}, Row{3, "No such file or directory"},
                          Row{5, "Permission denied"}, Row{112, "No space left on device"}}) {
        CAPTURE(row.error);
        CHECK(system_message({row.error, std::system_category()}) == row.expected);
    }
    CHECK(system_message(std::make_error_code(std::errc::address_in_use)) ==
          "Address already in use"); // msvcrt.dll says "Unknown error"
    CHECK(system_message({123456789, std::system_category()}) == "system error 123456789");
    // ERROR_INVALID_USER_BUFFER
    const std::string text = system_message({1784, std::system_category()});
    CHECK_FALSE(text.empty());
    CHECK(text.find_first_of("\r\n") == std::string::npos);
    CHECK_FALSE(text.ends_with('.'));
}
#endif
