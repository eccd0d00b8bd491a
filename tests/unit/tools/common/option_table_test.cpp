// The table of a command's options: what each kind of field takes, and what is said of wrong use.
#include "storage/files/overwrite_guard.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"

#include <initializer_list>
#include <sstream>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

enum class Colour { White, Black };

struct Fields {
    bool flag = false, header = true;
    std::string word;
    std::optional<int> number;
    std::uint64_t count = 3;
    std::vector<double> reals;
    std::vector<std::filesystem::path> files;
    std::chrono::milliseconds time{0};
    double share = 0;
    Colour colour = Colour::White;
    std::optional<std::size_t> length; // of a word
    std::vector<std::string> noted;

    std::string out, err;
    std::optional<int> status;
};

Fields read(std::initializer_list<std::string_view> words, bool needs_word = false) {
    Fields fields;
    OptionTable option("polyglot test FILE... [OPTION]...");
    option("files", "FILE...", fields.files, "files").takes_words();
    option("flag", fields.flag, "a flag").noted_in(fields.noted);
    option("no-header", "no header").sets(fields.header, false);
    auto& word = option("word", "WORD", fields.word, "a word");
    if (needs_word) word.required();
    option.title("others");
    option.note(&fields.noted);
    option("number", "N", within(fields.number, -5, 5), "a number (default: none)");
    option("count", "N", fields.count, "a count");
    option("real", "X", within(fields.reals, 0, 0.5), "a real number");
    option.note(nullptr);
    option("time", "S", seconds(fields.time, 0, 10), "seconds");
    option("share", "P", per_cent(fields.share), "per cent");
    option("colour", "COLOUR",
           one_of(fields.colour,
                  {{"white", Colour::White}, {"black", Colour::Black}, {"w", Colour::White}}),
           "a colour");
    const auto parse = [](const std::string& text) -> Result<std::size_t> {
        if (text.empty()) return make_error("an empty text");
        if (text.find('?') != std::string::npos) return make_error("a question", text.find('?'));
        return text.size();
    };
    option("length", "TEXT", parsed(fields.length, parse), "a text");
    std::ostringstream out, err;
    const std::vector<std::string_view> args(words);
    fields.status = option.read(args, out, err, [&fields] {
        if (fields.word == "bad") refuse("the word is bad");
        if (fields.word == "shown") refuse();
    });
    io::end_command();
    fields.out = out.str();
    fields.err = err.str();
    return fields;
}

Fields good(std::initializer_list<std::string_view> words) {
    Fields fields = read(words);
    CHECK(fields.err.empty());
    CHECK_FALSE(fields.status.has_value());
    return fields;
}

void check_bad(std::initializer_list<std::string_view> words, const std::string& message,
               bool needs_word = false) {
    const Fields fields = read(words, needs_word);
    CHECK(fields.status == exit_bad_usage);
    CHECK(fields.err == message + "\nusage: polyglot test FILE... [OPTION]...\n");
}

TEST_CASE("options fill their fields") {
    const Fields none = good({});
    CHECK(none.header);
    CHECK(none.count == 3);
    CHECK_FALSE(none.number.has_value());
    CHECK(none.noted.empty());
    const Fields all =
        good({"a",       "-flag", "-no-header", "--word", "w",      "-number=-5", "-count", "7",
              "-real",   "0.25",  "-real",      "0",      "-time",  "0.0015",     "-share", "50",
              "-colour", "black", "-length",    "four",   "-files", "b",          "c"});
    CHECK(all.flag);
    CHECK_FALSE(all.header);
    CHECK(all.word == "w");
    CHECK(all.number == -5);
    CHECK(all.count == 7);
    CHECK(all.reals == std::vector<double>{0.25, 0});
    CHECK(all.time == std::chrono::milliseconds(2));
    CHECK(all.share == 0.5);
    CHECK(all.colour == Colour::Black);
    CHECK(all.length == 4);
    CHECK(all.files == std::vector<std::filesystem::path>{"a", "b", "c"});
    CHECK(all.noted == std::vector<std::string>{"-flag", "-number", "-count", "-real", "-real"});
    CHECK(good({"-colour", "w"}).colour == Colour::White);
}

