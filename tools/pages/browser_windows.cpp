#include "core/text/path_text.hpp"
#include "storage/files/environment.hpp"
#include "tools/pages/browser.hpp"

#include <string>
#include <windows.h>

namespace polyglot::tools {

// Starts the program that Windows itself uses for addresses. No shell interprets the command line.
bool open_browser(const std::string& address) {
    const auto root = io::environment_variable("SystemRoot");
    if (!root) return false;
    const std::wstring program = (to_path(*root) / L"System32" / L"rundll32.exe").wstring();
    std::wstring line =
        L"\"" + program + L"\" url.dll,FileProtocolHandler " + to_path(address).wstring();
    ::STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    ::PROCESS_INFORMATION process{};
    if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, FALSE, DETACHED_PROCESS,
                         nullptr, nullptr, &startup, &process) == 0)
        return false;
    ::CloseHandle(process.hThread);
    ::CloseHandle(process.hProcess);
    return true;
}

} // namespace polyglot::tools
