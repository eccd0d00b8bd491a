#include "storage/stores/learn_batch.hpp"

#include "storage/postgres/postgres.hpp"
#include "storage/stores/learn_db_rows.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace polyglot::io {

// Numbers beyond 32 bits are halved, as in the statement and in SQLite's (learn_db_connection.cpp).
void LearnBatch::add(const LearnRow& row) {
    const Place place{std::bit_cast<std::int64_t>(row.key), row.move, row.engine, row.opponent,
                      row.variant};
    const auto [known, is_new] =
        sums_.try_emplace(place, Sums{.first_day = row.first_day, .last_day = row.last_day});
    Sums& sums = known->second;
    sums.games += row.games;
    sums.half_points += row.half_points;
    if (std::max(sums.games, sums.half_points) > most_games) {
        sums.games = (sums.games + 1) / 2;
        sums.half_points /= 2;
    }
    sums.first_day = std::min<std::int64_t>(sums.first_day, row.first_day);
    sums.last_day = std::max<std::int64_t>(sums.last_day, row.last_day);
    if (!row.dated) return;
    Day& day = days_[{place, row.first_day, row.dated->begins ? 1 : 0}];
    day.won = std::min(day.won + row.won(), most_games);
    day.drawn = std::min<std::int64_t>(day.drawn + row.dated->drawn, most_games);
    day.lost = std::min(day.lost + row.lost(), most_games);
}

std::vector<std::string> LearnBatch::names() const {
    std::set<std::string> names;
    for (const auto& [place, sums] : sums_) {
        names.insert(std::get<2>(place));
        names.insert(std::get<3>(place));
    }
    return {names.begin(), names.end()};
}

namespace {

// The first five columns of both tables.
struct Columns {
    std::vector<std::int64_t> keys, moves;
    std::vector<std::string> engines, opponents, variants;

    template <class Place>
    void add(const Place& place) {
        keys.push_back(std::get<0>(place));
        moves.push_back(std::get<1>(place));
        engines.push_back(std::get<2>(place));
        opponents.push_back(std::get<3>(place));
        variants.push_back(std::get<4>(place));
    }
    void append_to(std::vector<std::string>& values) const {
        values.insert(values.end(), {to_array(keys), to_array(moves), to_bytea_array(engines),
                                     to_bytea_array(opponents), to_text_array(variants)});
    }
};

} // namespace

std::vector<std::string> LearnBatch::values() const {
    std::vector<std::string> values;
    Columns columns;
    std::vector<std::int64_t> games, half_points, first_days, last_days;
    for (const auto& [place, sums] : sums_) {
        columns.add(place);
        games.push_back(sums.games);
        half_points.push_back(sums.half_points);
        first_days.push_back(sums.first_day);
        last_days.push_back(sums.last_day);
    }
    columns.append_to(values);
    values.insert(values.end(), {to_array(games), to_array(half_points), to_array(first_days),
                                 to_array(last_days)});
    Columns of_days;
    std::vector<std::int64_t> days, begins, won, drawn, lost;
    for (const auto& [place, day] : days_) {
        of_days.add(std::get<0>(place));
        days.push_back(std::get<1>(place));
        begins.push_back(std::get<2>(place));
        won.push_back(day.won);
        drawn.push_back(day.drawn);
        lost.push_back(day.lost);
    }
    of_days.append_to(values);
    values.insert(values.end(), {to_array(days), to_array(begins), to_array(won), to_array(drawn),
                                 to_array(lost)});
    return values;
}

// Rows are changed in the order of their keys, so that two games seldom wait for each other in a
// circle.
std::string batch_sql(bool has_id) {
    int number = has_id ? 1 : 0;
    const auto arrays = [&number](std::initializer_list<const char*> types) {
        std::string list;
        for (const char* type : types)
            list += (list.empty() ? "$" : ", $") + std::to_string(++number) + "::" + type + "[]";
        return list;
    };
    const std::string with_names =
        " LEFT JOIN polyglot.names e ON e.name = r.engine"
        " LEFT JOIN polyglot.names o ON o.name = r.opponent ORDER BY r.key, r.move, 3, 4, 5";
    std::string sql = has_id ? "WITH fresh AS (INSERT INTO polyglot.taken VALUES ($1) "
                               "ON CONFLICT DO NOTHING RETURNING id)"
                             : "WITH fresh AS (SELECT 1)";
    sql += ", sums AS (INSERT INTO polyglot.results AS t SELECT r.key, r.move, e.id, o.id, "
           "r.variant, r.games, r.half_points, r.first_day, r.last_day FROM fresh, unnest(" +
           arrays({"int8", "int4", "bytea", "bytea", "text", "int8", "int8", "int4", "int4"}) +
           ") AS r(key, move, engine, opponent, variant, games, half_points, first_day, "
           "last_day)" +
           with_names +
           R"sql( ON CONFLICT (key, move, engine, opponent, variant) DO UPDATE SET
        games = CASE WHEN greatest(t.games + excluded.games, t.half_points + excluded.half_points)
                > 4294967295 THEN (t.games + excluded.games + 1) / 2
                ELSE t.games + excluded.games END,
        half_points = (t.half_points + excluded.half_points)
                / CASE WHEN greatest(t.games + excluded.games, t.half_points + excluded.half_points)
                > 4294967295 THEN 2 ELSE 1 END,
        first_day = least(t.first_day, excluded.first_day),
        last_day = greatest(t.last_day, excluded.last_day)))sql";
    sql +=
        " INSERT INTO polyglot.days AS t SELECT r.key, r.move, e.id, o.id, r.variant, r.day, "
        "r.begins, r.won, r.drawn, r.lost FROM fresh, unnest(" +
        arrays({"int8", "int4", "bytea", "bytea", "text", "int4", "int4", "int8", "int8", "int8"}) +
        ") AS r(key, move, engine, opponent, variant, day, begins, won, drawn, lost)" + with_names +
        R"sql( ON CONFLICT (key, move, engine, opponent, variant, day, begins) DO UPDATE SET
        won = least(t.won + excluded.won, 4294967295),
        drawn = least(t.drawn + excluded.drawn, 4294967295),
        lost = least(t.lost + excluded.lost, 4294967295))sql";
    return sql;
}

} // namespace polyglot::io
