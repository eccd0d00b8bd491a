// What the tests of learn-book share: running it, and files of results, books and text to run it
// on.
#pragma once
#include "core/book/learning.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/learn_db.hpp"
#include "tests/support/harness/new_folder.hpp"
#include "tools/common/commands.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {

namespace fs = std::filesystem;
using io::LearnDb;
using io::LearnRow;

class TemporaryDirectory {
  public:
    TemporaryDirectory() { path_ = test::new_folder("polyglot-learn-book-"); }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    std::string operator/(std::string_view name) const { return (path_ / name).string(); }

  private:
    fs::path path_;
};

struct Ran {
    int status = 0;
    std::string out;
    std::string err;
};

inline Ran run(const std::vector<std::string>& words, const std::string& input = {}) {
    const std::vector<std::string_view> args(words.begin(), words.end());
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const int status = run_learn_book(args, in, out, err);
    return {status, out.str(), err.str()};
}

inline void check(const std::vector<std::string>& words, std::string_view output,
                  const std::string& input = {}) {
    const Ran ran = run(words, input);
    CHECK(ran.status == 0);
    CHECK(ran.out == output);
    CHECK(ran.err.empty());
}

inline void check_error(const std::vector<std::string>& words, int status, std::string_view error,
                        const std::string& input = {}) {
    const Ran ran = run(words, input);
    CHECK(ran.status == status);
    CHECK_MESSAGE(ran.err.find(error) != std::string::npos, ran.err, " / ", error);
    CHECK(ran.out.empty());
}

inline void write(const std::string& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    REQUIRE(out.good());
}

inline std::string read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline chess::Position after(std::string_view moves) {
    chess::Position position = chess::Position::start();
    while (!text::trim(moves).empty())
        position.make(chess::parse_uci_move(position, text::next_word(moves)).value());
    return position;
}

inline std::uint16_t raw(std::string_view moves, std::string_view move) {
    return book::encode_move(chess::parse_uci_move(after(moves), move).value());
}

struct BookMove {
    std::string_view moves, move;
    std::uint16_t learn_count = 0, learn_sum = 0;
};

inline std::string book_of(const std::vector<BookMove>& moves) {
    std::vector<book::RawEntry> entries;
    for (const BookMove& m : moves)
        entries.push_back(
            {after(m.moves).key(), raw(m.moves, m.move), 10, m.learn_count, m.learn_sum});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    std::string bytes;
    for (const book::RawEntry& entry : entries) {
        std::array<std::byte, book::entry_size> buffer{};
        book::encode_entry(entry, buffer);
        for (const std::byte b : buffer)
            bytes += std::to_integer<char>(b);
    }
    return bytes;
}

inline std::vector<LearnRow> rows_of(const std::string& file) {
    const auto db = LearnDb::open(file, LearnDb::Access::Read);
    REQUIRE_MESSAGE(db.has_value(), (db ? "" : db.error().message));
    std::vector<LearnRow> rows;
    const auto visited = (*db)->visit({}, [&rows](const LearnRow& row) -> Result<void> {
        rows.push_back(row);
        return {};
    });
    REQUIRE(visited.has_value());
    // Names have other numbers in each file
    const auto order = [](const LearnRow& a, const LearnRow& b) {
        return std::tie(a.key, a.move, a.engine, a.opponent) <
               std::tie(b.key, b.move, b.engine, b.opponent);
    };
    std::sort(rows.begin(), rows.end(), order);
    return rows;
}

inline void fill(const std::string& file, const std::vector<LearnRow>& rows) {
    io::end_command(); // the command before has nothing to do with this
    const auto db = LearnDb::open(file, LearnDb::Access::Create);
    REQUIRE(db.has_value());
    const auto added = (*db)->add([&rows](const LearnDb::RowSink& sink) -> Result<void> {
        for (const LearnRow& row : rows)
            if (auto taken = sink(row); !taken) return taken;
        return {};
    });
    REQUIRE_MESSAGE(added.has_value(), (added ? "" : added.error().message));
}

inline constexpr std::int32_t day = 20'000; // 2024-10-04

inline LearnRow row(std::string_view moves, std::string_view move, std::uint32_t games,
                    std::uint32_t half_points, std::string engine = "Fruit",
                    std::string opponent = "Toga") {
    return {after(moves).key(),
            raw(moves, move),
            std::move(engine),
            std::move(opponent),
            games,
            half_points,
            day,
            day + 1};
}

inline book::LearnFields fields_in(const std::string& file, std::string_view moves,
                                   std::string_view move) {
    const std::string bytes = read(file);
    const auto opened = book::PolyglotBook::open(std::as_bytes(std::span(bytes)));
    REQUIRE(opened.has_value());
    for (const book::RawEntry& entry : opened->find_raw(after(moves).key()))
        if (entry.move == raw(moves, move)) return {entry.learn_count, entry.learn_sum};
    FAIL("not in the book");
    return {};
}

} // namespace polyglot::tools
