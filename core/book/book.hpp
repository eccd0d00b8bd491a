// The interface of every opening book: it returns entries for a position.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::book {

class KeyFilter;   // core/book/walk/key_set.hpp
struct FormatInfo; // core/book/format.hpp
struct AbkHeader;
class PolyglotBook;
class YacbBook;
class CtgBook;

// The games of a move as Arena books, ChessBase books and statistics of make-book count them.
struct GameCounts {
    std::uint32_t games = 0;
    // The other games were drawn. In some files the sum of wins and losses exceeds `games`.
    std::uint32_t white_wins = 0, white_losses = 0;
    friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

// This is what a book of values states about a whole position (docs/formats/yacb.md,
// docs/formats/sftt.md).
struct Evaluation {
    enum class Type : std::uint8_t {
        Centipawns,
        WonCentipawns,
        DistanceToZeroing,
        DistanceToMate,
        PerCent
    };
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

// One move of a position, with the results of the games in which we played it. The results are from
// the learn fields of the file or from a separate store.
struct Entry {
    // Null if the book's move is not legal here. Such an entry counts in the shares and is never
    // played.
    chess::Move move;
    std::uint32_t weight = 0;
    std::uint32_t learn_count = 0; // BookLearn: games in which we played this move here
    // In these games we scored this many half-points: 2 for a win, 1 for a draw, 0 for a loss.
    std::uint32_t learn_sum = 0;
    std::uint32_t age_days = 0; // since the last of these games; 0 if unknown
    // The fields from here on are known to some formats only. They serve display, conversion and
    // conditions.
    std::optional<int> priority{};     // Arena: 0 (never) to 255
    std::optional<GameCounts> games{}; // Arena, ChessBase, and statistics of make-book
    // Evaluation of the position, the same in each of its entries. In an experience file it is the
    // evaluation of the move, and the best move comes first.
    std::optional<Evaluation> evaluation{};
};

// Selects the moves of a ChessBase book that have a weight. Red moves and moves marked ? or ??
// never have one.
enum class CtgMoves : std::uint8_t {
    Green, // recommended by the author and not marked ?!
    All
};

// Determines how a book is read where its format leaves a choice. Nullopt and an empty span leave
// the default.
struct Reading {
    std::optional<CtgMoves> ctg_moves{}; // ChessBase
    std::optional<int> min_depth{};      // SFTT, experience: least depth of an entry, plies
    std::optional<double> temperature{}; // experience: how fast weights fall, centipawns
    // Experience: the scheme of the keys is the one that knows most of these positions.
    std::span<const chess::Position> known{};
};

// The texts of a file's header, and the variants that it lists, by XBoard's names.
struct HeaderTexts {
    std::string comment, author;
    std::optional<std::vector<std::string>> variants; // nullopt: not stated
};

// Threads may share a book: any number of them may call its const functions, unless its class
// states otherwise.
class Book {
  public:
    virtual ~Book() = default;
    // Returns all entries of this position in file order. Damage in the file never throws: what
    // cannot be read is left out.
    virtual std::vector<Entry> find(const chess::Position& position) const = 0;

    // Returns the reason why the book cannot answer for such a position, whatever it contains: a
    // sentence without final full stop, which callers report once per game. Empty if the book can
    // answer; if not, find() returns nothing.
    virtual std::string_view refuses(const chess::Position& /*position*/) const { return {}; }

    // Returns the row of the book's format; PolyGlot's for a book that was never a file.
    virtual const FormatInfo& format() const;
    // True if the book has the position, even if none of its moves may be played.
    virtual bool knows(const chess::Position& position) const { return !find(position).empty(); }
    // False if the position is certainly not in the book. This is quick where knows() has to read.
    virtual bool might_contain(const chess::Position& /*position*/) const { return true; }
    // True if the book has every move that leads from one of its positions to another. A walk then
    // follows no other moves.
    virtual bool names_all_moves() const { return false; }
    // Returns a number that identifies the position for count_positions(): positions with the same
    // number count as one.
    virtual std::uint64_t identity_of(const chess::Position& position) const {
        return position.key();
    }
    // Returns a filter of the PolyGlot keys of all positions in the book, which also passes some
    // other keys; null if the book keeps no filter. Valid as long as the book.
    virtual const KeyFilter* key_filter() const { return nullptr; }
    // Returns the key by which the book finds the position.
    virtual std::uint64_t key_of(const chess::Position& position) const { return position.key(); }
    // Returns a filter of the key_of() of all positions in the book. Null if no filter is needed
    // because the book is in memory, or if the file can no longer be read. Reads the whole file.
    virtual std::shared_ptr<const KeyFilter> make_key_filter() const { return nullptr; }
    // False if certainly no position has a move that may be played. Reads a bounded part of the
    // file.
    virtual bool gives_moves() const { return true; }
    // Returns the number of different positions; may read the whole file.
    virtual std::uint64_t count_positions() const { return 0; }
    // Returns what the file says about itself, for info-book: ("Author", "M. Kempe"), …
    using Facts = std::vector<std::pair<std::string, std::string>>;
    virtual Facts facts() const { return {}; }
    // Returns what is odd about the file, each a sentence without final full stop.
    virtual std::vector<std::string> warnings() const { return {}; }
    virtual HeaderTexts header_texts() const { return {}; }
    // Returns the positions at which the games of the book begin, as the file states them; empty if
    // it states none. Fails if that part of the file cannot be read.
    virtual Result<std::vector<chess::Position>> roots() const {
        return std::vector<chess::Position>();
    }
    // False if the file has been cut short since it was opened. Entries beyond its end then look
    // like absent ones.
    virtual bool is_whole() const { return true; }

