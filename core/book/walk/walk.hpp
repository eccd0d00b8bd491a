// Finding the positions of a book that only knows keys: from where games begin, along its moves and
// along legal moves that lead to what it knows.
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
    // Asked every few thousand positions while ways are looked for, in walk() before the first
    // visit; false ends it.
    std::function<bool()> keep_on{};
    // Calls work(0) … work(count - 1), in any order and any threads, and returns when all are done.
    // Only explore() uses it; empty: the caller's thread does everything.
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)> spread{};
};

struct Walked {
    std::uint64_t positions = 0; // known ones, each visited once
    std::uint64_t stored = 0;    // the same as Book::count_positions() counts them
    // Unknown ones that a book's move leads to, whose replies were tried
    std::uint64_t bridges = 0;
    std::uint64_t too_long = 0; // lines of max_ply moves, whose continuations were not followed
};

// A known position, reached by line from the root. Position and line are valid during the call
// only. False ends it.
using WalkVisitor =
    std::function<bool(const chess::Position& root, std::span<const chess::Move> line,
                       const chess::Position& position, const std::vector<Entry>& entries)>;

// Positions are reached, in this order of preference: by moves of the book alone; by replies that
// the book does not have to a move of the book that leads to where it knows nothing; by other moves
// than the book's. A book that names_all_moves() is followed by its moves alone, and by replies to
// a root that it does not know. Of equal ones the shortest line counts. Each position is visited
// once, depth-first along these lines, each line's own continuations in the order of the book.
// Memory: some 50 bytes for each position, known by its PolyGlot key. A root need not be known: its
// replies are tried then. A walk asks for some thirty positions for each one that it visits, so a
// book that reads a file for each should be given as with_key_filter().
Walked walk(const Book& book, std::span<const chess::Position> roots, const WalkLimits& limits,
            const WalkVisitor& visit);

// A known position. Valid during the call only.
using PositionVisitor =
    std::function<void(const chess::Position& position, const std::vector<Entry>& entries)>;

// The same positions in the order in which they are found, and not along lines: costs a third less.
// With WalkLimits::spread the book is asked by several threads, for some thousand positions at a
// time; visits are made by the caller's alone, in the same order.
Walked explore(const Book& book, std::span<const chess::Position> roots, const WalkLimits& limits,
               const PositionVisitor& visit);

// The same book with a filter that rejects nearly all unknown positions without a read: two bytes
// of memory for each entry of a PolyGlot or YACB book, built by reading it once. Other books, which
// are in memory, are returned unchanged. For details of the format ask the original book.
std::shared_ptr<const Book> with_key_filter(std::shared_ptr<const Book> book);
// The same for what asks for all replies whatever the book: a ChessBase book, which
// with_key_filter() returns unchanged, gets a filter too. It is made of all positions that the book
// knows, some 15 µs each.
std::shared_ptr<const Book> with_reply_filter(std::shared_ptr<const Book> book);

} // namespace polyglot::book
