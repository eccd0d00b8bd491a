// Finds the positions of a book that stores only keys: from where games begin, along the book's
// moves and along legal moves that lead to positions of the book.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/game.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace polyglot::book {

struct WalkLimits {
    std::size_t max_ply = chess::longest_game_plies; // from the root
    // Called every few thousand positions while lines are searched for, which walk() does before
    // its first visit; false ends the search.
    std::function<bool()> keep_on{};
    // Calls work(0) … work(count - 1), in any order and on any threads, and returns when all are
    // done. Only explore() uses it; if it is empty, the caller's thread does all work.
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)> spread{};
};

struct Walked {
    std::uint64_t positions = 0; // positions of the book, each visited once
    std::uint64_t stored = 0;    // the same, counted as in Book::count_positions()
    // Positions not in the book that a book's move leads to, and whose replies were tried.
    std::uint64_t bridges = 0;
    std::uint64_t too_long = 0; // lines of max_ply moves, which were not followed further
};

// Visits a position of the book that `line` reaches from the root. All arguments are valid during
// the call only. Returning false ends the walk.
using WalkVisitor =
    std::function<bool(const chess::Position& root, std::span<const chess::Move> line,
                       const chess::Position& position, const std::vector<Entry>& entries)>;

// Visits each position of the book once, depth-first, the continuations of a line in the order of
// the book.
//
// Positions are reached, in this order of preference: by moves of the book alone; by replies that
// the book does not have, after a move of the book that leads to a position it does not have; by
// other legal moves. If there are several lines of one kind, the shortest counts. In a book that
// names_all_moves(), only its moves are followed, and the replies to a root that it does not have.
// A root need not be in the book: its replies are tried then.
//
// Memory: about 50 bytes for each position, identified by its PolyGlot key. A walk looks up about
// thirty positions for each one that it visits, so a book that reads a file for each look-up should
// be passed as with_key_filter(). tests/unit/core/book/walk/walk_test.cpp shows each kind of line.
Walked walk(const Book& book, std::span<const chess::Position> roots, const WalkLimits& limits,
            const WalkVisitor& visit);

// Visits a position of the book. The arguments are valid during the call only.
using PositionVisitor =
    std::function<void(const chess::Position& position, const std::vector<Entry>& entries)>;

// Visits the same positions in the order in which they are found, not along lines, which costs a
// third less. With WalkLimits::spread, several threads ask the book, for some thousand positions at
// a time; only the caller's thread makes visits, in the same order.
Walked explore(const Book& book, std::span<const chess::Position> roots, const WalkLimits& limits,
               const PositionVisitor& visit);

// Returns the same book with a filter that rejects nearly all positions that it does not have
// without a read. The filter takes two bytes of memory for each entry of a PolyGlot or YACB book
// and is built by reading the book once. Other books, most of which are in memory, are returned
// unchanged. The original book answers questions about its format.
std::shared_ptr<const Book> with_key_filter(std::shared_ptr<const Book> book);
// Returns the same book for a caller that asks for all replies, whatever the book. A ChessBase
// book, which with_key_filter() returns unchanged, gets a filter too; it is made from all positions
// of the book, which takes about 15 µs for each.
std::shared_ptr<const Book> with_reply_filter(std::shared_ptr<const Book> book);

} // namespace polyglot::book
