// What the system says about an error, in English and UTF-8 on every system.
#pragma once
#include <string>
#include <system_error>

namespace polyglot {

// "No such file or directory". Windows has its own texts, in the user's language and code page:
// those of POSIX take their place where the error has a counterpart there; the others are English
// where Windows has English texts.
std::string system_message(const std::error_code& error);

} // namespace polyglot
