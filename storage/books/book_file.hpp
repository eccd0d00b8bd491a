// Opens a book by its path. This is the only place that joins a file and a book format. Test:
// book_file_test.cpp.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/book/format.hpp"
#include "core/result.hpp"
#include "storage/files/random_access_file.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::io {

using book::BookUse;
using book::OpenedBook;

// BookUse::Walk holds the bytes in memory. Larger files are read as needed, which takes several
// times as long.
constexpr std::uint64_t most_walked_bytes = std::uint64_t{1} << 30U;

// Returns the path of the book that a setting names, for a program that was started in `folder`.
// The starter book's name stays unchanged.
std::filesystem::path book_path(const std::filesystem::path& folder, const std::string& name);
// Returns true for the name of the starter book, which is not a file, but part of the program
// (core/openings/starter.hpp).
bool is_starter(const std::filesystem::path& path);
// Opens the bytes of a file or of the starter book, for readers that know their formats.
Result<std::shared_ptr<const book::ByteReader>> open_book_bytes(const std::filesystem::path& path,
                                                                Access access = Access::Random);

// Returns the same bytes read into memory, if there are at most most_walked_bytes and there is room
// for them; otherwise the given ones.
std::shared_ptr<const book::ByteReader>
hold_in_memory(std::shared_ptr<const book::ByteReader> bytes);

// Opens the file read-only. The format is detected from the content, never from the name. Reads a
// bounded number of pages of a large PolyGlot, YACB or ChessBase book (docs/formats has the
// figures) and keeps its file open; other formats are read completely and kept in memory, and so is
// the order of an unsorted PolyGlot book. The error names the path and the reason: missing, a
// directory, or not a book and what it looks like instead.
Result<OpenedBook> open_book(const std::filesystem::path& path, BookUse use = BookUse::Play);
// The same for bytes that were opened already. name is used in errors, and is the path beside which
// a ChessBase book's .cto is searched.
Result<OpenedBook> open_book(std::shared_ptr<const book::ByteReader> bytes, const std::string& name,
                             BookUse use = BookUse::Play);

} // namespace polyglot::io
