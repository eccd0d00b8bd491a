# Man pages and completions, made from the help of the program that was just built (packaging/make_manuals.py). Without
# Python there are none.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(NOT Python3_FOUND OR CMAKE_CROSSCOMPILING OR POLYGLOT_SANITIZE OR POLYGLOT_MISSING)
    return()
endif()
# polyglot_manuals(NAME [PACKED]): for a program that is installed under this name, in
# PROJECT_BINARY_DIR/generated/manuals/NAME. PACKED: man pages as gzip.
function(polyglot_manuals name)
    set(page man6/${name}.6)
    if("PACKED" IN_LIST ARGN)
        string(APPEND page .gz)
    endif()
    set(folder ${PROJECT_BINARY_DIR}/generated/manuals/${name})
    add_custom_command(OUTPUT ${folder}/${page}
        COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/packaging/make_manuals.py $<TARGET_FILE:polyglot> ${folder} ${name} ${ARGN}
        DEPENDS polyglot ${PROJECT_SOURCE_DIR}/packaging/make_manuals.py ${PROJECT_SOURCE_DIR}/packaging/help_texts.py
        COMMENT "Writing the man pages of ${name}" VERBATIM)
    add_custom_target(${name}_manuals ALL DEPENDS ${folder}/${page})
endfunction()
# polyglot_install_manuals(NAME [argument of install…])
function(polyglot_install_manuals name)
    set(folder ${PROJECT_BINARY_DIR}/generated/manuals/${name})
    install(DIRECTORY ${folder}/man6 DESTINATION ${CMAKE_INSTALL_MANDIR} ${ARGN})
    install(FILES ${folder}/completions/${name}.bash RENAME ${name}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${ARGN})
    install(FILES ${folder}/completions/_${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions ${ARGN})
    install(FILES ${folder}/completions/${name}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${ARGN})
endfunction()
polyglot_manuals(polyglot)
polyglot_install_manuals(polyglot OPTIONAL) # a tree in which only the program is built can be installed
