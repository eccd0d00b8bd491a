// What the tests of merge-book and dump-book share: books made by hand in a folder, and running a command on them.
#pragma once
#include "tests/unit/core/book/book_bytes.hpp"
#include "tools/commands.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {

class BookFolder {
  public:
    BookFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "polyglot-books-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    BookFolder(const BookFolder&) = delete;
    BookFolder& operator=(const BookFolder&) = delete;
    ~BookFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string operator/(std::string_view name) const { return (path_ / name).string(); }
    std::string write(std::string_view name, const test::Bytes& bytes) const {
        std::ofstream(path_ / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return *this / name;
    }
    std::string write(std::string_view name, const std::vector<book::RawEntry>& entries) const {
        return write(name, test::to_bytes(entries));
    }
    std::string read(std::string_view name) const {
        std::ifstream in(path_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::size_t files() const {
        const std::filesystem::directory_iterator all(path_);
        return static_cast<std::size_t>(std::distance(begin(all), end(all)));
    }

  private:
    std::filesystem::path path_;
};

struct Ran {
    int status = 0;
    std::string out;
    std::string err;
};

template <class Command>
Ran run(Command command, const std::vector<std::string>& words) {
    const std::vector<std::string_view> args(words.begin(), words.end());
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const int status = command(args, in, out, err);
    return {status, out.str(), err.str()};
}

} // namespace polyglot::tools
