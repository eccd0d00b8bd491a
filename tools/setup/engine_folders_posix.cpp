#include "core/text/path_text.hpp"
#include "storage/files/environment.hpp"
#include "tools/setup/engine_folders.hpp"

namespace polyglot::tools {

std::vector<EngineFolder> usual_engine_folders() {
    std::vector<EngineFolder> folders{{to_path("/usr/games")},
                                      {to_path("/usr/local/games")},
                                      {to_path("/usr/local/bin")},
                                      {to_path("/usr/bin")},
                                      {to_path("/opt"), false, 2}};
    const auto home = io::environment_variable("HOME");
    if (!home || home->empty()) return folders;
    for (const char8_t* const name : {u8"engines", u8"chess/engines", u8"Chess/engines"})
        folders.push_back({to_path(*home) / name, true, 1});
    for (const char8_t* const name : {u8"bin", u8".local/bin", u8"Downloads", u8"chess"})
        folders.push_back({to_path(*home) / name, false, 1});
    return folders;
}

std::vector<std::filesystem::path> file_system_roots() {
    return {to_path("/")};
}

} // namespace polyglot::tools
