# Purpose and minimum version of each dependency: docs/DEPENDENCIES.md.
if(POLICY CMP0167)
    cmake_policy(SET CMP0167 NEW) # Boost's own package files; CMake's module for it is on its way out
endif()
if(WIN32 AND CMAKE_CROSSCOMPILING)
    include(PolyglotWindowsCross)
    return()
endif()
find_package(Threads REQUIRED)
set(Boost_USE_STATIC_LIBS ON) # one library less to load at every start
find_package(Boost 1.81 REQUIRED COMPONENTS program_options)
find_package(spdlog REQUIRED)
# SQLite's and libarchive's headers: the program loads the libraries when it meets a store or a packed file. What is linked
# with libarchive are tests.
find_package(SQLite3 REQUIRED)
find_package(LibArchive REQUIRED)
add_library(polyglot_inih INTERFACE)
find_package(unofficial-inih CONFIG QUIET) # vcpkg's
if(TARGET unofficial::inih::libinih)
    target_link_libraries(polyglot_inih INTERFACE unofficial::inih::libinih)
else()
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(inih REQUIRED IMPORTED_TARGET inih)
    find_library(inih_archive libinih.a HINTS ${inih_LIBRARY_DIRS})
    if(inih_archive) # one library less to load here, too
        set_target_properties(PkgConfig::inih PROPERTIES INTERFACE_LINK_LIBRARIES ${inih_archive})
    endif()
    target_link_libraries(polyglot_inih INTERFACE PkgConfig::inih)
endif()
if(BUILD_TESTING OR NOT DEFINED BUILD_TESTING)
    find_package(doctest REQUIRED)
    if(POLYGLOT_BENCH)
        find_package(benchmark REQUIRED)
    endif()
endif()
