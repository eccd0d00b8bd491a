#include "storage/stores/grow_db.hpp"

#include "config/learn_server.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/grow_db_schema.hpp"
#include "storage/stores/server_store.hpp"
#include "storage/stores/store_schema.hpp"

#include <bit>
#include <utility>

namespace polyglot::io {
namespace {

constexpr std::string_view select_positions =
    "SELECT positions.key, black, state, value, move, depth, nodes, line, name, day, stamp"
    " FROM positions LEFT JOIN engines ON id = engine";

constexpr int patience_ms = 10'000; // long, because no game waits for it

std::int64_t number_of(std::uint64_t key) {
    return std::bit_cast<std::int64_t>(key);
}

// Reads a row of select_positions.
GrowRow row_of(const SqliteStatement& query) {
    return {.key = std::bit_cast<std::uint64_t>(query.integer(0)),
            .black = query.integer(1) != 0,
            .state = static_cast<GrowRow::State>(query.integer(2)),
            .value_cp = static_cast<int>(query.integer(3)),
            .move = static_cast<std::uint16_t>(query.integer(4)),
            .depth = static_cast<int>(query.integer(5)),
            .nodes = query.integer(6),
            .line = std::string(query.text(7)),
            .engine = std::string(query.text(8)),
            .day = static_cast<std::int32_t>(query.integer(9))};
}

Result<std::vector<std::uint64_t>> keys_of(SqliteStatement& query) {
    std::vector<std::uint64_t> keys;
    for (;;) {
        const auto row = query.step();
        if (!row) return row.error();
        if (!*row) return keys;
        keys.push_back(std::bit_cast<std::uint64_t>(query.integer(0)));
    }
}

// Returns the rank in the rule for answers; the greater one is kept.
int freshness_of(GrowRow::State state, bool move_is_stored) {
    if (state == GrowRow::State::Unsearched) return 0;
    return state == GrowRow::State::Answered && move_is_stored ? 1 : 2;
}

// An address would be taken for a path. A password in it is not repeated.
std::optional<std::string> why_no_server_of_searches(const std::filesystem::path& store) {
    const auto address = server_of(store);
    if (!address) return std::nullopt;
    const auto why = config::why_not_learn_server(*address);
    return why ? *why
               : *address + ": a server keeps results of games (BookLearnFile); a store of "
                            "searches is a file";
}

} // namespace

struct GrowDb::Connection {
    std::string name; // the file's name
    std::string variant;
    Sqlite sqlite;
    SqliteStatement find, moves_of, has_move; // also for Access::Read
    SqliteStatement add, replace, stamp, link, find_engine, add_engine, add_root, claim, renew,
        release, release_all;

    Result<void> prepare(Access access) {
        std::vector<std::pair<SqliteStatement*, std::string_view>> statements = {
            {&find, "SELECT state, move, depth, nodes FROM positions WHERE key = ?1"},
            {&moves_of, "SELECT move, child FROM moves WHERE key = ?1"},
            {&has_move, "SELECT 1 FROM moves WHERE key = ?1 AND move = ?2"}};
        if (access != Access::Read)
            statements.insert(
                statements.end(),
                {{&add, "INSERT INTO positions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
                        " (SELECT ifnull(max(stamp), 0) + 1 FROM positions))"},
                 {&replace,
                  "UPDATE positions SET state = ?3, value = ?4, move = ?5, depth = ?6, nodes = ?7, "
                  "line = ?8,"
                  " engine = ?9, day = ?10, stamp = (SELECT max(stamp) + 1 FROM positions)"
                  " WHERE key = ?1 AND black = ?2"},
                 {&stamp, "UPDATE positions SET stamp = (SELECT max(stamp) + 1 FROM positions) "
                          "WHERE key = ?1"},
                 {&link, "INSERT OR IGNORE INTO moves VALUES (?1, ?2, ?3)"},
                 {&find_engine, "SELECT id FROM engines WHERE name = ?1"},
                 {&add_engine, "INSERT INTO engines (name) VALUES (?1) RETURNING id"},
                 {&add_root, "INSERT OR IGNORE INTO roots VALUES (?1)"},
                 {&claim, "INSERT INTO claims VALUES (?1, ?2, ?4) ON CONFLICT DO UPDATE SET owner "
                          "= ?2, until = ?4"
                          " WHERE owner = ?2 OR until <= ?3"},
                 {&renew, "UPDATE claims SET until = ?2 WHERE owner = ?1"},
                 {&release, "DELETE FROM claims WHERE key = ?1 AND owner = ?2"},
                 {&release_all, "DELETE FROM claims WHERE owner = ?1"}});
        for (auto& [statement, sql] : statements) {
            auto prepared = sqlite.prepare(sql);
            if (!prepared) return prepared.error();
            *statement = *std::move(prepared);
        }
        return {};
    }

