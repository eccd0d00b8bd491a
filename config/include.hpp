// `include = FILE` in an ini file: the files that one file is made of, in the order in which they apply.
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

// The text of a file; the error is the reason, without the file's name. file is absolute if that of the including file
// is.
using IniReader = std::function<Result<std::string>(const std::string& file)>;

struct IniSource {
    std::string file;
    std::string text;
    IniFile ini;                      // its views look into text
    std::vector<Diagnostic> problems; // of its include lines
};

// Whether the line is `include = FILE`: in [PolyGlot], or above the first section. In [Engine] and other sections
// include is a name like any other, as in PolyGlot.
bool is_include(const IniEntry& entry);

// The file, last, after the files that it includes, in the order of their lines, each after its own. So a line wins
// over those of the files that its file includes, wherever the include line stands, and a later included file over an
// earlier one. A relative name is relative to the folder of the including file; environment: of %NAME% in it, see
// Configuration. A file that includes itself, is nested more than 8 deep, cannot be read, or is the 65th, is left out
// with a fatal problem; without a reader every one is.
std::vector<std::unique_ptr<const IniSource>> gather_ini(std::string_view text, const std::string& file,
                                                         const IniReader& reader, const Environment& environment);

// "main.ini", "common.ini" … of what gather_ini() returns, the file itself left out.
std::vector<std::string> included_files(const std::vector<std::unique_ptr<const IniSource>>& sources);

} // namespace polyglot::config
