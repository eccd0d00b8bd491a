# core/openings: names of openings and the starter book, from core/openings/openings.tsv. A program of ours compiles the
# table into a C++ file (cmake/openings). When cross-compiling, a native build of its own makes that program, with the
# host's compiler, so that nothing has to run what is built for the target.
set(openings_table ${PROJECT_SOURCE_DIR}/core/openings/openings.tsv)
set(openings_source ${PROJECT_BINARY_DIR}/generated/compiled_openings.cpp)
if(CMAKE_CROSSCOMPILING)
    set(native ${PROJECT_BINARY_DIR}/native)
    # All that the program is made from: the native build looks itself what of it has changed.
    include(${CMAKE_CURRENT_LIST_DIR}/openings/sources.cmake)
    find_program(POLYGLOT_NATIVE_CXX NAMES c++ g++ clang++ REQUIRED NO_CMAKE_FIND_ROOT_PATH
        DOC "The host's C++ compiler, for programs that the build runs")
    add_custom_command(OUTPUT ${openings_source}
        COMMAND ${CMAKE_COMMAND} -E env --unset=CMAKE_TOOLCHAIN_FILE --unset=CXXFLAGS --unset=LDFLAGS
            ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/cmake/openings -B ${native} -G ${CMAKE_GENERATOR}
            -DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM} -DCMAKE_CXX_COMPILER=${POLYGLOT_NATIVE_CXX} -DCMAKE_BUILD_TYPE=None
        COMMAND ${CMAKE_COMMAND} --build ${native} --target generate_openings
        COMMAND ${native}/generate_openings ${openings_table} ${openings_source}
        DEPENDS ${openings_table} ${openings_program_sources} ${PROJECT_SOURCE_DIR}/cmake/openings/CMakeLists.txt
            ${PROJECT_SOURCE_DIR}/cmake/openings/sources.cmake
        COMMENT "Compiling openings.tsv with a native program"
        VERBATIM)
else()
    add_executable(generate_openings ${PROJECT_SOURCE_DIR}/cmake/openings/generate_openings.cpp)
    target_link_libraries(generate_openings PRIVATE polyglot_core)
    add_custom_command(OUTPUT ${openings_source}
        COMMAND generate_openings ${openings_table} ${openings_source}
        DEPENDS generate_openings ${openings_table}
        COMMENT "Compiling openings.tsv"
        VERBATIM)
endif()
polyglot_layer(openings DIRS core/openings LINK polyglot_core EXCLUDE "/core/openings/make/")
target_sources(polyglot_openings PRIVATE ${openings_source})
set_source_files_properties(${openings_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
