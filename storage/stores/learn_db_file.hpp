// The store of results in an SQLite file. Tests: learn_db_test.cpp.
#pragma once
#include "storage/stores/learn_db.hpp"
#include "storage/stores/learn_db_connection.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

class LearnDbFile final : public LearnDb {
  public:
    static Result<std::shared_ptr<LearnDb>> open(const std::filesystem::path& file, Access access,
                                                 LockPatience lock_wait, Clock clock);
    ~LearnDbFile() override;

    bool may_try_again() const override { return locked_; }
    // Forgets those of all variants, too.
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override;

    using LearnDb::erase;
    Result<std::size_t>
    erase(const LearnFilter& filter,
          const std::function<Result<void>(const std::vector<LearnRow>&)>& keep) override;
    Result<void> visit(const LearnFilter& filter, const RowSink& sink) const override;
    Result<void> visit_by_day(const LearnFilter& filter, const RowSink& sink) const override;
    Result<void> visit_position(std::uint64_t key, const RowSink& sink) const override;
    Result<std::vector<std::string>> variants() const override;
    // Other programs cannot write meanwhile.
    Result<void> add(const std::function<Result<void>(const RowSink&)>& produce) override;

  private:
    LearnDbFile(std::filesystem::path file, Clock clock);
    Result<void> connect(); // to the file that has the name now, unless it is connected
    Result<void> check_header() const;
    Result<void> transact(std::int64_t steps, const std::function<Result<void>()>& work);
    std::int32_t day_before(std::chrono::seconds age) const;
    void recall_results(std::string_view variant, std::uint64_t key, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const override;
    // It is an error if other programs use the file for longer than patience(), and may be tried
    // again later. A file that was removed is created again.
    Result<std::size_t> record_game(const book::LearntGame& game, const std::string& id) override;
    // Within a transaction.
    Result<void> add_game(const book::LearntGame& game, std::string_view id);
    Result<void> upsert(const LearnRow& row);
    Result<std::int64_t> id_of(const std::string& name);

    std::filesystem::path file_;
    Clock clock_;
    // Null if the file has been locked since open_in_play().
    mutable std::unique_ptr<LearnDbConnection> connection_;
    bool locked_ = false; // by other programs, at the last transaction
};

} // namespace polyglot::io
