// Lists a folder for the page, because a browser's own dialog gives no path. Test:
// setup_site_test.cpp.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include <boost/json/object.hpp>

namespace polyglot::tools {

constexpr std::size_t most_listed = 1'000;

// What is looked for; folders are always listed.
enum class Wanted : std::uint8_t { Programs, Books, Nothing };

// Returns "folder", "parent" (absent at a root), "roots", "entries" ("name", "path", "is_folder"),
// folders first, and "more" if there are more than most_listed. Hidden files are left out. The
// error says why the folder cannot be read.
Result<boost::json::object> list_folder(const std::filesystem::path& folder, Wanted wanted);

} // namespace polyglot::tools
