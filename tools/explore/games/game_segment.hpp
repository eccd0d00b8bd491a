// Holds some thousands of games in memory, with an index of all their positions: about six bytes a
// ply (docs/adr/0015). Test: game_segment_test.cpp.
//
// The moves of all games stand one after the other, each game's followed by a null move; the number
// of a move among them is its "entry". An entry also means the position before its move, for a null
// move the last one of the game. The index has the entries of all positions in the order of their
// keys. It has no keys: a search replays a game up to the entry that it looks at.
#pragma once
#include "core/chess/position.hpp"
#include "core/pgn/outcome.hpp"
#include "tools/common/game_reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::tools {

struct GameRecord {
    std::uint32_t first = 0;                       // entry of the first move
    std::uint32_t white = 0, black = 0, event = 0; // numbers in the tables of names
    std::uint32_t date = 0;                        // 20260131; parts that are not known are 0
    std::array<std::uint16_t, 2> elo{};            // White's and Black's; 0: unknown
    std::uint16_t opening = 0; // number of the last name along the game, from 1; 0: it has none
    pgn::Outcome outcome = pgn::Outcome::Unknown;
    // It has no moves. It keeps its place, by which the games of a piece are counted.
    bool is_left_out = false;

    unsigned year() const { return date / 10'000; }
};

class GameSegment {
  public:
    // The games of one piece of the input, up to the next piece's.
    struct Piece {
        GamePlace begin; // its lines are unknown
        std::uint32_t first_game = 0;
    };

    std::span<const GameRecord> games() const { return games_; }
    std::span<const chess::Move> moves_of(std::size_t game) const;
    const chess::Position& start_of(std::size_t game) const;
    const Piece& piece_of(std::size_t game) const;

    // Returns the entries of the position with this key, in ascending order. In Chess960, positions
    // in which different rooks may castle can have one key.
    std::span<const std::uint32_t> find(std::uint64_t key) const;
    chess::Move move_at(std::uint32_t entry) const { return moves_[entry]; }
    // Returns the number of the game that has this entry. `from` is that of any earlier entry.
    std::size_t game_at(std::uint32_t entry, std::size_t from = 0) const;

    std::uint64_t plies() const { return plies_; }
    std::uint64_t bytes() const;

  private:
    friend class SegmentBuilder;
    std::uint64_t key_at(std::uint32_t entry) const;

    std::vector<GameRecord> games_;
    std::vector<chess::Move> moves_;
    std::vector<std::uint32_t> index_;
    std::vector<Piece> pieces_;
    // The start positions other than the usual one, and which games begin with them, by game.
    std::vector<chess::Position> starts_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> start_of_;
    std::uint64_t plies_ = 0;
};

class SegmentBuilder {
  public:
    void begin_piece(const GamePlace& begin);
    // Begins a game. The builder sets first, opening, outcome and is_left_out.
    void begin_game(const GameRecord& game, const chess::Position& start);
    void add(const chess::Position& before, chess::Move move);
    void end_game(pgn::Outcome outcome);

    std::size_t entries() const { return segment_.moves_.size(); }
    // Returns the segment, sorted and with names of openings, and begins an empty one.
    GameSegment take();

  private:
    struct Keyed {
        std::uint64_t key = 0;
        std::uint32_t entry = 0;
    };
    void set_start(const chess::Position& start);
    void sort_by_key();
    void name_openings(std::span<const Keyed> sorted);

    GameSegment segment_;
    std::vector<Keyed> keyed_, sorted_; // the second one only within sort_by_key()
    std::unordered_multimap<std::uint64_t, std::uint32_t> known_starts_; // by key
    chess::Position before_ = chess::Position::start();                  // the last move
};

} // namespace polyglot::tools
