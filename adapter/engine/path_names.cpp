#include "adapter/engine/path_names.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"

#include <system_error>

namespace polyglot::io {

void make_named_folders(std::string_view path, const std::filesystem::path& filled,
                        const std::filesystem::path& start_directory) {
    const auto above = config::folder_above_placeholders(path);
    std::error_code error;
    if (above &&
        std::filesystem::is_directory(absolute_path(start_directory, to_path(*above)), error))
        std::filesystem::create_directories(filled.parent_path(), error);
}

} // namespace polyglot::io
