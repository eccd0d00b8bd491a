// Provides the files of the explorer's page. The build generates them from web/
// (cmake/PolyglotPage.cmake).
#pragma once
#include <span>
#include <string_view>

namespace polyglot::tools {

struct PageFile {
    std::string_view path; // "/", "/page.js"
    std::string_view type; // "text/javascript; charset=utf-8"
    std::string_view content;
};

// Returns no files if Node.js or the page's packages were missing when the program was built.
std::span<const PageFile> page_files();

} // namespace polyglot::tools
