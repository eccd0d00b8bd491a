# What a Windows program needs besides its code.
target_compile_definitions(polyglot_flags INTERFACE
    _WIN32_WINNT=0x0A00 WIN32_LEAN_AND_MEAN NOMINMAX) # Windows 10; of its headers what is used
target_link_libraries(polyglot_flags INTERFACE ws2_32 mswsock) # Asio
if(MINGW) # one file, and the same from the same sources
    target_link_options(polyglot_flags INTERFACE -static -Wl,--gc-sections,--no-insert-timestamp $<$<CONFIG:Release>:-s>)
else()
    target_link_options(polyglot_flags INTERFACE /Brepro)
endif()

# Icon, version and manifest. An object of its own: the resource compiler does not know the C++ compiler's options.
enable_language(RC)
set(resources ${PROJECT_SOURCE_DIR}/packaging/windows)
configure_file(${resources}/polyglot.rc.in ${PROJECT_BINARY_DIR}/generated/polyglot.rc @ONLY)
set_source_files_properties(${PROJECT_BINARY_DIR}/generated/polyglot.rc PROPERTIES
    OBJECT_DEPENDS "${resources}/polyglot.ico;${resources}/polyglot.exe.manifest")
add_library(polyglot_resources OBJECT ${PROJECT_BINARY_DIR}/generated/polyglot.rc)
target_include_directories(polyglot_resources PRIVATE ${resources})

# TARGET runs as the program does: with UTF-8 as its code page and long paths.
function(polyglot_windows_resources target)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:polyglot_resources>)
    if(MSVC)
        target_link_options(${target} PRIVATE /MANIFEST:NO) # ours is among the resources
    endif()
endfunction()
