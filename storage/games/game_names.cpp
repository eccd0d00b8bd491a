#include "storage/games/game_names.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "storage/files/whole_path.hpp"

#include <algorithm>
#include <system_error>

namespace polyglot::io {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& stats) {
    return normal_path(whole_path(stats)).parent_path();
}

// Links that lead out of the folder do not count, nor what is no regular file.
bool is_there(const fs::path& file, const fs::path& folder) {
    std::error_code error;
    const fs::path resolved = resolved_path(file);
    return is_within(resolved, resolved_path(folder)) && fs::is_regular_file(resolved, error);
}

std::vector<fs::path> candidates(const fs::path& name, const fs::path& folder) {
    std::vector<fs::path> all;
    if (is_within(name, folder))
        all.push_back(name);
    else if (!is_absolute_path(name) && !name.has_root_path())
        all.push_back(folder / name);
    all.push_back(folder / name.filename());
    return all;
}

} // namespace

std::string recorded_name(const fs::path& games, const fs::path& stats) {
    const fs::path whole = normal_path(whole_path(games));
    const fs::path folder = folder_of(stats);
    std::string name = to_text(is_within(whole, folder) ? whole.lexically_relative(folder) : whole);
    if constexpr (fs::path::preferred_separator != '/') std::ranges::replace(name, '\\', '/');
    return name;
}

fs::path recorded_file(const std::string& name, const fs::path& stats) {
    return normal_path(absolute_path(folder_of(stats), to_path(name)));
}

Result<fs::path> find_recorded(const std::string& name, const fs::path& stats,
                               const std::vector<fs::path>& folders) {
    std::vector<fs::path> all{folder_of(stats)};
    for (const fs::path& folder : folders)
        all.push_back(normal_path(whole_path(folder)));
    const fs::path recorded = normal_path(to_path(name));
    for (const fs::path& folder : all)
        for (const fs::path& file : candidates(recorded, folder))
            if (is_there(file, folder)) return file;
    std::string where;
    for (const fs::path& folder : all)
        where += (where.empty() ? "" : ", ") + to_text(folder);
    return make_error(text::shown_text(name) + " is not in " + where);
}

} // namespace polyglot::io
