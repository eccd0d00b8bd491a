// Results by opening. A game of which both sides have written a log counts once.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::tools {

// What the log of one side says of a game with a book move.
struct OpeningSide {
    // The last name that the game had while this side had a book move
    std::string opening;
    std::size_t opening_ply = 0;            // of its last book move
    bool white = true;                      // this side
    std::optional<int> white_half_points{}; // nullopt: the result is not known
    std::uint64_t moves = 0, book_moves = 0;
    std::optional<std::size_t> left_ply{}; // plies made when it left the book
};

struct OpeningTally {
    std::uint64_t games = 0, white_won = 0, drawn = 0, black_won = 0, unknown = 0;
    std::uint64_t moves = 0, book_moves = 0; // of the sides whose logs are read
    // Sides that left the book, and the plies made when they did
    std::uint64_t left = 0, left_plies = 0;
    // White's, of 1; nullopt if no result is known.
    std::optional<double> white_score() const;
};

class OpeningGames {
  public:
    // start and moves: of the game as this side has seen it. The log of the side that does not make
    // the last move may lack up to two plies. The same game by the other colour, if there is one
    // that has not been found yet, is joined with this one, under the name of the side that was in
    // its book for longer.
    void add(const std::string& start, const std::vector<std::string>& moves, OpeningSide side);
    // By name, the most played first.
    std::vector<std::pair<std::string, OpeningTally>> tallies() const;

  private:
    static constexpr std::size_t most_missing = 2; // plies
    // Hashes of the start and the first N, N-1 and N-2 plies.
    using Hashes = std::array<std::uint64_t, most_missing + 1>;
    struct Game {
        OpeningSide side; // joined: the sums of both
        std::size_t plies = 0;
        Hashes hashes{};
        std::uint64_t left = 0, left_plies = 0;
    };
    static Hashes hash(const std::string& start, const std::vector<std::string>& moves);
    std::optional<std::size_t> take_other_side(const Hashes& hashes, std::size_t plies, bool white);
    static void join(Game& game, OpeningSide side);

    std::vector<Game> games_;
    // Games of one side, by each of their hashes
    std::unordered_multimap<std::uint64_t, std::size_t> alone_;
};

} // namespace polyglot::tools
