#include "config/book_program.hpp"
#include "config/load.hpp"
#include "config/saved_settings.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::config {

TEST_CASE("a value that begins with | names a program") {
    CHECK(is_program("|book"));
    CHECK(is_program("  |book"));
    CHECK_FALSE(is_program("book|.bin"));
    CHECK_FALSE(is_program("\"|book\""));
    CHECK_FALSE(is_program(""));
    const auto words = program_words(" | python3 \"my table.py\" --all");
    REQUIRE(words.has_value());
    CHECK(*words == std::vector<std::string>{"python3", "my table.py", "--all"});
    CHECK(program_words("|").error().message == "| names no program");
    CHECK(program_words("|\"\"").error().message == "| names no program");
    CHECK_FALSE(program_words("|a \"b").has_value());
}

TEST_CASE("the config file names programs, in any section") {
    Configuration configuration;
    load_ini(configuration,
             "[PolyGlot]\nBookFile = |python3 \"a b.py\"\n[Book Two]\nFile = |two %PATH%\n",
             "a.ini");
    CHECK(configuration.diagnostics.empty());
    CHECK(configuration.settings.book_file == "|python3 \"a b.py\"");
    REQUIRE(configuration.settings.books.size() == 1);
    CHECK(configuration.settings.books[0].file == "|two %PATH%");
}

TEST_CASE("saved settings name no program but the one in force") {
    Configuration configuration;
    load_ini(configuration, "[PolyGlot]\nBookFile = |mine\n[Book Two]\nFile = two.bin\n", "a.ini");
    SUBCASE("another one") {
        load_saved_settings(configuration,
                            "[PolyGlot]\nBookFile = |theirs\n[Book Two]\nFile = |theirs\n"
                            "[Book Three]\nFile = |theirs\n",
                            "saved.ini");
        CHECK(configuration.settings.book_file == "|mine");
        REQUIRE(configuration.settings.books.size() == 1);
        CHECK(configuration.settings.books[0].file == "two.bin");
        REQUIRE(configuration.diagnostics.size() == 3);
        CHECK(configuration.diagnostics[0].message ==
              "BookFile = |…: a program is for the config file and the command line, and was not "
              "set");
        CHECK(configuration.diagnostics[0].file == "saved.ini");
    }
    SUBCASE("the same") {
        load_saved_settings(configuration, "[PolyGlot]\nBookFile = |mine\n", "saved.ini");
        CHECK(configuration.settings.book_file == "|mine");
        CHECK(configuration.diagnostics.empty());
    }
    SUBCASE("a file") {
        load_saved_settings(configuration, "[PolyGlot]\nBookFile = other.bin\n", "saved.ini");
        CHECK(configuration.settings.book_file == "other.bin");
    }
}

} // namespace polyglot::config
