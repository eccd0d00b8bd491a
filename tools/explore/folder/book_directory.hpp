// Finds the books in a folder for `polyglot explore FOLDER`. Nothing outside of the folder can be
// named. Test: book_directory_test.cpp.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct ListedBook {
    std::string name;        // below the folder, with '/' on all systems: "variants/atomic.bin"
    std::string_view format; // "PolyGlot"
    std::uint64_t size = 0;
    bool is_editable = false;
    std::string_view variant; // "crazyhouse"; empty for chess, and if the book does not name it
};

struct BookList {
    std::vector<ListedBook> books; // by name
    std::size_t skipped = 0;       // links that lead out of the folder
    bool has_more = false;         // there are more than most_books
};

class BookDirectory {
  public:
    static constexpr std::size_t most_books = 1'000;
    static constexpr int deepest = 8; // folders within folders

    explicit BookDirectory(std::string name) : name_(std::move(name)) {}

    const std::string& name() const { return name_; } // as on the command line
    // Lists the files whose content or ending is that of a book. Links to folders are not followed,
    // nor are links to files outside of the folder.
    BookList list() const;
    std::string path_to(const ListedBook& book) const;
    // Returns the path of a book by its name in list(). Any other name is an error, also one that
    // would lead to a file.
    Result<std::string> path_of(std::string_view book) const;

  private:
    std::string name_;
};

} // namespace polyglot::tools
