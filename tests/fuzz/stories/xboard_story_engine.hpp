// An xboard engine with real rules for fuzz_uci_with_xboard: it reads its lines one by one, on
// demand, keeps the game on its own board, and judges what it is sent. Its properties are drawn
// from the input.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/xboard_gui/board_editor.hpp"
#include "core/chess/game.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::fuzz {

struct Character {
    protocol::XboardFeatures features; // in force, whether announced or by default
    std::vector<std::string> feature_lines;
    enum class Objection : std::uint8_t { None, Error, IllegalMove, Exit } to_uci = Objection::None;
    enum class Style : std::uint8_t { Move, San, Numbered } style = Style::Move;
    bool version_2 = true;
    bool chess960 = false;    // plays it
    bool pongs_twice = false; // GNU Chess
    // Phalanx, Sjeng: the move that it was thinking of is printed, and counts
    bool moves_after_force = false;
    bool needs_interrupt = false; // hears nothing while it is busy, unless it is interrupted
    bool analyses = true;         // knows the word, whatever it has announced
    bool knows_sd = true;
    bool claims = false; // the result, when a move has ended the game
    // What an engine should not be. The first three: never, in a fair one.
    bool deaf = false;        // hears nothing at all while it is busy: Fairy-Max, HoiChess
    bool ignores_now = false; // `?`
    bool undoes = true;
    bool errs = false;  // resigns, claims, plays illegal moves, objects to legal ones
    bool exits = false; // now and then
    bool late = false;  // not in time for any deadline
    bool fair() const { return !deaf && !ignores_now && undoes && !errs && !exits && !late; }
};
Character draw_character(Bytes& input);

// What the engine is to have on its board when it begins to think.
struct Expected {
    chess::Position position;
    std::size_t plies;  // since the start of the game
    bool drawn;         // by rule
    bool alone = false; // may come without the game
};

class CecpEngine {
  public:
    explicit CecpEngine(Character character) : is_(std::move(character)) {}

    void send(std::string_view line, const std::optional<Expected>& expected) {
        inbox_.push_back({.text = std::string(line), .expected = expected});
    }
    // It has what has been sent so far read, even if it is busy.
    void interrupt() {
        for (Line& line : inbox_)
            line.comes_by_interrupt = true;
    }
    // Reads one line and obeys it. Returns false if there is none, or if it is not listening.
    bool read();
    void tell_thinking(unsigned choice); // a line of thinking, if it thinks
    void finish(unsigned choice);        // its search, with a move or what else choice is
    void babble(unsigned choice);        // anything
    std::optional<std::string> take_line();

    bool started() const { return started_; } // a game
    bool thinking() const { return task_ == Task::Think; }
    bool busy() const { return task_ != Task::None || ponders_; }
    bool unread() const { return !inbox_.empty() && listens(); }
    bool idle() const { return outbox_.empty() && !unread(); }
    bool gone() const { return gone_; } // by itself, or by quit
    bool told_to_quit() const { return told_to_quit_; }

  private:
    enum class Task : std::uint8_t { None, Think, Analyse };
    struct Line {
        std::string text;
        std::optional<Expected> expected;
        bool comes_by_interrupt = false;
    };

    bool listens() const {
        if (!busy()) return true;
        return !(is_.deaf && task_ == Task::Think) &&
               (!is_.needs_interrupt || inbox_.front().comes_by_interrupt);
    }
    void say(std::string line) { outbox_.push_back(std::move(line)); }
    void obey(const Line& line);
    void obey_in_game(std::string_view word, std::string_view arguments, const Line& line);
    void object(std::string_view line);
    void on_uci();
    void on_new();
    void on_force();
    void on_move(std::string_view text, const Line& line);
    void on_edit_line(const std::string& line);
    void begin(Task task, const std::optional<Expected>& expected, std::string_view line);
    void play(chess::Move move);
    void claim();
    std::string spell(chess::Move move) const;

    const Character is_;
    std::deque<Line> inbox_;
    std::deque<std::string> outbox_;
    chess::Game game_;
    std::optional<session::BoardEditor> editor_;
    std::string variant_ = "normal";
    chess::Color plays_ = chess::Color::Black;
    Task task_ = Task::None;
    bool started_ = false; // a game
    bool force_ = false;
    bool hard_ = false;
    bool ponders_ = false;
    bool edited_ = false; // what `edit` cannot say is not on the board
    bool off_ = false;    // by its own fault it is not where it should be
    bool gone_ = false;
    bool told_to_quit_ = false;
    int games_ = 0;
};

} // namespace polyglot::fuzz
