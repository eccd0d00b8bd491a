// A library of the system, loaded when it is first needed. Include this in source files only: it is slow to compile.
#pragma once
#include "core/result.hpp"
#include "core/text/path_text.hpp"

#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <type_traits>

// Else it wants Boost.Filesystem's library.
#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>

namespace polyglot::io {

// Where a library without a folder in its name is looked for: the system's own places and, on Windows, the program's
// folder. Never the current folder or, on Windows, PATH: what lies there, beside downloaded games, is not trusted.
boost::dll::load_mode::type places_of_libraries();

// Sets a pointer to the library's function of this name. Throws if there is none.
template <class Function>
void bind_function(const boost::dll::shared_library& library, Function*& function, const char* name) {
    function = &library.get<Function>(name);
}

// What bind returns for the first library that can be loaded and has all functions. The error is that of the last one.
// The library is never unloaded (so call this once): what it has brought along may not survive that.
template <class Functions>
Result<Functions> load_functions(std::span<const char* const> names,
                                 Functions (*bind)(const boost::dll::shared_library&)) {
    static boost::dll::shared_library library;
    std::string reason;
    for (const char* name : names) {
        try {
            library.load(to_path(name), places_of_libraries());
            return bind(library);
        } catch (const std::exception& error) {
            reason = error.what();
        }
    }
    return make_error(reason);
}

} // namespace polyglot::io
