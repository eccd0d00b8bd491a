// A connection to a PostgreSQL server. No call waits longer than its time, whatever the network
// does; only the look-up of the host's name is not bounded. One thread at a time. Tests:
// learn_server_test.py, with a real server.
#pragma once
#include "core/result.hpp"
#include "storage/postgres/postgres_library.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

// The rows of an answer. Columns and rows count from 0.
class PostgresRows {
  public:
    explicit PostgresRows(pg_result* result) : result_(result) {}

    std::size_t size() const;
    // NULL becomes "" or 0.
    std::string_view text(std::size_t row, int column) const;
    std::int64_t integer(std::size_t row, int column) const;
    // The bytes of a bytea.
    std::string bytes(std::size_t row, int column) const;
    bool is_null(std::size_t row, int column) const;

  private:
    struct Clear {
        void operator()(pg_result* result) const;
    };
    std::unique_ptr<pg_result, Clear> result_;
};

class Postgres {
  public:
    using Milliseconds = std::chrono::milliseconds;
    static constexpr Milliseconds no_limit = Milliseconds::max();

    // The error names the server and has libpq's reason: the host is not known, TLS failed, the
    // password is missing … A command waits at most lock_time for the locks of others.
    static Result<Postgres> connect(const std::string& address, Milliseconds longest,
                                    Milliseconds lock_time);

    // The time for each of the following calls. A connection that exceeds it is closed, because
    // nothing is known about what the server does.
    void set_longest(Milliseconds longest) { longest_ = longest; }
    Result<PostgresRows> query(const std::string& sql, const std::vector<std::string>& values);
    Result<void> execute(const std::string& commands); // any number of them, without rows

    // False if the connection is lost; it is not made again.
    bool is_open() const { return connection_ != nullptr; }
    // The SQLSTATE of the last error, 5 characters; empty if the server has not sent it.
    const std::string& state() const { return state_; }
    std::string version() const; // "15.3"

  private:
    using Clock = std::chrono::steady_clock;
    struct Finish {
        void operator()(pg_conn* connection) const;
    };
    using Connection = std::unique_ptr<pg_conn, Finish>;

    Postgres(Connection connection, std::string address)
        : connection_(std::move(connection)), address_(std::move(address)) {}
    Clock::time_point deadline() const;
    Result<PostgresRows> receive(bool sent);
    Result<void> flush(Clock::time_point until);
    bool wait_for_answer(Clock::time_point until);
    Error lose(std::string_view why);
    Error failed(std::string_view reason) const;

    Connection connection_;
    std::string address_;
    std::string state_;
    Milliseconds longest_ = no_limit;
};

// Format arrays as parameters.
std::string to_array(const std::vector<std::int64_t>& values);
std::string to_bytea_array(const std::vector<std::string>& values);
std::string to_text_array(const std::vector<std::string>& values);
std::string to_bytea(std::string_view bytes);

} // namespace polyglot::io
