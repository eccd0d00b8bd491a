// The functions of a library that is loaded at run time (system_library.hpp), for a struct that has
// a pointer to each function that is called:
//
//     LibraryFunctions from{};
//     decltype(&::archive_format) format = from("archive_format");
#pragma once

namespace polyglot::io {

struct LibraryFunctions {
    // Converts to a pointer to a function of any type.
    struct Function {
        void (*address)() = nullptr;
        template <class Type>
        operator Type*() const { // NOLINT(google-explicit-constructor)
            return reinterpret_cast<Type*>(address);
        }
    };
    const void* library = nullptr;
    // Throws if there is no such function.
    Function (*find)(const void* library, const char* name) = nullptr;

    Function operator()(const char* name) const { return find(library, name); }
};

} // namespace polyglot::io
