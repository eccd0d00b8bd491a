// Represents a UCI engine under test: its announcements, the position that it was sent, and the
// search whose answer is pending. Every line of the engine is checked; the steps output/… report
// the faults.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "core/chess/position.hpp"
#include "core/chess/uci_move.hpp"
#include "tools/engine_test/tester.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools::engine_test {

// These are the categories of findings in all steps.
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
    // user_options are set first in every process.
    UciTester(io::EngineLaunch launch, Limits limits, EngineOptions user_options);

    void prepare() override;
    std::string engine_name() const override { return handshake_.name; }
    bool busy() const override { return searching_; }
    std::string other_variants() const override;

    // Holds the engine's answer to `uci`.
    struct Handshake {
        std::string name;
        std::string author;
        std::vector<std::string> option_lines; // the text after "option"
        std::vector<protocol::OptionDeclaration> options;
        std::vector<std::string> before; // lines before the first that belongs to the answer
        bool silent = true;              // no line has come
        bool ok = false;                 // uciok has come
        Milliseconds took{0};
    };
    // Starts a process and sends `uci`; throws StepOver if uciok does not come.
    const Handshake& shake_hands();
    const Handshake& handshake() const { return handshake_; }
    const protocol::OptionDeclaration* option(std::string_view name) const;
    void set_option(std::string_view name, std::string_view value);
    // Sets UCI_Variant if its default is another variant and it offers normal chess.
    void choose_chess();

    // Sends `isready` and reads everything up to `readyok`. context ends the sentence "no readyok
    // within 5000 ms …".
    Milliseconds sync(std::string_view context);

    // Sends a position; an empty fen is the start position. The moves must be legal. spelled is the
    // line to send if it is to be written in an unusual way.
    void set_position(std::string_view fen, std::string_view moves = {},
                      std::string_view spelled = {});
    void set_chess960(bool on) { chess960_ = on; } // how moves are written from now on
    const chess::Position& position() const { return position_; }
    chess::CastlingStyle castling_style() const;

    struct Answer {
        std::string move; // as the engine wrote it
        std::string ponder;
        Milliseconds took{0};   // from `go` or the command that started the clock
        int depth = 0;          // the greatest of the info lines
        std::int64_t nodes = 0; // of the last info line with nodes
    };
    void go(std::string_view arguments);
    void ponderhit();
    std::optional<Answer> wait_for_answer(Milliseconds limit);
    Answer answer(Milliseconds limit); // the step fails without an answer
    Answer stop();                     // the step fails without an answer in time
    void expect_no_answer(Milliseconds during, std::string_view why);
    // Makes a short search, stopped if necessary, for steps that are not about clocks.
    Answer think(std::string_view searchmoves = {});
    // Reports a fault if the move is not legal, or not the expected one if there is one.
    void check_answer(const Answer& answer, std::string_view expected = {});
    // Makes a search of the start position, unless the engine does not play normal chess.
    void check_from_start();
    // Returns the next line that begins with this word; the lines before it are checked. The step
    // fails if the engine ends.
    std::optional<Dialogue::Line> hear(std::string_view word, Milliseconds limit);

    // Until the next step, a bestmove without a search is a fault of this step.
    void forbid_stray_bestmoves(std::string_view why) { no_stray_ = why; }

    int searches() const { return searches_; }
    int info_lines() const { return info_lines_; }
    int lines_of_moves() const { return lines_of_moves_; }

  private:
    void look_at(std::string_view line);
    void look_at_info(std::string_view arguments);
    void look_at_bestmove(std::string_view arguments);

    EngineOptions user_options_;
    Handshake handshake_;
    chess::Position position_ = chess::Position::start();
    bool chess960_ = false;
    bool searching_ = false;
    Clock::time_point clock_started_;
    std::optional<Answer> answer_; // of the current search, once it has come
    Answer progress_;
    bool said_info_ = false; // in the current search
    bool stopped_ = false;
    // The reason why a bestmove without a search is a fault; empty if it is not.
    std::string no_stray_;
    int searches_ = 0;
    int info_lines_ = 0;
    int lines_of_moves_ = 0;
};

using UciStep = Step<UciTester>;
std::vector<UciStep> uci_steps(); // all steps in the order in which they run

// These are the parts of uci_steps(); each group of names has its own file.
using UciSteps = std::span<const UciStep>;
extern const UciSteps uci_handshake_steps, uci_option_steps, uci_position_steps, uci_clock_steps,
    uci_stop_steps, uci_closing_steps;

} // namespace polyglot::tools::engine_test
