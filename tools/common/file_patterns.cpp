#include "tools/common/file_patterns.hpp"

#include "config/native.hpp"
#include "core/text/path_text.hpp"
#include "core/text/wildcards.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace polyglot::tools {
namespace fs = std::filesystem;

std::vector<std::string> match_files(const std::string& argument) {
    const std::string pattern = to_text(to_path(argument).filename());
    if (pattern.find_first_of("*?") == std::string::npos) return {argument};
    // What precedes the last name stays as it was given.
    const std::string folder = argument.substr(0, argument.size() - pattern.size());
    std::vector<std::string> files;
    std::error_code error;
    fs::directory_iterator entry(folder.empty() ? fs::path(u8".") : to_path(folder), error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = to_text(entry->path().filename());
        std::error_code ignored;
        if (text::matches_wildcards(pattern, name) && !entry->is_directory(ignored))
            files.push_back(folder + name);
    }
    if (files.empty()) return {argument};
    std::ranges::sort(files);
    return files;
}

std::vector<std::string> expand_argument(const std::string& argument) {
    return config::native_dialect().expands_arguments ? match_files(argument)
                                                      : std::vector{argument};
}

} // namespace polyglot::tools
