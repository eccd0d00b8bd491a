// What the tests of merge-book and dump-book share: books made by hand in a folder, and running a
// command on them.
#pragma once
#include "tests/support/harness/test_folder.hpp"
#include "tests/unit/core/book/book_bytes.hpp"
#include "tools/common/commands.hpp"

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {

class BookFolder {
  public:
    std::string operator/(std::string_view name) const {
        return (folder_ / std::string(name)).string();
    }
    std::string write(std::string_view name, const test::Bytes& bytes) const {
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return folder_.write(std::string(name), text).string();
    }
    std::string write(std::string_view name, const std::vector<book::RawEntry>& entries) const {
        return write(name, test::to_bytes(entries));
    }
    std::string read(std::string_view name) const { return folder_.read(std::string(name)); }
    std::size_t files() const { return folder_.files(); }

  private:
    test::Folder folder_;
};

// The position after these moves, in coordinates.
inline chess::Position after(std::string_view moves) {
    chess::Position position = chess::Position::start();
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;)
        position.make(*chess::parse_uci_move(position, word));
    return position;
}

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
