# Lays the functions that an adapter calls (cmake/function_order/functions.txt) side by side at the front of the program.
# The system maps a program's file 64 KiB at a time around what is called: with these functions between all others of
# seven megabytes of code, an adapter would have a megabyte more of it in memory.
#
# A name that no longer exists is skipped by the linker, and a new function lies with the others: an old list costs memory,
# no more. The target record_function_order writes the list anew.

# polyglot_order_functions(TARGET): for the release, if the linker is GNU ld.
function(polyglot_order_functions target)
    set(list ${PROJECT_SOURCE_DIR}/cmake/function_order/functions.txt)
    if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" OR POLYGLOT_SANITIZE OR NOT POLYGLOT_HARDENED OR NOT EXISTS ${list})
        return()
    endif()
    # ld has several scripts of its own: the one for the flags of this program (cmake/PolyglotHardening.cmake).
    separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_EXE_LINKER_FLAGS}")
    execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C
        ${CMAKE_CXX_COMPILER} ${flags} -pie -Wl,-z,relro,-z,now,--verbose
        OUTPUT_VARIABLE script ERROR_QUIET)
    set(begin_of_code "\n  \\.text +:\n  {\n")
    string(REGEX MATCH "\n=====+\n(.*${begin_of_code}.*)\n=====+\n" found "${script}") # its own script, between two lines
    if(NOT found)
        return()
    endif()
    set(script "${CMAKE_MATCH_1}")
    file(STRINGS ${list} names)
    list(TRANSFORM names PREPEND "    *(.text.")
    list(TRANSFORM names APPEND ")\n")
    list(JOIN names "" names)
    string(REGEX REPLACE "(${begin_of_code})" "\\1${names}" script "${script}")
    set(file ${PROJECT_BINARY_DIR}/generated/function_order.ld)
    file(CONFIGURE OUTPUT ${file} CONTENT "${script}\n" @ONLY)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})

    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_LINK_OPTIONS -pie -Wl,-z,relro,-z,now,-T,${file})
    check_cxx_source_compiles("int main() {}" HAS_FUNCTION_ORDER)
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
    if(HAS_FUNCTION_ORDER)
        target_link_options(${target} PRIVATE $<$<CONFIG:Release>:-Wl,-T,${file}>)
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${file})
    endif()
endfunction()
