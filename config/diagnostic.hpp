// What is wrong with the settings, and where a setting in force came from: both in words for a user.
#pragma once
#include "config/schema.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::config {

enum class Severity {
    Note,
    Warning, // understood, but probably not what was meant
    Error,   // a value was refused and the one before it stays; polyglot plays on
    Fatal    // PolyGlot would not start either: the file is missing or not in the format, or there is no engine
};

struct Diagnostic {
    Severity severity = Severity::Error;
    std::string file;       // empty: not about a file
    std::size_t line = 0;   // from 1; 0: about the file as a whole
    std::size_t column = 0; // from 1, in bytes
    std::size_t length = 0; // bytes to underline
    std::string message;
    std::string text; // the line, unchanged from the file
    std::string hint; // what to do about it, or empty
};

// "file:line:column: error: message", then the line with ^~~~ under the place, then the hint, without a final line end.
// Long lines are cut to a window around the place; control characters are shown as '?'.
std::string render(const Diagnostic& diagnostic);

// One line for a GUI's user: the first error or warning that is not fatal, with file name and line, and how many more
// there are. Empty if there is none.
std::string summarise(const std::vector<Diagnostic>& diagnostics);

// True if polyglot should not start.
bool has_fatal(const std::vector<Diagnostic>& diagnostics);

// Where a value came from.
struct Origin {
    enum class Kind { Default, File, CommandLine, Gui };
    Kind kind = Kind::Default;
    std::string file; // of Kind::File
    std::size_t line = 0;
};
std::string describe(const Origin& origin); // "default", "/home/me/polyglot.ini:4", "command line", "GUI"

// Remembers the origin of every setting that is not at its default.
class Provenance {
  public:
    void set(const Option& option, Origin origin) { options_[option.name] = std::move(origin); }
    Origin of(const Option& option) const;

    // The same for lines of [Engine]; the name's case does not matter.
    void set_engine_option(std::string_view name, Origin origin);
    Origin of_engine_option(std::string_view name) const;

    // The same for lines of [Book NAME].
    void set_book_option(std::string_view book, const BookOption& option, Origin origin);
    Origin of_book_option(std::string_view book, const BookOption& option) const;

  private:
    std::map<std::string_view, Origin> options_; // by Option::name, which has static storage duration
    std::map<std::string, Origin> engine_options_;
    std::map<std::pair<std::string, std::string_view>, Origin> book_options_; // by book and BookOption::name
};

} // namespace polyglot::config
