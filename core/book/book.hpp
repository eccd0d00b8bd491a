// What every opening book is to its user: entries for a position.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::book {

class KeyFilter; // core/book/walk/key_set.hpp

enum class Format : std::uint8_t { PolyGlot, Arena, Yacb, Sftt, Experience, ChessBase, Grown };
std::string_view
name_of(Format format); // "PolyGlot", "Arena", "YACB", "SFTT", "experience", "ChessBase", "grow-book store"

// The games of a move as an Arena book keeps them.
struct GameCounts {
    std::uint32_t games = 0;
    std::uint32_t white_wins = 0, white_losses = 0; // the others were drawn; not always true to games in real files
    friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

// What a book of values says of a whole position (docs/formats/yacb.md, docs/formats/sftt.md).
struct Evaluation {
    enum class Type : std::uint8_t { Centipawns, WonCentipawns, DistanceToZeroing, DistanceToMate, PerCent };
    enum class Bound : std::uint8_t { Exact, Lower, Upper, Proven };
    enum class Source : std::uint8_t { Table, Engine, Statistics, Other };
    int value = 0; // for White; PerCent: 0..40000, 400 being 1 %
    Type type = Type::Centipawns;
    Bound bound = Bound::Exact; // from White's point of view
    Source source = Source::Table;
    std::uint16_t elo = 0;      // YACB; 65535: not to be replaced
    std::optional<int> depth{}; // SFTT, experience: plies
    friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// One line of the book, with the results of the games in which we played it: from the learn fields of the file, or from
// a separate store.
struct Entry {
    chess::Move move; // null when the book's move is not legal here: it counts in the shares, never played
    std::uint32_t weight = 0;
    std::uint32_t learn_count = 0; // BookLearn: games in which we played this move here
    std::uint32_t learn_sum = 0;   // BookLearn: half-points we scored in them (2 win, 1 draw, 0 loss)
    std::uint32_t age_days = 0;    // since the last of these games; 0 if unknown
    // What only some formats know, for display, conversion and conditions.
    std::optional<int> priority{};          // Arena: 0 (never) to 255
    std::optional<GameCounts> games{};      // Arena, ChessBase, and statistics of make-book
    std::optional<Evaluation> evaluation{}; // of the position, the same in each of its entries;
                                            // experience: of the move, and the best move comes first
};

class Book {
  public:
    virtual ~Book() = default;
    // All entries of this position in file order. Never throws at damage in the file. Any number of threads.
    virtual std::vector<Entry> find(const chess::Position& position) const = 0;

    // The reason why the book cannot answer for such a position, whatever it contains: a sentence without final full
    // stop, to be reported once per game. Empty if it can answer; otherwise find() returns nothing.
    virtual std::string_view refuses(const chess::Position& /*position*/) const { return {}; }

    virtual Format format() const { return Format::PolyGlot; }
    // It says something of this position, if only that no move of it is good.
    virtual bool knows(const chess::Position& position) const { return !find(position).empty(); }
    // False: surely not. Quick where knows() has to read.
    virtual bool might_contain(const chess::Position& /*position*/) const { return true; }
    // It has every move that leads from one of its positions to another: a walk follows no others.
    virtual bool names_all_moves() const { return false; }
    // Positions with the same number are one to count_positions().
    virtual std::uint64_t identity_of(const chess::Position& position) const { return position.key(); }
    // Of the PolyGlot keys of all positions that it knows, and some more; null if it has none. Valid as long as the
    // book.
    virtual const KeyFilter* key_filter() const { return nullptr; }
    // False: surely no position has a move that may be played. Reads a bounded part of the file.
    virtual bool gives_moves() const { return true; }
    // Different positions; may read the whole file.
    virtual std::uint64_t count_positions() const { return 0; }
    // What the file says of itself, for info-book: ("Author", "M. Kempe"), …
    using Facts = std::vector<std::pair<std::string, std::string>>;
    virtual Facts facts() const { return {}; }
    // What is odd about the file, each a sentence without final full stop.
    virtual std::vector<std::string> warnings() const { return {}; }
};

} // namespace polyglot::book
