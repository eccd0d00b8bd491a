// Describes a system error in English and UTF-8 on every system. Test: system_message_test.cpp.
#pragma once
#include <string>
#include <system_error>

namespace polyglot {

// Returns a text such as "No such file or directory". The texts of Windows are in the user's
// language and code page. They are replaced by those of POSIX if the error has a counterpart there;
// other texts are English if Windows has English texts.
std::string system_message(const std::error_code& error);

} // namespace polyglot
