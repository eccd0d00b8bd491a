#include "adapter/engine/find_program.hpp"

#include "adapter/engine/program_names.hpp"
#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/search_path.hpp"
#include "core/text/system_message.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view missing = "does not exist";

// Returns the reason why the file is not a program; empty if it is one.
std::string why_not(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) return std::string(missing);
    if (error) return system_message(error);
    if (status.type() == fs::file_type::directory) return "is a directory";
    if (status.type() != fs::file_type::regular) return "is not a file";
    if (!may_execute(file)) return "is not executable (chmod +x)";
    return {};
}

// Turns "dir/." and "dir/" into "dir".
fs::path plain_directory(const fs::path& directory) {
    const fs::path normal = normal_path(directory);
    return normal.has_filename() || normal == normal.root_path() ? normal : normal.parent_path();
}

std::vector<fs::path> directories_of(std::string_view search_path) {
    std::vector<fs::path> directories;
    for (const fs::path& folder : folders_of_search_path(search_path)) {
        fs::path directory = plain_directory(folder);
        if (std::find(directories.begin(), directories.end(), directory) == directories.end())
            directories.push_back(std::move(directory));
    }
    return directories;
}

// Returns "; it is in DIRECTORY, which is not in PATH" for a program in a usual directory that the
// PATH of a GUI may lack; empty if there is none.
std::string usual_place(const std::string& name, const fs::path& home) {
    for (const std::string_view directory : program_names().usual_directories)
        if (const fs::path place = to_path(directory);
            place != home && why_not(place / to_path(name)).empty())
            return "; it is in " + std::string(directory) + ", which is not in PATH";
    return {};
}

} // namespace

Result<Program> find_program(const std::string& name, const std::string& engine_dir,
                             const fs::path& start_directory, const std::string& search_path) {
    const fs::path home = plain_directory(
        absolute_path(start_directory, to_path(engine_dir.empty() ? "." : engine_dir)));
    std::error_code error;
    if (!fs::is_directory(home, error))
        return make_error("EngineDir " + to_text(home) +
                          (fs::exists(home, error) ? " is no directory" : " does not exist"));
    if (name.empty()) return make_error("the engine's name is empty");

    std::vector<fs::path> places{home};
    const bool is_bare = name.find_first_of(program_names().directory_marks) == std::string::npos;
    if (is_bare)
        for (fs::path& directory : directories_of(search_path))
            places.push_back(std::move(directory));

    std::string unfit;
    for (const fs::path& place : places) {
        for (const fs::path& file : spellings(normal_path(absolute_path(place, to_path(name))))) {
            const std::string reason = why_not(file);
            if (reason.empty()) return Program{file, home};
            if (reason != missing || !is_bare)
                unfit += (unfit.empty() ? "" : ", ") + to_text(file) + ' ' + reason;
        }
    }
    if (!unfit.empty()) return make_error("engine " + name + ": " + unfit);
    return make_error("engine " + name + " is neither in EngineDir " + to_text(home) +
                      " nor in PATH" + usual_place(name, home));
}

} // namespace polyglot::io
