// Infers from the searches of a UCI GUI what game it plays: which moves are the engine's, when the
// game is over, and how it ended. UCI has no command for any of these; docs/learning.md has the
// rules. Transcripts: learning/*.txt.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/session/books/played_game.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/shared/engine_reply.hpp"
#include "adapter/session/uci_gui/result_judge.hpp"
#include "core/chess/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

// Every method does nothing while learning is off. sent is the game of the GUI's last `position`,
// of chess or of a variant; nullopt if that is invalid or of unknown rules.
class UciGame {
  public:
    UciGame(SessionContext& context, Learner& learner) : context_(context), learner_(learner) {}

    // go has the engine's clock. why_unknown says why the game is not known.
    void on_search(const std::optional<BookGame>& sent, const protocol::Go& go,
                   std::string_view why_unknown);
    // Spoils the game if it continues, unless the position is the one after the engine's last move,
    // because a host may think on the opponent's time by an analysis (BotLi).
    void on_analysis(const std::optional<BookGame>& sent);
    // The last move of sent is a guess until on_ponder_hit().
    void on_ponder(const std::optional<BookGame>& sent, const protocol::Go& go);
    void on_ponder_hit();
    // The GUI may play the answer or ignore it; its next position shows which.
    void on_stop() {
        if (owes_move_) is_stopped_ = true;
        guess_.reset();
    }
    bool heeds_infos() const { return owes_move_ || guess_; }
    void on_info(const EngineInfo& info) {
        if (heeds_infos()) note_score(info);
    }
    // As sent to the GUI; ignored if the search was not part of a game.
    void on_bestmove(std::string_view move);
    void on_resign(); // from an xboard engine
    // The engine has failed during a search and gives no move.
    void on_failure();
    // words begins with "1-0", "0-1", "1/2-1/2", "*" (no result), or from the engine's point of
    // view "win", "loss", "lose", "draw"; further words are ignored. Returns false for any other
    // word, whether or not there is a game.
    bool on_result(std::string_view words);
    // The game is over: no further move of it follows.
    void end(std::string_view how, bool engine_has_failed = false);
    void on_new_game() {
        end("ucinewgame");
        game_.reset();
    }

  private:
    void follow(const PlayedGame& sent);
    void start(const PlayedGame& sent);
    void spoil(std::string_view reason);
    void learn(GameResult result, std::string_view why);
    void note_score(const EngineInfo& info);

    SessionContext& context_;
    Learner& learner_;
    std::optional<PlayedGame> game_;  // up to the engine's last move, or as sent before its search
    std::optional<PlayedGame> guess_; // of a ponder search
    chess::Color ours_ = chess::Color::White;
    std::string opponent_; // its name when the game began
    ResultJudge judge_;
    std::string spoilt_;     // why the game does not count; empty if it does
    bool has_moved_ = false; // game_ has a move of the engine
    bool is_over_ = false;   // it has been judged

    // The last search for a move of the engine. Only a later position shows that the move was
    // played in time.
    protocol::Go limits_;
    TimePoint begun_at_{};
    OwnScore score_;
    bool owes_move_ = false;  // the search runs
    bool is_stopped_ = false; // by the GUI
    bool is_late_ = false;    // the search took longer than the engine's clock had
    bool resigns_ = false;
    bool was_analysed_ = false; // since that search
};

} // namespace polyglot::session
