#include "config/include.hpp"
#include "config/load.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::config;

namespace {

// The text with the paths that Windows writes with \ as they are elsewhere.
std::string with_slashes(std::string text) {
    std::replace(text.begin(), text.end(), '\\', '/');
    return text;
}

std::vector<std::string> included(const Configuration& configuration) {
    std::vector<std::string> files;
    for (const std::string& file : configuration.included)
        files.push_back(with_slashes(file));
    return files;
}

struct Files {
    std::map<std::string, std::string> texts;

    Configuration load(const std::string& file) const {
        Configuration configuration;
        configuration.read_included = [this](const std::string& name) -> Result<std::string> {
            const auto found = texts.find(with_slashes(name));
            if (found == texts.end()) return make_error("cannot be opened");
            return found->second;
        };
        load_ini(configuration, texts.at(file), file);
        settle_books(configuration);
        return configuration;
    }
};

std::string messages(const Configuration& configuration) {
    std::string text;
    for (const Diagnostic& diagnostic : configuration.diagnostics)
        text += render(diagnostic) + '\n';
    return with_slashes(text);
}

std::string origin(const Configuration& configuration, std::string_view option) {
    return with_slashes(describe(configuration.provenance.of(*find_option(option))));
}

} // namespace

TEST_CASE("include: the including file wins, wherever the line stands") {
    const Files files{
        {{"/t/a.ini", "[PolyGlot]\nBookDepth = 3\nLog = yes\n[Engine]\nHash = 1\n"
                      "[polyglot]\nInclude = \"more/common.ini\"\n"},
         {"/t/more/common.ini", "[PolyGlot]\nBookDepth = 7\nBookTopN = 2\n"
                                "[Engine]\nThreads = 2\nHash = 64\ninclude = other.ini\n"}}};
    const Configuration c = files.load("/t/a.ini");
    CHECK(messages(c).empty());
    CHECK(c.settings.book_depth_moves == 3);
    CHECK(c.settings.book_top_n == 2);
    CHECK(c.settings.log);
    using Lines = std::vector<std::pair<std::string, std::string>>;
    CHECK(c.settings.engine_options ==
          Lines{{"Threads", "2"}, {"Hash", "1"}, {"include", "other.ini"}});
    CHECK(origin(c, "BookDepth") == "/t/a.ini:2");
    CHECK(origin(c, "BookTopN") == "/t/more/common.ini:3");
    CHECK(describe(c.provenance.of_engine_option("hash")) == "/t/a.ini:5");
    CHECK(included(c) == std::vector<std::string>{"/t/more/common.ini"});
}

TEST_CASE("include: above the first section, nested, and the later of two files wins") {
    const Files files{
        {{"/t/a.ini", "include = b.ini\ninclude = c.ini\n[PolyGlot]\nLog = on\n"},
         {"/t/b.ini", "include = sub/d.ini\n[PolyGlot]\nBookDepth = 1\nBookTopN = 1\n"},
         {"/t/c.ini", "[PolyGlot]\nBookDepth = 2\n"},
         {"/t/sub/d.ini", "[PolyGlot]\nBookTopN = 9\nInclude = ../e.ini\n"},
         {"/t/e.ini", "[PolyGlot]\nBookMisses = 4\n"}}};
    const Configuration c = files.load("/t/a.ini");
    CHECK(messages(c).empty());
    CHECK(c.settings.book_depth_moves == 2);
    CHECK(c.settings.book_top_n == 1);
    CHECK(c.settings.book_misses == 4);
    CHECK(included(c) ==
          std::vector<std::string>{"/t/e.ini", "/t/sub/d.ini", "/t/b.ini", "/t/c.ini"});
}

