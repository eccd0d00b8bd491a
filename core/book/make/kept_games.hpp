// The games that statistics keep for each move: the best rated and the newest ones, as places in
// files of games. Test: kept_games_test.cpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace polyglot::book {

// Where a game begins. Places are compared by file, text and offset.
struct GamesPlace {
    std::uint32_t file = 0;   // number in the list of files of the statistics
    std::uint32_t text = 0;   // of the file, from 0: an archive has one text for each member
    std::uint64_t offset = 0; // bytes of the unpacked text before the game's first tag
    friend bool operator==(const GamesPlace&, const GamesPlace&) = default;
    friend bool operator<(const GamesPlace& a, const GamesPlace& b) {
        return std::tie(a.file, a.text, a.offset) < std::tie(b.file, b.text, b.offset);
    }
};

// Recognises the text of a game when it is read again.
struct GameMark {
    std::uint32_t size = 0;  // bytes, without blanks at the end
    std::uint32_t check = 0; // CRC-32C of these bytes
    friend bool operator==(const GameMark&, const GameMark&) = default;
};

struct KeptGame {
    GamesPlace place;
    GameMark mark{};
    std::uint32_t rating = 0; // the sum of both players' Elo, each 0 if it is unknown
    std::uint32_t date = 0;   // 20260131, possible_date(); unknown parts are 0
    // The same number for copies of a game, of which the first one by `place` is kept; 0: unknown.
    // Copies have the same rating. Files other than runs of make-book do not have it.
    std::uint64_t copy = 0;
    friend bool operator==(const KeptGame&, const KeptGame&) = default;
};

// Returns the date without an impossible month or day: tags may have any numbers.
constexpr std::uint32_t possible_date(std::uint32_t date) {
    const std::uint32_t month = date / 100 % 100;
    const std::uint32_t day = date % 100;
    const std::uint32_t within_year = month > 12 ? 0 : month * 100 + (day > 31 ? 0 : day);
    return date / 10'000 * 10'000 + within_year;
}

constexpr std::uint32_t max_kept_games = 20; // of each of the two kinds

enum class KeptOrder : std::uint8_t { BestRated, Newest };
// Returns whether the first game is listed before the second one. Of games that are equal, the
// first by its place comes first, so that the order is a total one.
bool is_listed_before(const KeptGame& a, const KeptGame& b, KeptOrder order);

// Leaves the `most` best rated and the `most` newest games, sorted by place. Games that are removed
// would also be removed if it was called with more games: the result of several calls does not
// depend on their order.
void keep_best(std::vector<KeptGame>& games, std::size_t most);

// Returns the first `most` games in this order.
std::vector<KeptGame> listed(std::vector<KeptGame> games, KeptOrder order, std::size_t most);

// Gives file n the number numbers[n], and sorts the games by their new places. Two files that get
// one number are one file, in which a place has one game.
void renumber_files(std::vector<KeptGame>& games, std::span<const std::uint32_t> numbers);

struct KeptMove {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::vector<KeptGame> games; // sorted by place
};

} // namespace polyglot::book
