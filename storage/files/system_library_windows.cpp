#include "core/text/absolute_path.hpp"
#include "core/text/search_path.hpp"
#include "storage/files/environment.hpp"
#include "storage/files/system_library.hpp"

#include <system_error>
#include <windows.h>

namespace polyglot::io {
namespace fs = std::filesystem;

std::vector<fs::path> files_of_library(const char* name, LibraryPlaces places) {
    std::vector<fs::path> files{to_path(name)};
    if (places == LibraryPlaces::System) return files;
    for (const fs::path& folder :
         folders_of_search_path(environment_variable("PATH").value_or(""))) {
        fs::path file = folder / to_path(name);
        std::error_code error;
        // Separators as LoadLibraryEx() wants them.
        if (fs::is_regular_file(file, error)) files.push_back(std::move(file.make_preferred()));
    }
    return files;
}

// Without these flags LoadLibraryEx() searches the current folder and PATH, too, also for the
// libraries that the library needs. Boost.DLL passes them on.
boost::dll::load_mode::type load_mode_of(const fs::path& file) {
    const DWORD own_folder = is_absolute_path(file) ? LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR : 0;
    return boost::dll::load_mode::search_system_folders |
           static_cast<boost::dll::load_mode::type>(
               own_folder | LOAD_LIBRARY_SEARCH_APPLICATION_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
}

} // namespace polyglot::io
