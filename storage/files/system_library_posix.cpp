#include "storage/files/system_library.hpp"

namespace polyglot::io {

// The system's loader knows every place.
std::vector<std::filesystem::path> files_of_library(const char* name, LibraryPlaces /*places*/) {
    return {to_path(name)};
}

boost::dll::load_mode::type load_mode_of(const std::filesystem::path& /*file*/) {
    return boost::dll::load_mode::search_system_folders;
}

} // namespace polyglot::io
