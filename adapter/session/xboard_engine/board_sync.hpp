// Brings the engine's board to the wanted game with the fewest commands. A UCI engine gets the
// whole game with every search; an xboard engine keeps the game itself, so EngineBoard is compared
// with WantedGame.
//
// 1. Missing moves are sent; surplus moves are taken back if that is cheaper than a new game;
//    otherwise the game is set up from its start.
// 2. After a set-up or a take-back the engine's board is in doubt until its pong. After an
//    objection before the pong, the next game is set up from its start (take-back), the engine is
//    restarted (the first set-up), or the engine refuses the position.
// 3. If each set-up is followed by new doubt, set-ups end at most_set_ups.
// 4. sync() and the other functions for commands return false if the adapter must wait for the
//    engine, or has restarted it; the caller tries again after the wait.
#pragma once
#include "adapter/session/xboard_engine/connection.hpp"
#include "adapter/session/xboard_engine/engine_board.hpp"
#include "adapter/session/xboard_engine/time.hpp"
#include "adapter/session/xboard_engine/wanted_game.hpp"
#include "config/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class BoardSync {
  public:
    BoardSync(Connection& connection, const config::Settings& settings)
        : connection_(connection), settings_(settings) {}

    // Requests of the GUI side.
    void on_position(GameLine game);
    bool on_new_game();
    void set_variant(std::string_view uci_variant) { wanted_.set_variant(uci_variant); }
    void set_chess960(bool is_chess960) { wanted_.set_chess960(is_chess960); }
    void set_pondering(bool wanted);
    // Takes computer, name, rating …, which are repeated after each `new` of this game.
    void greet(std::string_view line);
    void on_draw_offered() { draw_offered_ = true; }
    bool on_result(); // the wanted game is over
    void on_go() { sent_moves_.clear(); }
    void on_search_over() { set_ups_ = 0; }

    // These send commands to the engine.
    bool sync(); // in force mode
    bool force();
    bool cut_game(); // returns false if the engine already has only the present position
    bool send_last_move() { return send_move(wanted_.line().moves.back()); }
    void interrupt_if_pondering(Connection::Answer answer);

    // Lines and actions of the engine.
    bool on_result_claim(); // returns true if the claim may be about the present position
    bool on_objection();    // returns false if the position is not in doubt
    bool is_about_position(std::string_view objection) const;
    void on_engine_move(const std::string& uci_move);
    void set_unknown() { board_.set_unknown(); }
    void set_forced() { board_.set_mode(EngineBoard::Mode::Force); } // `force` or `exit` was sent
    void on_playing(chess::Color side); // `go` was sent, or the move that the engine awaits
    void on_analysing();                // `analyze` was sent
    void on_draw_analysed() { board_.claim_end(); }
    bool take_claim(); // true, once, if a claim came while the engine was brought to the position
    void drop_doubt(); // ends the doubt without the engine's answer
    void forget_process();

    const EngineBoard& board() const { return board_; }
    const GameLine& wanted() const { return wanted_.line(); }
    bool plays_wanted_variant() const {
        return wanted_.variant(connection_.features()).has_value();
    }
    std::string_view wanted_variant_name() const { return wanted_.variant_name(); }
    XboardTime& sent_limits() { return sent_limits_; }
    // The engine refuses the position of its set-up.
    bool refuses() const { return refuses_; }
    bool has_given_up() const { return set_ups_ == most_set_ups; } // for this search
    bool is_pondering() const { return pondering_ && board_.mode() == EngineBoard::Mode::Playing; }
    bool is_draw_offered() const { return draw_offered_; }
    bool can_undo() const { return undo_works_; } // as far as is known
    // The engine has all moves but the last, and will answer that move without `go`.
    bool awaits_wanted_move() const;
    // Returns the position that the GUI side wants, as far as its moves are legal; nullopt if the
    // rules are not known.
    std::optional<chess::Position> wanted_position() const {
        return board_.play_out(wanted_.line());
    }
    std::optional<chess::VariantPosition> wanted_variant_position() const {
        return board_.variant() == wanted_variant() ? board_.play_out_variant(wanted_.line())
                                                    : std::nullopt;
    }
    bool knows_wanted_rules() const;
    std::optional<std::string> spell(const std::string& uci_move) const;
    void check_invariants() const;

  private:
    static constexpr int most_set_ups = 8; // for one search or result

    // How far the process has been used.
    enum class Process : std::uint8_t { Unused, NewGame, Used };
    struct Doubt {
        enum class About : std::uint8_t { Undo, SetUp };
        About about;
        bool has_objected = false;
    };

    std::string wanted_variant() const {
        return wanted_.variant(connection_.features()).value_or("normal");
    }
    bool is_fresh() const { return process_ == Process::NewGame; }
    bool needs_new_process() const {
        return !connection_.features().reuse || sent_limits_.is_depth_limited();
    }
    bool begin_game();
    bool resolve_doubt();
    bool takes_back() const;
    bool take_back();
    bool set_up();
    void set_up_by_editing();
    bool confirm(Doubt::About about);
    void send_init_string();
    void send_moves();
    bool send_move(const std::string& uci_move);

    Connection& connection_;
    const config::Settings& settings_;
    WantedGame wanted_;
    EngineBoard board_;
    XboardTime sent_limits_; // sent to this process
    Process process_ = Process::Unused;
    std::optional<Doubt> doubt_;
    std::vector<std::string> greetings_;
    std::vector<std::string> sent_moves_; // since the last search, in the engine's spelling
    int set_ups_ = 0;                     // for this search or result, over all processes
    bool pondering_ = false;              // `hard` is wanted
    bool draw_offered_ = false;           // by the user, in this game
    bool has_objected_ = false;           // this process, to a move or a position
    bool undo_works_ = true;
    bool refuses_ = false;
    bool refused_before_ = false; // since the engine last moved
};

} // namespace polyglot::session