TEST_CASE("what is wrong with a value names the option and the value") {
    check_bad({"-number", "6"}, "-number 6 is outside -5 to 5");
    check_bad({"-number", "many"}, "-number 'many' is not a whole number");
    check_bad({"-number", "1.5"}, "-number '1.5' is not a whole number");
    check_bad({"-count", "-1"}, "-count '-1' is too small");
    check_bad({"-count", "99999999999999999999"}, "-count '99999999999999999999' is too large");
    check_bad({"-count", "5-5"}, "-count '5-5' is not a whole number");
    check_bad({"-count", ""}, "-count '' is not a whole number");
    check_bad({"-length", ""}, "-length: an empty text");
    check_bad({"-real", "nan"}, "-real nan is outside 0 to 0.5");
    check_bad({"-real", "x"}, "-real 'x' is not a number");
    check_bad({"-time", "11"}, "-time 11 is outside 0 to 10");
    check_bad({"-share", "101"}, "-share 101 is outside 0 to 100");
    check_bad({"-colour", "red"}, "-colour is white or black");
    const Fields pointed = read({"-length", "why?"});
    CHECK(pointed.status == exit_bad_usage);
    CHECK(pointed.err == "-length: a question\n    why?\n       ^\n");
}

TEST_CASE("wrong use") {
    check_bad({"-word", "a", "-word", "b"}, "option -word can be given once only");
    check_bad({"-flag", "-flag"}, "option -flag can be given once only");
    check_bad({"-word"}, "option -word needs a value");
    check_bad({"-wrd", "a"}, "unknown option -wrd: did you mean -word?");
    check_bad({"a", "-files", "b", "-colou", "white"},
              "unknown option -colou: did you mean -colour?");
    check_bad({}, "the option -word is required but missing", true);
    check_bad({"-word", "bad"}, "the word is bad");
    const Fields shown = read({"-word", "shown"});
    CHECK(shown.status == exit_bad_usage);
    CHECK(shown.err.empty());
}

TEST_CASE("options: a table without words, effects, an option that may come again") {
    std::vector<std::string> seen;
    double last = 0;
    OptionTable option("polyglot test");
    option("n", "N", within(last, 1, 31'622'400), "a number")
        .repeats()
        .then([&](const std::string& name) {
            seen.push_back(name + std::to_string(static_cast<int>(last)));
        });
    const auto outcome = [&option](std::initializer_list<std::string_view> words) {
        std::ostringstream out, err;
        const std::vector<std::string_view> args(words);
        const auto status = option.read(args, out, err);
        io::end_command();
        return std::to_string(status.value_or(exit_done)) + ' ' + err.str();
    };
    CHECK(outcome({"-n", "3", "-n", "7"}) == "0 ");
    CHECK(last == 7);
    CHECK(seen == std::vector<std::string>{"-n0", "-n3"}); // before the value is taken
    CHECK(outcome({"-n", "99999999"}) ==
          "2 -n 99999999 is outside 1 to 31622400\nusage: polyglot test\n");
    CHECK(outcome({"word"}) == "2 'word' is not one of the options\nusage: polyglot test\n");
}

TEST_CASE("the help lists the options under their titles") {
    for (const std::string_view word : {"-help", "--help", "-h", "-?"}) {
        const Fields help = read({word}, true);
        CHECK(help.status == exit_done);
        CHECK(help.err.empty());
        CHECK(help.out.starts_with(
            "usage: polyglot test FILE... [OPTION]...\noptions:\n  -files FILE...        files\n"));
        const std::size_t own = help.out.find("  -help                 show this text\n");
        const std::size_t title =
            help.out.find("others:\n  -number N             a number (default: none)\n");
        CHECK(own < title);
        CHECK(title != std::string::npos);
    }
}

struct Engine {
    std::string name;
    int hash = 1;
    std::vector<std::string> settings;
};

TEST_CASE("options that belong to the thing that they follow, before the first one to all") {
    const auto read_engines = [](std::initializer_list<std::string_view> words, Engine& one) {
        std::vector<Engine> all;
        OptionTable option("polyglot test");
        option.begin_each(one, all);
        option("engine", "NAME", one.name, "an engine");
        option("hash", "N", one.hash, "of an engine");
        option("set", "TEXT", one.settings, "of an engine");
        option.end_each();
        std::ostringstream out, err;
        const std::vector<std::string_view> args(words);
        CHECK_FALSE(option.read(args, out, err).has_value());
        io::end_command();
        return all;
    };
    Engine one;
    const auto all = read_engines(
        {"-hash", "8", "-set", "x", "-engine", "a", "-set", "y", "-engine", "b", "-hash", "9"},
        one);
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "a");
    CHECK(all[0].hash == 8);
    CHECK(all[0].settings == std::vector<std::string>{"x", "y"});
    CHECK(all[1].hash == 9);
    CHECK(all[1].settings == std::vector<std::string>{"x"});
    one = {};
    CHECK(read_engines({"-hash", "8", "-engine", "a"}, one).at(0).hash == 8);
    one = {};
    CHECK(read_engines({"-hash", "8"}, one).empty());
    CHECK(one.hash == 8);
}

} // namespace
} // namespace polyglot::tools
