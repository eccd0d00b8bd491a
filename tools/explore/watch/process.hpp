// An adapter at work, as its log shows it: its game and the games before.
#pragma once
#include "tools/logs/session.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/json.hpp>

namespace polyglot::tools {

// What has happened lately, in any process.
class News {
  public:
    static constexpr std::size_t most_kept = 100; // results, and failures

    using Number = std::uint64_t; // of a result
    Number add_result(boost::json::object result);
    void correct_result(Number number, boost::json::object result); // it has become known
    void add_failure(boost::json::object failure);
    // "results" and "failures", the last first, with "result_count" and "failure_count".
    void describe(boost::json::object& answer) const;
    std::uint64_t changes() const { return changes_; }

  private:
    std::deque<boost::json::object> results_, failures_;
    std::uint64_t result_count_ = 0, failure_count_ = 0, changes_ = 0;
};

class WatchedProcess final : public ProcessObserver {
  public:
    // id: unique in this watch. log: its name, which must outlive the process.
    WatchedProcess(std::uint64_t id, std::string_view log, long pid, News& news)
        : id_(id), log_(log), pid_(pid), news_(news) {}

    void on_line(const LoggedProcess& process, std::string_view text, milliseconds time) override;
    void on_game_end(const LoggedGame& game) override;
    void on_result(const LoggedGame& game) override;
    void on_failure(std::string_view what, const LogPlace& place) override;
    void on_end(); // no line follows

    std::uint64_t id() const { return id_; }
    long pid() const { return pid_; }
    milliseconds first() const { return first_; } // local time of its first line, and of its last
    milliseconds last() const { return last_; }
    bool has_ended() const { return has_ended_; }
    bool is_shown() const { return failures_ > 0 || shown_game() != nullptr; }
    bool take_changed() { return std::exchange(is_changed_, false); } // since it was asked
    std::size_t bytes() const;                                        // of memory, about

    // "id", "log", "pid", "engine", "state" (thinks, waits, idle, ended), "won", "drawn", "lost",
    // "unknown", "failures", "last_failure", "time" (of day); of the game that is played, or of the
    // last one: "running", "fen" (absent: not a game of known rules), "white" (we are; absent: not
    // known yet), "opening", "book_moves", "left_at" (the number of the first move of the engine
    // after one of the book), "moves" (the last ones: "san", "by" gui, engine or book, "number"),
    // "from" and "to" of the last one, "result".
    boost::json::object describe() const;

  private:
    const LoggedGame* shown_game() const;
    bool is_running() const;
    void know_result(std::optional<int> half_points);
    boost::json::object described_result() const;
    void describe_game(const LoggedGame& game, boost::json::object& answer) const;
    const std::string& engine() const { return process_ != nullptr ? process_->engine() : engine_; }

    std::uint64_t id_;
    std::string_view log_;
    long pid_;
    News& news_;
    const LoggedProcess* process_ = nullptr; // from its first line to its end
    std::string engine_;                     // after its end
    std::optional<LoggedGame> last_game_;
    std::optional<int> last_half_points_; // of last_game_, ours
    News::Number last_result_ = 0;        // of last_game_
    bool awaits_result_ = false;          // of last_game_
    milliseconds first_{0}, last_{0}, last_game_end_{0};
    std::uint64_t failures_ = 0;
    std::string last_failure_;
    Results results_;
    bool has_ended_ = false, is_changed_ = true;
};

} // namespace polyglot::tools
