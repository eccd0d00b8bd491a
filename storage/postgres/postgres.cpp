#include "storage/postgres/postgres.hpp"

#include "core/text/text.hpp"
#include "storage/postgres/socket_wait.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::io {
namespace {

using Library = PostgresLibrary;

// Only called when a connection exists, and so the library.
const Library& pq() {
    return *Library::get();
}

// libpq's messages have several lines: "connection to server at … failed: FATAL: …\n".
std::string on_one_line(std::string_view message) {
    std::string line;
    while (!message.empty()) {
        std::string_view part = message.substr(0, message.find('\n'));
        message.remove_prefix(std::min(part.size() + 1, message.size()));
        part = text::trim(part);
        if (!part.empty()) (line += line.empty() ? "" : "; ") += part;
    }
    return text::without_controls(line);
}

std::chrono::milliseconds left_until(std::chrono::steady_clock::time_point until) {
    return std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
}

struct Parameters { // of a connection, ended by null
    std::vector<const char*> keywords, values;
};

// The parameters before dbname give way to the address's own. Only UTF-8 is exchanged. A network
// that is cut while a long statement runs is noticed within a minute.
Parameters parameters_for(const Library& library, const std::string& address) {
    constexpr int first_with_user_timeout = 120'000;
    Parameters all{.keywords = {"fallback_application_name", "keepalives_idle",
                                "keepalives_interval", "keepalives_count"},
                   .values = {"polyglot", "30", "10", "3"}};
    if (library.lib_version() >= first_with_user_timeout) {
        all.keywords.push_back("tcp_user_timeout");
        all.values.push_back("60000"); // milliseconds
    }
    all.keywords.insert(all.keywords.end(), {"dbname", "client_encoding", nullptr});
    all.values.insert(all.values.end(), {address.c_str(), "UTF8", nullptr});
    return all;
}

int hex_value(char c) {
    return c >= 'a' ? c - 'a' + 10 : c >= 'A' ? c - 'A' + 10 : c - '0';
}

} // namespace

