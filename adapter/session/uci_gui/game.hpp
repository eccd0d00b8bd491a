// The game that a UCI GUI plays with us, as its searches show it: which moves are ours, when the game is over, and how
// it ended. UCI has no command for any of these; the rules are in docs/learning.md.
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

// Every method does nothing while learning is off. sent: the game of the GUI's last `position`; null if invalid.
class UciGame {
  public:
    UciGame(SessionContext& context, Learner& learner) : context_(context), learner_(learner) {}

    // go: for our clock.
    void on_search(const chess::Game* sent, const protocol::Go& go);
    // Spoils the game if it continues, unless the host only thinks on the opponent's time (BotLi): about the position
    // after our last move.
    void on_analysis(const chess::Game* sent);
    // The last move of the game sent is a guess until on_ponder_hit().
    void on_ponder(const chess::Game* sent, const protocol::Go& go);
    void on_ponder_hit();
    // The GUI may play the answer or ignore it: its next position shows which.
    void on_stop() {
        if (owes_move_) is_stopped_ = true;
        guess_.reset();
    }
    bool heeds_infos() const { return owes_move_ || guess_; }
    void on_info(const EngineInfo& info) {
        if (heeds_infos()) note_score(info);
    }
    void on_bestmove(std::string_view move); // as the GUI gets it; ignored if the search was not part of a game
    void on_resign();                        // an xboard engine
    void on_failure();                       // the engine fails during a search and gives no move
    // "1-0", "0-1", "1/2-1/2", "*" (no result), or from our view "win", "loss", "lose", "draw"; further words are
    // ignored. Returns false for any other word, whether or not a game is on.
    bool on_result(std::string_view words);
    void end(std::string_view how, bool engine_has_failed = false); // no further move of this game follows
    void on_new_game() {
        end("ucinewgame");
        game_.reset();
    }

  private:
    void follow(const chess::Game& sent);
    void start(const chess::Game& sent);
    void spoil(std::string_view reason);
    void learn(GameResult result, std::string_view why);
    void note_score(const EngineInfo& info);

    SessionContext& context_;
    Learner& learner_;
    std::optional<chess::Game> game_;  // up to our last move, or as sent before our search
    std::optional<chess::Game> guess_; // of a ponder search
    chess::Color ours_ = chess::Color::White;
    std::string opponent_; // its name when the game began
    ResultJudge judge_;
    std::string_view spoilt_; // why the game does not count; empty if it does
    bool has_moved_ = false;  // a move of ours is in game_
    bool is_over_ = false;    // it has been judged

    // The last search for our move. Only a later position shows that the move was played in time.
    protocol::Go limits_;
    TimePoint begun_at_{};
    OwnScore score_;
    bool owes_move_ = false;  // the search runs
    bool is_stopped_ = false; // by the GUI
    bool is_late_ = false;    // the search took longer than our clock had
    bool resigns_ = false;
    bool was_analysed_ = false; // since that search
};

} // namespace polyglot::session
