// Text that may be in the code page of a Windows system, as UTF-8.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::text {

// Text of a file from before UTF-8: bytes that are UTF-8 stay as they are. All other bytes are
// those of the system's ANSI code page on Windows, as old editors and PolyGlot wrote them; not the
// page of the program's manifest, which is UTF-8. POSIX has no code pages: bytes stay as they are.
std::string decode_native(std::string bytes);

// The bytes of a code page (1251, 1252, 936 ...) as UTF-8, with U+FFFD for what is no character
// there. POSIX: unchanged.
std::string decode_code_page(std::string_view bytes, unsigned code_page);

} // namespace polyglot::text