void PostgresRows::Clear::operator()(pg_result* result) const {
    pq().clear(result);
}
std::size_t PostgresRows::size() const {
    return static_cast<std::size_t>(pq().ntuples(result_.get()));
}
std::string_view PostgresRows::text(std::size_t row, int column) const {
    const int number = static_cast<int>(row);
    return {pq().getvalue(result_.get(), number, column),
            static_cast<std::size_t>(pq().getlength(result_.get(), number, column))};
}
std::int64_t PostgresRows::integer(std::size_t row, int column) const {
    return text::parse_int<std::int64_t>(text(row, column)).value_or(0);
}
bool PostgresRows::is_null(std::size_t row, int column) const {
    return pq().getisnull(result_.get(), static_cast<int>(row), column) != 0;
}
// The server sends "\x546f6761", because our connections ask for it.
std::string PostgresRows::bytes(std::size_t row, int column) const {
    const std::string_view hex = text(row, column);
    std::string bytes;
    for (std::size_t i = 2; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(hex_value(hex[i]) * 16 + hex_value(hex[i + 1]));
    return bytes;
}

void Postgres::Finish::operator()(pg_conn* connection) const {
    pq().finish(connection);
}

Error Postgres::failed(std::string_view reason) const {
    return make_error(address_ + ": " + on_one_line(reason));
}

Postgres::Clock::time_point Postgres::deadline() const {
    return longest_ == no_limit ? Clock::now() + std::chrono::hours(24 * 365)
                                : Clock::now() + longest_;
}

Error Postgres::lose(std::string_view why) {
    state_.clear();
    Error error = failed(why);
    connection_.reset();
    return error;
}

Result<Postgres> Postgres::connect(const std::string& address, Milliseconds longest,
                                   Milliseconds lock_time) {
    const Result<Library>& library = Library::get();
    if (!library) return library.error();
    const Parameters all = parameters_for(*library, address);
    Postgres made(
        Connection(library->connect_start_params(all.keywords.data(), all.values.data(), 1)),
        address);
    pg_conn* const connection = made.connection_.get();
    if (connection == nullptr) return make_error(address + ": no memory is left");
    // libpq would write notices to stderr, which GUIs merge with the protocol.
    library->set_notice_processor(
        connection, [](void*, const char*) {}, nullptr);
    made.set_longest(longest);
    const auto until = made.deadline();
    for (int step = Library::poll_writing; step != Library::poll_ok;) {
        if (step == Library::poll_failed || library->status(connection) == Library::connection_bad)
            return made.lose(library->error_message(connection));
        const SocketEvent event = step == Library::poll_reading   ? SocketEvent::Readable
                                  : step == Library::poll_writing ? SocketEvent::Writable
                                                                  : SocketEvent::Either;
        if (!wait_for_socket(library->socket(connection), event, left_until(until)))
            return made.lose("the server does not answer");
        step = library->connect_poll(connection);
    }
    library->set_nonblocking(connection, 1);
    // A commit that is acknowledged survives a crash of the server, because the game is then
    // removed from the file of those that wait. A client that vanishes does not keep its locks.
    if (auto set = made.execute("SET bytea_output = hex; SET synchronous_commit = on; "
                                "SET search_path = pg_catalog; "
                                "SET idle_in_transaction_session_timeout = '60s'; "
                                "SET lock_timeout = " +
                                std::to_string(lock_time.count()));
        !set)
        return set.error();
    return made;
}

std::string Postgres::version() const {
    const int number = pq().server_version(connection_.get());
    return std::to_string(number / 10'000) + '.' + std::to_string(number % 10'000);
}

Result<void> Postgres::flush(Clock::time_point until) {
    for (;;) {
        const int left = pq().flush(connection_.get());
        if (left == 0) return {};
        if (left < 0) return lose(pq().error_message(connection_.get()));
        if (!wait_for_socket(pq().socket(connection_.get()), SocketEvent::Either,
                             left_until(until)))
            return lose("the server does not answer");
        // The server may have to be read before it reads on.
        if (pq().consume_input(connection_.get()) == 0)
            return lose(pq().error_message(connection_.get()));
    }
}

bool Postgres::wait_for_answer(Clock::time_point until) {
    while (pq().is_busy(connection_.get()) != 0) {
        if (!wait_for_socket(pq().socket(connection_.get()), SocketEvent::Readable,
                             left_until(until))) {
            lose("the server does not answer");
            return false;
        }
        if (pq().consume_input(connection_.get()) == 0) return true; // get_result() has the reason
    }
    return true;
}

// Returns the last answer, or the first error.
Result<PostgresRows> Postgres::receive(bool sent) {
    state_.clear();
    if (!sent) return lose(pq().error_message(connection_.get()));
    const auto until = deadline();
    if (auto flushed = flush(until); !flushed) return flushed.error();
    PostgresRows rows(nullptr);
    std::optional<Error> error;
    for (;;) {
        if (!wait_for_answer(until)) return failed("the server does not answer");
        pg_result* const raw = pq().get_result(connection_.get());
        if (raw == nullptr) break;
        PostgresRows answer(raw);
        const int status = pq().result_status(raw);
        if (status == Library::command_ok || status == Library::tuples_ok) {
            rows = std::move(answer);
        } else if (!error) {
            const char* const state = pq().result_error_field(raw, Library::sqlstate);
            const char* const why = pq().result_error_field(raw, Library::primary_message);
            state_ = state == nullptr ? "" : state;
            error = failed(why == nullptr ? pq().error_message(connection_.get()) : why);
        }
    }
    const bool is_lost = pq().status(connection_.get()) == Library::connection_bad;
    if (is_lost && !error) error = failed(pq().error_message(connection_.get()));
    if (is_lost) connection_.reset();
    if (error) return *error;
    return rows;
}

Result<PostgresRows> Postgres::query(const std::string& sql,
                                     const std::vector<std::string>& values) {
    if (!is_open()) return failed("the connection is lost");
    std::vector<const char*> texts;
    texts.reserve(values.size());
    for (const std::string& value : values)
        texts.push_back(value.c_str());
    return receive(pq().send_query_params(connection_.get(), sql.c_str(),
                                          static_cast<int>(texts.size()), nullptr, texts.data(),
                                          nullptr, nullptr, 0) == 1);
}

Result<void> Postgres::execute(const std::string& commands) {
    if (!is_open()) return failed("the connection is lost");
    const auto done = receive(pq().send_query(connection_.get(), commands.c_str()) == 1);
    if (!done) return done.error();
    return {};
}

std::string to_bytea(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex = "\\x";
    for (const char c : bytes) {
        const auto value = static_cast<unsigned char>(c);
        hex += digits[value / 16U];
        hex += digits[value % 16U];
    }
    return hex;
}

std::string to_array(const std::vector<std::int64_t>& values) {
    std::string array = "{";
    for (const std::int64_t value : values)
        (array += array.size() > 1 ? "," : "") += std::to_string(value);
    return array + '}';
}

std::string to_bytea_array(const std::vector<std::string>& values) {
    std::string array = "{";
    for (const std::string& value : values)
        ((array += array.size() > 1 ? "," : "") += "\"\\") += to_bytea(value) + '"';
    return array + '}';
}

std::string to_text_array(const std::vector<std::string>& values) {
    std::string array = "{";
    for (const std::string& value : values) {
        (array += array.size() > 1 ? "," : "") += '"';
        for (const char c : value) {
            if (c == '"' || c == '\\') array += '\\';
            array += c;
        }
        array += '"';
    }
    return array + '}';
}

} // namespace polyglot::io
