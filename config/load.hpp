// Makes settings from ini text and from single name=value pairs, with the problems found and the
// origin of each value. Test: load_test.cpp.
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

// The settings while they are loaded. Later values override earlier ones; empty ones count as not
// given.
struct Configuration {
    Settings settings;
    Provenance provenance;
    std::vector<Diagnostic> diagnostics;
    Environment environment; // of %NAME% in paths; if empty, '%' is an ordinary character
    // For `include = FILE` (include.hpp); if empty, such a line is an error.
    IniReader read_included;
    // The files that load_ini() has read because of include lines.
    std::vector<std::string> included;
};

// Applies the text of an ini file ([PolyGlot], [Engine] and [Book NAME]; other sections are
// ignored). Never throws and never stops at the first problem. file is for messages, and should be
// an absolute path. A section of a book that is known already (from an earlier section or file)
// continues it; a book without a File in the end is left out. Included files apply first
// (include.hpp).
void load_ini(Configuration& configuration, std::string_view text, const std::string& file);

// Applies one option of [PolyGlot] from another origin, which `where` names in messages: "-pg
// BookDepth=x".
void apply_option(Configuration& configuration, std::string_view name, std::string_view value,
                  const Origin& origin, const std::string& where);

// Sets Book and BookFile by defaults_beside() unless they were set explicitly. To be called when
// file and command line have been read.
void settle_books(Configuration& configuration);

// Applies one line of [Engine]. It replaces an earlier one of the same name (ignoring case) in its
// place in the order.
void apply_engine_option(Configuration& configuration, std::string_view name,
                         std::string_view value, Origin origin);

} // namespace polyglot::config
