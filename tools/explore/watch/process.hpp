// Represents a running adapter, reconstructed from its log: its current game and the previous ones.
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

// Keeps the recent events of all processes.
class News {
  public:
    static constexpr std::size_t most_kept = 100; // for results and for failures

    using Number = std::uint64_t; // identifies a result
    Number add_result(boost::json::object result);
    // Replaces a result that has become known.
    void correct_result(Number number, boost::json::object result);
    void add_failure(boost::json::object failure);
    // Adds "results" and "failures", the latest first, with "result_count" and "failure_count".
    void describe(boost::json::object& answer) const;
    std::uint64_t changes() const { return changes_; }

  private:
    std::deque<boost::json::object> results_, failures_;
    std::uint64_t result_count_ = 0, failure_count_ = 0, changes_ = 0;
};

class WatchedProcess final : public ProcessObserver {
  public:
    // id is unique in this watch. log is the log's name, which must outlive this object.
    WatchedProcess(std::uint64_t id, std::string_view log, long pid, News& news)
        : id_(id), log_(log), pid_(pid), news_(news) {}

    void on_line(const LoggedProcess& process, std::string_view text, milliseconds time) override;
    void on_game_end(const LoggedGame& game) override;
    void on_result(const LoggedGame& game) override;
    void on_failure(std::string_view what, const LogPlace& place) override;
    void on_end(); // called when no line follows

    std::uint64_t id() const { return id_; }
    long pid() const { return pid_; }
    // first() and last() return the local times of the first and the last line.
    milliseconds first() const { return first_; }
    milliseconds last() const { return last_; }
    bool has_ended() const { return has_ended_; }
    bool is_shown() const { return failures_ > 0 || shown_game() != nullptr; }
    bool take_changed() { return std::exchange(is_changed_, false); } // since the last call
    std::size_t bytes() const;                                        // approximate memory

    // Returns "id", "log", "pid", "engine", "state" (thinks, waits, idle, ended), "won", "drawn",
    // "lost", "unknown", "failures", "last_failure", "time" (of day). For the current game, or else
    // the last one, it adds "running", "fen" (absent for a game of unknown rules), "white" (whether
    // we are White; absent if unknown), "opening", "book_moves", "left_at" (the number of the
    // engine's first move after a book move), "moves" (the last ones: "san", "by" gui, engine or
    // book, "number"), "from" and "to" of the last one, and "result".
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
    std::string engine_;                     // set after its end
    std::optional<LoggedGame> last_game_;
    std::optional<int> last_half_points_; // ours, of last_game_
    News::Number last_result_ = 0;        // of last_game_
    bool awaits_result_ = false;          // of last_game_
    milliseconds first_{0}, last_{0}, last_game_end_{0};
    std::uint64_t failures_ = 0;
    std::string last_failure_;
    Results results_;
    bool has_ended_ = false, is_changed_ = true;
};

} // namespace polyglot::tools
