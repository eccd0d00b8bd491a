# Compile flags for a program that reads files and lines from strangers: an error of ours ends the program instead of
# being exploitable. docs/building.md lists their cost; the test `hardening` looks for them in the finished program.
option(POLYGLOT_HARDENED "Position-independent, read-only relocations, checked stacks, buffers and containers" ON)

add_library(polyglot_hardening INTERFACE) # for everything of ours
set(POLYGLOT_HARDENED_OPTIONS "")         # for the layers and the program itself

if(POLYGLOT_HARDENED AND NOT WIN32 AND CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang)$")
    include(CheckCXXCompilerFlag)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES CXX OUTPUT_VARIABLE why)
    if(CMAKE_CXX_LINK_PIE_SUPPORTED)
        set(CMAKE_POSITION_INDEPENDENT_CODE ON)
        # CMake compiles static libraries with -fPIC, for shared ones to take in, which forbids some inlining. Ours become
        # programs only.
        list(APPEND POLYGLOT_HARDENED_OPTIONS -fPIE)
    else()
        message(WARNING "no position-independent program: ${why}")
    endif()
    foreach(flag stack-protector-strong stack-clash-protection cf-protection) # not every processor has all of them
        string(MAKE_C_IDENTIFIER "HAS_${flag}" has)
        check_cxx_compiler_flag(-f${flag} ${has})
        if(${has})
            target_compile_options(polyglot_hardening INTERFACE -f${flag})
        endif()
    endforeach()
    target_compile_definitions(polyglot_hardening INTERFACE _GLIBCXX_ASSERTIONS)
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
        target_link_options(polyglot_hardening INTERFACE -Wl,-z,relro,-z,now)
    endif()
    # Not for the sanitizers, which watch memcpy and its like by their plain names, and not without optimisation, of which
    # glibc would warn. -U first: some distributions' compilers define it themselves.
    if(NOT POLYGLOT_SANITIZE)
        list(APPEND POLYGLOT_HARDENED_OPTIONS
            "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
    endif()
endif()
if(POLYGLOT_HARDENED AND MINGW)
    add_library(polyglot_stack_guard STATIC packaging/windows/stack_guard.cpp) # what checked stacks and buffers call
    target_compile_definitions(polyglot_stack_guard PRIVATE _WIN32_WINNT=0x0A00)
    target_link_libraries(polyglot_hardening INTERFACE polyglot_stack_guard)
    target_compile_options(polyglot_hardening INTERFACE -fstack-protector-strong)
    target_compile_definitions(polyglot_hardening INTERFACE _GLIBCXX_ASSERTIONS)
    target_link_options(polyglot_hardening INTERFACE -fstack-protector-strong
        -Wl,--dynamicbase,--high-entropy-va,--nxcompat) # another address at every start; data is no code
    list(APPEND POLYGLOT_HARDENED_OPTIONS
        "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
elseif(POLYGLOT_HARDENED AND MSVC) # checked stacks and random addresses are its defaults
    target_compile_options(polyglot_hardening INTERFACE /guard:cf)
    target_link_options(polyglot_hardening INTERFACE /guard:cf)
endif()
