// What an xboard GUI says: the commands, and what each changes in what is wanted. xboard_search.cpp acts on it.
#include "adapter/session/xboard_gui/front.hpp"

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
    if (!quit_by_) handle_line(line); // nothing counts behind a quit
}

void XboardFront::handle_line(std::string_view line) {
    current_ = line;
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
    if (features_due_) send_features();
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
    if (!desk_.engine_ready && (features_due_ || !held_.empty())) // `polyglot < commands`
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
    const bool shows = search_ && !search_->abandoned && !leaving_;
    const auto due = shows ? thinking_.next_due() : std::nullopt;
    return quit_by_ && due ? std::min(*quit_by_, *due) : quit_by_ ? quit_by_ : due;
}

void XboardFront::on_timeout() {
    if (quit_by_ && desk_.now() >= *quit_by_) desk_.quit_wanted = true;
    if (!search_ || search_->abandoned) return;
    thinking_.say_due(desk_.settings, desk_.now(), lines_);
    flush_lines();
}

void XboardFront::on_leaving() {
    leaving_ = true;
    // Some engines hear nothing but `stop` while they think, and we have less than a second.
    if (search_ && !search_->stop_sent && desk_.engine_ready) stop_search();
    quit_by_.reset();
    held_.clear();
    held_bytes_ = 0;
    pings_.clear();
}

void XboardFront::act(const XboardGuiLine& line) {
    if (act_on_game(line) || act_on_search(line) || act_on_clock(line) || act_on_settings(line)) return;
    switch (line.command) {
    case XboardCommand::Protover: on_protover(line.arguments); break;
    case XboardCommand::Ping: pings_.emplace_back(line.arguments.substr(0, longest_ping)); break;
    case XboardCommand::Quit: on_quit(); break;
    case XboardCommand::Accepted: debug_accepted_ = debug_accepted_ || line.arguments == "debug"; break;
    case XboardCommand::Unknown: refuse("unknown command", line.arguments); break;
    default: break; // what is known, and asks for nothing that a UCI engine could do
    }
}

bool XboardFront::act_on_game(const XboardGuiLine& line) {
    switch (line.command) {
    case XboardCommand::New: on_new(); return true;
    case XboardCommand::Reset: refuse("unknown command", text::trim(current_)); return true; // as PolyGlot
    case XboardCommand::Variant:
        if (line.arguments.empty())
            refuse("bad argument", text::trim(current_));
        else
            on_variant(line.arguments);
        return true;
    case XboardCommand::Force:
        force_ = true;
        paused_ = false;
        desk_.to_xboard_engine("force"); // it may ponder on a guess of its own
        return true;
    case XboardCommand::Go: on_go(record_.side_to_move()); return true;
    case XboardCommand::PlayOther: on_go(~record_.side_to_move()); return true;
    case XboardCommand::White: // version 1: this side is to move, the engine plays the other one, but not on its own
    case XboardCommand::Black:
        engine_color_ = line.command == XboardCommand::White ? chess::Color::Black : chess::Color::White;
        force_ = analyzing_ || (is_engines_turn() && !is_thinking());
        return true;
    case XboardCommand::UserMove: on_user_move(line.arguments); return true;
    case XboardCommand::SetBoard: on_set_board(line.arguments); return true;
    case XboardCommand::Edit:
        if (record_.game() != nullptr)
            editor_.emplace(record_.game()->position());
        else
            refuse("not in this variant", "edit");
        return true;
    case XboardCommand::Undo: on_take_back(1); return true;
    case XboardCommand::Remove: on_take_back(2); return true;
    case XboardCommand::Result: on_result(line.arguments); return true;
    case XboardCommand::Draw: on_draw_offer(); return true;
    case XboardCommand::Pause: paused_ = true; return true;
    case XboardCommand::Resume: paused_ = false; return true;
    default: return false;
    }
}

