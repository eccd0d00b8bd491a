#include "core/text/path_text.hpp"
#include "core/text/utf16.hpp"
#include "storage/files/environment.hpp"

#include <windows.h>

namespace polyglot::io {

std::optional<std::string> environment_variable(const std::string& name) {
    const std::wstring wide = to_path(name).native();
    std::wstring value(256, L'\0');
    while (true) {
        ::SetLastError(ERROR_SUCCESS); // an empty variable is no error
        const DWORD size =
            ::GetEnvironmentVariableW(wide.c_str(), value.data(), static_cast<DWORD>(value.size()));
        if (size == 0 && ::GetLastError() != ERROR_SUCCESS) return std::nullopt;
        const bool fits = size < value.size();
        value.resize(size);
        if (fits) return text::to_utf8(std::u16string(value.begin(), value.end()));
    }
}

} // namespace polyglot::io
