# The sources of generate_openings, where it is not linked with polyglot_core: all of core but what needs its output.
set(openings_root ${CMAKE_CURRENT_LIST_DIR}/../..)
file(GLOB_RECURSE openings_program_sources CONFIGURE_DEPENDS ${openings_root}/core/*.cpp ${openings_root}/core/*.hpp)
list(FILTER openings_program_sources EXCLUDE REGEX /core/openings/[a-z_]+\\.cpp$)
if(CMAKE_HOST_WIN32)
    list(FILTER openings_program_sources EXCLUDE REGEX _posix\\.cpp$)
else()
    list(FILTER openings_program_sources EXCLUDE REGEX _windows\\.cpp$)
endif()
