#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include "storage/files/system_library.hpp"

#include <windows.h>

namespace polyglot::io {

// Without these flags LoadLibraryEx() searches the current folder and PATH, too. Boost.DLL passes
// them on.
boost::dll::load_mode::type places_of_libraries() {
    return boost::dll::load_mode::search_system_folders |
           static_cast<boost::dll::load_mode::type>(LOAD_LIBRARY_SEARCH_APPLICATION_DIR |
                                                    LOAD_LIBRARY_SEARCH_SYSTEM32);
}

} // namespace polyglot::io
#endif
