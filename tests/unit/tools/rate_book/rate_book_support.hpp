// What the tests of rate-book share: books of a few moves, and an engine made of a table.
#pragma once
#include "core/book/polyglot/book.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/rate_book/rating_book.hpp"
#include "tools/rate_book/ratings.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::rate_book_test {

using namespace polyglot::tools;

inline chess::Position after_moves(std::string_view moves,
                                   chess::Position position = chess::Position::start()) {
    while (!moves.empty()) {
        const std::string_view word = moves.substr(0, moves.find(' '));
        moves.remove_prefix(std::min(word.size() + 1, moves.size()));
        position.make(chess::parse_uci_move(position, word).value());
    }
    return position;
}

// A book in memory: each line of moves gets a weight for its last move.
class SmallBook final : public book::Book {
  public:
    void add(std::string_view line, std::uint32_t weight,
             const chess::Position& root = chess::Position::start()) {
        const auto last = line.find_last_of(' ');
        const auto before =
            after_moves(last == std::string_view::npos ? "" : line.substr(0, last), root);
        const auto word = line.substr(last == std::string_view::npos ? 0 : last + 1);
        entries_[before.key()].push_back(
            {.move = chess::parse_uci_move(before, word).value(), .weight = weight});
    }
    std::vector<book::Entry> find(const chess::Position& position) const override {
        const auto found = entries_.find(position.key());
        return found == entries_.end() ? std::vector<book::Entry>() : found->second;
    }

  private:
    std::map<std::uint64_t, std::vector<book::Entry>> entries_;
};

inline BookReach reach_of(const SmallBook& book,
                          const std::vector<chess::Position>& roots = {chess::Position::start()}) {
    const std::shared_ptr<const book::Book> shared(&book, [](const book::Book*) {});
    const Branches branches({shared, shared, shared});
    const std::vector<GrowPosition> places(roots.begin(), roots.end());
    return {moves_of(branches), places, [] { return true; }};
}

inline double reach_after(const BookReach& reach, std::string_view moves) {
    const auto number = reach.number_of(after_moves(moves).key());
    return number ? reach.positions()[*number].reach() : -1;
}

} // namespace polyglot::rate_book_test
