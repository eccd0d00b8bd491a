// Opens the user's browser.
#pragma once
#include <string>

namespace polyglot::tools {

// Asks the desktop to show this address and does not wait. Returns false if there is no desktop
// that could.
bool open_browser(const std::string& address);

} // namespace polyglot::tools
