# The sources of generate_openings, where it is not linked with polyglot_core.
set(openings_root ${CMAKE_CURRENT_LIST_DIR}/../..)
file(GLOB_RECURSE openings_program_sources CONFIGURE_DEPENDS
    ${openings_root}/core/book/*.cpp ${openings_root}/core/book/*.hpp
    ${openings_root}/core/chess/*.cpp ${openings_root}/core/chess/*.hpp
    ${openings_root}/core/openings/make/*.cpp ${openings_root}/core/openings/make/*.hpp
    ${openings_root}/core/text/*.cpp ${openings_root}/core/text/*.hpp)
list(FILTER openings_program_sources EXCLUDE REGEX /core/chess/variants/)
list(APPEND openings_program_sources ${CMAKE_CURRENT_LIST_DIR}/generate_openings.cpp)
