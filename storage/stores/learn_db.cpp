#include "storage/stores/learn_db.hpp"

#include "config/learn_server.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/learnt.hpp"
#include "storage/files/whole_path.hpp"
#include "storage/stores/learn_db_file.hpp"
#include "storage/stores/learn_db_rows.hpp"
#include "storage/stores/learn_server.hpp"
#include "storage/stores/learn_store.hpp"
#include "storage/stores/server_store.hpp"

#include <algorithm>
#include <limits>

namespace polyglot::io {
namespace {

void store_sums(std::int64_t games, std::int64_t half_points, book::Entry& entry) {
    // Since a damaged file may have any number.
    games = std::clamp<std::int64_t>(games, 0, std::numeric_limits<std::int64_t>::max() / 2);
    half_points = std::clamp<std::int64_t>(half_points, 0, 2 * games);
    while (std::max(games, half_points) > most_games) {
        games = games / 2 + games % 2;
        half_points /= 2;
    }
    entry.learn_count = static_cast<std::uint32_t>(games);
    entry.learn_sum = static_cast<std::uint32_t>(half_points);
}

} // namespace

bool is_possible(const LearnRow& row) {
    if (!row.dated) return true;
    const std::uint32_t drawn = row.dated->drawn;
    return row.first_day == row.last_day && drawn <= row.half_points &&
           (row.half_points - drawn) % 2 == 0 && std::uint64_t{drawn} + row.won() <= row.games;
}

std::chrono::sys_seconds time_by_system_clock() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::int32_t today_by_system_clock() {
    const auto days = std::chrono::floor<std::chrono::days>(time_by_system_clock());
    return static_cast<std::int32_t>(days.time_since_epoch().count());
}

std::int32_t day_of(std::chrono::sys_seconds time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    return std::clamp(static_cast<std::int32_t>(day.time_since_epoch().count()), earliest_day,
                      latest_day);
}

void LearnDb::recall(const chess::Position& position, const book::LearnScope& scope,
                     std::vector<book::Entry>& entries) const {
    recall_results({}, position.key(), scope, entries);
}

void LearnDb::recall_variant(const chess::VariantPosition& position, const book::LearnScope& scope,
                             std::vector<book::Entry>& entries) const {
    recall_results(position.variant().uci, book::learnt_key(position), scope, entries);
}

std::vector<LearnRow> rows_of(const book::LearntGame& game, std::int32_t day) {
    const auto half_points = static_cast<std::uint32_t>(std::clamp(game.half_points, 0, 2));
    std::vector<LearnRow> rows;
    for (const book::LearntMove& learnt : game.moves)
        rows.push_back({book::key_of(learnt), book::encode_learnt(learnt), game.engine,
                        game.opponent, 1, half_points, day, day,
                        LearnRow::Dated{half_points == 1 ? 1U : 0U, rows.empty()},
                        std::string(book::variant_of(learnt))});
    return rows;
}

void set_results(const MoveSums& sums, bool is_of_variant, std::int32_t today,
                 std::vector<book::Entry>& entries) {
    for (book::Entry& entry : entries) {
        if (!entry.move) continue;
        const std::uint16_t raw = is_of_variant ? book::encode_learnt_stand_in(entry.move)
                                                : book::encode_move(entry.move);
        if (raw != sums.move) continue;
        store_sums(sums.games, sums.half_points, entry);
        const std::int64_t age =
            today - std::clamp<std::int64_t>(sums.last_day, earliest_day, latest_day);
        entry.age_days = static_cast<std::uint32_t>(std::max<std::int64_t>(age, 0));
    }
}

Result<std::shared_ptr<LearnDb>> LearnDb::open(const std::filesystem::path& store, Access access,
                                               Clock clock) {
    if (const auto address = server_of(store)) {
        if (const auto why = config::why_not_learn_server(*address)) return make_error(*why);
        auto server = LearnServer::open(*address, std::move(clock), {});
        if (!server) return server.error();
        return std::shared_ptr<LearnDb>(*std::move(server));
    }
    return LearnDbFile::open(store, access, LockPatience{}, std::move(clock));
}

Result<std::shared_ptr<LearnDb>> LearnDb::open_in_play(const std::filesystem::path& file) {
    return LearnDbFile::open(file, Access::Create, LockPatience{.ms = 0, .may_wait_on = true},
                             time_by_system_clock);
}

Result<std::shared_ptr<book::LearnStore>> open_learn_db(const std::filesystem::path& file) {
    auto db = LearnDb::open_in_play(file);
    if (!db) return db.error();
    return with_waiting_file(*std::move(db), whole_path(file));
}

} // namespace polyglot::io
