// Plays ten plies with the adapter and the ini file that would be written, as a GUI would; if the
// book answers all of them, the engine plays a move in an endgame, too. Test: test_setup.py.
#pragma once
#include "config/settings.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "tools/engines/engine_client.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/object.hpp>

namespace polyglot::tools {

struct TrialTimes {
    std::chrono::milliseconds per_move{100}; // that the engine gets
    // For each answer. Before its first one, an engine may load a network, for which polyglot gives
    // it ReadyTimeout.
    std::chrono::milliseconds patience{config::Settings().ready_timeout_ms + 15'000};
};

struct TrialPlan {
    std::filesystem::path polyglot, place;
    std::string ini; // the text
    // The results of games that have waited would go into the user's BookLearnFile; the trial gets
    // a temporary one.
    bool learns = false;
    TrialTimes times{};
};

class Trial {
  public:
    static constexpr std::size_t plies = 10;

    // The text is written into a temporary file beside `place`, so that nothing of the user's is
    // touched and relative names mean the same.
    Trial(boost::asio::io_context& context, TrialPlan plan);
    ~Trial(); // kills what still runs and removes the temporary files
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    void start();
    void cancel(); // polyglot gets time to end its engine
    bool is_gone() const { return !is_started_; }
    bool has_ended() const { return state_ == State::Passed || state_ == State::Failed; }
    bool has_passed() const { return state_ == State::Passed; }
    const std::string& ini() const { return plan_.ini; }
    // Returns "state" (running, passed, failed), "error", "moves" (san, uci, by: book or engine,
    // about: the book's line), "notes" (what polyglot has said) and "own_move", the engine's in an
    // endgame, if all moves are the book's.
    boost::json::object answer() const;

  private:
    enum class State : std::uint8_t { Running, Leaving, Passed, Failed };
    struct Played {
        std::string san, uci;
        std::string about; // what the GUI sees of the book's move; empty: the engine's own move
    };

    Result<void> write_file();
    void remove_files(); // all that are temporary
    void on_line(std::string_view line);
    void on_info(std::string_view arguments);
    void on_best_move(std::string_view arguments);
    void on_end(session::ExitCode status, const std::string& message);
    void ask_engine();
    void leave();
    std::string why_ended(const std::string& message) const;
    void go();
    void fail(const std::string& message);
    void arm();

    boost::asio::io_context& context_;
    const TrialPlan plan_;
    State state_ = State::Running;
    bool is_started_ = false; // and has not ended
    std::string error_;
    chess::Position position_ = chess::Position::start();
    std::vector<Played> moves_;
    std::vector<std::string> notes_;
    std::string book_line_;  // of the move that is coming
    bool is_in_book_ = true; // the plies are played, not the endgame
    std::string own_move_;
    std::filesystem::path file_;
    boost::asio::steady_timer timer_;
    std::unique_ptr<EngineClient> client_; // last, so that it is destroyed first
};

} // namespace polyglot::tools
