// A library of the system, loaded when it is first needed. This header is slow to compile, so
// include it in source files only.
#pragma once
#include "core/result.hpp"
#include "core/text/path_text.hpp"

#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <type_traits>

// Otherwise Boost.DLL needs Boost.Filesystem's library.
#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>

namespace polyglot::io {

// The places where a library without a folder in its name is searched: those of the system and, on
// Windows, the program's folder; never the current folder or, on Windows, PATH, because files
// there, perhaps beside downloaded games, are not trusted.
boost::dll::load_mode::type places_of_libraries();

// Sets a pointer to the library's function of this name. Throws if there is no such function.
template <class Function>
void bind_function(const boost::dll::shared_library& library, Function*& function,
                   const char* name) {
    function = &library.get<Function>(name);
}

// Returns the result of bind for the first library that can be loaded and has all functions. The
// error says what needs it and how to get it, with the reason of the last one. The library is never
// unloaded, because libraries that it has loaded may not survive this; so call this once.
template <class Functions>
Result<Functions> load_functions(std::span<const char* const> names,
                                 Functions (*bind)(const boost::dll::shared_library&),
                                 const std::string& need, const std::string& how_to_get) {
    // On the heap, because threads that use the library may outlive static objects.
    static auto& library = *new boost::dll::shared_library;
    std::string reason;
    for (const char* name : names) {
        try {
            library.load(to_path(name), places_of_libraries());
            return bind(library);
        } catch (const std::exception& error) {
            reason = error.what();
        }
    }
    return make_error(need + ", which cannot be loaded (" + how_to_get + "): " + reason);
}

} // namespace polyglot::io
