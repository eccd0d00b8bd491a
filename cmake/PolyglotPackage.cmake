# The Debian package: cpack -G DEB in the build folder, or scripts/package debian.
#
# Debian has a package polyglot, with the PolyGlot of old as /usr/games/polyglot. Ours is polyglot3: its program is
# /usr/bin/polyglot3, and /usr/bin/polyglot an alternative that leads to it, so that both can be installed.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME polyglot3)
set(CPACK_PACKAGE_VENDOR "the polyglot project")
set(CPACK_PACKAGE_CONTACT "The polyglot maintainers <maintainers@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "opening book for any chess engine, under any GUI")
set(CPACK_PACKAGE_DESCRIPTION
"Stands between a chess GUI and an engine, of the protocols UCI or xboard in
any pair, and answers from an opening book before the engine is asked. Learns
from the results of games, reports and replaces engines that fail, and writes
logs that can be played again.
.
Brings the tools for books: they make books from games, merge, convert, edit,
compare, verify and repair them. An existing polyglot.ini and .bin books keep
working.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION misc) # games are for programs in /usr/games
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded when they are needed: learn stores, and games in archives.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libsqlite3-0)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libarchive13 | libarchive13t64")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libpq5, stockfish, xboard, gnuchess-book")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/postinst
    ${PROJECT_SOURCE_DIR}/packaging/debian/prerm)
# One component: what a package of Debian has, under its names.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL debian)
set(CPACK_COMPONENT_DEBIAN_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_DEBIAN_DEBIAN_PACKAGE_NAME polyglot3)
set(CPACK_DEBIAN_DEBIAN_FILE_NAME DEB-DEFAULT)

set(debian_doc ${CMAKE_INSTALL_DATADIR}/doc/polyglot3)
install(PROGRAMS $<TARGET_FILE:polyglot> DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME polyglot3
    COMPONENT debian EXCLUDE_FROM_ALL)
install(CODE "execute_process(COMMAND \"${CMAKE_STRIP}\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/polyglot3\")"
    COMPONENT debian EXCLUDE_FROM_ALL) # CPack strips targets only
install(FILES polyglot.ini.example README.md DESTINATION ${debian_doc} COMPONENT debian EXCLUDE_FROM_ALL)
install(DIRECTORY docs DESTINATION ${debian_doc} COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES packaging/debian/copyright DESTINATION ${debian_doc} COMPONENT debian EXCLUDE_FROM_ALL)

# Debian wants its changelogs packed, without name and time.
find_program(GZIP gzip)
if(GZIP)
    set(packed ${PROJECT_BINARY_DIR}/generated/debian)
    file(MAKE_DIRECTORY ${packed})
    foreach(pair IN ITEMS "CHANGELOG.md|changelog.gz" "packaging/debian/changelog|changelog.Debian.gz")
        string(REPLACE "|" ";" pair "${pair}")
        list(GET pair 0 from)
        list(GET pair 1 to)
        add_custom_command(OUTPUT ${packed}/${to}
            COMMAND ${GZIP} -9nc ${PROJECT_SOURCE_DIR}/${from} > ${packed}/${to}
            DEPENDS ${PROJECT_SOURCE_DIR}/${from})
        list(APPEND packed_files ${packed}/${to})
    endforeach()
    add_custom_target(polyglot_debian_files ALL DEPENDS ${packed_files})
    install(FILES ${packed_files} DESTINATION ${debian_doc} COMPONENT debian EXCLUDE_FROM_ALL)
endif()
if(COMMAND polyglot_manuals)
    polyglot_manuals(polyglot3 PACKED)
    polyglot_install_manuals(polyglot3 COMPONENT debian EXCLUDE_FROM_ALL)
endif()
include(CPack)
