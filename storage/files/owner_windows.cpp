#include "storage/files/owner.hpp"

namespace polyglot::io {

bool is_anothers(const std::filesystem::path& /*file*/) {
    // Shared folders are unusual on Windows, and an administrator's files belong to a group.
    return false;
}

} // namespace polyglot::io
