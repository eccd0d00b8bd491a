#include "storage/files/whole_path.hpp"

#include "core/text/absolute_path.hpp"

#include <system_error>

namespace polyglot::io {
namespace fs = std::filesystem;

fs::path whole_path(const fs::path& path) {
    if (is_absolute_path(path)) return path;
    std::error_code error;
    const fs::path folder = fs::current_path(error);
    return error ? path : absolute_path(folder, path);
}

fs::path resolved_path(const fs::path& path) {
    std::error_code error;
    const fs::path whole = whole_path(path);
    if (is_on_share(whole)) return normal_path(whole);
    fs::path resolved = fs::weakly_canonical(whole, error);
    return error ? normal_path(whole) : resolved;
}

} // namespace polyglot::io
