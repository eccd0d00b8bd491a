// Makes parts of file names from the names of engines and opponents.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::config {

// Replaces control characters, blanks and the characters that are special in file names (/ \ : * ?
// " < > |) by '_'. The result has at most longest bytes and is not cut within a UTF-8 sequence.
std::string plain_name(std::string_view name, std::size_t longest);

// Returns true if Windows takes the name for a device, with any extension: CON, com1.txt …
bool is_device_name(std::string_view name);

// Returns a name that is safe anywhere in a path of any system: a plain_name() of 1 to 80 bytes of
// UTF-8 without { and } that is no device and neither begins nor ends with a dot, so that it does
// not lead out of a folder, alone or joined with others.
std::string path_part(std::string_view name);

} // namespace polyglot::config
