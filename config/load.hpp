// Settings from ini text and from single name=value pairs, with what was wrong and where each value came from.
#pragma once
#include "config/diagnostic.hpp"
#include "config/include.hpp"
#include "config/path_variables.hpp"
#include "config/settings.hpp"
#include "core/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// Settings in the making. Later values win; empty ones count as not given.
struct Configuration {
    Settings settings;
    Provenance provenance;
    std::vector<Diagnostic> diagnostics;
    Environment environment; // of %NAME% in the paths of files and command line; empty: '%' is an ordinary character
    IniReader read_included; // of `include = FILE` (include.hpp); empty: such a line is an error
    std::vector<std::string> included; // the files that load_ini() has read besides those that it was given
};

// Applies the text of an ini file ([PolyGlot], [Engine] and [Book NAME]; other sections are ignored).
// Never throws and never stops at the first problem. file is for messages: best an absolute path. A book that is known
// already (from before in the file, or an earlier file) is continued; one that has no File in the end is left out.
// Included files apply first: include.hpp.
void load_ini(Configuration& configuration, std::string_view text, const std::string& file);

// One option of [PolyGlot] from elsewhere. `where` says so in messages, e.g. "-pg BookDepth=x".
void apply_option(Configuration& configuration, std::string_view name, std::string_view value, const Origin& origin,
                  const std::string& where);

// Book and BookFile by defaults_beside() unless set explicitly. Call this after file and command line have been read.
void settle_books(Configuration& configuration);

// One line of [Engine]: replaces an earlier one of the same name (case ignored), which keeps its place in the order.
void apply_engine_option(Configuration& configuration, std::string_view name, std::string_view value, Origin origin);

} // namespace polyglot::config
