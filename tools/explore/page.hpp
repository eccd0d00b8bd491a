// The page that the explorer sends: made from web/ when the program is built
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

// Empty if the program was built where Node.js or the page's packages were missing.
std::span<const PageFile> page_files();

} // namespace polyglot::tools
