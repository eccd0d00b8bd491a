// A library of the system, loaded when it is first needed. This header is slow to compile, so
// include it in source files only.
#pragma once
#include "core/result.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/library_functions.hpp"

#include <cstdint>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

// Otherwise Boost.DLL needs Boost.Filesystem's library.
#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>

namespace polyglot::io {

// Where a library is searched.
enum class LibraryPlaces : std::uint8_t {
    // The places of the system and, on Windows, the program's folder; never the current folder or,
    // on Windows, PATH, because files there, perhaps beside downloaded games, are not trusted.
    System,
    // On Windows then also the absolute folders that PATH names: for a library that no Windows has,
    // and that its own setup puts into a folder with the libraries that it needs.
    AlsoSearchPath
};

// Returns the files that a library's name may mean, in the order in which they are tried: the name
// alone, for the places of the system, then whole paths.
std::vector<std::filesystem::path> files_of_library(const char* name, LibraryPlaces places);

// Where the system looks for such a file without a folder, and for the libraries that a file needs:
// in the places of the system and, on Windows, first in the folder of a file with a whole path.
boost::dll::load_mode::type load_mode_of(const std::filesystem::path& file);

// The library must outlive the result.
inline LibraryFunctions functions_of(const boost::dll::shared_library& library) {
    return {&library, [](const void* of, const char* name) -> LibraryFunctions::Function {
                return {&static_cast<const boost::dll::shared_library*>(of)->get<void()>(name)};
            }};
}

// Returns the result of bind for the first library that can be loaded and has all functions. The
// error says what needs it and how to get it, with the reason of the last one. The library is never
// unloaded, because libraries that it has loaded may not survive this; so call this once.
template <class Functions>
Result<Functions> load_functions(std::span<const char* const> names,
                                 Functions (*bind)(const boost::dll::shared_library&),
                                 const std::string& need, const std::string& how_to_get,
                                 LibraryPlaces places = LibraryPlaces::System) {
    // On the heap, because threads that use the library may outlive static objects.
    static auto& library = *new boost::dll::shared_library;
    std::string reason;
    for (const char* name : names) {
        for (const std::filesystem::path& file : files_of_library(name, places)) {
            try {
                library.load(file, load_mode_of(file));
                return bind(library);
            } catch (const std::exception& error) {
                reason = (file.has_parent_path() ? to_text(file) + ": " : "") + error.what();
            }
        }
    }
    return make_error(need + ", which cannot be loaded (" + how_to_get + "): " + reason);
}

} // namespace polyglot::io
