// Sums up results by opening. A game with a log of each side counts once.
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

// Holds the log's data about one side of a game with a book move.
struct OpeningSide {
    // This is the last opening name at a time when this side still had a book move.
    std::string opening;
    std::size_t opening_ply = 0;            // of its last book move
    bool white = true;                      // whether this side is White
    std::optional<int> white_half_points{}; // nullopt if the result is unknown
    std::uint64_t moves = 0, book_moves = 0;
    std::optional<std::size_t> left_ply{}; // plies played when it left the book
};

struct OpeningTally {
    std::uint64_t games = 0, white_won = 0, drawn = 0, black_won = 0, unknown = 0;
    std::uint64_t moves = 0, book_moves = 0; // of the sides with a log
    // Counts the sides that left the book, and the sum of the plies played when they did.
    std::uint64_t left = 0, left_plies = 0;
    // Returns White's score, 0 to 1, or nullopt if no result is known.
    std::optional<double> white_score() const;
};

class OpeningGames {
  public:
    // Adds a game; start and moves are those in this side's log. The log of the side that does not
    // make the last move may lack up to two plies. If the same game was added from the opponent's
    // log, the two are joined under the opening name of the side that stayed in its book longer.
    void add(const std::string& start, const std::vector<std::string>& moves, OpeningSide side);
    // Returns the tallies by opening name, the most played first.
    std::vector<std::pair<std::string, OpeningTally>> tallies() const;

  private:
    static constexpr std::size_t most_missing = 2; // plies
    // Holds the hashes of the start and the first N, N-1 and N-2 plies.
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
    // Contains the games of which only one side is known, by each of their hashes.
    std::unordered_multimap<std::uint64_t, std::size_t> alone_;
};

} // namespace polyglot::tools
