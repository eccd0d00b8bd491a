#include "adapter/engine/process_words_windows.hpp"

#include "core/text/path_text.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <windows.h>

namespace polyglot::io {

namespace {

// Backslashes count only before a quotation mark.
void append_quoted(std::wstring& line, std::wstring_view word) {
    if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
        line += word;
        return;
    }
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'\\') {
            ++backslashes;
            continue;
        }
        line.append(c == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        line += c;
    }
    line.append(2 * backslashes, L'\\');
    line += L'"';
}

std::wstring system_program(const wchar_t* name) {
    std::array<wchar_t, MAX_PATH> folder{};
    ::GetSystemDirectoryW(folder.data(), static_cast<UINT>(folder.size()));
    return std::wstring(folder.data()) + L'\\' + name;
}

} // namespace

Result<ProcessCommand> make_process_command(const std::filesystem::path& program,
                                            const std::vector<std::string>& arguments) {
    ProcessCommand command{program.wstring(), {}};
    append_quoted(command.line, command.program);
    for (const std::string& argument : arguments) {
        command.line += L' ';
        append_quoted(command.line, to_path(argument).wstring());
    }
    const std::string extension = text::lower(to_text(program.extension()));
    if (extension != ".bat" && extension != ".cmd") return command;
    // In the quotation marks of cmd.exe only these characters are special, and they cannot be
    // quoted.
    for (const std::string& argument : arguments)
        if (argument.find_first_of("\"%\r\n") != std::string::npos)
            return make_error("an argument of a batch file cannot contain \" or %: " + argument);
    command.program = system_program(L"cmd.exe");
    command.line = L"cmd.exe /d /s /c \"" + command.line + L'"';
    return command;
}

std::string name_of_crash(std::uint32_t code) {
    constexpr std::uint32_t errors = 0xC0000000;
    constexpr std::array<std::pair<std::uint32_t, const char*>, 18> names{{
        {0x40000015, "aborted"},
        {0x80000003, "breakpoint"},
        {0xC0000005, "access violation"},
        {0xC0000006, "its program file cannot be read"},
        {0xC0000017, "not enough memory"},
        {0xC000001D, "illegal instruction"},
        {0xC000007B, "a DLL is made for another kind of processor"},
        {0xC000008C, "array bounds exceeded"},
        {0xC000008E, "floating-point division by zero"},
        {0xC0000094, "integer division by zero"},
        {0xC00000FD, "stack overflow"},
        {0xC0000135, "a DLL was not found"},
        {0xC0000139, "a DLL lacks a function"},
        {0xC000013A, "Ctrl-C, or its console was closed"},
        {0xC0000142, "a DLL could not be initialised"},
        {0xC0000374, "heap corruption"},
        {0xC0000409, "stack buffer overrun or abort"},
        {0xE06D7363, "C++ exception"},
    }};
    const auto known =
        std::find_if(names.begin(), names.end(), [code](const auto& n) { return n.first == code; });
    if (known != names.end()) return known->second;
    return code >= errors ? "error" : "";
}

} // namespace polyglot::io
