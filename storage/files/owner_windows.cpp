#ifdef _WIN32
#include "storage/files/owner.hpp"

namespace polyglot::io {

bool is_anothers(const std::filesystem::path& /*file*/) {
    return false; // folders that users share are not usual there, and an administrator's files belong to a group
}

} // namespace polyglot::io
#endif
