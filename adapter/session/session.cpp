// The session's GUI side: which lines pass, which wait, which are answered here.
#include "adapter/session/session.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>

namespace polyglot::session {

using protocol::UciCommand;

namespace {

// `option name Polyglot Book type check default true`
std::string declare_option(const config::Option& option, const config::Settings& settings) {
    std::string line = "option name Polyglot " + std::string(option.name);
    const std::string value = config::format_option(settings, option);
    switch (option.type) {
    case config::OptionType::Check: return line + " type check default " + value;
    case config::OptionType::Spin:
        return line + " type spin default " + value + " min " + std::to_string(option.min) + " max " +
               std::to_string(option.max);
    case config::OptionType::Button: return line + " type button";
    case config::OptionType::String:
    case config::OptionType::Path: break;
    }
    return line + " type string default " + (value.empty() ? "<empty>" : value);
}

} // namespace

Session::Session(config::Settings settings, Environment environment)
    : settings_(std::move(settings)),
      log_(environment.log),
      book_(std::move(environment.open_book), environment.random),
      engine_options_(settings_.engine_options),
      state_(Starting{TimePoint::max()}) {}

void Session::on_gui_line(std::string_view line, TimePoint now, Actions& out) {
    if (ended()) return;
    log_.write(Channel::FromGui, line);
    const std::string_view word = text::trim(line);
    if (word.empty() && !gui_spoke_) return; // nothing said yet
    const bool first = !gui_spoke_;
    gui_spoke_ = true;
    if (first) gui_is_xboard_ = word == "xboard" || word.starts_with("protover");
    if (failure_) {
        tell_failure(out);
        if (std::holds_alternative<AwaitingGui>(state_)) leave(now, out);
    } else if (first && gui_is_xboard_) {
        refuse_xboard(now, out);
    } else if (!std::holds_alternative<Quitting>(state_)) {
        handle_gui_line(line, now, out);
    }
    check_invariants();
}

void Session::handle_gui_line(std::string_view line, TimePoint now, Actions& out) {
    const protocol::UciGuiLine parsed = protocol::parse_uci_gui_line(line);
    if (quit_by_) return; // nothing counts behind a quit
    if (parsed.command == UciCommand::Quit) {
        const bool starting = std::holds_alternative<Starting>(state_);
        if ((starting && (owed_uciok_ > 0 || !held_.empty())) || held_goes_ > 0) {
            quit_by_ = now + std::chrono::milliseconds(settings_.quit_timeout_ms);
            return;
        }
    }
    if (must_wait(parsed.command, !held_.empty(), held_goes_ > 0)) {
        hold(line, parsed.command);
        stop_for_held(out);
        return;
    }
    act_on_gui_line(line, parsed, now, out);
}

void Session::act_on_gui_line(std::string_view line, const protocol::UciGuiLine& parsed, TimePoint now, Actions& out) {
    switch (parsed.command) {
    case UciCommand::Uci: on_uci(line, out); break;
    case UciCommand::SetOption: on_setoption(line, parsed.arguments, out); break;
    case UciCommand::Position: on_position(line, parsed.arguments, out); break;
    case UciCommand::Go: on_go(line, parsed.arguments, out); break;
    case UciCommand::Stop: on_stop(line, out); break;
    case UciCommand::PonderHit: on_ponderhit(line, out); break;
    case UciCommand::Debug:
    case UciCommand::IsReady:
    case UciCommand::NewGame:
    case UciCommand::Other: to_engine(line, out); break;
    case UciCommand::Quit: begin_quit(now, out); break;
    }
}

// A new position or search must not reach an engine that still owes a bestmove: GUIs that send them without waiting
// would get the old move as the answer to the new position. What comes behind such a line waits with it, in order, but
// isready is answered at once, as UCI demands.
bool Session::must_wait(UciCommand command, bool behind_lines, bool behind_go) const {
    if (command == UciCommand::Quit) return false;
    if (std::holds_alternative<Starting>(state_)) return command != UciCommand::Uci;
    if (!std::holds_alternative<Searching>(state_)) return false;
    switch (command) {
    case UciCommand::Position:
    case UciCommand::NewGame:
    case UciCommand::Go: return true;
    case UciCommand::Stop:
    case UciCommand::PonderHit: return behind_go; // else it is meant for the search that runs
    case UciCommand::IsReady:
    case UciCommand::Quit: return false;
    case UciCommand::Uci:
    case UciCommand::Debug:
    case UciCommand::SetOption:
    case UciCommand::Other: return behind_lines;
    }
    return false;
}

void Session::hold(std::string_view line, UciCommand command) {
    held_.emplace_back(line);
    held_bytes_ += line.size() + 1;
    if (command == UciCommand::Go) ++held_goes_;
}

void Session::drop_held() {
    held_.clear();
    held_bytes_ = 0;
    held_goes_ = 0;
}

// A held go ends the search before it, unless that ends by itself. So does a flood of lines: with no room left we read
// no more, and would never see the stop.
void Session::stop_for_held(Actions& out) {
    auto* searching = std::get_if<Searching>(&state_);
    if (searching == nullptr || searching->stop_sent) return;
    if ((held_goes_ == 0 || searching->bounded) && wants_gui_input()) return;
    note("the GUI goes on while the engine still thinks: stopping the old search first");
    searching->stop_sent = true;
    searching->pondering = false;
    to_engine("stop", out);
}

// As far as the lines need not wait again.
void Session::release_held(TimePoint now, Actions& out) {
    while (!held_.empty()) {
        const protocol::UciGuiLine parsed = protocol::parse_uci_gui_line(held_.front());
        if (must_wait(parsed.command, false, false)) break;
        const std::string line = std::move(held_.front());
        held_.pop_front();
        held_bytes_ -= line.size() + 1;
        if (parsed.command == UciCommand::Go) --held_goes_;
        act_on_gui_line(line, protocol::parse_uci_gui_line(line), now, out);
    }
    stop_for_held(out);
    if (quit_by_ && held_.empty()) begin_quit(now, out);
}

void Session::on_uci(std::string_view line, Actions& out) {
    ++owed_uciok_;
    if (introduced_) { // asked again: the engine answers again
        to_engine(line, out);
        return;
    }
    // The engine was asked when it started; what it has said since is the answer.
    introduced_ = true;
    for (const std::string& said : handshake_)
        to_gui(said, out);
    handshake_.clear();
    handshake_bytes_ = 0;
    if (!std::holds_alternative<Starting>(state_)) answer_uciok(uciok_, out);
}

void Session::answer_uciok(std::string_view uciok, Actions& out) {
    for (const config::Option& option : config::schema())
        if (option.to_uci) to_gui(declare_option(option, settings_), out);
    to_gui(uciok, out);
    --owed_uciok_;
    for (const std::string& notice : notices_)
        to_gui(notice, out);
    notices_.clear();
}

void Session::on_setoption(std::string_view line, std::string_view arguments, Actions& out) {
    const auto option = protocol::parse_setoption(arguments);
    constexpr std::string_view prefix = "Polyglot ";
    if (option && option->name.size() > prefix.size() &&
        text::equal_ignoring_case(option->name.substr(0, prefix.size()), prefix)) {
        set_own_option(text::trim(option->name.substr(prefix.size())), option->value, out);
        return;
    }
    if (option) engine_options_.on_set(option->name, option->value);
    to_engine(line, out);
}

void Session::set_own_option(std::string_view name, std::string_view value, Actions& out) {
    const config::Option* option = config::find_option(name);
    if (option == nullptr || !option->to_uci) {
        std::string text = "no option Polyglot " + std::string(name);
        if (const auto near = config::nearest_option(name); !near.empty())
            text += ", did you mean " + std::string(near) + "?";
        tell_user(text, out);
        return;
    }
    if (const auto set = config::set_option(settings_, *option, value == "<empty>" ? "" : value); !set) {
        tell_user(set.error().message, out);
        return;
    }
    note("set " + std::string(option->name) + " = " + config::format_option(settings_, *option));
    out.settings_changed = true;
    apply_book_settings(out);
}

void Session::apply_book_settings(Actions& out) {
    const auto changed = book_.apply(settings_);
    if (!changed) return;
    if (changed->has_value())
        note(**changed);
    else
        tell_user("no book: " + changed->error().message, out);
}

void Session::on_position(std::string_view line, std::string_view arguments, Actions& out) {
    tracker_.set_position(arguments);
    to_engine(line, out);
}

void Session::on_go(std::string_view line, std::string_view arguments, Actions& out) {
    release_answer(out); // a go before the last one was answered: each gets its own bestmove
    const protocol::Go go = protocol::parse_go(arguments);
    if (const auto answer = ask_book(go)) {
        if (go.ponder)
            state_ = HoldingAnswer{format_answer(*answer)};
        else
            give_answer(format_answer(*answer), out);
        return;
    }
    to_engine(line, out);
    if (!go.perft) state_ = Searching{.pondering = go.ponder, .bounded = go.bounded};
}

std::optional<BookAnswer> Session::ask_book(const protocol::Go& go) {
    // Analysis wants the engine's opinion, not the book's.
    const bool analysis =
        go.infinite || go.mate || go.perft || engine_options_.multi_pv() > 1 || engine_options_.analyse_mode();
    if (!settings_.book) return std::nullopt;
    if (analysis || !engine_options_.knows_variant()) {
        note(analysis ? "no book move: analysis" : "no book move: a variant whose rules we don't know");
        return std::nullopt;
    }
    const chess::Game* game = tracker_.game();
    if (game == nullptr) {
        note("no book move: " + tracker_.problem());
        return std::nullopt;
    }
    const auto castling =
        engine_options_.chess960() ? chess::CastlingStyle::KingTakesRook : chess::CastlingStyle::KingTwoSquares;
    auto answer = book_.answer(game->position(), settings_, castling, go.has_searchmoves ? &go.searchmoves : nullptr);
    if (log_.enabled()) note(answer ? "book: " + answer->shares : "out of book");
    return answer;
}

std::vector<std::string> Session::format_answer(const BookAnswer& answer) const {
    // Match runners want an info with depth, score, time and a legal pv before each bestmove.
    std::string info = "info depth 1 score cp 0 time 0 nodes 0 pv " + answer.move;
    std::string best = "bestmove " + answer.move;
    if (!answer.reply.empty()) {
        info += " " + answer.reply;
        best += " ponder " + answer.reply;
    }
    return {std::move(info), "info string book: " + answer.shares, std::move(best)};
}

void Session::give_answer(const std::vector<std::string>& lines, Actions& out) {
    for (const std::string& line : lines)
        to_gui(line, out);
}

void Session::release_answer(Actions& out) {
    auto* holding = std::get_if<HoldingAnswer>(&state_);
    if (holding == nullptr) return;
    const std::vector<std::string> lines = std::move(holding->lines);
    state_ = Idle{};
    give_answer(lines, out);
}

void Session::on_stop(std::string_view line, Actions& out) {
    if (std::holds_alternative<HoldingAnswer>(state_)) {
        release_answer(out);
        return;
    }
    if (auto* searching = std::get_if<Searching>(&state_)) {
        searching->stop_sent = true;
        searching->pondering = false;
    }
    to_engine(line, out);
}

void Session::on_ponderhit(std::string_view line, Actions& out) {
    if (std::holds_alternative<HoldingAnswer>(state_)) {
        release_answer(out);
        return;
    }
    auto* searching = std::get_if<Searching>(&state_);
    if (searching == nullptr || !searching->pondering) {
        // An engine that ponders another position, or nothing, would answer for the wrong one (cutechess#133).
        note("ponderhit without a ponder search: not passed on");
        return;
    }
    searching->pondering = false;
    to_engine(line, out);
}

void Session::refuse_xboard(TimePoint now, Actions& out) {
    fail(ExitCode::ConfigurationError, "the GUI speaks xboard; this version serves UCI GUIs only", now, out);
}

void Session::to_gui(std::string_view line, Actions& out) {
    log_.write(Channel::ToGui, line);
    out.to_gui += line;
    out.to_gui += '\n';
}

void Session::to_engine(std::string_view line, Actions& out) {
    log_.write(Channel::ToEngine, line);
    out.to_engine += line;
    out.to_engine += '\n';
}

void Session::warn(std::string_view text, Actions& out) {
    if (ended()) return;
    event("warn " + std::string(text));
    tell_user(text, out);
}

void Session::tell_user(std::string_view text, Actions& out) {
    note(text);
    std::string line = "info string polyglot: " + std::string(text);
    if (introduced_ && !uciok_.empty())
        to_gui(line, out);
    else
        notices_.push_back(std::move(line));
}

} // namespace polyglot::session
