// An xboard GUI with an xboard engine, as a story: a GUI that follows the protocol. Every move is
// legal, every ping is answered, and the engine thinks in the position that the GUI side asks for
// (in UCI, as in the log).
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/stories/xboard_story.hpp"

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace chess = polyglot::chess;
namespace text = polyglot::text;
using polyglot::fuzz::Bytes;
using polyglot::fuzz::Expected;
using polyglot::fuzz::require;

namespace {

class Story final : public polyglot::fuzz::CecpStory {
  public:
    using CecpStory::CecpStory;

  private:
    void begin() override {
        gui("xboard");
        gui("protover 2");
        for (int i = 0; i < 100 && !ready_ && !exited_; ++i)
            advance(std::chrono::milliseconds(100));
        new_game();
    }

    void act(Bytes& input) override {
        constexpr auto lines = std::to_array<std::string_view>(
            {"hard",        "easy", "post", "nopost",   "level 40 5 0",
             "level 0 1 1", "st 2", "sd 5", "sd 0",     "time 3000",
             "otim 3000",   "draw", "?",    "computer", "name Somebody",
             "memory 32",   ".",    "hint", "random",   "rating 1 2"});
        const unsigned what = input.byte() % 16;
        const unsigned choice = input.byte();
        if (!ready_) return;
        if (what < 6)
            move(choice);
        else if (what < 9)
            gui(lines[choice % lines.size()]);
        else if (what == 9)
            set_force();
        else if (what == 10)
            go();
        else if (what == 11)
            undo();
        else if (what == 12)
            analyze();
        else if (what == 13)
            ping();
        else if (choice % 4 == 0)
            new_game();
        else if (choice % 4 == 1)
            set_board();
        else if (choice % 8 == 2)
            result();
        else
            move(choice);
    }

    void new_game() {
        leave_analysis();
        game_ = chess::Game();
        force_ = over_ = lost_ = false;
        plays_ = chess::Color::Black;
        gui("new");
    }
    void set_force() {
        leave_analysis();
        force_ = true;
        gui("force");
    }
    void go() {
        leave_analysis();
        if (over_ || game_.position().legal_move_count() == 0) return;
        if (!force_) set_force();
        force_ = false;
        plays_ = game_.position().side_to_move();
        gui("go");
    }
    void undo() {
        set_force();
        if (game_.moves().empty()) return;
        game_.pop();
        over_ = false;
        gui("undo");
    }
    void analyze() {
        if (analysing_) {
            leave_analysis();
            return;
        }
        set_force();
        analysing_ = true;
        gui("analyze");
    }
    void leave_analysis() {
        if (std::exchange(analysing_, false)) gui("exit");
    }
    void set_board() {
        set_force();
        over_ = lost_ = false;
        const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        game_ = chess::Game(*chess::parse_fen(fen));
        gui("setboard " + fen);
    }
    void result() {
        if (analysing_) return;
        over_ = force_ = true;
        gui("result 1-0 {White wins}");
        gui("force");
    }
    void ping() {
        if (gui_closed_ || exited_) return;
        pings_.push_back(std::to_string(++last_ping_));
        gui("ping " + pings_.back());
    }
    void move(unsigned choice) {
        const auto moves = game_.position().legal_moves();
        const bool engine_is_to_move = !force_ && game_.position().side_to_move() == plays_;
        if (moves.size() == 0 || over_ || engine_is_to_move || !pings_.empty()) return;
        const chess::Move move = moves[choice % moves.size()];
        game_.push(move);
        gui("usermove " + chess::format_uci_move(move));
    }

    void gui_hears(std::string_view line) override {
        std::string_view rest = line;
        const std::string_view word = text::next_word(rest);
        if (word == "feature" && line.find("done=1") != std::string_view::npos) ready_ = true;
        if (word == "pong") {
            require(!pings_.empty() && text::trim(rest) == pings_.front(), "pong for ping", line);
            pings_.pop_front();
        } else if (line.starts_with("Illegal move")) {
            require(lost_ || !is_.fair(), "no legal move is refused", line);
            lost_ = true;
        } else if (word == "move" && !lost_) {
            // What is not so, or what a GUI need not grant
            lost_ = over_ && (is_.errs || draw_claimed_);
            if (lost_) return;
            require(!force_ && !over_ && !analysing_, "no move in force mode", line);
            require(game_.position().side_to_move() == plays_,
                    "a move only when the engine is to move", line);
            const auto move = chess::parse_uci_move(game_.position(), text::trim(rest));
            require(move.has_value(), "every move is legal", line);
            game_.push(*move);
        } else if (word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "resign") {
            over_ = true; // XBoard believes it
            draw_claimed_ = word == "1/2-1/2";
        }
    }

    void on_asked(std::string_view line) override {
        std::string_view rest = line;
        const std::string_view word = text::next_word(rest);
        if (word == "ponderhit") ponders_ = false;
        if (word == "go") ponders_ = rest.find("ponder") != std::string_view::npos;
    }
    std::optional<Expected> expected() const override { return ponders_ ? std::nullopt : asked(); }

    void check_silence() const override {
        require(told_to_end_ || exited_ || pings_.empty() || has_deadline() || engine_->busy(),
                "a pong that is waited for has a deadline");
    }
    bool content() const override {
        const bool engine_is_to_move = ready_ && !force_ && !over_ &&
                                       game_.position().side_to_move() == plays_ &&
                                       game_.position().legal_move_count() > 0;
        return pings_.empty() && (lost_ || !engine_is_to_move);
    }
    void press() override { gui("?"); }

    bool ready_ = false;
    chess::Game game_;
    chess::Color plays_ = chess::Color::Black;
    bool force_ = false;
    bool over_ = false;
    bool draw_claimed_ = false;
    bool analysing_ = false;
    bool ponders_ = false;
    // Track of the game, until the next: the engine has claimed its end, and the GUI side goes on
    bool lost_ = false;
    std::deque<std::string> pings_;
    int last_ping_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes input(polyglot::fuzz::text_of(data, size));
    const unsigned first = input.byte();
    const auto engine = polyglot::fuzz::draw_character(input);
    Story(engine, polyglot::fuzz::xboard_engine_settings(first)).play(input);
    return 0;
}