    // Returns the same book, read in this way; null if its format leaves no such choice.
    virtual std::shared_ptr<const Book> read_by(const Reading& /*reading*/) const {
        return nullptr;
    }
    // Returns all entries of this position. Those that find() leaves out are included with weight
    // 0.
    virtual std::vector<Entry> find_all(const chess::Position& position) const {
        return find(position);
    }
    // Returns the reason why find() gives a legal move of this position the weight 0; empty if the
    // stored weight is the only reason.
    virtual std::string why_no_weight(const chess::Position& /*position*/,
                                      const Entry& /*entry*/) const {
        return {};
    }
    // Returns the moves of the position in Stockfish's 16 bits, whether or not they are legal.
    // Empty for formats that do not keep moves in this form.
    virtual std::vector<std::uint16_t> stockfish_moves(const chess::Position& /*position*/) const {
        return {};
    }

    // These return what only one format has, for commands that show or copy it unchanged; null if
    // the book does not have it.
    virtual const AbkHeader* arena_header() const { return nullptr; }
    virtual const PolyglotBook* polyglot() const { return nullptr; }
    virtual const YacbBook* yacb() const { return nullptr; }
    virtual const CtgBook* chessbase() const { return nullptr; }
};

// Wraps another book: what a derived class does not override is answered by the wrapped book.
class BookAround : public Book {
  public:
    explicit BookAround(std::shared_ptr<const Book> inner) : inner_(std::move(inner)) {}

    std::vector<Entry> find(const chess::Position& position) const override {
        return inner_->find(position);
    }
    std::string_view refuses(const chess::Position& position) const override {
        return inner_->refuses(position);
    }
    const FormatInfo& format() const override { return inner_->format(); }
    bool knows(const chess::Position& position) const override { return inner_->knows(position); }
    bool might_contain(const chess::Position& position) const override {
        return inner_->might_contain(position);
    }
    bool names_all_moves() const override { return inner_->names_all_moves(); }
    std::uint64_t identity_of(const chess::Position& position) const override {
        return inner_->identity_of(position);
    }
    const KeyFilter* key_filter() const override { return inner_->key_filter(); }
    std::uint64_t key_of(const chess::Position& position) const override {
        return inner_->key_of(position);
    }
    std::shared_ptr<const KeyFilter> make_key_filter() const override {
        return inner_->make_key_filter();
    }
    bool gives_moves() const override { return inner_->gives_moves(); }
    std::uint64_t count_positions() const override { return inner_->count_positions(); }
    Facts facts() const override { return inner_->facts(); }
    std::vector<std::string> warnings() const override { return inner_->warnings(); }
    HeaderTexts header_texts() const override { return inner_->header_texts(); }
    Result<std::vector<chess::Position>> roots() const override { return inner_->roots(); }
    bool is_whole() const override { return inner_->is_whole(); }
    std::shared_ptr<const Book> read_by(const Reading& reading) const override {
        return inner_->read_by(reading);
    }
    std::vector<Entry> find_all(const chess::Position& position) const override {
        return inner_->find_all(position);
    }
    std::string why_no_weight(const chess::Position& position, const Entry& entry) const override {
        return inner_->why_no_weight(position, entry);
    }
    std::vector<std::uint16_t> stockfish_moves(const chess::Position& position) const override {
        return inner_->stockfish_moves(position);
    }
    const AbkHeader* arena_header() const override { return inner_->arena_header(); }
    const PolyglotBook* polyglot() const override { return inner_->polyglot(); }
    const YacbBook* yacb() const override { return inner_->yacb(); }
    const CtgBook* chessbase() const override { return inner_->chessbase(); }

  protected:
    const std::shared_ptr<const Book>& inner() const { return inner_; }

  private:
    std::shared_ptr<const Book> inner_;
};

} // namespace polyglot::book