    Result<void> check_place() const {
        if (!sqlite.has_moved()) return {};
        return make_error(
            name +
            ": has been removed or renamed while it was in use; nothing more is written to it");
    }

    Result<std::int64_t> id_of(const std::string& engine) {
        for (SqliteStatement* statement : {&find_engine, &add_engine}) {
            const auto row = statement->bind(1, engine).step();
            if (!row) return row.error();
            if (!*row) continue;
            const std::int64_t id = statement->integer(0);
            statement->reset();
            return id;
        }
        return make_error(name + ": is damaged: a name cannot be kept");
    }

    Result<bool> stores_move(std::uint64_t key, std::uint16_t move) {
        const auto row = has_move.bind(1, number_of(key)).bind(2, move).step();
        if (!row) return row.error();
        has_move.reset();
        return *row;
    }
};

GrowDb::GrowDb(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
GrowDb::~GrowDb() = default;

Result<std::unique_ptr<GrowDb>> GrowDb::open(const std::filesystem::path& file, Access access,
                                             Owner owner, const std::string& new_variant) {
    auto store = open_of(file, access, owner, new_variant);
    if (store) protect_store(file);
    return store;
}

Result<std::unique_ptr<GrowDb>> GrowDb::open_any(const std::filesystem::path& file) {
    auto store = open_of(file, Access::Read, std::nullopt, {});
    if (store && !(*store)->variant().empty())
        return make_error(to_text(file) + ": is a store of " + (*store)->variant() +
                          ", which only the command that made it reads; grow-book -bin writes the "
                          "book of its own");
    if (store) protect_store(file);
    return store;
}

std::optional<std::string> GrowDb::find_variant(const std::filesystem::path& file, Owner owner) {
    const auto store = open_of(file, Access::Read, owner, {});
    return store ? std::optional((*store)->variant()) : std::nullopt;
}

Result<std::unique_ptr<GrowDb>> GrowDb::open_of(const std::filesystem::path& file, Access access,
                                                std::optional<Owner> owner,
                                                const std::string& new_variant) {
    if (const auto why = why_no_server_of_searches(file)) return make_error(*why);
    if (access != Access::Read)
        if (const auto why = why_not_to_write(file)) return make_error(to_text(file) + ": " + *why);
    auto sqlite = Sqlite::open(file, access);
    if (!sqlite) return sqlite.error();
    auto connection = std::make_unique<Connection>();
    connection->name = to_text(file);
    connection->sqlite = *std::move(sqlite);
    connection->sqlite.set_patience(patience_ms);
    const auto found = owner ? Result<Owner>(*owner) : owner_of(connection->sqlite);
    if (!found) return found.error();
    auto done = set_up_grow_db(connection->sqlite, connection->name, access, {*found, new_variant});
    // In WAL mode readers never wait, and a search is one write to the log. If other programs hold
    // the file, the old mode is as safe.
    if (done && access != Access::Read) {
        static_cast<void>(connection->sqlite.execute("PRAGMA journal_mode = WAL"));
        done = connection->sqlite.execute("PRAGMA synchronous = NORMAL");
    }
    if (done) {
        auto variant = variant_of_grow_db(connection->sqlite, connection->name);
        if (!variant) return variant.error();
        connection->variant = *std::move(variant);
        done = connection->prepare(access);
    }
    if (!done) return done.error();
    return std::unique_ptr<GrowDb>(new GrowDb(std::move(connection)));
}

void GrowDb::set_waiting(Sqlite::Waiting goes_on) {
    connection_->sqlite.set_waiting(std::move(goes_on));
}

Result<void> GrowDb::transact(const std::function<Result<void>()>& work) {
    if (auto there = connection_->check_place(); !there) return there;
    Sqlite& sqlite = connection_->sqlite;
    Result<void> done = sqlite.execute("BEGIN IMMEDIATE");
    if (!done) return done;
    done = work();
    if (done) done = sqlite.execute("COMMIT");
    if (!done) static_cast<void>(sqlite.execute("ROLLBACK")); // SQLite may have rolled back already
    return done;
}

Result<void> GrowDb::put(const GrowRow& row) {
    Connection& db = *connection_;
    const auto known = db.find.bind(1, number_of(row.key)).step();
    if (!known) return known.error();
    const auto old_state = static_cast<GrowRow::State>(*known ? db.find.integer(0) : 0);
    const auto old_move = static_cast<std::uint16_t>(*known ? db.find.integer(1) : 0);
    const auto old_effort =
        std::pair(*known ? db.find.integer(2) : 0, *known ? db.find.integer(3) : 0);
    db.find.reset();
    if (*known) {
        const auto has_new = db.stores_move(row.key, row.move);
        const auto has_old = db.stores_move(row.key, old_move);
        if (!has_new) return has_new.error();
        if (!has_old) return has_old.error();
        const int is = freshness_of(row.state, *has_new);
        const int was = freshness_of(old_state, *has_old);
        if (is < was || (is == was && std::pair(std::int64_t{row.depth}, row.nodes) <= old_effort))
            return {};
    }
    const auto engine = db.id_of(row.engine);
    if (!engine) return engine.error();
    SqliteStatement& write = *known ? db.replace : db.add;
    return write.bind(1, number_of(row.key))
        .bind(2, row.black ? 1 : 0)
        .bind(3, static_cast<std::int64_t>(row.state))
        .bind(4, row.value_cp)
        .bind(5, row.move)
        .bind(6, row.depth)
        .bind(7, row.nodes)
        .bind(8, row.line)
        .bind(9, *engine)
        .bind(10, row.day)
        .run();
}

Result<void> GrowDb::put(const GrowLink& link) {
    Connection& db = *connection_;
    auto linked =
        db.link.bind(1, number_of(link.from)).bind(2, link.move).bind(3, number_of(link.to)).run();
    if (!linked || db.sqlite.changes() == 0) return linked;
    return db.stamp.bind(1, number_of(link.from)).run();
}

Result<void> GrowDb::put_root(const std::string& fen) {
    return connection_->add_root.bind(1, fen).run();
}

// Moves are stored first, because they decide whether an answer still counts.
Result<void> GrowDb::record(const GrowStep& step) {
    return transact([&]() -> Result<void> {
        for (const GrowLink& link : step.links)
            if (auto put_in = put(link); !put_in) return put_in;
        for (const GrowRow& row : step.rows)
            if (auto put_in = put(row); !put_in) return put_in;
        for (const std::string& fen : step.roots)
            if (auto put_in = put_root(fen); !put_in) return put_in;
        return {};
    });
}

Result<void> GrowDb::merge(const GrowDb& other) {
    const auto of = [](const GrowDb& store) {
        return store.variant().empty() ? std::string("chess") : store.variant();
    };
    if (variant() != other.variant())
        return make_error(other.connection_->name + ": is of " + of(other) + ", and " +
                          connection_->name + " of " + of(*this));
    return transact([&]() -> Result<void> {
        const auto roots = other.roots();
        if (!roots) return roots.error();
        for (const std::string& fen : *roots)
            if (auto put_in = put_root(fen); !put_in) return put_in;
        const auto visited = other.visit(
            0, [this](const GrowRow& row, const std::vector<GrowLink>& moves) -> Result<void> {
                for (const GrowLink& link : moves)
                    if (auto put_in = put(link); !put_in) return put_in;
                return put(row);
            });
        return visited ? Result<void>() : Result<void>(visited.error());
    });
}

const std::string& GrowDb::variant() const {
    return connection_->variant;
}

Result<std::vector<std::string>> GrowDb::roots() const {
    auto query = connection_->sqlite.prepare("SELECT fen FROM roots");
    if (!query) return query.error();
    std::vector<std::string> fens;
    for (;;) {
        const auto row = query->step();
        if (!row) return row.error();
        if (!*row) return fens;
        fens.emplace_back(query->text(0));
    }
}

Result<std::optional<GrowRow>> GrowDb::find(std::uint64_t key) const {
    auto query =
        connection_->sqlite.prepare(std::string(select_positions) + " WHERE positions.key = ?1");
    if (!query) return query.error();
    const auto row = query->bind(1, number_of(key)).step();
    if (!row) return row.error();
    return *row ? std::optional(row_of(*query)) : std::nullopt;
}

// One read transaction is used, so that positions and moves are those of one moment.
Result<std::int64_t> GrowDb::visit(std::int64_t since, const Sink& sink) const {
    Sqlite& sqlite = connection_->sqlite;
    auto query = sqlite.prepare(std::string(select_positions) + " WHERE stamp > ?1 ORDER BY stamp");
    if (!query) return query.error();
    query->bind(1, since);
    SqliteStatement& moves_of = connection_->moves_of;
    std::int64_t last = since;
    for (;;) {
        const auto row = query->step();
        if (!row) return row.error();
        if (!*row) return last;
        const GrowRow read = row_of(*query);
        last = query->integer(10);
        std::vector<GrowLink> moves;
        moves_of.bind(1, query->integer(0));
        auto move = moves_of.step();
        for (; move && *move; move = moves_of.step())
            moves.push_back({read.key, static_cast<std::uint16_t>(moves_of.integer(0)),
                             std::bit_cast<std::uint64_t>(moves_of.integer(1))});
        if (!move) return move.error();
        if (auto taken = sink(read, moves); !taken) return taken.error();
    }
}

Result<bool> GrowDb::claim(std::uint64_t key, std::int64_t owner, std::int64_t now,
                           std::int64_t until) {
    if (auto there = connection_->check_place(); !there) return there.error();
    auto done =
        connection_->claim.bind(1, number_of(key)).bind(2, owner).bind(3, now).bind(4, until).run();
    if (!done) return done.error();
    return connection_->sqlite.changes() > 0;
}

Result<void> GrowDb::renew(std::int64_t owner, std::int64_t until) {
    return connection_->renew.bind(1, owner).bind(2, until).run();
}

Result<void> GrowDb::release(std::uint64_t key, std::int64_t owner) {
    return connection_->release.bind(1, number_of(key)).bind(2, owner).run();
}

Result<void> GrowDb::release_all(std::int64_t owner) {
    if (auto there = connection_->check_place(); !there) return there;
    return connection_->release_all.bind(1, owner).run();
}

Result<std::vector<std::uint64_t>> GrowDb::claimed_by_others(std::int64_t owner,
                                                             std::int64_t now) const {
    if (auto there = connection_->check_place(); !there) return there.error();
    auto query =
        connection_->sqlite.prepare("SELECT key FROM claims WHERE owner <> ?1 AND until > ?2");
    if (!query) return query.error();
    query->bind(1, owner).bind(2, now);
    return keys_of(*query);
}

Result<std::vector<std::uint64_t>> GrowDb::claimed(std::int64_t now) const {
    auto query =
        connection_->sqlite.prepare("SELECT key FROM claims WHERE until > ?1 ORDER BY key");
    if (!query) return query.error();
    query->bind(1, now);
    return keys_of(*query);
}

} // namespace polyglot::io
