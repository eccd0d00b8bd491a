#include "core/text/search_path.hpp"

#include "core/text/absolute_path.hpp"
#include "core/text/path_text.hpp"

#include <cstddef>
#include <utility>

namespace polyglot {
namespace fs = std::filesystem;

std::vector<fs::path> folders_of_search_path(std::string_view search_path) {
    constexpr char separator = fs::path::preferred_separator == '/' ? ':' : ';';
    std::vector<fs::path> folders;
    while (!search_path.empty()) {
        const std::size_t end = search_path.find(separator);
        fs::path folder = to_path(search_path.substr(0, end));
        if (is_absolute_path(folder)) folders.push_back(std::move(folder));
        search_path.remove_prefix(end == std::string_view::npos ? search_path.size() : end + 1);
    }
    return folders;
}

} // namespace polyglot
