#include "core/text/absolute_path.hpp"

#include <algorithm>
#include <iterator>

namespace polyglot {

bool is_within(const std::filesystem::path& file, const std::filesystem::path& folder) {
    const auto [end, ignored] =
        std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    // The name of a folder may end with a separator, after which there is an empty part.
    return end == folder.end() || (end->empty() && std::next(end) == folder.end());
}

} // namespace polyglot
