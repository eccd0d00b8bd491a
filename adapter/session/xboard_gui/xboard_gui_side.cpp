#include "adapter/session/xboard_gui/xboard_gui_side.hpp"

#include "adapter/session/xboard_gui/book_display.hpp"
#include "adapter/session/xboard_gui/features.hpp"
#include "config/saved_settings.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>

namespace polyglot::session {

using protocol::UciReply;
using protocol::XboardCommand;

XboardGuiSide::XboardGuiSide(SessionContext& context, BookPlayer& book, Learner& learner,
                             std::vector<std::string> notices)
    : context_(context),
      book_(book),
      learner_(learner),
      game_(context.settings().chess960),
      search_(context, book, learner, game_),
      notices_(std::move(notices)) {}

void XboardGuiSide::on_gui_line(std::string_view line) {
    if (!quit_by_) handle_line(line);
}

void XboardGuiSide::handle_line(std::string_view line) {
    if (refuses_blocked(line)) return;
    const Line parsed = protocol::parse_xboard_gui_line(line);
    if (editor_ && on_edit_line(parsed)) {
        search_.settle();
        return;
    }
    const bool at_once = parsed.command == XboardCommand::Xboard ||
                         parsed.command == XboardCommand::Protover ||
                         parsed.command == XboardCommand::Quit;
    if (!context_.engine_is_ready() && !at_once) {
        held_.add(line);
        return;
    }
    act(parsed);
    search_.settle();
}

// The first word is a command for the adapter. The rest may reach the engine within a UCI line, as
// the value of an option, a name or a position.
bool XboardGuiSide::refuses_blocked(std::string_view line) {
    const config::BlockedOptions& options = context_.engine_options().blocked();
    std::string_view arguments = line;
    text::next_word(arguments);
    if (options.is_disguised(line) || !options.find_in_line(arguments).empty())
        refuse("blocked by BlockOptions", text::trim(line));
    else if (!context_.blocked_commands().find_in_words(arguments).empty())
        refuse("blocked by BlockCommands", text::trim(line));
    else
        return false;
    return true;
}

void XboardGuiSide::on_engine_ready(std::string_view) {
    if (takes_features_) send_features();
    for (const std::string& text : notices_)
        context_.to_gui("telluser polyglot: " + text);
    notices_.clear();
    while (!held_.empty() && !context_.quit_is_requested())
        handle_line(held_.take_front().text);
    quit_if_done();
}

void XboardGuiSide::on_quit() {
    if (quit_by_ || context_.quit_is_requested()) return;
    if (!context_.engine_is_ready() && (takes_features_ || !held_.empty()))
        quit_by_ = context_.now() + std::chrono::milliseconds(context_.settings().quit_timeout_ms);
    else
        context_.request_quit();
}

void XboardGuiSide::quit_if_done() {
    if (quit_by_ && !search_.owes_pong()) context_.request_quit();
}

std::optional<TimePoint> XboardGuiSide::deadline() const {
    const auto due = search_.deadline();
    return quit_by_ && due ? std::min(*quit_by_, *due) : quit_by_ ? quit_by_ : due;
}

void XboardGuiSide::on_timeout() {
    if (quit_by_ && context_.now() >= *quit_by_) context_.request_quit();
    search_.on_timeout();
    quit_if_done();
    search_.settle(); // a move may have waited for the pong
}

void XboardGuiSide::on_leaving(bool /*engine_has_failed*/) {
    search_.on_leaving();
}

void XboardGuiSide::on_ready(std::string_view) {
    search_.on_readyok();
    quit_if_done();
    search_.settle();
}

void XboardGuiSide::on_engine_line(std::string_view, const protocol::UciEngineLine& parsed) {
    switch (parsed.reply) {
    case UciReply::ReadyOk: context_.note("an unexpected readyok: ignored"); break;
    case UciReply::Option: // its value or range has changed
        if (const auto option = protocol::parse_option_declaration(parsed.arguments);
            option && takes_features_)
            if (const auto feature = format_option_feature(option->name, context_.engine_options(),
                                                           context_.settings(), option_kinds()))
                context_.to_gui(*feature);
        break;
    case UciReply::Id:
    case UciReply::Info:     // on_info() is called instead
    case UciReply::BestMove: // on_search_answered() is called instead
    case UciReply::UciOk:
    case UciReply::Other: break;
    }
    search_.settle();
}

void XboardGuiSide::on_info(const EngineInfo& info) {
    if (search_.on_info(info.fields())) search_.settle();
}

void XboardGuiSide::on_search_answered(const EngineMove& move, const RunningSearch* answered) {
    search_.on_bestmove(move.best, answered);
    quit_if_done();
    search_.settle();
}

// Claims go to the GUI, which knows the rules of the match; a GUI that does not grant a claim
// continues the game.
void XboardGuiSide::on_xboard_engine_line(std::string_view line) {
    context_.to_gui(line);
    if (line != "resign" || !game_.mode().is_playing()) return;
    game_.end();
    search_.settle();
}

void XboardGuiSide::give_up_search() {
    game_.end();
    game_.learn_judge().disown_game(); // because the book did not cause the loss
    context_.to_gui("resign");
}

template <class Value, class Setter>
void XboardGuiSide::set_clock(const Line& line, const std::optional<Value>& value, Setter setter) {
    if (!value)
        refuse("bad argument", line.text);
    else if constexpr (std::is_invocable_v<Setter, Clock&, Value, TimePoint>)
        (game_.clock().*setter)(*value, context_.now());
    else
        (game_.clock().*setter)(*value);
}

// The switch has no default, so that the compiler checks that every command is handled.
void XboardGuiSide::act(const Line& line) {
    const std::string_view text = line.arguments;
    const EngineOptions& engine = context_.engine_options();
    using C = XboardCommand;
    GameMode& mode = game_.mode();
    switch (line.command) {
    case C::UserMove: return on_user_move(line);
    case C::Protover: return on_protover(text);
    case C::Ping: return search_.on_ping(text);
    case C::Quit: return on_quit();
    case C::Accepted:
        if (text == "debug") search_.show_book_remarks();
        return;
    // the game
    case C::New: return on_new();
    case C::Variant: return on_variant(line);
    case C::Force: return on_force();
    case C::Go: return mode.on_go(game_.side_to_move());
    case C::PlayOther: return mode.on_go(~game_.side_to_move());
    case C::White:
    case C::Black: return on_color(line);
    case C::SetBoard: return on_set_board(text);
    case C::Edit: return on_edit();
    case C::Undo: return on_take_back(1);
    case C::Remove: return on_take_back(2);
    case C::Result: return on_result(line);
    case C::Draw: return on_draw_offer();
    case C::Pause: return mode.on_pause();
    case C::Resume: return mode.on_resume();
    // the clock
    case C::Level: return set_clock(line, protocol::parse_level(text), &Clock::set_level);
    case C::MoveTime: return set_clock(line, protocol::parse_seconds(text), &Clock::set_move_time);
    case C::Depth: return set_clock(line, text::parse_int<int>(text), &Clock::set_depth);
    case C::Nps: return set_clock(line, text::parse_int<int>(text), &Clock::set_nps);
    case C::Time: return set_clock(line, protocol::parse_centiseconds(text), &Clock::set_own_time);
    case C::OpponentTime:
        return set_clock(line, protocol::parse_centiseconds(text), &Clock::set_opponent_time);
    // the search
    case C::Hard:
    case C::Easy: return search_.set_pondering(line.command == C::Hard);
    case C::Post:
    case C::NoPost: return search_.set_post(line.command == C::Post);
    case C::MoveNow: return search_.on_move_now();
    case C::Analyze: return on_analyze();
    case C::Exit: return mode.on_exit();
    case C::Stat: return on_stat();
    case C::Hint: return on_hint();
    case C::Book: return on_book();
    case C::Include:
    case C::Exclude: return on_include(line);
    case C::SetScore: return on_set_score(line);
    // settings
    case C::Option: return apply_change(line, resolve_option(text, engine, context_.settings()));
    case C::Memory: return apply_change(line, resolve_memory(text, engine));
    case C::Cores: return apply_change(line, resolve_cores(text, engine));
    case C::EgtPath: return apply_change(line, resolve_egtpath(text, engine));
    case C::Computer: return on_computer();
    case C::Name: return on_name(line);
    case C::Rating: return on_rating(line);
    case C::Ics:
    case C::Random: return search_.greet(line.text);
    case C::Reset: // ChessBase's; also unknown to PolyGlot
    case C::Unknown: return refuse("unknown command", line.text);
    // known commands without an equivalent in UCI
    // clang-format off
    case C::Blank: case C::Xboard: case C::Gui: case C::Rejected: case C::Fritz: case C::Ponder:
    case C::Lift: case C::Put: case C::Hover: case C::Partner: case C::PartnerTell:
    case C::Holding: return;
        // clang-format on
    }
}

// Sends `Error (unknown command): foo`, as the protocol requires.
void XboardGuiSide::refuse(std::string_view reason, std::string_view line) {
    context_.to_gui("Error (" + std::string(reason) + "): " + std::string(line));
}

void XboardGuiSide::on_protover(std::string_view version) {
    if (text::parse_int<int>(version).value_or(1) < 2) return;
    takes_features_ = true;
    context_.to_gui("feature done=0");
    if (context_.engine_is_ready()) send_features();
}

void XboardGuiSide::send_features() {
    for (const std::string& line :
         format_features(context_.engine_options(), context_.settings(), option_kinds()))
        context_.to_gui(line);
}

void XboardGuiSide::on_new() {
    game_.start(context_.settings().chess960);
    book_.set_variant(nullptr);
    context_.on_new_game();
    context_.set_opponent({});
    search_.on_new_game();
}

void XboardGuiSide::on_variant(const Line& line) {
    const std::string_view name = line.arguments;
    if (name.empty()) {
        refuse("bad argument", line.text);
        return;
    }
    if (!resolve_variant(name, context_.engine_options())) {
        context_.to_gui("Error (unsupported variant): " + std::string(name));
        return;
    }
    if (text::equal_ignoring_case(name, game_.variant())) return;
    game_.set_variant(name, rules_of(name, context_.engine_options()));
    book_.set_variant(game_.rules());
    if (game_.any_game()) {
        context_.note("the variant is " + (game_.rules() == nullptr
                                               ? game_.variant()
                                               : std::string(game_.rules()->uci)));
        return;
    }
    context_.note("a variant with unknown rules: no book, moves pass unchanged");
    if (context_.settings().book)
        context_.warn_once("no book moves: " + std::string(name) + " has rules that are not known");
}

void XboardGuiSide::on_force() {
    game_.mode().on_force();
    context_.to_xboard_engine("force"); // an xboard engine may ponder on its own guess
}

void XboardGuiSide::on_color(const Line& line) {
    const bool white = line.command == XboardCommand::White;
    game_.mode().on_color(white ? chess::Color::White : chess::Color::Black, game_.side_to_move(),
                          search_.is_thinking());
}

void XboardGuiSide::on_user_move(const Line& line) {
    if (game_.record().length() >= longest_game) {
        refuse("the game is too long", line.text);
        return;
    }
    game_.mode().on_resume(); // a GUI that sends moves has continued the game
    const auto move = game_.read_move(line.arguments);
    if (!move) {
        context_.to_gui("Illegal move: " + std::string(line.arguments));
        return;
    }
    search_.on_gui_move(move->sent);
    game_.push_gui_move(*move, context_.now());
    announce_end();
}

void XboardGuiSide::on_set_board(std::string_view fen) {
    if (const auto set = game_.set_board(fen); !set) {
        // PyChess ends an analysis by an empty board, and hides a complaint that names it.
        constexpr std::size_t longest = 200;
        context_.to_gui("tellusererror Illegal position: " + set.error().message + ": " +
                        text::without_controls(std::string(text::trim(fen).substr(0, longest))));
        return;
    }
    book_.on_take_back();
    announce_end();
}

void XboardGuiSide::announce_end() {
    if (const auto end = game_.end_to_announce()) context_.to_gui(end->announcement);
}

void XboardGuiSide::on_edit() {
    if (const chess::Game* game = game_.legal_game())
        editor_.emplace(game->position());
    else
        refuse("not in this variant", "edit");
}

// Returns false if the line is a command, which has ended the editor.
bool XboardGuiSide::on_edit_line(const Line& line) {
    const auto state = editor_->on_line(line.text);
    if (!state) {
        const bool is_command =
            line.command != XboardCommand::Unknown && line.command != XboardCommand::UserMove;
        if (is_command)
            editor_.reset();
        else
            refuse(state.error().message, line.text);
        return !is_command;
    }
    if (*state == BoardEditor::State::Done) {
        const std::string fen = editor_->fen(game_.side_to_move());
        editor_.reset();
        on_set_board(fen);
    }
    return true;
}

void XboardGuiSide::on_take_back(int plies) {
    if (game_.take_back(plies)) book_.on_take_back();
}

void XboardGuiSide::on_result(const Line& line) {
    const bool is_first = game_.on_result();
    learn(line.arguments);
    if (is_first) search_.on_result(line.text);
}

void XboardGuiSide::learn(std::string_view result) {
    const auto game = game_.any_game();
    LearnJudge& judge = game_.learn_judge();
    if (!learner_.learns() || !game || game->plies() == 0 || judge.is_learnt()) return;
    const std::string score(text::next_word(result));
    if (const auto verdict = judge.judge(game_.record(), score))
        learner_.learn({*game, verdict->color, verdict->half_points, game_.opponent().name, score},
                       context_.now());
    else
        Learner::not_learnt(verdict.error().message, context_);
}

void XboardGuiSide::on_draw_offer() {
    const GameMode& mode = game_.mode();
    if (!mode.is_over() && context_.engine_takes_draw_offers()) {
        context_.to_xboard_engine("draw");
        return;
    }
    // An engine with UCI_DrawOffers decides about draws (`info string DrawOffer`).
    if (mode.is_over() || mode.is_force() || context_.engine_options().has("UCI_DrawOffers"))
        return;
    if (accepts_draw(context_.settings(), search_.score())) context_.to_gui("offer draw");
}

void XboardGuiSide::on_analyze() {
    game_.mode().on_analyze();
    search_.on_analyze();
}

void XboardGuiSide::on_stat() {
    if (search_.is_analysing() && !context_.to_xboard_engine("."))
        context_.to_gui(search_.thinking().stat01(context_.now()));
}

void XboardGuiSide::on_hint() {
    const auto game = game_.any_game();
    if (!game) return;
    const chess::Move move =
        book_.best_move(game_.book_question(*game)).value_or(game->parse_uci(game_.expected()));
    if (move) context_.to_gui("Hint: " + game->format_san(move));
}

// The answer is free text for xboard's user, with an empty line at the end (CECP, `bk`).
void XboardGuiSide::on_book() {
    if (const auto game = game_.any_game()) {
        std::vector<std::string> lines;
        if (context_.settings().book) {
            if (const std::string left = book_.left_because(*game); !left.empty())
                context_.to_gui(" no book is asked: " + left);
            lines = format_book(book_.look_up(game_.book_question(*game)), *game, game_.excluded());
        } else {
            lines = format_legal_moves(*game, game_.excluded());
        }
        for (const std::string& line : lines)
            context_.to_gui(line);
    }
    context_.to_gui("");
}

void XboardGuiSide::on_include(const Line& line) {
    if (!game_.any_game())
        refuse("not in this variant", line.arguments);
    else if (!game_.exclude(line.arguments, line.command == XboardCommand::Exclude))
        context_.to_gui("Illegal move: " + std::string(line.arguments));
}

// Passed on as UCI_SetPositionValue, for the few engines that have it: the option takes White's
// score, `setscore` has the score of the side to move.
void XboardGuiSide::on_set_score(const Line& line) {
    std::string_view rest = line.arguments;
    const auto score = text::parse_int<int>(text::next_word(rest));
    const auto game = game_.any_game();
    if (!game || !context_.engine_options().has("UCI_SetPositionValue")) {
        refuse("not supported by the engine", line.text);
        return;
    }
    if (!score || *score < -1'000'000 || *score > 1'000'000) {
        refuse("bad argument", line.text);
        return;
    }
    const int for_white = game_.side_to_move() == chess::Color::White ? *score : -*score;
    search_.set_option({.name = "UCI_SetPositionValue",
                        .value = std::to_string(for_white) + " " + game->format_fen()});
}

void XboardGuiSide::apply_change(const Line& line, const OptionChange& change) {
    switch (change.kind) {
    case OptionChange::Kind::Nothing: break;
    case OptionChange::Kind::Refused: context_.to_gui(change.problem); break;
    case OptionChange::Kind::Save:
        context_.out().add(Actions::SaveSettings{config::format_saved_settings(
            context_.settings(), context_.engine_options().changed())});
        break;
    case OptionChange::Kind::ResetLearning: learner_.reset_results(context_); break;
    case OptionChange::Kind::Own:
        search_.ask_book_again();
        if (const auto set = context_.set_by_gui(*change.own, change.value); !set)
            refuse(set.error().message, line.arguments);
        break;
    case OptionChange::Kind::Engine:
        if (!context_.engine_options().blocked().find_in_line(change.value).empty()) {
            refuse("blocked by BlockOptions", line.arguments);
            break;
        }
        search_.set_option({.name = change.name, .value = change.value});
        context_.on_engine_option(change.name, change.value);
        break;
    }
}

void XboardGuiSide::on_computer() {
    game_.opponent().is_computer = true;
    search_.greet("computer");
}

void XboardGuiSide::on_name(const Line& line) {
    game_.opponent().name = line.arguments;
    context_.set_opponent(game_.opponent().name);
    search_.greet(line.text);
}

void XboardGuiSide::on_rating(const Line& line) {
    std::string_view rest = line.arguments;
    text::next_word(rest); // the engine's rating
    game_.opponent().rating = text::next_word(rest);
    search_.greet(line.text);
}

void XboardGuiSide::tell_user(std::string_view text) {
    context_.note(text);
    if (context_.engine_is_ready())
        context_.to_gui("telluser polyglot: " + std::string(text));
    else if (notices_.size() < most_notices)
        notices_.emplace_back(text);
}

void XboardGuiSide::tell_failure(std::string_view text) {
    context_.to_gui("tellusererror polyglot: " + std::string(text));
}

void XboardGuiSide::check_invariants() const {
    assert(held_.empty() || !context_.engine_is_ready());
    assert(!quit_by_ || !context_.engine_is_ready() || search_.owes_pong() ||
           context_.quit_is_requested());
    search_.check_invariants();
    game_.check_invariants();
}

} // namespace polyglot::session
