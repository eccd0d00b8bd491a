// What every opening book is to its user: entries for a position.
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

// The games of a move as an Arena book keeps them.
struct GameCounts {
    std::uint32_t games = 0;
    // The others were drawn; not always true to games in real files
    std::uint32_t white_wins = 0, white_losses = 0;
    friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

// What a book of values says of a whole position (docs/formats/yacb.md, docs/formats/sftt.md).
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

// One line of the book, with the results of the games in which we played it: from the learn fields
// of the file, or from a separate store.
struct Entry {
    // Null when the book's move is not legal here: it counts in the shares, never played
    chess::Move move;
    std::uint32_t weight = 0;
    std::uint32_t learn_count = 0; // BookLearn: games in which we played this move here
    // BookLearn: half-points we scored in them (2 win, 1 draw, 0 loss)
    std::uint32_t learn_sum = 0;
    std::uint32_t age_days = 0; // since the last of these games; 0 if unknown
    // What only some formats know, for display, conversion and conditions.
    std::optional<int> priority{};          // Arena: 0 (never) to 255
    std::optional<GameCounts> games{};      // Arena, ChessBase, and statistics of make-book
    std::optional<Evaluation> evaluation{}; // of the position, the same in each of its entries;
        // experience: of the move, and the best move comes first
};

// Which moves of a ChessBase book have a weight. Red moves and those marked ? or ?? never have one.
enum class CtgMoves : std::uint8_t {
    Green, // those that the author recommends and has not marked ?!
    All
};

// How a book is read, where its format leaves a choice.
struct Reading {
    std::optional<CtgMoves> ctg_moves{}; // ChessBase
    std::optional<int> min_depth{};      // SFTT, experience: of the entries, plies
    std::optional<double> temperature{}; // experience: of the weights, centipawns
    // Experience: they decide by which keys positions are known
    std::span<const chess::Position> known{};
};

// The texts of a file's header, and the variants that it names, in XBoard's names.
struct HeaderTexts {
    std::string comment, author;
    std::optional<std::vector<std::string>> variants; // nullopt: it does not say
};

class Book {
  public:
    virtual ~Book() = default;
    // All entries of this position in file order. Never throws at damage in the file. Any number of
    // threads.
    virtual std::vector<Entry> find(const chess::Position& position) const = 0;

    // The reason why the book cannot answer for such a position, whatever it contains: a sentence
    // without final full stop, to be reported once per game. Empty if it can answer; otherwise
    // find() returns nothing.
    virtual std::string_view refuses(const chess::Position& /*position*/) const { return {}; }

    virtual const FormatInfo& format() const; // PolyGlot's, also of a book that was never a file
    // It says something of this position, if only that no move of it is good.
    virtual bool knows(const chess::Position& position) const { return !find(position).empty(); }
    // False: surely not. Quick where knows() has to read.
    virtual bool might_contain(const chess::Position& /*position*/) const { return true; }
    // It has every move that leads from one of its positions to another: a walk follows no others.
    virtual bool names_all_moves() const { return false; }
    // Positions with the same number are one to count_positions().
    virtual std::uint64_t identity_of(const chess::Position& position) const {
        return position.key();
    }
    // Of the PolyGlot keys of all positions that it knows, and some more; null if it has none.
    // Valid as long as the book.
    virtual const KeyFilter* key_filter() const { return nullptr; }
    // By which the book knows the position.
    virtual std::uint64_t key_of(const chess::Position& position) const { return position.key(); }
    // A filter of key_of() of all known positions. Null if none is needed because the book is in
    // memory, or if the file can no longer be read. Reads all of it.
    virtual std::shared_ptr<const KeyFilter> make_key_filter() const { return nullptr; }
    // False: surely no position has a move that may be played. Reads a bounded part of the file.
    virtual bool gives_moves() const { return true; }
    // Different positions; may read the whole file.
    virtual std::uint64_t count_positions() const { return 0; }
    // What the file says of itself, for info-book: ("Author", "M. Kempe"), …
    using Facts = std::vector<std::pair<std::string, std::string>>;
    virtual Facts facts() const { return {}; }
    // What is odd about the file, each a sentence without final full stop.
    virtual std::vector<std::string> warnings() const { return {}; }
    virtual HeaderTexts header_texts() const { return {}; }
    // Where its games begin, as the file says: none if it says nothing. An error if that cannot be
    // read.
    virtual Result<std::vector<chess::Position>> roots() const {
        return std::vector<chess::Position>();
    }
    // False if the file has been cut short since it was opened: entries that are gone look like
    // none.
    virtual bool is_whole() const { return true; }

    // The same book, read like this; null if its format leaves no such choice.
    virtual std::shared_ptr<const Book> read_by(const Reading& /*reading*/) const {
        return nullptr;
    }
    // All entries of this position: also those that find() leaves out, with weight 0.
    virtual std::vector<Entry> find_all(const chess::Position& position) const {
        return find(position);
    }
    // The reason why find() gives a legal move of this position the weight 0; empty if there is
    // none but the weight.
    virtual std::string why_no_weight(const chess::Position& /*position*/,
                                      const Entry& /*entry*/) const {
        return {};
    }
    // Formats that keep moves in Stockfish's 16 bits: those of the position, whether or not they
    // are legal.
    virtual std::vector<std::uint16_t> stockfish_moves(const chess::Position& /*position*/) const {
        return {};
    }

    // What only one format has, for commands that show or copy it unchanged; null if the book has
    // nothing of the kind.
    virtual const AbkHeader* arena_header() const { return nullptr; }
    virtual const PolyglotBook* polyglot() const { return nullptr; }
    virtual const YacbBook* yacb() const { return nullptr; }
    virtual const CtgBook* chessbase() const { return nullptr; }
};

// A book around another one: what a derived class does not override is the other book's answer.
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
