// Rows on their way to a server, summed so that one statement changes each row at most once.
#pragma once
#include "storage/stores/learn_db.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace polyglot::io {

class LearnBatch {
  public:
    void add(const LearnRow& row);
    std::size_t size() const { return sums_.size() + days_.size(); }
    bool empty() const { return sums_.empty(); }
    std::vector<std::string> names() const; // of engines and opponents, each once
    // The values of the parameters of batch_sql(): from $1 for a batch without id, else from $2.
    std::vector<std::string> values() const;

  private:
    using Place = std::tuple<std::int64_t, std::int64_t, std::string, std::string, std::string>;
    struct Sums {
        std::int64_t games = 0, half_points = 0, first_day = 0, last_day = 0;
    };
    struct Day {
        std::int64_t won = 0, drawn = 0, lost = 0;
    };
    using DayPlace = std::tuple<Place, std::int64_t, std::int64_t>; // with day and begins

    std::map<Place, Sums> sums_; // by key, move, engine, opponent, variant
    std::map<DayPlace, Day> days_;
};

// Returns the statement that adds a batch. With an id as $1 it adds nothing if the game with this
// id has been added before. A name that is missing is an error of the state not_null_violation.
std::string batch_sql(bool has_id);

} // namespace polyglot::io
