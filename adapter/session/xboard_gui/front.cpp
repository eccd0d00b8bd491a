// What an xboard GUI says: the commands, and what each changes in what is wanted. xboard_search.cpp acts on it.
#include "adapter/session/xboard_gui/front.hpp"

#include "adapter/session/xboard_gui/features.hpp"
#include "config/saved_settings.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>

namespace polyglot::session {

using protocol::XboardCommand;
using protocol::XboardGuiLine;

XboardFront::XboardFront(Desk& desk, std::vector<std::string> untold)
    : desk_(desk), variant_(desk.settings.chess960 ? "fischerandom" : "normal"), untold_(std::move(untold)) {
    thinking_.set_post(false);
}

void XboardFront::on_gui_line(std::string_view line) {
    if (!quit_by_) handle_line(line); // nothing counts after a quit
}

void XboardFront::handle_line(std::string_view line) {
    if (refuses_blocked(line)) return;
    const XboardGuiLine parsed = protocol::parse_xboard_gui_line(line);
    if (editor_ && on_edit_line(line, parsed.command)) {
        settle();
        return;
    }
    const bool at_once = parsed.command == XboardCommand::Xboard || parsed.command == XboardCommand::Protover ||
                         parsed.command == XboardCommand::Quit;
    if (!desk_.engine_ready && !at_once) { // the rest needs to know what the engine can do
        held_.emplace_back(line);
        held_bytes_ += line.size() + line_cost;
        return;
    }
    act(parsed);
    settle();
}

// The first word is a command to us. What follows it may reach the engine within a line of UCI: as the value of an
// option, a name, a position.
bool XboardFront::refuses_blocked(std::string_view line) {
    const config::BlockedOptions& options = desk_.engine_options.blocked();
    std::string_view arguments = line;
    text::next_word(arguments);
    if (options.is_disguised(line) || !options.find_in_line(arguments).empty())
        refuse("blocked by BlockOptions", text::trim(line));
    else if (!desk_.blocked_commands.find_in_words(arguments).empty())
        refuse("blocked by BlockCommands", text::trim(line));
    else
        return false;
    return true;
}

void XboardFront::on_engine_ready(std::string_view) {
    if (takes_features_) send_features();
    for (const std::string& text : untold_)
        desk_.to_gui("telluser polyglot: " + text);
    untold_.clear();
    while (!held_.empty() && !desk_.quit_wanted) {
        const std::string line = std::move(held_.front());
        held_.pop_front();
        held_bytes_ -= line.size() + line_cost;
        handle_line(line);
    }
    if (quit_by_ && !owes_pong()) desk_.quit_wanted = true;
}

void XboardFront::on_quit() {
    if (quit_by_ || desk_.quit_wanted) return;
    if (!desk_.engine_ready && (takes_features_ || !held_.empty())) // `polyglot < commands`
        quit_by_ = desk_.now() + std::chrono::milliseconds(desk_.settings.quit_timeout_ms);
    else
        desk_.quit_wanted = true;
}

// What waits for an engine that does not answer has its limits.
bool XboardFront::wants_gui_input() const {
    if (held_bytes_ >= max_held_bytes || pings_.size() + todo_.size() + readies_.size() >= max_waiting) return false;
    std::size_t bytes = 0;
    for (const std::string& line : todo_)
        bytes += line.size() + line_cost;
    return bytes < max_held_bytes;
}

std::optional<TimePoint> XboardFront::deadline() const {
    const bool shows = is_searching() && !leaving_;
    const auto due = shows ? thinking_.next_due() : std::nullopt;
    return quit_by_ && due ? std::min(*quit_by_, *due) : quit_by_ ? quit_by_ : due;
}

void XboardFront::on_timeout() {
    if (quit_by_ && desk_.now() >= *quit_by_) desk_.quit_wanted = true;
    if (!is_searching()) return;
    thinking_.say_due(desk_.settings, desk_.now(), lines_);
    flush_lines();
}

void XboardFront::on_leaving() {
    leaving_ = true;
    // Some engines hear nothing but `stop` while they think, and we have less than a second.
    if (search_ && !is_stop_sent() && desk_.engine_ready) stop_search();
    quit_by_.reset();
    held_.clear();
    held_bytes_ = 0;
    pings_.clear();
}

// No default: the compiler checks that every command stands here.
void XboardFront::act(const XboardGuiLine& line) {
    switch (line.command) {
    case XboardCommand::UserMove: return on_user_move(line);
    case XboardCommand::Protover: return on_protover(line.arguments);
    case XboardCommand::Ping: pings_.emplace_back(line.arguments.substr(0, longest_ping)); return;
    case XboardCommand::Quit: return on_quit();
    case XboardCommand::Accepted: debug_accepted_ = debug_accepted_ || line.arguments == "debug"; return;
    // the game
    case XboardCommand::New: return on_new();
    case XboardCommand::Variant: return on_variant(line);
    case XboardCommand::Force: return on_force();
    case XboardCommand::Go: return on_go(record_.side_to_move());
    case XboardCommand::PlayOther: return on_go(~record_.side_to_move());
    case XboardCommand::White: return on_color(chess::Color::White);
    case XboardCommand::Black: return on_color(chess::Color::Black);
    case XboardCommand::SetBoard: return on_set_board(line.arguments);
    case XboardCommand::Edit: return on_edit();
    case XboardCommand::Undo: return on_take_back(1);
    case XboardCommand::Remove: return on_take_back(2);
    case XboardCommand::Result: return on_result(line);
    case XboardCommand::Draw: return on_draw_offer();
    case XboardCommand::Pause:
    case XboardCommand::Resume: paused_ = line.command == XboardCommand::Pause; return;
    // the clock
    case XboardCommand::Level: return on_level(line);
    case XboardCommand::MoveTime: return on_move_time(line);
    case XboardCommand::Depth: return on_depth(line);
    case XboardCommand::Nps: return on_nps(line);
    case XboardCommand::Time: return on_time(line);
    case XboardCommand::OpponentTime: return on_opponent_time(line);
    // the search
    case XboardCommand::Hard:
    case XboardCommand::Easy: pondering_on_ = line.command == XboardCommand::Hard; return;
    case XboardCommand::Post:
    case XboardCommand::NoPost: return thinking_.set_post(line.command == XboardCommand::Post);
    case XboardCommand::MoveNow: move_now_ = true; return; // settle() knows whether there is a move to hurry
    case XboardCommand::Analyze: return on_analyze();
    case XboardCommand::Exit: analyzing_ = false; return;
    case XboardCommand::Stat: return on_stat();
    case XboardCommand::Hint: return on_hint();
    case XboardCommand::Book: return on_book();
    case XboardCommand::Include: return on_include(line.arguments, true);
    case XboardCommand::Exclude: return on_include(line.arguments, false);
    case XboardCommand::SetScore: return on_set_score(line);
    // settings
    case XboardCommand::Option:
    case XboardCommand::Memory:
    case XboardCommand::Cores:
    case XboardCommand::EgtPath: return on_engine_setting(line);
    case XboardCommand::Computer:
    case XboardCommand::Name:
    case XboardCommand::Rating:
    case XboardCommand::Ics:
    case XboardCommand::Random: return on_greeting(line);
    case XboardCommand::Reset: // of ChessBase; unknown to PolyGlot, too
    case XboardCommand::Unknown: return refuse("unknown command", line.text);
    // known, and nothing that a UCI engine could do
    case XboardCommand::Blank:
    case XboardCommand::Xboard:
    case XboardCommand::Gui:
    case XboardCommand::Rejected:
    case XboardCommand::Fritz:
    case XboardCommand::Ponder:
    case XboardCommand::Lift:
    case XboardCommand::Put:
    case XboardCommand::Hover:
    case XboardCommand::Partner:
    case XboardCommand::PartnerTell:
    case XboardCommand::Holding: return;
    }
}

void XboardFront::on_force() {
    force_ = true;
    paused_ = false;
    desk_.to_xboard_engine("force"); // it may ponder on a guess of its own
}

// Version 1: this side is to move, the engine plays the other one, but does not begin by itself.
void XboardFront::on_color(chess::Color to_move) {
    engine_color_ = ~to_move;
    force_ = analyzing_ || (is_engines_turn() && !is_thinking());
}

void XboardFront::on_edit() {
    if (record_.game() != nullptr)
        editor_.emplace(record_.game()->position());
    else
        refuse("not in this variant", "edit");
}

void XboardFront::on_analyze() {
    analyzing_ = force_ = true;
    paused_ = false;
    analysed_.reset();
}

void XboardFront::on_stat() {
    if (is_searching() && search_->kind == Kind::Analyse && !desk_.to_xboard_engine("."))
        desk_.to_gui(thinking_.stat01(desk_.now()));
}

void XboardFront::on_level(const XboardGuiLine& line) {
    if (const auto level = protocol::parse_level(line.arguments))
        clock_.set_level(*level, desk_.now());
    else
        refuse("bad argument", line.text);
}

void XboardFront::on_move_time(const XboardGuiLine& line) {
    if (const auto time = protocol::parse_seconds(line.arguments))
        clock_.set_move_time(*time);
    else
        refuse("bad argument", line.text);
}

void XboardFront::on_depth(const XboardGuiLine& line) {
    if (const auto depth = text::parse_int<int>(line.arguments))
        clock_.set_depth(*depth);
    else
        refuse("bad argument", line.text);
}

void XboardFront::on_nps(const XboardGuiLine& line) {
    if (const auto nps = text::parse_int<int>(line.arguments))
        clock_.set_nps(*nps);
    else
        refuse("bad argument", line.text);
}

void XboardFront::on_time(const XboardGuiLine& line) {
    if (const auto left = protocol::parse_centiseconds(line.arguments))
        clock_.set_own_time(*left, desk_.now());
    else
        refuse("bad argument", line.text);
}

void XboardFront::on_opponent_time(const XboardGuiLine& line) {
    if (const auto left = protocol::parse_centiseconds(line.arguments))
        clock_.set_opponent_time(*left, desk_.now());
    else
        refuse("bad argument", line.text);
}

void XboardFront::on_engine_setting(const XboardGuiLine& line) {
    const EngineOptions& engine = desk_.engine_options;
    OptionChange change;
    if (line.command == XboardCommand::Option)
        change = resolve_option(line.arguments, engine, desk_.settings);
    else if (line.command == XboardCommand::Memory)
        change = resolve_memory(line.arguments, engine);
    else if (line.command == XboardCommand::Cores)
        change = resolve_cores(line.arguments, engine);
    else
        change = resolve_egtpath(line.arguments, engine);
    apply_change(change, line.arguments);
}

// What the GUI says of the opponent and of itself.
void XboardFront::on_greeting(const XboardGuiLine& line) {
    if (line.command == XboardCommand::Computer) {
        opponent_is_computer_ = true;
        greet("computer");
        return;
    }
    if (line.command == XboardCommand::Name) {
        opponent_name_ = line.arguments;
        desk_.learner.set_opponent(opponent_name_);
    } else if (line.command == XboardCommand::Rating) { // ours, then the opponent's
        std::string_view rest = line.arguments;
        text::next_word(rest);
        opponent_rating_ = text::next_word(rest);
    }
    greet(line.text);
}

// For an xboard engine, behind the `new` that may still be due. Said again, it counts as it was said last.
void XboardFront::greet(std::string_view line) {
    if (desk_.translator == nullptr) return;
    std::string_view rest = line;
    const std::string_view word = text::next_word(rest);
    std::erase_if(greetings_, [word](std::string_view before) { return text::next_word(before) == word; });
    greetings_.emplace_back(line);
}

// `Error (unknown command): foo`, as the protocol has it.
void XboardFront::refuse(std::string_view reason, std::string_view line) {
    desk_.to_gui("Error (" + std::string(reason) + "): " + std::string(line));
}

void XboardFront::on_protover(std::string_view version) {
    if (text::parse_int<int>(version).value_or(1) < 2) return;
    takes_features_ = true;
    desk_.to_gui("feature done=0"); // before anything else: it gives a slow engine an hour
    if (desk_.engine_ready) send_features();
}

void XboardFront::send_features() {
    for (const std::string& line : format_features(desk_.engine_options, desk_.settings))
        desk_.to_gui(line);
}

void XboardFront::on_new() {
    variant_ = desk_.settings.chess960 ? "fischerandom" : "normal";
    record_.start(true);
    engine_color_ = chess::Color::Black;
    force_ = paused_ = game_over_ = false; // analysis goes on
    all_ours_ = {true, true};
    learnt_ = false;
    desk_.on_new_game();
    opponent_is_computer_ = false;
    opponent_name_.clear();
    desk_.learner.set_opponent({});
    opponent_rating_.clear();
    greetings_.clear();
    clock_.new_game();
    resign_judge_.reset();
    own_score_.reset();
    new_game_due_ = desk_.settings.uci_version >= 2; // version 1 has no ucinewgame
    on_position_changed();
}

bool XboardFront::rules_known() const {
    return variant_ == "normal" || variant_ == "fischerandom";
}

// How castling is spelt to the engine.
chess::CastlingStyle XboardFront::castling() const {
    return variant_ == "fischerandom" ? chess::CastlingStyle::KingTakesRook : chess::CastlingStyle::KingTwoSquares;
}

void XboardFront::on_variant(const XboardGuiLine& line) {
    const std::string_view name = line.arguments;
    if (name.empty()) {
        refuse("bad argument", line.text);
        return;
    }
    if (!resolve_variant(name, desk_.engine_options)) {
        desk_.to_gui("Error (unsupported variant): " + std::string(name));
        return;
    }
    if (text::equal_ignoring_case(name, variant_)) return;
    variant_ = text::lower(name);
    record_.start(rules_known());
    if (!rules_known()) desk_.note("a variant whose rules we don't know: no book, moves pass as they are");
    on_position_changed();
}

void XboardFront::on_position_changed() {
    ++epoch_;
    excluded_.clear();
}

void XboardFront::on_go(chess::Color engine) {
    engine_color_ = engine;
    force_ = analyzing_ = game_over_ = paused_ = false;
}

void XboardFront::on_user_move(const XboardGuiLine& line) {
    const std::string_view text = line.arguments;
    if (record_.length() >= longest_game) {
        refuse("the game is too long", line.text);
        return;
    }
    paused_ = false; // a GUI that sends moves has gone on
    const bool in_force = force_ || analyzing_;
    const chess::Color mover = record_.side_to_move();
    std::string sent; // as the engine is sent it
    if (const chess::Game* game = record_.game()) {
        const auto move = protocol::parse_xboard_move(game->position(), text);
        if (!move) {
            desk_.to_gui("Illegal move: " + std::string(text));
            return;
        }
        sent = chess::format_uci_move(*move, castling());
        record_.push(*move, castling(), in_force);
    } else if (text.empty() || std::any_of(text.begin(), text.end(), text::is_blank)) {
        desk_.to_gui("Illegal move: " + std::string(text));
        return;
    } else {
        sent = text;
        record_.push_text(text, in_force);
    }
    all_ours_[static_cast<std::size_t>(mover)] = false;
    game_over_ = false; // the GUI goes on, whatever we have concluded
    Search* ponder = search_ && search_->kind == Kind::Ponder ? &*search_ : early_ ? &early_->search : nullptr;
    const bool hit = ponder != nullptr && ponder->state == Search::State::Running && ponder->epoch == epoch_ &&
                     ponder->expected == sent && ponder->control == clock_.control();
    on_position_changed();
    if (hit) {
        ponder->state = Search::State::Hit;
        ponder->epoch = epoch_;
    }
    if (!in_force) clock_.on_move(Clock::Side::Opponent, record_.moves_of(mover), desk_.now());
    announce_end();
}

void XboardFront::on_set_board(std::string_view fen) {
    if (const auto set = record_.set_fen(fen, rules_known(), castling()); !set) {
        desk_.to_gui("tellusererror Illegal position: " + set.error().message);
        return;
    }
    game_over_ = paused_ = learnt_ = false;
    desk_.book.on_take_back();
    resign_judge_.reset();
    own_score_.reset();
    on_position_changed();
    announce_end();
}

// Returns false if the line is not for the editor, which another command has ended.
bool XboardFront::on_edit_line(std::string_view line, XboardCommand command) {
    const auto state = editor_->on_line(line);
    if (!state) {
        const bool is_command = command != XboardCommand::Unknown && command != XboardCommand::UserMove;
        if (is_command)
            editor_.reset();
        else
            refuse(state.error().message, text::trim(line));
        return !is_command;
    }
    if (*state == BoardEditor::State::Done) {
        const std::string fen = editor_->fen(record_.side_to_move());
        editor_.reset();
        on_set_board(fen);
    }
    return true;
}

void XboardFront::on_take_back(int plies) {
    int taken = 0;
    while (taken < plies && record_.pop())
        ++taken;
    if (taken == 0) return;
    desk_.book.on_take_back();
    game_over_ = false;
    resign_judge_.reset();
    own_score_.reset();
    on_position_changed();
}

void XboardFront::on_result(const XboardGuiLine& line) {
    game_over_ = true;
    learn(line.arguments);
    if (desk_.translator == nullptr || std::exchange(told_result_, epoch_) == epoch_) return;
    if (search_) stop_search();
    desk_.to_engine(record_.position_command()); // an engine that learns is to know the whole game
    desk_.to_xboard_engine(line.text);
}

void XboardFront::on_draw_offer() {
    if (!game_over_ && desk_.translator != nullptr && desk_.translator->takes_draw_offers()) {
        desk_.to_xboard_engine("draw");
        return;
    }
    // An engine that knows of draw offers decides itself (`info string DrawOffer`).
    if (game_over_ || force_ || desk_.engine_options.has("UCI_DrawOffers")) return;
    OwnScore score = own_score_;
    if (is_searching() && thinking_.score_cp()) score = thinking_.score_cp();
    if (accepts_draw(desk_.settings, score)) desk_.to_gui("offer draw");
}

// For the position on the board only: `exclude e2e4`, `include e2e4`, `exclude all`, `include all`.
void XboardFront::on_include(std::string_view text, bool include) {
    const chess::Game* game = record_.game();
    if (game == nullptr) {
        refuse("not in this variant", text);
        return;
    }
    std::vector<chess::Move> changed = excluded_;
    if (text == "all") {
        changed.clear();
        if (!include)
            for (const chess::Move move : game->position().legal_moves())
                changed.push_back(move);
    } else if (const auto move = protocol::parse_xboard_move(game->position(), text); !move) {
        desk_.to_gui("Illegal move: " + std::string(text));
        return;
    } else {
        changed.erase(std::remove(changed.begin(), changed.end(), *move), changed.end());
        if (!include) changed.push_back(*move);
    }
    if (changed == excluded_) return;
    ++epoch_; // the search that runs may look at the wrong moves
    excluded_ = std::move(changed);
}

// UCI's own way to tell an engine what a position is worth (UCI_SetPositionValue), for the few that have it: White's
// score, while xboard gives that of the side to move.
void XboardFront::on_set_score(const XboardGuiLine& line) {
    std::string_view rest = line.arguments;
    const auto score = text::parse_int<int>(text::next_word(rest));
    const chess::Game* game = record_.game();
    if (game == nullptr || !desk_.engine_options.has("UCI_SetPositionValue")) {
        refuse("not supported by the engine", line.text);
        return;
    }
    if (!score || *score < -1'000'000 || *score > 1'000'000) {
        refuse("bad argument", line.text);
        return;
    }
    const int for_white = record_.side_to_move() == chess::Color::White ? *score : -*score;
    analysed_.reset();
    todo_.push_back(protocol::format_setoption("UCI_SetPositionValue",
                                               std::to_string(for_white) + " " + chess::format_fen(game->position())));
}

void XboardFront::apply_change(const OptionChange& change, std::string_view arguments) {
    switch (change.kind) {
    case OptionChange::Kind::Nothing: break;
    case OptionChange::Kind::Refused: desk_.to_gui(change.problem); break;
    case OptionChange::Kind::Save:
        desk_.out().save_settings = config::format_saved_settings(desk_.settings, desk_.engine_options.changed());
        break;
    case OptionChange::Kind::ResetLearning: desk_.reset_learning(); break;
    case OptionChange::Kind::Own:
        out_of_book_.reset();
        if (const auto set = desk_.set_by_gui(*change.own, change.value); !set) refuse(set.error().message, arguments);
        break;
    case OptionChange::Kind::Engine:
        if (!desk_.engine_options.blocked().find_in_line(change.value).empty()) {
            refuse("blocked by BlockOptions", arguments);
            break;
        }
        analysed_.reset(); // the engine may see more now
        todo_.push_back(change.setoption_line());
        desk_.engine_options.on_set(change.name, change.value);
        break;
    }
}

void XboardFront::tell_user(std::string_view text) {
    desk_.note(text);
    if (desk_.engine_ready)
        desk_.to_gui("telluser polyglot: " + std::string(text));
    else if (untold_.size() < max_untold)
        untold_.emplace_back(text);
}

void XboardFront::tell_failure(std::string_view text) {
    desk_.to_gui("tellusererror polyglot: " + std::string(text));
}

} // namespace polyglot::session