bool XboardFront::act_on_search(const XboardGuiLine& line) {
    switch (line.command) {
    case XboardCommand::Hard: pondering_on_ = true; return true;
    case XboardCommand::Easy: pondering_on_ = false; return true;
    case XboardCommand::Post: thinking_.set_post(true); return true;
    case XboardCommand::NoPost: thinking_.set_post(false); return true;
    case XboardCommand::MoveNow: move_now_ = true; return true; // settle() knows whether there is a move to hurry
    case XboardCommand::Analyze:
        analyzing_ = force_ = true;
        paused_ = false;
        analysed_.reset();
        return true;
    case XboardCommand::Exit: analyzing_ = false; return true;
    case XboardCommand::Stat:
        if (search_ && !search_->abandoned && search_->kind == Kind::Analyse && !desk_.to_xboard_engine("."))
            desk_.to_gui(thinking_.stat01(desk_.now()));
        return true;
    case XboardCommand::Hint: on_hint(); return true;
    case XboardCommand::Book: on_book(); return true;
    case XboardCommand::Include: on_include(line.arguments, true); return true;
    case XboardCommand::Exclude: on_include(line.arguments, false); return true;
    case XboardCommand::SetScore: on_set_score(line.arguments); return true;
    default: return false;
    }
}

bool XboardFront::act_on_clock(const XboardGuiLine& line) {
    const std::string_view text = line.arguments;
    bool understood = true;
    const auto take = [&understood](const auto& value, auto&& use) {
        understood = value.has_value();
        if (understood) use(*value);
    };
    switch (line.command) {
    case XboardCommand::Level:
        take(protocol::parse_level(text), [&](auto& level) {
            clock_.set_level(level, desk_.now());
            time_control_ = {.base = level.base, .increment = level.increment};
        });
        break;
    case XboardCommand::MoveTime:
        take(protocol::parse_seconds(text), [&](auto time) {
            clock_.set_move_time(time);
            time_control_ = {.base = {}, .increment = time};
        });
        break;
    case XboardCommand::Depth: take(text::parse_int<int>(text), [&](int depth) { clock_.set_depth(depth); }); break;
    case XboardCommand::Nps: take(text::parse_int<int>(text), [&](int nps) { clock_.set_nps(nps); }); break;
    case XboardCommand::Time:
        take(protocol::parse_centiseconds(text), [&](auto t) { clock_.set_own_time(t, desk_.now()); });
        break;
    case XboardCommand::OpponentTime:
        take(protocol::parse_centiseconds(text), [&](auto t) { clock_.set_opponent_time(t, desk_.now()); });
        break;
    default: return false;
    }
    if (!understood) refuse("bad argument", text::trim(current_));
    return true;
}

bool XboardFront::act_on_settings(const XboardGuiLine& line) {
    switch (line.command) {
    case XboardCommand::Option:
        apply_change(resolve_option(line.arguments, desk_.engine_options, desk_.settings), line.arguments);
        return true;
    case XboardCommand::Memory:
        apply_change(resolve_memory(line.arguments, desk_.engine_options), line.arguments);
        return true;
    case XboardCommand::Cores:
        apply_change(resolve_cores(line.arguments, desk_.engine_options), line.arguments);
        return true;
    case XboardCommand::EgtPath:
        apply_change(resolve_egtpath(line.arguments, desk_.engine_options), line.arguments);
        return true;
    case XboardCommand::Computer:
        opponent_is_computer_ = true;
        greet("computer");
        return true;
    case XboardCommand::Name:
        opponent_name_ = line.arguments;
        desk_.learner.set_opponent(opponent_name_);
        greet(text::trim(current_));
        return true;
    case XboardCommand::Ics:
    case XboardCommand::Random: greet(text::trim(current_)); return true;
    case XboardCommand::Rating: { // ours, then the opponent's
        greet(text::trim(current_));
        std::string_view rest = line.arguments;
        text::next_word(rest);
        opponent_rating_ = text::next_word(rest);
        return true;
    }
    default: return false;
    }
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
    version_ = text::parse_int<int>(version).value_or(1);
    if (version_ < 2) return;
    desk_.to_gui("feature done=0"); // before anything else: it gives a slow engine an hour
    if (desk_.engine_ready)
        send_features();
    else
        features_due_ = true;
}

