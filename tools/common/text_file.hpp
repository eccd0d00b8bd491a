// Reads the text of a command's input: a plain or compressed file, or standard input. Test:
// text_file_test.cpp.
#pragma once
#include "core/result.hpp"

#include <functional>
#include <iosfwd>
#include <string>

namespace polyglot::tools {

// Calls visit with the text of the file, or with each text of an archive, and its name for messages
// ("suites.zip/wac.epd"). "-" stands for `in`. The file must not be an output of the command. The
// error names the file: it cannot be opened, is damaged, or is neither UTF-8 nor Latin-1.
Result<void>
visit_texts(const std::string& file, std::istream& in,
            const std::function<void(std::istream& text, const std::string& name)>& visit);

} // namespace polyglot::tools
