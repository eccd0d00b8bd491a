// Reads games from PGN text fast enough for books of hundreds of millions of games: the text is in
// memory, no memory is allocated per move, and unneeded parts are skipped.
#pragma once
#include "core/chess/position.hpp"
#include "core/pgn/outcome.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::pgn {

enum class ProblemKind : std::uint8_t {
    None,
    UnreadableMove, // a word that is not a move in any notation
    IllegalMove,
    AmbiguousMove,
    NullMove,
    BadFen,
    UnknownVariant,
    UnclosedComment,
    UnclosedVariation,
    TooManyPlies,
    TooLarge, // a game of more bytes than are read at once
};
constexpr std::size_t problem_kinds = 11;
std::string_view name_of(ProblemKind kind); // "illegal move", … for reports

// Reason why a game's main line ends early or is absent.
struct Problem {
    ProblemKind kind = ProblemKind::None;
    std::uint64_t line = 0; // line of the scanned text, from 1
    std::string message;    // a sentence without final full stop
    explicit operator bool() const { return kind != ProblemKind::None; }
};

// A game's tag pairs in order, as views into the text.
class Tags {
  public:
    struct Tag {
        std::string_view name;
        std::string_view value; // as written between the quotes: unescape_tag_value()
    };
    // Returns the value, as written, of the first tag with this name in any case; empty if there is
    // none.
    std::string_view find(std::string_view name) const { return find(name, head_of(name)); }
    const std::vector<Tag>& all() const { return tags_; }

  private:
    template <class Rules>
    friend class Scanner;
    // The first bytes of a name, the same for all its spellings. Comparing them nearly always
    // decides whether two names are equal.
    using Head = std::uint64_t;
    static constexpr Head head_of(std::string_view name) {
        std::array<char, sizeof(Head)> bytes{};
        for (std::size_t i = 0; i < bytes.size() && i < name.size(); ++i)
            bytes[i] = name[i];
        return std::bit_cast<Head>(bytes) | 0x2020202020202020U;
    }
    // Returns one of 64 bits. It shows for most absent tags, without a search, that they are
    // absent; the same tags are looked up in every game.
    static constexpr std::uint64_t bit_of(Head head) {
        return std::uint64_t{1} << (head * 0x9e3779b97f4a7c15 >> 58);
    }
    std::string_view find(std::string_view name, Head head) const;
    bool has(std::string_view name, Head head) const; // the name must be spelt exactly like this
    void add(std::string_view name, Head head, std::string_view value);
    void clear();

    std::vector<Tag> tags_;
    std::vector<Head> heads_;
    std::uint64_t bits_ = 0; // the bits of all heads_
};

constexpr std::size_t all_plies = std::numeric_limits<std::size_t>::max();

// Receives the games, one after the other. Views are valid until end_game() returns.
template <class Position, class Move>
class VisitorOf {
  public:
    virtual ~VisitorOf() = default;
    // Called when the header is complete. line: the line at which the game begins, or 0
    // (ScanOptions::game_lines). Returns the number of plies of the main line to read. Later moves
    // are not read, so problems in them are not reported.
    virtual std::size_t begin_game(const Tags& tags, const Position& start, std::uint64_t line) = 0;
    // Called with a legal move and the position before it; before.key() is the key of that
    // position. ply: counted from 0 at the game's start position. variation: 0 in the main line,
    // else the depth (only with ScanOptions::variations).
    virtual void on_move(const Position& before, Move move, std::size_t ply,
                         std::size_t variation) = 0;
    // Called if the move of the last on_move() is marked as a mistake. Only with
    // ScanOptions::skip_marks.
    virtual void on_mistake() {}
    // Called with a comment after a move of the main line. ply: that of the move. Only with
    // ScanOptions::comments.
    virtual void on_comment(std::string_view /*comment*/, std::size_t /*ply*/) {}
    // Called at the end of the game. plies: the number of plies of the main line that were read.
    virtual void end_game(Outcome outcome, std::size_t plies, const Problem& problem) = 0;
};
using GameVisitor = VisitorOf<chess::Position, chess::Move>;

// A main line ends, with a problem, after max_plies (the rules allow less than 18,000). Tags beyond
// max_tags in a game, and moves in variations nested deeper than max_variation_depth, are skipped.
constexpr std::size_t max_plies = 65536;
constexpr std::size_t max_tags = 256;
constexpr std::size_t max_variation_depth = 64;

struct ScanOptions {
    // Reads moves in variations as well. A broken variation ends at the fault, without effect on
    // other moves.
    bool variations = false;
    // Reads every game from the standard start position, whatever its tags FEN and Variant, as
    // PolyGlot does.
    bool ignore_fen = false;
    bool cut_short = false; // the text is a Chunk with `cut_short` set
    // Passes the line of a game to begin_game(). If not set, begin_game() gets 0, which is faster.
    bool game_lines = true;
    // Calls on_mistake() for moves with ? ?? $2 $4. The moves after them in their line are not
    // reported.
    bool skip_marks = false;
    bool skip_doubtful = false; // with skip_marks: calls it for moves with ?! $6, too
    bool comments = false;      // calls on_comment()
};

struct ScanCounts {
    std::uint64_t games = 0;
    std::uint64_t lines = 0; // line ends (LF, CRLF, CR) in the text
};

// Scans a text of whole games, as Chunks delivers it. tokenizer.hpp lists what is skipped.
//
// Moves are read as in chess::parse_san(). If that fails, they are read as coordinates (e2e4, or in
// digits: 5254). A null move ends the main line, because the moves after it do not belong to the
// game.
//
// A game begins at its first tag or, without tags, at a word that is a legal first move; other text
// between games is skipped. A game ends at its termination marker outside variations; at a tag
// after its moves; or, if there are no moves, where a new header begins: at a second Event tag, or
// at a repeated tag name after an empty line.
//
// The outcome is that of the Result tag. If the tag is missing, unreadable or *, it is that of the
// termination marker.
//
// The FEN tag states the start position, unless the tag SetUp is 0.
//
// If there is a Variant tag, it must name chess, from the standard start position or any other, or
// Chess960. The moves of other games are not read. tests/unit/core/pgn/scanner_test.cpp shows each
// case.
ScanCounts scan_games(std::string_view text, const ScanOptions& options, GameVisitor& visitor);

} // namespace polyglot::pgn
