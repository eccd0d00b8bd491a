// What the chosen books play in a position, for the board of `polyglot setup`. Test:
// setup_site_test.cpp.
#pragma once
#include "core/book/format.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

class BookBoard {
  public:
    // Opens the books that are not open yet, and closes those that are not named. A file that
    // cannot be opened keeps the reason in the answer, and is tried again by the next call.
    void open(const std::vector<std::string>& files);
    // Returns the first error of a book, which names the file; empty if all are open.
    std::string error() const;
    // Returns the position after the moves of `line` ("e2e4 c7c5"): "fen", "white", "legal",
    // "line", and of each of the "books": "file", "format", "entries", "warnings", "error", and
    // "moves" ("uci", "san", "share") that may be played.
    Result<boost::json::object> answer(std::string_view line) const;

  private:
    struct Shown {
        std::string file;
        std::shared_ptr<const book::Book> book{};
        std::string format{}, error{};
        std::uint64_t entries = 0;
        std::vector<std::string> warnings{};
    };
    static Shown open_one(const std::string& file);

    std::vector<Shown> books_;
};

} // namespace polyglot::tools
