#include "adapter/cli/arguments.hpp"
#include "core/text/utf16.hpp"

#include <memory>
#include <string_view>

// shellapi.h needs the types of windows.h:
// clang-format off
#include <windows.h>
#include <shellapi.h>
// clang-format on

namespace polyglot::cli {

std::vector<std::string> command_line_arguments(int /*argc*/, const char* const* /*argv*/) {
    int count = 0;
    const std::unique_ptr<LPWSTR, decltype(&::LocalFree)> words(
        ::CommandLineToArgvW(::GetCommandLineW(), &count), &::LocalFree);
    std::vector<std::string> arguments;
    for (int i = 1; words && i < count; ++i) {
        const std::wstring_view word = words.get()[i];
        arguments.push_back(text::to_utf8(std::u16string(word.begin(), word.end())));
    }
    return arguments;
}

} // namespace polyglot::cli
