#include "tools/engines/start_script.hpp"

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"

#include <array>
#include <system_error>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
using text::Quoting;

std::string shell_word(const fs::path& path) {
    return text::join_words(std::array{to_text(path)}, Quoting::Posix);
}

// "%" begins a variable in a batch file, also in quotes.
std::string batch_word(const fs::path& path) {
    std::string word = "\"";
    for (const char c : to_text(path))
        word += c == '%' ? std::string("%%") : std::string(1, c);
    return word + '"';
}

} // namespace

std::string format_script(const fs::path& polyglot, const fs::path& ini, Quoting quoting) {
    if (quoting == Quoting::Windows) // paths in UTF-8
        return "@chcp 65001 >nul\r\n@" + batch_word(polyglot) + ' ' + batch_word(ini) + " %*\r\n";
    return "#!/bin/sh\nexec " + shell_word(polyglot) + ' ' + shell_word(ini) + " \"$@\"\n";
}

fs::path script_path(const fs::path& ini, Quoting quoting) {
    fs::path script = ini;
    script.replace_extension(quoting == Quoting::Windows ? u8".bat" : u8".sh");
    return script;
}

Result<void> make_executable(const fs::path& file) {
    constexpr fs::perms execute =
        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    std::error_code error;
    fs::permissions(file, execute, fs::perm_options::add, error);
    if (error)
        return make_error(to_text(file) + " cannot be made executable: " + system_message(error));
    return {};
}

} // namespace polyglot::tools
