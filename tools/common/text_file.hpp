// A text that a command reads from a file as users have it: plain or packed, or from standard
// input.
#pragma once
#include "core/result.hpp"

#include <functional>
#include <iosfwd>
#include <string>

namespace polyglot::tools {

// Visits the text of the file, or each text of an archive, with its name for messages
// ("suites.zip/wac.epd"). "-" stands for `in`. It cannot be a file that the command writes. The
// error names the file: it cannot be opened, is damaged, or holds other than UTF-8 or Latin-1.
Result<void>
visit_texts(const std::string& file, std::istream& in,
            const std::function<void(std::istream& text, const std::string& name)>& visit);

} // namespace polyglot::tools