TEST_CASE("include: a book may be in one file and its rules in the other") {
    const Files files{
        {{"/t/a.ini",
          "include = b.ini\n[Book x]\nFile = own.bin\n[Book y]\nColor = white\n[Book z]\n"
          "File = z.bin\ninclude = b.ini\n"},
         {"/t/b.ini", "[Book y]\nFile = y.bin\n[Book x]\nFile = b.bin\nDepth = 4\n[Book lost]\n"}}};
    const Configuration c = files.load("/t/a.ini");
    REQUIRE(c.settings.books.size() == 3);
    CHECK(c.settings.book);
    CHECK(c.settings.books[0].name == "y");
    CHECK(c.settings.books[0].color == "white");
    CHECK(c.settings.books[1].file == "own.bin");
    CHECK(c.settings.books[1].depth_moves == 4);
    CHECK(c.settings.books[2].name == "z");
    const std::string text = messages(c);
    CHECK(text.find("/t/b.ini:6:1: error: [Book lost] has no File") != std::string::npos);
    CHECK(text.find("/t/a.ini:8:1: warning: unknown option 'include' of [Book z]") !=
          std::string::npos);
    CHECK(text.find("write include in [PolyGlot]") != std::string::npos);
}

TEST_CASE("include: mistakes are shown in the file that has them") {
    const Files files{
        {{"/t/a.ini", "[PolyGlot]\ninclude = b.ini\ninclude = none.ini\n"},
         {"/t/b.ini",
          "[PolyGlot]\nBookDepht = 3\nBookTopN = x\nincldue = c.ini\n  include = a.ini\n"}}};
    const Configuration c = files.load("/t/a.ini");
    const std::string text = messages(c);
    CHECK(text.find("/t/b.ini:2:1: warning: unknown option 'BookDepht'") == 0);
    CHECK(text.find("/t/b.ini:3:12: error: BookTopN cannot be 'x'") != std::string::npos);
    CHECK(text.find("did you mean include?") != std::string::npos);
    CHECK(text.find("/t/b.ini:5:13: error: this file includes itself: a.ini -> b.ini -> a.ini\n"
                    "      include = a.ini\n                ^~~~~") != std::string::npos);
    CHECK(text.find("/t/a.ini:3:11: error: included file /t/none.ini cannot be opened") !=
          std::string::npos);
    CHECK(has_fatal(c.diagnostics));
}

TEST_CASE("include: bounded depth and number of files") {
    Files deep;
    for (int i = 0; i < 20; ++i)
        deep.texts["/t/" + std::to_string(i)] =
            "include = " + std::to_string(i + 1) + "\n[PolyGlot]\nLog=1\n";
    Configuration c = deep.load("/t/0");
    CHECK(messages(c).find("/t/8:1:11: error: included files are nested more than 8 deep") == 0);
    CHECK(c.included.size() == 8);

    Files wide;
    for (int i = 0; i < 9; ++i) {
        const std::string line = "include = " + std::to_string(i + 1) + "\n";
        wide.texts["/t/" + std::to_string(i)] = line + line + line + line;
    }
    c = wide.load("/t/0");
    CHECK(messages(c).find("more than 63 files are included") != std::string::npos);
    CHECK(c.included.size() == 63);
}

TEST_CASE("include: without a reader there is no file; an empty one counts as not given") {
    Configuration c;
    load_ini(c, "include =\n[PolyGlot]\ninclude =\n", "x.ini");
    CHECK(messages(c).empty());
    load_ini(c, "include = y.ini\n", "x.ini");
    CHECK(messages(c).find("x.ini:1:11: error: no file can be included here") == 0);
}

TEST_CASE("include: %NAME% with an environment") {
    Configuration c;
    c.environment = [](const std::string& name) -> std::optional<std::string> {
        if (name == "HOME") return "/h";
        return std::nullopt;
    };
    std::string asked;
    c.read_included = [&](const std::string& file) -> Result<std::string> {
        asked = with_slashes(file);
        return std::string();
    };
    load_ini(c, "include = %HOME%/y.ini\n", "/t/x.ini");
    CHECK(asked == "/h/y.ini");
    load_ini(c, "include = %NONE%/y.ini\n", "/t/x.ini");
    CHECK(messages(c).find("there is no environment variable NONE") != std::string::npos);
}
