// Reads the results of a store for the moves of one position, and their effect on the choice of a
// move.
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
    std::uint64_t won = 0, drawn = 0, lost = 0; // only of games whose result is known
    std::int32_t first_day = io::latest_day, last_day = io::earliest_day;

    void add(const io::LearnRow& row);
    void add(const LearntTally& other);
    // Returns the points above one half, in half-points.
    std::int64_t gain() const {
        return static_cast<std::int64_t>(half_points) - static_cast<std::int64_t>(games);
    }
    // "games", "half_points", "won", "drawn", "lost", "first", "last".
    boost::json::object to_json() const;
};

// Returns an object with each move that has results here, in coordinates: "by" contains the results
// per "engine" and "opponent", most games first, and "others" the sum of those beyond the limit of
// the list.
Result<boost::json::object> learnt_moves(const io::LearnDb& store, const chess::Position& position,
                                         chess::CastlingStyle castling);

// Holds the shares of a move, 0 to 1.
struct ChosenMove {
    chess::Move move;
    double own = 0; // from the book's weights alone
    double now = 0; // with results, as the move is played
    std::uint32_t games = 0, half_points = 0;
};
// Accepts "polyglot", "thompson" and "ucb".
bool is_learn_policy(std::string_view policy);
// Applies such a policy with the default settings. entries are those of the position, with results.
std::vector<ChosenMove> learnt_choice(const std::vector<book::Entry>& entries,
                                      std::string_view policy);
// Joins the choice without results and the choice with results; both have the same entries in the
// same order.
std::vector<ChosenMove> compare_choices(const std::vector<book::Candidate>& own,
                                        const std::vector<book::Candidate>& now);
// Returns the moves by descending `now`: "uci", "san", "own", "now", "games", "half_points".
boost::json::array json_of(std::vector<ChosenMove> moves, const chess::Position& position,
                           chess::CastlingStyle castling);

} // namespace polyglot::tools
