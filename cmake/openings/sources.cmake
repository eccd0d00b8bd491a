# The sources of generate_openings, where it is not linked with polyglot_core.
set(openings_root ${CMAKE_CURRENT_LIST_DIR}/../..)
file(GLOB openings_program_sources CONFIGURE_DEPENDS
    ${openings_root}/core/*.hpp
    ${openings_root}/core/book/*.cpp ${openings_root}/core/book/*.hpp
    ${openings_root}/core/book/experience/*.cpp ${openings_root}/core/book/experience/*.hpp
    ${openings_root}/core/book/make/*.cpp ${openings_root}/core/book/make/*.hpp
    ${openings_root}/core/book/polyglot/*.cpp ${openings_root}/core/book/polyglot/*.hpp
    ${openings_root}/core/book/sniff/*.cpp ${openings_root}/core/book/sniff/*.hpp
    ${openings_root}/core/chess/*.cpp ${openings_root}/core/chess/*.hpp
    ${openings_root}/core/openings/make/*.cpp ${openings_root}/core/openings/make/*.hpp
    ${openings_root}/core/text/*.cpp ${openings_root}/core/text/*.hpp)
list(APPEND openings_program_sources ${CMAKE_CURRENT_LIST_DIR}/generate_openings.cpp)
