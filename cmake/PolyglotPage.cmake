# The pages of `polyglot explore` and `setup`, bundled from web/ by Node.js. Where Node.js or the packages of
# web/package-lock.json are missing (scripts/setup installs both), everything else is built, and the commands say what
# is missing.
find_program(POLYGLOT_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH DOC "Node.js, for the pages of polyglot explore and setup")
set(page_source ${PROJECT_BINARY_DIR}/generated/explore_page.cpp)
if(POLYGLOT_NODE AND EXISTS ${PROJECT_SOURCE_DIR}/web/node_modules/esbuild AND EXISTS ${PROJECT_SOURCE_DIR}/web/node_modules/cm-chessboard
        AND EXISTS ${PROJECT_SOURCE_DIR}/web/node_modules/uplot AND EXISTS ${PROJECT_SOURCE_DIR}/web/node_modules/heroicons)
    file(GLOB page_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
    add_custom_command(OUTPUT ${page_source}
        COMMAND ${POLYGLOT_NODE} ${PROJECT_SOURCE_DIR}/web/build.mjs ${page_source}
        DEPENDS ${page_files} ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_SOURCE_DIR}/web/package-lock.json
        COMMENT "Bundling the pages of polyglot explore and setup"
        VERBATIM)
else()
    set(page_source ${PROJECT_BINARY_DIR}/generated/explore_no_page.cpp) # another name: no time stamp of it counts later
    message(STATUS "polyglot explore and setup will have no pages: Node.js or web/node_modules is missing (scripts/setup installs them)")
    file(CONFIGURE OUTPUT ${page_source} @ONLY CONTENT [=[
#include "tools/pages/page.hpp"
std::span<const polyglot::tools::PageFile> polyglot::tools::page_files() { return {}; }
]=])
endif()
target_sources(polyglot_tools PRIVATE ${page_source})
set_source_files_properties(${page_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