void XboardFront::send_features() {
    using protocol::format_feature;
    features_due_ = false;
    const EngineOptions& engine = desk_.engine_options;
    const OptionFeatures options = find_option_features(engine);
    const std::string& own_name = desk_.settings.engine_name;
    const auto say = [this](const std::string& line) { desk_.to_gui(line); };
    const auto say_number = [&say](std::string_view name, int value) { say(format_feature(name, value)); };
    say_number("analyze", 1);
    say_number("exclude", 1);
    say_number("setscore", engine.has("UCI_SetPositionValue") ? 1 : 0);
    say_number("colors", 0);
    say_number("draw", 1);
    say_number("ics", 1);
    say(format_feature("myname", own_name.empty() ? engine.engine_name() : own_name));
    for (const std::string_view name : {"name", "pause", "ping", "playother", "reuse"})
        say_number(name, 1);
    say_number("san", 0);
    say_number("setboard", 1);
    say_number("sigint", 0);
    say_number("sigterm", 0);
    for (const std::string_view name : {"time", "usermove", "nps", "debug"})
        say_number(name, 1);
    say_number("memory", options.memory ? 1 : 0);
    say_number("smp", options.smp ? 1 : 0);
    say(format_feature("egt", options.egt));
    say(format_feature("variants", options.variants));
    for (const std::string& line : format_option_features(engine, desk_.settings))
        say(line);
    say_number("done", 1);
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

void XboardFront::on_variant(std::string_view name) {
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

void XboardFront::on_user_move(std::string_view text) {
    if (record_.length() >= longest_game) {
        refuse("the game is too long", text::trim(current_));
        return;
    }
    paused_ = false; // whoever sends moves has gone on
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
    game_over_ = false; // whatever we thought, the GUI goes on
    const bool expected = expected_ && expected_->epoch == epoch_ && expected_->move == sent;
    Search* ponder = search_ && search_->kind == Kind::Ponder ? &*search_ : early_ ? &early_->search : nullptr;
    const bool hit = expected && ponder != nullptr && !ponder->abandoned && ponder->epoch == epoch_ &&
                     ponder->expected == sent && ponder->control == clock_.control() && !ponder->hit;
    on_position_changed();
    if (hit) {
        ponder->hit = true;
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

// False: it is no line for the editor, which another command has ended.
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

void XboardFront::on_result(std::string_view arguments) {
    game_over_ = true;
    learn(arguments);
    if (desk_.translator == nullptr || std::exchange(told_result_, epoch_) == epoch_) return;
    if (search_) stop_search();
    desk_.to_engine(record_.position_command()); // an engine that learns is to know the whole game
    desk_.to_xboard_engine(text::trim(current_));
}

void XboardFront::on_draw_offer() {
    if (!game_over_ && desk_.translator != nullptr && desk_.translator->takes_draw_offers()) {
        desk_.to_xboard_engine("draw");
        return;
    }
    // An engine that knows of draw offers decides itself (`info string DrawOffer`).
    if (game_over_ || force_ || desk_.engine_options.has("UCI_DrawOffers")) return;
    OwnScore score = own_score_;
    if (search_ && !search_->abandoned && thinking_.score_cp()) score = thinking_.score_cp();
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
void XboardFront::on_set_score(std::string_view arguments) {
    std::string_view rest = arguments;
    const auto score = text::parse_int<int>(text::next_word(rest));
    const chess::Game* game = record_.game();
    if (game == nullptr || !desk_.engine_options.has("UCI_SetPositionValue")) {
        refuse("not supported by the engine", text::trim(current_));
        return;
    }
    if (!score || *score < -1'000'000 || *score > 1'000'000) {
        refuse("bad argument", text::trim(current_));
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
