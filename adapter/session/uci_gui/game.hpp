// The game that a UCI GUI plays with us, as far as its searches tell: which moves are ours, when it is over, and how it
// ended. UCI never says so; docs/learning.md has the rules.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/shared/engine_reply.hpp"
#include "adapter/session/uci_gui/result_judge.hpp"
#include "core/chess/game.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

// Every method does nothing while nothing is learnt. told: what the GUI's `position` says, null when that is no game.
class UciGame {
  public:
    explicit UciGame(SessionContext& context) : context_(context) {}

    // go: what follows the word, for our clock.
    void on_search(const chess::Game* told, const protocol::Go& go);
    void on_analysis();
    // The last move of what was told is a guess until on_ponder_hit().
    void on_ponder(const chess::Game* told, const protocol::Go& go);
    void on_ponder_hit();
    // The answer may be the GUI's move, or for nobody: what comes next tells.
    void on_stop() {
        if (owes_move_) is_stopped_ = true;
        guess_.reset();
    }
    void on_info(const EngineInfo& info) {
        if (owes_move_ || guess_) note_score(info);
    }
    void on_bestmove(std::string_view move); // that the GUI gets; nothing if the search was none of a game
    void on_resign();                        // an xboard engine
    void on_failure();                       // of the engine, in mid-search: no move comes
    // "1-0", "0-1", "1/2-1/2", or from our view "win", "loss", "lose", "draw"; what may follow is no matter. False:
    // none of these.
    bool on_result(std::string_view words);
    void end(std::string_view how, bool engine_has_failed = false); // nothing more comes of this game
    void on_new_game() {
        end("ucinewgame");
        game_.reset();
    }

  private:
    void follow(const chess::Game& told);
    void start(const chess::Game& told);
    void spoil(std::string_view reason);
    void learn(GameResult result, std::string_view why);
    void note_score(const EngineInfo& info);

    SessionContext& context_;
    std::optional<chess::Game> game_;  // up to our last move, or to what was told before our search
    std::optional<chess::Game> guess_; // of a ponder search
    chess::Color ours_ = chess::Color::White;
    std::string opponent_; // as it was called when the game began
    ResultJudge judge_;
    std::string_view spoilt_; // why it does not count; empty when it does
    bool has_moved_ = false;  // a move of ours is in game_
    bool is_over_ = false;    // it has been judged

    // The last search for a move of ours. Only a position behind it shows that the move was played and in time.
    protocol::Go limits_;
    TimePoint begun_at_{};
    OwnScore score_;
    bool owes_move_ = false;  // it runs
    bool is_stopped_ = false; // by the GUI
    bool is_late_ = false;    // it took longer than our clock had
    bool resigns_ = false;
    bool was_analysed_ = false; // since then
};

} // namespace polyglot::session
