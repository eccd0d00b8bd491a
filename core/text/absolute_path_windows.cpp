#include "core/text/absolute_path.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace polyglot {
namespace fs = std::filesystem;
namespace {

constexpr std::wstring_view separators = L"\\/";

bool is_device(std::wstring_view path) {
    return path.size() > 3 && (path[2] == L'?' || path[2] == L'.') &&
           separators.find(path[3]) != std::wstring_view::npos;
}

// Returns the number of characters of \\server\share.
std::size_t length_of_share(std::wstring_view path) {
    const std::size_t server = path.find_first_of(separators, 2);
    if (server == std::wstring_view::npos) return path.size();
    return std::min(path.find_first_of(separators, server + 1), path.size());
}

} // namespace

bool is_on_share(const fs::path& path) {
    return std::wstring_view(path.native()).find_first_not_of(separators) == 2;
}

bool is_absolute_path(const fs::path& path) {
    return is_on_share(path) || path.is_absolute();
}

fs::path absolute_path(const fs::path& start, const fs::path& path) {
    if (is_on_share(path)) return path;
    // \x is in the root of the start folder's share.
    if (is_on_share(start) && !is_device(start.native()) && path.has_root_directory() &&
        !path.has_root_name())
        return start.native().substr(0, length_of_share(start.native())) + path.native();
    return start / path;
}

fs::path normal_path(const fs::path& path) {
    if (!is_on_share(path)) return path.lexically_normal();
    std::wstring text = path.native();
    if (is_device(text)) return path;
    std::ranges::replace(text, L'/', L'\\');
    const std::size_t length = length_of_share(text);
    return text.substr(0, length) + fs::path(text.substr(length)).lexically_normal().native();
}

} // namespace polyglot
