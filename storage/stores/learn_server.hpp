// The store of results in a PostgreSQL server (docs/formats/learn-db.md). Every call waits for the
// server, at most its time; in play ServerStore asks in the background. One thread at a time.
// Test: tests/e2e/test_learn_server.py.
#pragma once
#include "storage/postgres/postgres.hpp"
#include "storage/stores/learn_batch.hpp"
#include "storage/stores/learn_db.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {

struct LearnServerLimits {
    std::chrono::milliseconds call = std::chrono::seconds(15); // a connection, a game, a question
    std::chrono::milliseconds step = Postgres::no_limit;       // of a change of millions of rows
    std::chrono::milliseconds lock = std::chrono::seconds(10); // of another process
};

class LearnServer final : public LearnDb {
  public:
    using Limits = LearnServerLimits;

    // Connects, and checks that the tables are there. The error has the server's reason.
    static Result<std::shared_ptr<LearnServer>> open(const std::string& address, Clock clock,
                                                     const Limits& limits);
    // Creates the tables. It is an error if they are there.
    static Result<void> create(const std::string& address);

    // Returns "PostgreSQL 15.3, format 4: 12 results, 34 games" for users, or "about 12000000
    // results" if counting takes long.
    Result<std::string> describe();

    // The connection is lost, or others have had rows locked; nothing else is tried again.
    bool may_try_again() const override { return may_try_again_; }
    // Returns the sums of the position's moves; variant is empty for chess.
    Result<std::vector<MoveSums>> results_at(std::string_view variant, std::uint64_t key,
                                             const book::LearnScope& scope) const;
    // Forgets everything in the scope in one step.
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override;
    std::int32_t today() const { return day_of(clock_()); }
    // Connects again if the connection is lost.
    Result<void> connect() const;
    bool is_connected() const { return connection_ && connection_->is_open(); }

    std::string id() const override { return id_; }
    std::optional<Error> take_recall_error() const override {
        return std::exchange(recall_error_, std::nullopt);
    }

    using LearnDb::erase;
    Result<std::size_t>
    erase(const LearnFilter& filter,
          const std::function<Result<void>(const std::vector<LearnRow>&)>& keep) override;
    Result<void> visit(const LearnFilter& filter, const RowSink& sink) const override;
    Result<void> visit_by_day(const LearnFilter& filter, const RowSink& sink) const override;
    Result<void> visit_position(std::uint64_t key, const RowSink& sink) const override;
    Result<std::vector<std::string>> variants() const override;
    Result<void> add(const std::function<Result<void>(const RowSink&)>& produce) override;

  private:
    LearnServer(std::string address, Clock clock, const Limits& limits);
    Result<void> check_tables() const;
    Result<std::string> count_results();
    Result<std::size_t> record_game(const book::LearntGame& game, const std::string& id) override;
    LearnBatch batch_of(const book::LearntGame& game) const;
    Result<void> send(const LearnBatch& batch, const std::string& id);
    Result<void> add_names(const LearnBatch& batch);
    // Runs work in a transaction that begins with these commands.
    Result<void> transact(const std::string& begin,
                          const std::function<Result<void>()>& work) const;
    void recall_results(std::string_view variant, std::uint64_t key, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const override;
    // Returns what has become of a transaction whose COMMIT was not answered with more than this
    // error. It has added the id.
    Result<void> find_out(const std::string& id, const Error& error) const;
    // Returns conditions for a WHERE, within a transaction.
    Result<std::string> condition_of(const LearnFilter& filter) const;
    Result<void> visit_rows(const LearnFilter& filter, std::optional<std::int64_t> key, bool by_day,
                            const RowSink& sink) const;
    // The rows of a query like those of rows_sql(), within a transaction.
    Result<void> fetch_all(const std::string& sql, const RowSink& sink) const;
    Error failed(Error error) const; // notes whether it may be tried again

    std::string address_;
    Clock clock_;
    Limits limits_;
    mutable std::optional<Postgres> connection_;
    mutable std::set<std::string> names_; // that the server has, as far as known
    mutable bool may_try_again_ = false;
    mutable bool lost_commit_ = false; // by the last transact()
    mutable std::string id_;
    mutable std::optional<Error> recall_error_;
};

} // namespace polyglot::io
