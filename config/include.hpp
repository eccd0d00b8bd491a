// Resolves `include = FILE` in an ini file to the list of files, in the order in which they apply.
// Test: include_test.cpp.
#pragma once
#include "config/diagnostic.hpp"
#include "config/ini.hpp"
#include "config/path_variables.hpp"
#include "core/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// Returns the text of a file; the error is the reason, without the file's name. file is absolute if
// the including file is.
using IniReader = std::function<Result<std::string>(const std::string& file)>;

struct IniSource {
    std::string file;
    std::string text;
    IniFile ini;                      // its views point into text
    std::vector<Diagnostic> problems; // of its include lines
};

// Returns whether the line is `include = FILE` in [PolyGlot], or above the first section. In
// [Engine] and other sections include is an ordinary name, as in PolyGlot.
bool is_include(const IniEntry& entry);

// Returns the file as the last one, after the files that it includes in the order of their lines;
// each of these follows the files that it includes. So a line overrides those of the files that its
// file includes, wherever the include line is, and a later included file overrides an earlier one.
// A relative name is relative to the folder of the including file; environment has the values of
// %NAME% in it (Configuration). A file that includes itself, is nested more than 8 deep, cannot be
// read, or is the 65th, is left out with a fatal problem; so is every one if there is no reader.
std::vector<std::unique_ptr<const IniSource>> gather_ini(std::string_view text,
                                                         const std::string& file,
                                                         const IniReader& reader,
                                                         const Environment& environment);

// Returns the names of the included files, "main.ini", "common.ini" …, from the result of
// gather_ini().
std::vector<std::string>
included_files(const std::vector<std::unique_ptr<const IniSource>>& sources);

} // namespace polyglot::config
