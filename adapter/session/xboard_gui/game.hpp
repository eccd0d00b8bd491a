// The game that an xboard GUI and the engine play, with its clock. Test: game_test.cpp.
#pragma once
#include "adapter/session/books/book_player.hpp"
#include "adapter/session/shared/adjudicator.hpp"
#include "adapter/session/xboard_gui/clock.hpp"
#include "adapter/session/xboard_gui/game_mode.hpp"
#include "adapter/session/xboard_gui/game_record.hpp"
#include "adapter/session/xboard_gui/learn_judge.hpp"
#include "adapter/session/xboard_gui/opponent.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

// The rules:
// 1. epoch() changes with the position and with the moves allowed in it, and only then. Results and
//    requests of another epoch are out of date. Excluded moves and the expected move are dropped at
//    the end of their epoch.
// 2. Every move is legal; in a variant with unknown rules, moves are texts that pass unchanged.
class XboardGame {
  public:
    explicit XboardGame(bool chess960) : variant_(start_variant(chess960)) {}

    // Changes by the GUI:
    void start(bool chess960); // `new`
    // rules is null for chess and for a variant with unknown rules.
    void set_variant(std::string_view name, const chess::Variant* rules = nullptr);
    Result<void> set_board(std::string_view fen);
    bool take_back(int plies); // returns false if there is no move to take back
    struct GuiMove {
        std::string sent;      // the text for the engine
        chess::Move move = {}; // null if the rules are unknown; in a variant as in BookGame
    };
    std::optional<GuiMove> read_move(std::string_view text) const; // nullopt if illegal
    void push_gui_move(const GuiMove& move, TimePoint now);
    // Handles `exclude` and `include`, with a move or "all"; the rules must be known. Returns false
    // if the move is illegal.
    bool exclude(std::string_view text, bool is_excluded);
    void end() { mode_.end_game(); }
    // Handles `result` of the GUI, which ends the game. Returns false for a second one in the same
    // epoch.
    bool on_result();

    // Changes by the engine or the book:
    void push_own_move(chess::Move move, TimePoint now);      // in a variant as in BookGame
    void push_own_text(std::string_view move, TimePoint now); // in a variant with unknown rules
    void expect(std::string move) { expected_ = std::move(move); }
    // The search for the engine's move has ended.
    void on_own_search(OwnScore score) { own_score_ = score; }
    // Call this once for each such search.
    bool resigns(const config::Settings& settings);

    GameMode& mode() { return mode_; }
    const GameMode& mode() const { return mode_; }
    Clock& clock() { return clock_; }
    const Clock& clock() const { return clock_; }
    LearnJudge& learn_judge() { return learn_judge_; }
    Opponent& opponent() { return opponent_; }
    const Opponent& opponent() const { return opponent_; }
    const GameRecord& record() const { return record_; }

    // Nullopt if the rules are unknown.
    std::optional<BookGame> any_game() const { return record_.any_game(); }
    // Null in a variant.
    const chess::Game* legal_game() const { return record_.game(); }
    // The rules of the variant; null for chess and for unknown rules.
    const chess::Variant* rules() const { return rules_; }
    chess::Color side_to_move() const { return record_.side_to_move(); }
    std::uint64_t epoch() const { return epoch_; }
    const std::string& variant() const { return variant_; }
    chess::CastlingStyle castling() const; // the spelling of castling for the engine
    OwnScore own_score() const { return own_score_; }
    const std::vector<chess::Move>& excluded() const { return excluded_; }
    // Returns the moves that are not excluded. Nullopt if none is excluded, or all are, since an
    // engine that has to move needs a move.
    std::optional<std::vector<std::string>> allowed_moves() const;
    // The expected answer to our last move, as text for the engine; empty if unknown.
    const std::string& expected() const { return expected_; }
    BookQuestion book_question(const BookGame& game) const;
    // Returns the limits of a search for the engine's move that begins now.
    protocol::Go limits(const config::Settings& settings, TimePoint now) const;

    GameMode::Task task() const; // Nothing if the side to move has no legal move
    // Runs the clock of the side to move during the game, and stops both clocks outside a game.
    void run_clock(TimePoint now);
    // Returns how the game has ended by rule, if the end is to be announced. Draws are claimed only
    // in a game that the engine plays. After such a claim the engine continues if it is to move,
    // since a GUI that does not grant the draw waits for a move.
    std::optional<EndByRule> end_to_announce() const;
    void check_invariants() const;

  private:
    static std::string start_variant(bool chess960) { return chess960 ? "fischerandom" : "normal"; }
    bool knows_rules() const {
        return rules_ != nullptr || variant_ == "normal" || variant_ == "fischerandom";
    }
    void on_position_changed();
    void reset_scores();

    GameRecord record_;
    Clock clock_;
    GameMode mode_;
    std::string variant_;
    const chess::Variant* rules_ = nullptr;
    std::uint64_t epoch_ = 0;
    std::vector<chess::Move> excluded_;
    std::optional<std::uint64_t> result_epoch_; // the last epoch with a `result` of the GUI
    std::string expected_;
    Opponent opponent_;
    LearnJudge learn_judge_;
    ResignJudge resign_judge_;
    OwnScore own_score_; // of our last search
};

} // namespace polyglot::session
