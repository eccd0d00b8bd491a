// Represents an xboard engine (CECP) under test: its announcements, the board that both sides
// should have, and whether the engine is to move. Every line of the engine is checked.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "core/chess/position.hpp"
#include "tools/engine_test/tester.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

class XboardTester : public Tester {
  public:
    // user_options are set in every process whose engine offers them.
    XboardTester(io::EngineLaunch launch, Limits limits,
                 std::vector<std::pair<std::string, std::string>> user_options);

    void prepare() override; // starts a new game in force mode
    std::string engine_name() const override { return features_.myname; }
    bool busy() const override { return thinking_ || analyzing_; }
    std::string other_variants() const override;

    // Starts a process, sends `xboard` and `protover 2`, and answers its features. Returns when the
    // engine has sent done=1 or certainly has no more features, because an engine that is still
    // starting must not receive commands or SIGINT. Throws StepOver if it dies.
    struct Handshake {
        std::vector<std::string> feature_lines;                 // as received
        std::vector<std::pair<std::string, std::string>> pairs; // of all feature lines
        bool done = false;                                      // done=1 has come
        bool asked_for_time = false;                            // done=0 was the first feature
        Milliseconds first{0};                                  // until the first feature
        std::vector<WireLine> first_lines;                      // up to the first feature
        Milliseconds took{0};                                   // until the last feature
        // This is the time until it was sent an illegal move, because it had not answered anything.
        std::optional<Milliseconds> probed;
        // It was sent another protover, because it had answered only the illegal move.
        bool asked_again = false;
    };
    using Refuses = std::function<bool(std::string_view feature)>;
    const Handshake& connect(const Refuses& refuses = {});
    const Handshake& handshake() const { return handshake_; }
    const protocol::XboardFeatures& features() const { return features_; }
    bool is_version_1() const { return !has_shown_features_; }
    // Returns whether this process has announced features; without them, those of earlier processes
    // apply.
    bool has_features() const { return !handshake_.pairs.empty(); }

    // Sends ping and waits for its pong; without ping, waits until the engine has been silent for a
    // while.
    Milliseconds sync(std::string_view context);

    // Sends new, post, easy and clocks, with the engine in force mode or playing Black. With
    // reuse=0 it starts a new process, unless this is the first game of the process.
    void new_game(bool in_force_mode = true);
    // Sends setboard, or else edit; skips the step if edit cannot express the position.
    void set_board(std::string_view fen);
    // Sends legal coordinate moves; the engine is in force mode, or the last move makes it think.
    void user_moves(std::string_view moves);
    void make(std::string_view move); // on our board only
    void take_back(int plies);        // on our board only
    const chess::Position& position() const { return boards_.back(); }
    void set_chess960(bool on) { chess960_ = on; }

    struct Answer {
        std::string move; // as the engine wrote it
        Milliseconds took{0};
        int depth = 0; // the greatest of the thinking lines
    };
    void expect_move_from_engine(); // the engine thinks from now on
    void go();                      // sends short clocks and go
    std::optional<Answer> wait_for_answer(Milliseconds limit);
    Answer answer(Milliseconds limit); // the step fails without an answer
    // Sends go, and `?` if necessary; checks the move; then sends force.
    Answer think(std::string_view only = {});
    void think_if_chess() {
        if (plays_chess()) think();
    }
    // Checks the move, and makes it on our board if it is legal.
    void check_answer(const Answer& answer, std::string_view only = {});
    void expect_no_move(Milliseconds during, std::string_view why);
    void set_analyzing(bool on) { analyzing_ = on; }
    void judge_thinking(bool on) { judges_thinking_ = on; } // until the next search
    void set_pondering(bool on) { pondering_ = on; }
    // Sends the SIGINT before a command to a busy engine, as XBoard does unless the engine has
    // announced sigint=0.
    void attention();
    Answer answer_soon(); // with little time on its clock, and `?` if necessary

