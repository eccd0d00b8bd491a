#include "core/text/absolute_path.hpp"

namespace polyglot {
namespace fs = std::filesystem;

bool is_on_share(const fs::path& /*path*/) {
    return false;
}

bool is_absolute_path(const fs::path& path) {
    return path.is_absolute();
}

fs::path absolute_path(const fs::path& start, const fs::path& path) {
    return start / path;
}

fs::path normal_path(const fs::path& path) {
    return path.lexically_normal();
}

} // namespace polyglot
