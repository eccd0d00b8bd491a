// Problems of the settings, and origins of the settings in force, both in words for a user.
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
    Warning, // valid, but probably not what was meant
    Error,   // a value was refused and the one before it stays; polyglot still starts
    // Polyglot does not start, nor would PolyGlot: the file is missing or invalid, or there is no
    // engine.
    Fatal
};

struct Diagnostic {
    Severity severity = Severity::Error;
    std::string file;       // empty if it is not about a file
    std::size_t line = 0;   // from 1; 0 if it is about the whole file
    std::size_t column = 0; // from 1, in bytes
    std::size_t length = 0; // bytes to underline
    std::string message;
    std::string text; // the line, unchanged from the file
    std::string hint; // the remedy; may be empty
};

// Returns "file:line:column: error: message", then the line with ^~~~ under the place, then the
// hint, without a final line end. Long lines are cut to a window around the place; control
// characters are shown as '?'.
std::string render(const Diagnostic& diagnostic);

// Returns one line for a GUI's user: the first error or warning that is not fatal, with file name
// and line, and the number of further ones. Empty if there is none.
std::string summarise(const std::vector<Diagnostic>& diagnostics);

// Returns true if polyglot should not start.
bool has_fatal(const std::vector<Diagnostic>& diagnostics);

// The origin of a value.
struct Origin {
    enum class Kind { Default, File, CommandLine, Gui };
    Kind kind = Kind::Default;
    std::string file; // of Kind::File
    std::size_t line = 0;
};
// "default", "/home/me/polyglot.ini:4", "command line", "GUI".
std::string describe(const Origin& origin);

// Remembers the origin of every setting that is not at its default.
class Provenance {
  public:
    void set(const Option& option, Origin origin) { options_[option.name] = std::move(origin); }
    Origin of(const Option& option) const;

    // Records the origin of a line of [Engine]; the name's case does not matter.
    void set_engine_option(std::string_view name, Origin origin);
    Origin of_engine_option(std::string_view name) const;

    // Records the origin of a line of [Book NAME].
    void set_book_option(std::string_view book, const BookOption& option, Origin origin);
    Origin of_book_option(std::string_view book, const BookOption& option) const;

  private:
    // By Option::name, which has static storage duration.
    std::map<std::string_view, Origin> options_;
    std::map<std::string, Origin> engine_options_;
    // By book and BookOption::name.
    std::map<std::pair<std::string, std::string_view>, Origin> book_options_;
};

} // namespace polyglot::config
