#include "core/text/shell_words.hpp"

#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot::text;
using Words = std::vector<std::string>;

TEST_CASE("words are split as a POSIX shell splits them") {
    const std::pair<const char*, Words> cases[] = {
        {"", {}},
        {" \t ", {}},
        {"a", {"a"}},
        {"  a\tb \n c ", {"a", "b", "c"}},
        {"'a b' \"c d\"", {"a b", "c d"}},
        {"a'b c'd\"e f\"g", {"ab cde fg"}},
        {"\"\" ''", {"", ""}},
        {"a\\ b \\\\ \\\"", {"a b", "\\", "\""}},
        {"'a\\b'", {"a\\b"}},
        {"\"a\\b \\\\ \\\" \\$ \\`\"", {"a\\b \\ \" $ `"}},
        {"'it'\\''s'", {"it's"}},
        {"\"it's\" '\"'", {"it's", "\""}},
        {"$HOME ~ `id` $(id) * | > # ; &",
         {"$HOME", "~", "`id`", "$(id)", "*", "|", ">", "#", ";", "&"}},
    };
    for (const auto& row : cases) {
        CAPTURE(row.first);
        const auto split = split_words(row.first);
        REQUIRE(split.has_value());
        CHECK(*split == row.second);
    }
}

TEST_CASE("an unclosed quote is an error with its place") {
    CHECK(split_words("a 'b c").error().offset == 2);
    CHECK(split_words("ab\"c'").error().offset == 2);
    CHECK(split_words("\"a\\\"").error().message == "a quote is not closed");
    CHECK(split_words("a \\").error().offset == 2);
    CHECK(split_words("a \\").error().message == "nothing follows '\\'");
}

TEST_CASE("on Windows only double quotes group") {
    CHECK(*split_words("C:\\a\\sf.exe \"C:\\b c\\\" it's", Quoting::Windows) ==
          Words{"C:\\a\\sf.exe", "C:\\b c\\", "it's"});
    CHECK(split_words("\"C:\\a", Quoting::Windows).error().offset == 0);
    CHECK(join_words(Words{"C:\\a b\\", "x", ""}, Quoting::Windows) == "\"C:\\a b\\\" x \"\"");
}

TEST_CASE("joined words split into themselves") {
    // As a shell takes them
    CHECK(join_words(Words{"a(b)&c", "<starter>", "x=$y"}) == "'a(b)&c' '<starter>' 'x=$y'");
    CHECK(join_words(Words{"a(b)&c", "<starter>", "x=$y"}, Quoting::Windows) ==
          "\"a(b)&c\" \"<starter>\" x=$y");
    CHECK(join_words(Words{"./sf", "-x", "a b", "", "it's"}) == "./sf -x 'a b' '' 'it'\\''s'");
    std::mt19937 random(7);
    const std::string alphabet = "ab '\"\\\t$#";
    for (int i = 0; i < 10'000; ++i) {
        Words words(random() % 4);
        for (std::string& word : words)
            for (auto n = random() % 6; n > 0; --n)
                word += alphabet[random() % alphabet.size()];
        const std::string command = join_words(words);
        CAPTURE(command);
        REQUIRE(*split_words(command) == words);
    }
}
