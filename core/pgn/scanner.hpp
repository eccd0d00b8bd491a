// Reads games from PGN text at the speed needed for books of hundreds of millions of games: the
// text is in memory, nothing is allocated per move, and unneeded parts are skipped.
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

// Why a game's main line ends early, or why it has none.
struct Problem {
    ProblemKind kind = ProblemKind::None;
    std::uint64_t line = 0; // from 1 at the beginning of the text that was scanned
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
    // The first tag of this name in any case, as written; empty if there is none.
    std::string_view find(std::string_view name) const { return find(name, head_of(name)); }
    const std::vector<Tag>& all() const { return tags_; }

  private:
    friend class Scanner;
    // The first bytes of a name, the same for all its spellings. Nearly always, comparing these
    // answers whether two names are equal.
    using Head = std::uint64_t;
    static constexpr Head head_of(std::string_view name) {
        std::array<char, sizeof(Head)> bytes{};
        for (std::size_t i = 0; i < bytes.size() && i < name.size(); ++i)
            bytes[i] = name[i];
        return std::bit_cast<Head>(bytes) | 0x2020202020202020U;
    }
    // One of 64 bits, to know at once of most absent tags, which are asked for in every game, that
    // they are absent.
    static constexpr std::uint64_t bit_of(Head head) {
        return std::uint64_t{1} << (head * 0x9e3779b97f4a7c15 >> 58);
    }
    std::string_view find(std::string_view name, Head head) const;
    bool has(std::string_view name, Head head) const; // spelt exactly so
    void add(std::string_view name, Head head, std::string_view value);
    void clear();

    std::vector<Tag> tags_;
    std::vector<Head> heads_;
    std::uint64_t bits_ = 0; // of all heads
};

constexpr std::size_t all_plies = std::numeric_limits<std::size_t>::max();

// Receives one game after the other. Views are valid until end_game() returns.
class GameVisitor {
  public:
    virtual ~GameVisitor() = default;
    // The header is complete; line: where the game begins, or 0 (ScanOptions::game_lines). Returns
    // how many plies of the main line are wanted. The rest of the moves is not read, so it has no
    // problems either.
    virtual std::size_t begin_game(const Tags& tags, const chess::Position& start,
                                   std::uint64_t line) = 0;
    // A legal move, about to be made: before.key() is its position's key. ply: from 0 at the game's
    // start position. variation: 0 in the main line, else how deep (only with
    // ScanOptions::variations).
    virtual void on_move(const chess::Position& before, chess::Move move, std::size_t ply,
                         std::size_t variation) = 0;
    // The move of the last on_move() is marked as a mistake. Only with ScanOptions::skip_marks.
    virtual void on_mistake() {}
    // plies: of the main line, as many as were read.
    virtual void end_game(Outcome outcome, std::size_t plies, const Problem& problem) = 0;
};

// A main line ends, with a problem, after this many plies (the rules allow under 18,000). Tags
// beyond this many per game, and moves in variations nested deeper than this, are left out.
constexpr std::size_t max_plies = 65536;
constexpr std::size_t max_tags = 256;
constexpr std::size_t max_variation_depth = 64;

struct ScanOptions {
    // Moves in parentheses too. A broken one ends there and harms nothing else
    bool variations = false;
    // Every game from the array, whatever its tags FEN and Variant: as PolyGlot reads them
    bool ignore_fen = false;
    bool cut_short = false; // the text is a Chunk that is
    // begin_game() is told where its game begins; else it gets 0, which is quicker
    bool game_lines = true;
    // on_mistake() for moves with ? ?? $2 $4; what follows them in their line is not reported
    bool skip_marks = false;
};

struct ScanCounts {
    std::uint64_t games = 0;
    std::uint64_t lines = 0; // line ends (LF, CRLF, CR) in the text
};

// Reads whole games, as Chunks gives them. tokenizer.hpp lists what is skipped.
//
// Moves are read as in chess::parse_san(), and in coordinates (e2e4, or in digits: 5254) if that
// fails. A null move ends the main line, because the moves after it do not belong to the game.
//
// A game begins at its first tag, or without tags at a word that is a legal first move; text
// between games is nothing. A game ends at its termination marker outside variations; at a tag
// after its moves; or, if there are no moves, where a new header begins: at a second Event tag, or
// at a repeated tag name after an empty line.
//
// The outcome is that of the Result tag; where that is missing, unreadable or *, the termination
// marker's.
//
// A FEN tag is the start position, unless the tag SetUp is 0.
//
// The tag Variant, when it is there, must name chess, from the array or any position, or Chess960;
// the moves of other games are not read.
ScanCounts scan_games(std::string_view text, const ScanOptions& options, GameVisitor& visitor);

} // namespace polyglot::pgn
