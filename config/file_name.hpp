// Names that engines and opponents give themselves, as parts of file names.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::config {

// Control characters, blanks and what a system takes for more than a character of a name (/ \ : * ? " < > |) as '_'; at
// most longest bytes, not cut within a UTF-8 sequence.
std::string plain_name(std::string_view name, std::size_t longest);

// What Windows takes for a device, with any extension: CON, com1.txt …
bool is_device_name(std::string_view name);

// A name that may stand anywhere in a path of any system: a plain_name() of 1 to 80 bytes of UTF-8 without { and }
// that is no device and neither begins nor ends with a dot, so that no folder is left by it, alone or joined with
// others.
std::string path_part(std::string_view name);

} // namespace polyglot::config
