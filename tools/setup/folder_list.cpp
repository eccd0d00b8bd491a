#include "tools/setup/folder_list.hpp"

#include "adapter/engine/program_names.hpp"
#include "core/book/format.hpp"
#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "core/text/text.hpp"
#include "tools/common/json.hpp"
#include "tools/setup/engine_folders.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

bool is_wanted(const fs::directory_entry& entry, Wanted wanted) {
    std::error_code error;
    if (!entry.is_regular_file(error)) return false;
    switch (wanted) {
    case Wanted::Programs:
        return io::spellings(entry.path()).size() == 1 && io::may_execute(entry.path());
    case Wanted::Books:
        return book::format_of_ending(text::lower(to_text(entry.path().extension()))) != nullptr;
    case Wanted::Nothing: break;
    }
    return false;
}

json::object entry_of(const fs::path& path, bool is_folder) {
    return {{"name", json_of(to_text(path.filename()))},
            {"path", json_of(to_text(path))},
            {"is_folder", is_folder}};
}

} // namespace

Result<json::object> list_folder(const fs::path& folder, Wanted wanted) {
    std::error_code error;
    std::vector<fs::path> folders, files;
    fs::directory_iterator entry(folder, error);
    if (error)
        return make_error("the folder " + to_text(folder) +
                          " cannot be listed: " + system_message(error));
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = to_text(entry->path().filename());
        std::error_code ignored;
        if (name.starts_with('.')) continue;
        if (entry->is_directory(ignored))
            folders.push_back(entry->path());
        else if (is_wanted(*entry, wanted))
            files.push_back(entry->path());
    }
    std::ranges::sort(folders);
    std::ranges::sort(files);
    json::array entries, roots;
    for (const auto& [paths, is_folder] : {std::pair(&folders, true), std::pair(&files, false)})
        for (const fs::path& path : *paths)
            if (entries.size() < most_listed) entries.push_back(entry_of(path, is_folder));
    for (const fs::path& root : file_system_roots())
        roots.push_back(json_of(to_text(root)));
    json::object answer{{"folder", json_of(to_text(folder))},
                        {"roots", std::move(roots)},
                        {"more", folders.size() + files.size() > most_listed}};
    answer["entries"] = std::move(entries);
    if (folder.has_relative_path()) answer["parent"] = json_of(to_text(folder.parent_path()));
    return answer;
}

} // namespace polyglot::tools
