// What a store of results has for the moves of one position, and what that makes of the choice.
#pragma once
#include "core/book/book.hpp"
#include "core/book/selection.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"
#include "core/result.hpp"
#include "storage/stores/learn_db.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

struct LearntTally {
    std::uint64_t games = 0, half_points = 0;
    std::uint64_t won = 0, drawn = 0, lost = 0; // of the games of which it is known
    std::int32_t first_day = io::latest_day, last_day = io::earliest_day;

    void add(const io::LearnRow& row);
    void add(const LearntTally& other);
    // Points above one half, in half-points.
    std::int64_t gain() const {
        return static_cast<std::int64_t>(half_points) - static_cast<std::int64_t>(games);
    }
    // "games", "half_points", "won", "drawn", "lost", "first", "last".
    boost::json::object to_json() const;
};

// Of each move that has results here, by its coordinates: "by", the results per "engine" and
// "opponent", most games first, and "others", those that are too many to be listed.
Result<boost::json::object> learnt_moves(const io::LearnDb& store, const chess::Position& position,
                                         chess::CastlingStyle castling);

// A move's shares of 1.
struct ChosenMove {
    chess::Move move;
    double own = 0; // by the book's weights alone
    double now = 0; // with results: how often it is played
    std::uint32_t games = 0, half_points = 0;
};
// "polyglot", "thompson" or "ucb".
bool is_learn_policy(std::string_view policy);
// By such a policy with the defaults of the settings. entries: of the position, with results.
std::vector<ChosenMove> learnt_choice(const std::vector<book::Entry>& entries,
                                      std::string_view policy);
// What play with results makes of what it would be without: the same entries, in the same order.
std::vector<ChosenMove> compare_choices(const std::vector<book::Candidate>& own,
                                        const std::vector<book::Candidate>& now);
// The moves by falling `now`: "uci", "san", "own", "now", "games", "half_points".
boost::json::array json_of(std::vector<ChosenMove> moves, const chess::Position& position,
                           chess::CastlingStyle castling);

} // namespace polyglot::tools
