// An xboard engine (CECP) under test: what it has announced, the board as both should know it, and
// whether it is its move. Every line that it prints on the way is looked at.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "core/chess/position.hpp"
#include "tools/engine_test/tester.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

class XboardTester : public Tester {
  public:
    // user_options are set in every process that has them.
    XboardTester(io::EngineLaunch launch, Limits limits,
                 std::vector<std::pair<std::string, std::string>> user_options);

    void prepare() override; // a new game in force mode
    std::string engine_name() const override { return features_.myname; }
    bool busy() const override { return thinking_ || analyzing_; }
    std::string other_variants() const override;

    // A new process, `xboard`, `protover 2` and the answers to its features. Returns when the
    // engine has said done=1, or has certainly no more features: no command is sent, and no SIGINT,
    // to an engine that is still starting. StepOver if it dies.
    struct Handshake {
        std::vector<std::string> feature_lines;                 // as they came
        std::vector<std::pair<std::string, std::string>> pairs; // of all of them
        bool done = false;                                      // done=1 has come
        bool asked_for_time = false;                            // done=0 was the first feature
        Milliseconds first{0};                                  // until the first feature
        std::vector<WireLine> first_lines;                      // up to it
        Milliseconds took{0};                                   // until the last one
        // Until it was sent an illegal move, as it had answered nothing
        std::optional<Milliseconds> probed;
        // It was sent another protover, as it had answered the illegal move only
        bool asked_again = false;
    };
    using Refuses = std::function<bool(std::string_view feature)>;
    const Handshake& connect(const Refuses& refuses = {});
    const Handshake& handshake() const { return handshake_; }
    const protocol::XboardFeatures& features() const { return features_; }
    bool is_version_1() const { return !has_shown_features_; }
    // Of this process; those of others are taken else
    bool has_features() const { return !handshake_.pairs.empty(); }

    // ping and its pong; without ping, until it has been silent for a while.
    Milliseconds sync(std::string_view context);

    // new, post, easy, clocks; in force mode, or the engine has Black. With reuse=0 in a new
    // process, unless the game is the first of its process.
    void new_game(bool in_force_mode = true);
    void set_board(std::string_view fen); // setboard, or edit; skips what edit cannot say
    // Coordinate moves, legal; in force mode, or the last one sets it thinking
    void user_moves(std::string_view moves);
    void make(std::string_view move); // on our board only
    void take_back(int plies);        // on our board only
    const chess::Position& position() const { return boards_.back(); }
    void set_chess960(bool on) { chess960_ = on; }

    struct Answer {
        std::string move; // as written
        Milliseconds took{0};
        int depth = 0; // the deepest in a thinking line
    };
    void expect_move_from_engine(); // it is to think from now on
    void go();                      // little time on both clocks, go
    std::optional<Answer> wait_for_answer(Milliseconds limit);
    Answer answer(Milliseconds limit);        // fails without one
    Answer think(std::string_view only = {}); // go, hurried by `?` if need be; checked; then force
    void think_if_chess() {
        if (plays_chess()) think();
    }
    // And made on our board if it is legal
    void check_answer(const Answer& answer, std::string_view only = {});
    void expect_no_move(Milliseconds during, std::string_view why);
    void set_analyzing(bool on) { analyzing_ = on; }
    void judge_thinking(bool on) { judges_thinking_ = on; } // until the next search
    void set_pondering(bool on) { pondering_ = on; }
    // The SIGINT before a command to a busy engine, which XBoard sends unless the engine has
    // announced sigint=0.
    void attention();
    Answer answer_soon(); // with little time on its clock; hurried by `?` if need be

    // Looks at lines until one is of this kind; nothing at the deadline.
    std::optional<std::string> hear(protocol::XboardReply kind, Milliseconds limit);
    void listen(Milliseconds during);              // looks at all that comes
    int complaints() const { return complaints_; } // lines so far that refuse a move or a command
    // A fault if errors have answered this command, in any step
    void tell_refusal(std::string_view command);
    // Everything sent since then has been taken without a complaint; a fault if not.
    void expect_no_complaint(int complaints_before, std::string_view context);
    // The results that it has claimed since it was last to move: `1-0 {White mates}`, and
    // resignations.
    const std::vector<std::string>& claims() const { return claims_; }
    int thinking_lines() const { return thinking_lines_; }
    int searches() const { return searches_; }
    void forbid_moves(std::string_view why) { no_move_ = why; }

  private:
    // The parts of connect().
    void await_features(Clock::time_point asked, const Refuses& refuses);
    void on_feature_line(std::string_view arguments, Milliseconds after, const Refuses& refuses);
    void take_features(std::string_view arguments, const Refuses& refuses);
    void send_new();
    std::optional<Dialogue::Line> read(Clock::time_point deadline);
    protocol::XboardReply look_at(const Dialogue::Line& line);
    void look_at_move(std::string_view move);
    void look_at_thinking(std::string_view line);
    std::optional<chess::Move> read_move(std::string_view text) const;
    std::string write_move(chess::Move move) const;
    void edit(const chess::Position& wanted);

    std::vector<std::pair<std::string, std::string>> user_options_;
    Handshake handshake_;
    bool game_begun_ = false; // in this process
    // What is known of the engine from its former processes, so that it is waited for as long as it
    // needs.
    bool has_shown_features_ = false; // it is not of version 1
    protocol::XboardFeatures known_features_;
    bool is_known_version_1_ = false;
    bool answers_illegal_moves_ = false;    // of version 1
    std::size_t features_without_done_ = 0; // their number, if no done=1 follows; else 0
    protocol::XboardFeatures features_;
    protocol::XboardFeatures announced_;                            // with the refused ones
    std::vector<chess::Position> boards_{chess::Position::start()}; // one a ply
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

// What is found in any step.
constexpr std::string_view bad_thinking = "thinking";
constexpr std::string_view bad_xboard_move = "xboard move";
constexpr std::string_view stray_move = "stray move";
// The category of the errors that answer this command
std::string refusal_of(std::string_view command);

// The first word of the command that the engine refuses with this line: `Error (unknown command):
// level 0 1 0`, `Illegal move: sd 3`, `Unknown command: level`. Empty if the line names none;
// nullopt if it is no such line.
std::optional<std::string_view> find_refused_command(std::string_view line);

// What can be wrong with a feature (CECP 2, section 8); empty when nothing is.
std::string fault_of_feature(std::string_view name, std::string_view value);
// The moves of a thinking line: whatever reads as a move must be one. Numbers, brackets and marks
// are skipped.
std::string fault_of_thinking(chess::Position position, std::string_view pv);

using XboardStep = Step<XboardTester>;
std::vector<XboardStep> xboard_steps();
void add_xboard_handshake_steps(std::vector<XboardStep>& steps);
void add_xboard_option_steps(std::vector<XboardStep>& steps);
void add_xboard_play_steps(std::vector<XboardStep>& steps);
void add_xboard_search_steps(std::vector<XboardStep>& steps);
void add_xboard_closing_steps(std::vector<XboardStep>& steps);

} // namespace polyglot::tools::engine_test
