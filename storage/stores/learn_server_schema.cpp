#include "storage/stores/learn_server_schema.hpp"

namespace polyglot::io {
namespace {

constexpr const char* order =
    " ORDER BY t.variant COLLATE \"C\", t.key, t.move, t.engine, t.opponent";
constexpr const char* with_names = " LEFT JOIN polyglot.names e ON e.id = t.engine"
                                   " LEFT JOIN polyglot.names o ON o.id = t.opponent";

} // namespace

// Names are bytes, because those of engines need not be UTF-8. They are never deleted, so that a
// game of another adapter does not lose its names while results are.
std::string create_tables_sql(const std::string& id) {
    return R"sql(BEGIN;
CREATE SCHEMA polyglot;
COMMENT ON SCHEMA polyglot IS 'results of chess engines: polyglot, docs/formats/learn-db.md';
CREATE TABLE polyglot.store (version integer NOT NULL, id text NOT NULL, one boolean PRIMARY KEY DEFAULT true CHECK (one));
CREATE TABLE polyglot.names (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name bytea NOT NULL UNIQUE);
CREATE TABLE polyglot.results (
    key bigint NOT NULL, move integer NOT NULL, engine bigint NOT NULL, opponent bigint NOT NULL, variant text NOT NULL,
    games bigint NOT NULL CHECK (games BETWEEN 1 AND 4294967295),
    half_points bigint NOT NULL CHECK (half_points BETWEEN 0 AND 4294967295 AND half_points <= 2 * games),
    first_day integer NOT NULL, last_day integer NOT NULL CHECK (first_day <= last_day),
    PRIMARY KEY (key, move, engine, opponent, variant));
CREATE TABLE polyglot.days (
    key bigint NOT NULL, move integer NOT NULL, engine bigint NOT NULL, opponent bigint NOT NULL, variant text NOT NULL,
    day integer NOT NULL, begins integer NOT NULL CHECK (begins IN (0, 1)),
    won bigint NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
    drawn bigint NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
    lost bigint NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
    PRIMARY KEY (key, move, engine, opponent, variant, day, begins));
CREATE TABLE polyglot.taken (id text PRIMARY KEY);
INSERT INTO polyglot.store VALUES ()sql" +
           std::to_string(learn_server_version) + ", '" + id + R"sql(');
COMMIT)sql";
}

std::string rows_sql(const std::string& condition) {
    return "SELECT t.key, t.move, e.name, o.name, t.games, t.half_points, t.first_day, t.last_day, "
           "t.variant, 2, 0 FROM polyglot.results t" +
           std::string(with_names) + " WHERE " + condition + order;
}

// The games of a row of results that its days do not have are those of unknown days. Numbers that
// were halved for 32 bits do not add up.
std::string rows_by_day_sql(const std::string& condition) {
    return R"sql(SELECT t.key, t.move, e.name, o.name, t.games, least(t.half_points, 2 * t.games),
    t.first_day, t.last_day, t.variant, t.begins, t.drawn FROM (
    SELECT key, move, engine, opponent, variant, won + drawn + lost AS games,
        2 * won + drawn AS half_points, day AS first_day, day AS last_day, begins, drawn
        FROM polyglot.days t WHERE )sql" +
           condition + R"sql(
    UNION ALL SELECT key, move, engine, opponent, variant, t.games - coalesce(s.games, 0),
        greatest(t.half_points - coalesce(s.half_points, 0), 0), t.first_day, t.last_day, 2, 0
        FROM polyglot.results t LEFT JOIN (SELECT key, move, engine, opponent, variant,
            sum(won + drawn + lost)::bigint AS games, sum(2 * won + drawn)::bigint AS half_points
            FROM polyglot.days t WHERE )sql" +
           condition + R"sql( GROUP BY key, move, engine, opponent, variant) s
        USING (key, move, engine, opponent, variant) WHERE )sql" +
           condition + ") t" + with_names + " WHERE t.games > 0" + order +
           ", t.begins = 2, t.first_day, t.begins";
}

} // namespace polyglot::io
