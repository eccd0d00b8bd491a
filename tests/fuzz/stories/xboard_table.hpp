// The game as seen by an xboard GUI: what it has sent to the engine, and what follows from the
// protocol (CECP v2). Separate from XboardGuiSide's own record, so that the fuzz target can compare
// the two.
#pragma once
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/xboard_gui/board_editor.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::fuzz {

class XboardTable {
  public:
    explicit XboardTable(bool chess960) : home_variant_(chess960 ? "fischerandom" : "normal") {}

    // Nothing while we don't know it: a variant without rules, or after lose_track().
    const chess::Game* game() const { return game_ && !lost_ ? &*game_ : nullptr; }
    bool rules_known() const {
        return !lost_ && (variant_ == "normal" || variant_ == "fischerandom");
    }
    bool editing() const { return editor_.has_value(); }
    bool analysing() const { return analysing_; }

    // Lines take effect at a time unknown: until the next `new` nothing is known.
    void lose_track() { lost_ = true; }
    void end_game() { over_ = true; }
    void resume() { paused_ = false; }
    // Another command than the editor's ends it, and takes effect as always.
    void before_line(std::string_view line) {
        if (!editor_) return;
        const auto command = protocol::parse_xboard_gui_line(line).command;
        const bool is_command = command != protocol::XboardCommand::Unknown &&
                                command != protocol::XboardCommand::UserMove;
        session::BoardEditor unused = *editor_;
        if (is_command && !unused.on_line(line)) editor_.reset();
    }

    // Whether the line, a move or a position, is legal; nullopt if it is neither, or cannot be
    // decided.
    std::optional<bool> accepts(std::string_view line) const {
        if (lost_ || editor_) return std::nullopt;
        const auto parsed = protocol::parse_xboard_gui_line(line);
        const bool is_choice = parsed.command == protocol::XboardCommand::Include ||
                               parsed.command == protocol::XboardCommand::Exclude;
        if (parsed.command == protocol::XboardCommand::UserMove ||
            (is_choice && parsed.arguments != "all")) {
            if (!game_) return std::nullopt;
            return protocol::parse_xboard_move(game_->position(), parsed.arguments).has_value();
        }
        if (parsed.command == protocol::XboardCommand::SetBoard && game_)
            return chess::parse_fen(parsed.arguments).has_value();
        return std::nullopt;
    }

    // A line that was not refused. engine_thinks: on its move. True when the position, or what to
    // do in it, is another.
    bool apply(std::string_view line, bool engine_thinks) {
        using C = protocol::XboardCommand;
        if (editor_) return edit(line);
        const auto parsed = protocol::parse_xboard_gui_line(line);
        switch (parsed.command) {
        case C::New:
            lost_ = false;
            force_ = paused_ = over_ = unsure_ = false;
            engine_ = chess::Color::Black;
            start(home_variant_);
            return true;
        case C::Variant:
            if (text::equal_ignoring_case(parsed.arguments, variant_)) return false;
            start(parsed.arguments);
            return true;
        case C::Force:
            force_ = true;
            paused_ = unsure_ = false;
            break;
        case C::Go: play(true); break;
        case C::PlayOther: play(false); break;
        case C::White: set_engine(chess::Color::Black, engine_thinks); break;
        case C::Black: set_engine(chess::Color::White, engine_thinks); break;
        case C::UserMove: return user_move(parsed.arguments);
        case C::SetBoard: return set_board(parsed.arguments);
        case C::Edit:
            if (lost_)
                editor_.emplace(chess::Position::start());
            else if (game_)
                editor_.emplace(game_->position());
            break;
        case C::Undo: return take_back(1);
        case C::Remove: return take_back(2);
        case C::Result: over_ = true; break;
        case C::Pause: paused_ = true; break;
        case C::Resume: paused_ = false; break;
        case C::Analyze:
            analysing_ = force_ = true;
            paused_ = unsure_ = false;
            return true;
        case C::Exit: analysing_ = false; break;
        case C::Include:
        case C::Exclude: return choose(parsed.arguments, parsed.command == C::Exclude);
        default: break;
        }
        return false;
    }

    // `move TEXT` has come. respects_choice: it must be none that `exclude` forbids.
    void engine_moves(std::string_view text, bool respects_choice) {
        if (lost_) return;
        require(!force_ || unsure_, "no move in force mode", text);
        require(!analysing_ && !paused_ && !over_,
                "no move in analysis, in a pause or after the end", text);
        if (!game_) return;
        require(game_->position().side_to_move() == engine_,
                "a move only when the engine is to move", text);
        const auto move = protocol::parse_xboard_move(game_->position(), text);
        require(move.has_value(), "every move is legal", text);
        require(!respects_choice || all_excluded() || !is_excluded(*move), "no excluded move",
                text);
        push(*move);
    }

    // It may think in the position on the board; it must, if it owes nothing else.
    bool engine_may_move() const { return unsure_ || engine_must_move(); }
    bool engine_must_move() const {
        if (lost_ || unsure_ || !game_ || force_ || analysing_ || paused_ || over_) return false;
        return game_->position().side_to_move() == engine_ &&
               game_->position().legal_move_count() > 0;
    }
    bool engine_must_analyse() const {
        return !lost_ && game_ && analysing_ && !paused_ &&
               game_->position().legal_move_count() > 0 && !all_excluded();
    }
    // On this position, which is one move after that on the board.
    bool may_ponder(const chess::Position& on) const {
        if (unsure_) return true;
        if (force_ || analysing_ || paused_ || over_ || game_->position().side_to_move() == engine_)
            return false;
        const auto moves = game_->position().legal_moves();
        return std::any_of(moves.begin(), moves.end(), [&](chess::Move move) {
            chess::Position after = game_->position();
            after.make(move);
            return after.key() == on.key();
        });
    }

  private:
    void start(std::string_view variant) {
        variant_ = text::lower(variant);
        game_.reset();
        if (variant_ == "normal" || variant_ == "fischerandom") game_.emplace();
        excluded_.clear();
    }
    void play(bool side_to_move) {
        force_ = analysing_ = over_ = paused_ = unsure_ = false;
        if (!game_) {
            lose_track(); // whose turn is it?
            return;
        }
        const chess::Color color = game_->position().side_to_move();
        engine_ = side_to_move ? color : ~color;
    }
    // Version 1: no thinking yet, but a search that runs may go on. When it will move is not for us
    // to say.
    void set_engine(chess::Color engine, bool engine_thinks) {
        engine_ = engine;
        if (!game_) {
            lose_track();
            return;
        }
        const bool is_its_turn = game_->position().side_to_move() == engine;
        unsure_ = !analysing_ && is_its_turn && engine_thinks;
        force_ = analysing_ || (is_its_turn && !engine_thinks);
    }
    bool user_move(std::string_view text) {
        over_ = paused_ = false;
        if (!game_ || lost_) return true;
        if (const auto move = protocol::parse_xboard_move(game_->position(), text)) push(*move);
        return true;
    }
    bool set_board(std::string_view fen) {
        if (const auto position = chess::parse_fen(fen); position && game_)
            game_.emplace(*position);
        over_ = paused_ = false;
        excluded_.clear();
        return true;
    }
    bool edit(std::string_view line) {
        const auto state = editor_->on_line(line);
        if (!state || *state == session::BoardEditor::State::Editing) return false;
        const std::string fen =
            game_ ? editor_->fen(game_->position().side_to_move()) : std::string();
        editor_.reset();
        return chess::parse_fen(fen).has_value() && set_board(fen);
    }
    bool take_back(int plies) {
        if (!game_) over_ = false; // perhaps: how many moves there are, not counted here
        if (!game_ || game_->moves().empty()) return !game_;
        for (int i = 0; i < plies && !game_->moves().empty(); ++i)
            game_->pop();
        over_ = false;
        excluded_.clear();
        return true;
    }
    void push(chess::Move move) {
        game_->push(move);
        excluded_.clear();
    }
    bool choose(std::string_view text, bool exclude) {
        if (!game_ || lost_) return false;
        const auto before = excluded_;
        if (text == "all") {
            excluded_.clear();
            if (exclude)
                for (const chess::Move move : game_->position().legal_moves())
                    excluded_.push_back(move);
        } else if (const auto move = protocol::parse_xboard_move(game_->position(), text)) {
            excluded_.erase(std::remove(excluded_.begin(), excluded_.end(), *move),
                            excluded_.end());
            if (exclude) excluded_.push_back(*move);
        }
        return excluded_ != before;
    }
    bool is_excluded(chess::Move move) const {
        return std::find(excluded_.begin(), excluded_.end(), move) != excluded_.end();
    }
    bool all_excluded() const {
        return std::ssize(excluded_) == game_->position().legal_move_count();
    }

    const std::string home_variant_;
    std::string variant_ = home_variant_;
    std::optional<chess::Game> game_{chess::Game()};
    std::optional<session::BoardEditor> editor_;
    std::vector<chess::Move> excluded_;
    chess::Color engine_ = chess::Color::Black;
    bool force_ = false;
    bool analysing_ = false;
    bool paused_ = false;
    bool over_ = false;
    bool lost_ = false;
    bool unsure_ = false; // whether it may move
};

} // namespace polyglot::fuzz