    // Checks lines until one is of this kind; returns nullopt at the deadline.
    std::optional<std::string> hear(protocol::XboardReply kind, Milliseconds limit);
    void listen(Milliseconds during); // checks all lines that arrive
    // Returns the number of lines so far that refuse a move or a command.
    int complaints() const { return complaints_; }
    // Reports a fault if the engine refused this command in any step.
    void tell_refusal(std::string_view command);
    // Reports a fault if the engine has refused something since its complaints were counted.
    void expect_no_complaint(int complaints_before, std::string_view context);
    // Returns the results that the engine has claimed since it was last to move, such as `1-0
    // {White mates}`, and resignations.
    const std::vector<std::string>& claims() const { return claims_; }
    int thinking_lines() const { return thinking_lines_; }
    int searches() const { return searches_; }
    void forbid_moves(std::string_view why) { no_move_ = why; }

  private:
    // These are the parts of connect().
    void await_features(Clock::time_point asked, const Refuses& refuses);
    void on_feature_line(std::string_view arguments, Milliseconds after, const Refuses& refuses);
    void take_features(std::string_view arguments, const Refuses& refuses);
    void send_new();
    protocol::XboardReply look_at(const Dialogue::Line& line);
    void look_at_move(std::string_view move);
    void look_at_thinking(std::string_view line);
    std::optional<chess::Move> read_move(std::string_view text) const;
    std::string write_move(chess::Move move) const;
    void edit(const chess::Position& wanted);

    std::vector<std::pair<std::string, std::string>> user_options_;
    Handshake handshake_;
    bool game_begun_ = false; // in this process
    // Knowledge about the engine from its earlier processes, which determines how long to wait for
    // it.
    bool has_shown_features_ = false; // it supports protocol version 2
    protocol::XboardFeatures known_features_;
    bool is_known_version_1_ = false;
    bool answers_illegal_moves_ = false;    // in version 1
    std::size_t features_without_done_ = 0; // their number if no done=1 follows them, otherwise 0
    protocol::XboardFeatures features_;
    protocol::XboardFeatures announced_;                            // including the refused ones
    std::vector<chess::Position> boards_{chess::Position::start()}; // one for each ply
    bool chess960_ = false;
    bool thinking_ = false;
    bool analyzing_ = false;
    bool pondering_ = false;
    bool judges_thinking_ = true;
    int pings_ = 0;
    Clock::time_point asked_;
    std::optional<Answer> answer_;
    int depth_ = 0;
    std::string no_move_;
    std::vector<std::string> claims_;
    int complaints_ = 0;
    std::string last_move_line_;
    int thinking_lines_ = 0;
    int searches_ = 0;
};

// These are the categories of findings in all steps.
constexpr std::string_view bad_thinking = "thinking";
constexpr std::string_view bad_xboard_move = "xboard move";
constexpr std::string_view stray_move = "stray move";
// Returns the category of the errors that answer this command.
std::string refusal_of(std::string_view command);

// Returns the first word of the command that the engine refuses with this line: `Error (unknown
// command): level 0 1 0`, `Illegal move: sd 3`, `Unknown command: level`. It is empty if the line
// does not name a command; nullopt if the line is not a refusal.
std::optional<std::string_view> find_refused_command(std::string_view line);

// Returns the fault of a feature (CECP 2, section 8), or an empty text if there is none.
std::string fault_of_feature(std::string_view name, std::string_view value);
// Returns the fault in the moves of a thinking line: whatever reads as a move must be legal.
// Numbers, brackets and marks are skipped.
std::string fault_of_thinking(chess::Position position, std::string_view pv);

using XboardStep = Step<XboardTester>;
std::vector<XboardStep> xboard_steps();
using XboardSteps = std::span<const XboardStep>;
extern const XboardSteps xboard_handshake_steps, xboard_option_steps, xboard_play_steps,
    xboard_search_steps, xboard_closing_steps;

} // namespace polyglot::tools::engine_test
