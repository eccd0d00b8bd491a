#include "core/text/path_text.hpp"
#include "storage/files/environment.hpp"
#include "tools/setup/engine_folders.hpp"

#include <string>
#include <windows.h>

namespace polyglot::tools {

std::vector<EngineFolder> usual_engine_folders() {
    std::vector<EngineFolder> folders{{to_path("C:\\Chess"), false, 2},
                                      {to_path("C:\\Engines"), true, 1},
                                      {to_path("C:\\Chess\\Engines"), true, 1}};
    for (const char* const name : {"ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"})
        if (const auto folder = io::environment_variable(name))
            folders.push_back({to_path(*folder), false, 2});
    if (const auto home = io::environment_variable("USERPROFILE"))
        for (const char8_t* const name : {u8"Downloads", u8"Documents", u8"Desktop"})
            folders.push_back({to_path(*home) / name, false, 1});
    return folders;
}

std::vector<std::filesystem::path> file_system_roots() {
    std::vector<std::filesystem::path> roots;
    const DWORD drives = ::GetLogicalDrives();
    for (unsigned number = 0; number < 26; ++number)
        if ((drives >> number & 1U) != 0)
            roots.push_back(to_path(std::string(1, static_cast<char>('A' + number)) + ":\\"));
    return roots;
}

} // namespace polyglot::tools
