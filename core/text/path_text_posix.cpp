#include "core/text/path_text.hpp"

namespace polyglot {

std::filesystem::path to_path(std::string_view text) {
    return text;
}

std::string to_text(const std::filesystem::path& path) {
    return path.native();
}

} // namespace polyglot
