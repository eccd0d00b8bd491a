// Identifies a book on disk, to find out whether it is still the file that was opened.
#pragma once
#include "core/book/book_stamp.hpp"

#include <filesystem>
#include <optional>

namespace polyglot::io {

// Returns nullopt if there is no such file, or it cannot be examined. Links are followed.
std::optional<book::BookStamp> book_stamp(const std::filesystem::path& path);

} // namespace polyglot::io
