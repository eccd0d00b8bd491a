// Converts text in a code page of a Windows system to UTF-8. Test: code_page_posix_test.cpp.
#pragma once
#include <string>
#include <string_view>

namespace polyglot::text {

// Decodes text of a file that may be older than UTF-8. UTF-8 is returned unchanged. Other bytes are
// read, on Windows, in the system's ANSI code page, which old editors and PolyGlot used; the code
// page of the program's manifest is UTF-8. POSIX has no code pages, so all bytes are returned
// unchanged.
std::string decode_native(std::string bytes);

// Converts bytes of a code page (1251, 1252, 936 ...) to UTF-8, with U+FFFD for bytes that are not
// a character there. On POSIX, returns the bytes unchanged.
std::string decode_code_page(std::string_view bytes, unsigned code_page);

} // namespace polyglot::text
