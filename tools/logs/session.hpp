// Follows one process of a log line by line.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/uci/position.hpp"
#include "tools/logs/game.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::tools {

class LoggedProcess;

// Receives the events of a process while its log is read. The process is in the state after the
// line.
class ProcessObserver {
  public:
    virtual ~ProcessObserver() = default;
    ProcessObserver(const ProcessObserver&) = delete;
    ProcessObserver& operator=(const ProcessObserver&) = delete;
    virtual void on_line(const LoggedProcess& process, std::string_view text,
                         milliseconds time) = 0;
    // Reports the end of a game in which we have made a move; its result may follow.
    virtual void on_game_end(const LoggedGame& game) = 0;
    // Reports the result of the last game that has ended, or that there will be none.
    virtual void on_result(const LoggedGame& game) = 0;
    virtual void on_failure(std::string_view what, const LogPlace& place) = 0;

  protected:
    ProcessObserver() = default;
};

class LoggedProcess {
  public:
    explicit LoggedProcess(LogStat& stat, ProcessObserver* observer = nullptr)
        : stat_(stat), observer_(observer) {}

    // Takes a line without its stamp. place is used in messages.
    void take(std::string_view text, milliseconds time, const LogPlace& place);
    bool has_beginning() const { return has_beginning_; }
    bool has_exit() const { return has_exit_; }
    const std::string& engine() const { return engine_; } // its name
    const LoggedGame& game() const { return game_; }
    // Returns the last game while its result is unknown.
    const std::optional<LoggedGame>& ended() const { return ended_; }
    bool is_searching() const { return search_.has_value(); } // searches for a move of the game
    bool is_xboard() const { return xboard_; }                // whether the GUI speaks xboard
    void finish();                                            // call it after the last line

  private:
    void on_gui(std::string_view line);
    void on_to_gui(std::string_view line);
    void on_engine(std::string_view line);
    void on_event(std::string_view text);
    void take_line(std::string_view text);
    void on_learnt(std::string_view text);
    void on_uci_line(std::string_view word, std::string_view rest);
    void on_variant(std::string_view name);
    void on_xboard_line(std::string_view word, std::string_view rest);
    void on_xboard_clock(std::string_view word, std::string_view rest);
    void on_go(const protocol::Go& go);
    void on_answer(std::string_view move);
    void on_result(std::string_view result);
    void count_ended();
    void count(LoggedGame& game);
    void end_game();
    void begin_search(std::optional<milliseconds> clock, std::optional<milliseconds> limit,
                      milliseconds increment);
    void fail(std::string_view what) { fail(what, place_); }
    void fail(std::string_view what, const LogPlace& place);
    void take_left_at_start(std::string_view text);
    void note_book(std::string_view note);

    struct Search {
        milliseconds begun{};
        std::optional<milliseconds> clock; // our clock at the start
        std::optional<milliseconds> limit; // more than this is an overrun
        milliseconds increment{0};
    };

    LogStat& stat_;
    ProcessObserver* observer_;
    milliseconds now_{};
    LogPlace place_;
    bool has_beginning_ = false, has_exit_ = false;
    std::string engine_ = "an engine without a name";
    bool has_sent_quit_ = false;
    bool has_answered_ = false; // the GUI has learned that the engine is ready
    struct Exit {
        std::string what, file;
        std::uint64_t line = 0;
    };
    // An exit at the start, which may be part of the detection of the protocol; the next line
    // decides.
    std::optional<Exit> left_at_start_;
    LoggedGame game_;
    bool of_chess_ = true; // the variant of the games
    std::optional<LoggedGame> ended_;
    protocol::UciPosition position_; // the last one from the GUI
    bool pondering_ = false;         // searching position_, which may not be reached
    std::optional<protocol::Go> ponder_go_;
    bool xboard_ = false;
    bool from_book_ = false;  // whether the next answer is from the book
    std::string why_no_book_; // the reason why it is not from the book
    std::optional<Search> search_;
    std::optional<Search> last_search_; // with a clock; last_elapsed_ is its duration by the log
    milliseconds last_elapsed_{0};
    std::optional<milliseconds> xboard_clock_, xboard_move_time_;
    milliseconds xboard_increment_{0};
};

} // namespace polyglot::tools
