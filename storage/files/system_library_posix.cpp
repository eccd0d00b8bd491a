#ifndef _WIN32
#include "storage/files/system_library.hpp"

namespace polyglot::io {

boost::dll::load_mode::type places_of_libraries() {
    return boost::dll::load_mode::search_system_folders;
}

} // namespace polyglot::io
#endif
