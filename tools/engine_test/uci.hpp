// A UCI engine under test: its announcements, the position that it was sent, the search that it
// owes an answer for. Every line that it prints is checked; faults are reported by the steps
// output/….
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"
#include "tools/engine_test/tester.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

// What is found in any step.
constexpr std::string_view bad_info = "info";
constexpr std::string_view bad_pv = "pv";
constexpr std::string_view bad_bestmove = "bestmove";
constexpr std::string_view bad_ponder_move = "ponder";
constexpr std::string_view stray_bestmove = "stray";
constexpr std::string_view no_info = "no info";
constexpr std::string_view chatter = "chatter";

using EngineOptions = std::vector<std::pair<std::string, std::string>>;

class UciTester : public Tester {
  public:
    // user_options are set before everything, in every process.
    UciTester(io::EngineLaunch launch, Limits limits, EngineOptions user_options);

    void prepare() override;
    std::string engine_name() const override { return handshake_.name; }
    bool busy() const override { return searching_; }
    std::string other_variants() const override;

    // The handshake.
    struct Handshake {
        std::string name;
        std::string author;
        std::vector<std::string> option_lines; // what follows "option"
        std::vector<protocol::OptionDeclaration> options;
        std::vector<std::string> before; // lines before the first that belongs to the answer
        bool silent = true;              // not a line has come
        bool ok = false;                 // uciok has come
        Milliseconds took{0};
    };
    const Handshake& shake_hands(); // a new process, and `uci`; StepOver if uciok does not come
    const Handshake& handshake() const { return handshake_; }
    const protocol::OptionDeclaration* option(std::string_view name) const;
    void set_option(std::string_view name, std::string_view value);
    // Sets UCI_Variant, if its default is another variant and normal chess is among its choices
    void choose_chess();

    // `isready`, and everything up to `readyok` read. context ends the sentence "no readyok within
    // 5000 ms …".
    Milliseconds sync(std::string_view context);

    // A position: fen is empty for the start position. The moves must be legal. spelled is the
    // line, if it is to be written in an unusual way.
    void set_position(std::string_view fen, std::string_view moves = {},
                      std::string_view spelled = {});
    void set_chess960(bool on) { chess960_ = on; } // how moves are written from now on
    const chess::Position& position() const { return position_; }
    chess::CastlingStyle castling_style() const;

    struct Answer {
        std::string move; // as written
        std::string ponder;
        Milliseconds took{0};   // from the go, or from what set the clock going
        int depth = 0;          // the deepest in an info line
        std::int64_t nodes = 0; // of the last info line that has them
    };
    void go(std::string_view arguments);
    void ponderhit();
    std::optional<Answer> wait_for_answer(Milliseconds limit);
    Answer answer(Milliseconds limit); // fails without one
    Answer stop();                     // fails without an answer in time
    void expect_no_answer(Milliseconds during, std::string_view why);
    // For steps that are not about clocks: a short search, stopped if need be.
    Answer think(std::string_view searchmoves = {});
    // A fault if it is not legal, or not the expected one where there is one.
    void check_answer(const Answer& answer, std::string_view expected = {});
    // A search of the start position, unless the engine plays no normal chess
    void check_from_start();
    // The next line that begins with this word; what comes before has been looked at. Fails if the
    // engine ends.
    std::optional<Dialogue::Line> hear(std::string_view word, Milliseconds limit);

    // Until the next step: a bestmove without a search is this step's own failure.
    void forbid_stray_bestmoves(std::string_view why) { no_stray_ = why; }

    int searches() const { return searches_; }
    int info_lines() const { return info_lines_; }
    int lines_of_moves() const { return lines_of_moves_; }

  private:
    std::optional<Dialogue::Line> read(Clock::time_point deadline);
    void look_at(std::string_view line);
    void look_at_info(std::string_view arguments);
    void look_at_bestmove(std::string_view arguments);

    EngineOptions user_options_;
    Handshake handshake_;
    chess::Position position_ = chess::Position::start();
    bool chess960_ = false;
    bool searching_ = false;
    Clock::time_point clock_started_;
    std::optional<Answer> answer_; // of the search at hand, once it has come
    Answer progress_;
    bool said_info_ = false; // in the search at hand
    bool stopped_ = false;
    // Why there must be no bestmove without a search; empty: not our matter now
    std::string no_stray_;
    int searches_ = 0;
    int info_lines_ = 0;
    int lines_of_moves_ = 0;
};

using UciStep = Step<UciTester>;
std::vector<UciStep> uci_steps(); // all of them, in the order in which they are tried

// Parts of uci_steps(), a file each.
void add_uci_handshake_steps(std::vector<UciStep>& steps);
void add_uci_option_steps(std::vector<UciStep>& steps);
void add_uci_position_steps(std::vector<UciStep>& steps);
void add_uci_clock_steps(std::vector<UciStep>& steps);
void add_uci_stop_steps(std::vector<UciStep>& steps);
void add_uci_closing_steps(std::vector<UciStep>& steps);

} // namespace polyglot::tools::engine_test
