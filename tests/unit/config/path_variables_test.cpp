#include "config/load.hpp"
#include "config/path_variables.hpp"
#include "config/saved_settings.hpp"

#include <map>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::config;

namespace {

const Environment environment = [](const std::string& name) -> std::optional<std::string> {
    const std::map<std::string, std::string> variables{
        {"USERPROFILE", "C:\\Users\\\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd"},
        {"ProgramFiles(x86)", "C:\\Program Files (x86)"},
        {"_1", ""}};
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
};

std::string expanded(std::string_view path) {
    const auto result = expand_variables(path, environment);
    return result ? *result : "error: " + result.error().message;
}

Configuration load(std::string_view text, Environment variables) {
    Configuration configuration;
    configuration.environment = std::move(variables);
    load_ini(configuration, text, "my.ini");
    return configuration;
}

} // namespace

TEST_CASE("a path's %NAME% is a variable of the environment") {
    CHECK(expanded("%USERPROFILE%\\books\\x.bin") ==
          "C:\\Users\\\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd\\books\\x.bin");
    CHECK(expanded("%ProgramFiles(x86)%/a%_1%b") == "C:\\Program Files (x86)/ab");
    CHECK(expanded("") == "");
    CHECK(expanded("plain\\book.bin") == "plain\\book.bin");
    CHECK(expanded("%NONE%\\x.bin") ==
          "error: there is no environment variable NONE (write %% for a %)");
}

TEST_CASE("a '%' that begins no name stays, and %% is one") {
    CHECK(expanded("100%") == "100%");
    CHECK(expanded("50% of 60%.bin") == "50% of 60%.bin");
    CHECK(expanded("1%2%3") == "1%2%3");
    CHECK(expanded("a%%NONE%%b") == "a%NONE%b");
    CHECK(expanded("%%") == "%");
    for (const std::string_view path : {"100%", "%USERPROFILE%", "a%%b", "%", "%%%NONE%"})
        CHECK(expanded(escape_variables(path)) == path);
}

TEST_CASE("variables in the paths of an ini file, and nowhere else") {
    const std::string text = "[PolyGlot]\n"
                             "EngineDir = %USERPROFILE%\\engines\n"
                             "EngineName = %USERPROFILE%\n"
                             "EngineCommand = %USERPROFILE%\\sf.exe\n"
                             "BookFile = 5%\n"
                             "[Book x]\n"
                             "File = %USERPROFILE%/x.abk\n"
                             "[Engine]\n"
                             "SyzygyPath = %USERPROFILE%\n";
    const Settings settings = load(text, environment).settings;
    CHECK(settings.engine_dir == "C:\\Users\\\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd\\engines");
    CHECK(settings.engine_name == "%USERPROFILE%");
    CHECK(settings.engine_command == "%USERPROFILE%\\sf.exe");
    CHECK(settings.book_file == "5%");
    CHECK(settings.books.at(0).file == "C:\\Users\\\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd/x.abk");
    CHECK(settings.engine_options.at(0).second == "%USERPROFILE%");
    CHECK(load(text, nullptr).settings.engine_dir == "%USERPROFILE%\\engines");
}

TEST_CASE("a variable that is not set: the place is shown, and without the engine's folder nothing "
          "starts") {
    const Configuration book = load("[PolyGlot]\nBookFile = %BOOKS%\\x.bin\n", environment);
    REQUIRE(book.diagnostics.size() == 1);
    CHECK(render(book.diagnostics[0])
              .starts_with("my.ini:2:12: error: BookFile: there is no environment variable BOOKS "
                           "(write %% for a %); "
                           "using book.bin"));
    CHECK_FALSE(has_fatal(book.diagnostics));
    CHECK(book.settings.book_file == "book.bin");

    const Configuration engine = load("[PolyGlot]\nEngineDir = %ENGINES%\n", environment);
    REQUIRE(engine.diagnostics.size() == 1);
    CHECK(has_fatal(engine.diagnostics));

    Configuration given;
    given.environment = environment;
    apply_option(given, "BookFile", "%USERPROFILE%", {Origin::Kind::CommandLine, {}, 0}, "-book");
    apply_option(given, "LogFile", "%NONE%", {Origin::Kind::CommandLine, {}, 0}, "-lf");
    CHECK(given.settings.book_file == "C:\\Users\\\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd");
    CHECK(given.settings.log_file == "polyglot.log");
    CHECK(given.diagnostics.size() == 1);
}

TEST_CASE("Save writes a path so that the same path is read") {
    Settings settings;
    settings.book_file = "%USERPROFILE%.bin"; // a GUI has named this file
    settings.engine_name = "100% sound";
    const std::string saved = format_saved_settings(settings, {}, {.variables = true});
    CHECK(saved.find("EngineName = 100% sound\n") != std::string::npos);
    CHECK(load(saved, environment).settings.book_file == settings.book_file);
    CHECK(load(format_saved_settings(settings, {}, {}), nullptr).settings.book_file ==
          settings.book_file);
}
