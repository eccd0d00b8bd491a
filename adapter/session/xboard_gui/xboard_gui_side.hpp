// The side of a GUI that speaks the xboard protocol (CECP v1 and v2). Transcripts: xboard/*.txt.
#pragma once
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/shared/gui_side.hpp"
#include "adapter/session/shared/held_lines.hpp"
#include "adapter/session/xboard_gui/board_editor.hpp"
#include "adapter/session/xboard_gui/game.hpp"
#include "adapter/session/xboard_gui/options.hpp"
#include "adapter/session/xboard_gui/search_controller.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// Each command changes the game (XboardGame) or makes a request to the
// SearchController; then the controller settles. Commands never start or stop a search themselves.
//
// The rules of the connection:
// 1. `feature done=0` answers `protover 2` at once, which gives a slow engine an hour. The other
//    features and every other command wait until the engine has declared its options.
// 2. Between `edit` and `.` every line is for the board editor; any other command ends the editor.
// 3. If the GUI sends all commands at once (`polyglot < commands`), those before `quit` are still
//    carried out, for at most QuitTimeout. Lines after `quit` are ignored.
// 4. Lines with blocked options or commands are refused before they are parsed.
class XboardGuiSide final : public GuiSide {
  public:
    // notices are texts for the user from before the GUI's first line.
    XboardGuiSide(SessionContext& context, BookPlayer& book, Learner& learner,
                  std::vector<std::string> notices);

    void on_gui_line(std::string_view line) override;
    void on_gui_closed() override { on_quit(); }
    // The options become features; the rest is only logged.
    void on_handshake_line(std::string_view) override {}
    void on_engine_ready(std::string_view uciok) override;
    void on_ready(std::string_view readyok) override;
    void on_settled() override { search_.settle(); }
    void on_programs_changed() override { search_.settle(); }
    void on_engine_line(std::string_view line, const protocol::UciEngineLine& parsed) override;
    void on_info(const EngineInfo& info) override;
    void on_search_answered(const EngineMove& move, const RunningSearch* answered) override;
    void on_xboard_engine_line(std::string_view line) override;
    bool interrupts_to_end() const override { return false; }
    void on_gui_stalled() override { search_.on_gui_stalled(); }
    void on_gui_caught_up() override { search_.on_gui_caught_up(); }
    std::string objection_to(std::string_view bestmove) override {
        return search_.objection_to(bestmove);
    }
    bool thinks_on_a_move() const override { return search_.is_thinking(); }
    void give_up_search() override;
    void on_leaving(bool engine_has_failed) override;
    std::optional<TimePoint> deadline() const override;
    void on_timeout() override;
    bool wants_gui_input() const override { return !held_.is_full() && search_.accepts_input(); }
    void tell_user(std::string_view text) override;
    void tell_failure(std::string_view text) override;
    std::string_view engine_activity() const override { return search_.activity(); }
    void check_invariants() const override;

  private:
    using Line = protocol::XboardGuiLine;

    static constexpr std::size_t most_held_bytes = 1 << 20;
    static constexpr std::size_t most_notices = 100;
    // In plies; 1.5 times as many as the rules allow.
    static constexpr std::size_t longest_game = 20'000;

    void handle_line(std::string_view line);
    bool refuses_blocked(std::string_view line);
    bool on_edit_line(const Line& line);
    void act(const Line& line);
    void refuse(std::string_view reason, std::string_view line);
    // Commands about the connection.
    void on_protover(std::string_view version);
    void send_features();
    void on_quit();
    void quit_if_done();
    // Commands about the game.
    void on_new();
    void on_variant(const Line& line);
    void on_force();
    void on_color(const Line& line);
    void on_user_move(const Line& line);
    void on_set_board(std::string_view fen);
    void on_edit();
    void on_take_back(int plies);
    void on_result(const Line& line);
    void learn(std::string_view result);
    void on_draw_offer();
    void announce_end();
    // Carries out a command about the clock, or refuses an invalid value. Setter is a member of
    // Clock.
    template <class Value, class Setter>
    void set_clock(const Line& line, const std::optional<Value>& value, Setter setter);
    // Commands about the search and the books.
    void on_analyze();
    void on_stat();
    void on_hint();
    void on_book();
    void on_include(const Line& line);
    void on_set_score(const Line& line);
    // Commands about settings.
    void apply_change(const Line& line, const OptionChange& change);
    void on_computer();
    void on_name(const Line& line);
    void on_rating(const Line& line);

    OptionKinds option_kinds() const {
        return [this](std::string_view name) { return context_.engine_option_kind(name); };
    }

    SessionContext& context_;
    BookPlayer& book_;
    Learner& learner_;
    XboardGame game_;
    SearchController search_;
    std::optional<BoardEditor> editor_;
    HeldLines<> held_{most_held_bytes}; // GUI lines from before the engine's uciok
    std::vector<std::string> notices_;  // for the user, until uciok
    std::optional<TimePoint> quit_by_;  // after `quit`, the latest time to leave
    bool takes_features_ = false;       // the GUI has sent `protover 2` or higher
};

} // namespace polyglot::session
