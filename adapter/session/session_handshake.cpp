// The engine is asked for its protocol by `uci`, `xboard`, or both, until it has declared its
// options or StartTimeout is over.
#include "adapter/session/session.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

using protocol::UciReply;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds early_uciok_time{500}; // the time for the rest of the answer to `uci`

} // namespace

void Session::ask_in_uci() {
    context_.to_wire("uci");
    if (is_auto())
        std::get<Starting>(state_).probe =
            context_.now() + milliseconds(context_.settings().protocol_probe_ms);
}

bool Session::is_auto() const {
    return text::equal_ignoring_case(context_.settings().engine_protocol, "auto");
}

XboardEngineSide& Session::make_engine_side(XboardEngineSide::Belief belief) {
    auto& starting = std::get<Starting>(state_);
    starting.probe = TimePoint::max();
    starting.chatter.clear();
    const std::string name = program_.substr(program_.find_last_of("/\\") + 1);
    engine_side_ = std::make_unique<XboardEngineSide>(context_, parts_.supervisor, belief, name);
    context_.set_translator(engine_side_.get());
    return *engine_side_;
}

// An engine that was asked in xboard answers in UCI.
void Session::on_uci_after_all(std::string_view line) {
    context_.set_translator(nullptr);
    engine_side_.reset();
    // An engine that speaks both protocols has changed to xboard at `xboard`, so `uci` is sent once
    // more.
    if (is_auto()) {
        if (auto* starting = std::get_if<Starting>(&state_)) starting->asked_in_both = true;
        on_uci_line(line);
        return;
    }
    fail(ExitCode::EngineNotUci,
         "engine " + program_ +
             " speaks UCI, not xboard: set EngineProtocol = uci, or auto (it said " +
             text::quote(line) + ")");
}

void Session::on_handshake_line(std::string_view line, const protocol::UciEngineLine& parsed) {
    auto& starting = std::get<Starting>(state_);
    if (!starting.first_uciok.empty()) {
        on_line_after_uciok(line, parsed);
        return;
    }
    std::string shown(line);
    switch (parsed.reply) {
    case UciReply::BestMove: context_.note("a bestmove without a search: not passed on"); return;
    case UciReply::UciOk:
        if (starting.asked_in_both) {
            starting.first_uciok = line;
            ask_in_uci();
        } else if (may_be_early()) {
            starting.first_uciok = line;
            starting.probe = context_.now() + early_uciok_time;
            context_.ask_ready(Supervisor::Asker::Fence);
        } else {
            finish_handshake(line);
        }
        return;
    case UciReply::Id:
        parts_.engine_options.on_id(parsed.arguments);
        shown = shown_id(line, parsed.arguments);
        break;
    case UciReply::Option: shown = shown_option(line); break;
    case UciReply::Info:
    case UciReply::ReadyOk:
    case UciReply::Other: break;
    }
    const bool is_uci = parsed.reply == UciReply::Id || parsed.reply == UciReply::Option;
    starting.looks_like_uci = starting.looks_like_uci || is_uci;
    const std::string_view text = text::trim(line);
    if (!is_uci && starting.first_chatter.empty())
        starting.first_chatter = text.substr(0, longest_sample);
    if (starting.looks_like_uci) pass_on_chatter();
    if (!starting.looks_like_uci && protocol::objects_to_uci(text)) {
        if (is_auto()) {
            context_.note("the engine does not speak UCI: it is asked in xboard");
            make_engine_side(XboardEngineSide::Belief::Answered).start_after_uci();
        } else {
            fail(ExitCode::EngineNotUci,
                 "engine " + program_ +
                     " is not UCI (an xboard engine? set EngineProtocol = xboard, or auto): it "
                     "answered uci with " +
                     text::quote(text));
        }
        return;
    }
    if (is_uci && shown.empty()) return; // the GUI is not to see it
    if (starting.looks_like_uci || !is_auto())
        gui_side_->on_handshake_line(shown);
    else
        starting.chatter.add_if_room(shown); // those of an xboard engine are of no use to a GUI
}

// Some engines send uciok before they are asked. Their options follow with the answer to `uci`,
// which precedes the readyok of the Fence. This matters only if [Engine] has options.
bool Session::may_be_early() const {
    return parts_.engine_options.all().empty() && !context_.settings().engine_options.empty() &&
           !engine_side_;
}

void Session::on_line_after_uciok(std::string_view line, const protocol::UciEngineLine& parsed) {
    const auto& starting = std::get<Starting>(state_);
    // Otherwise it repeats its answer, or speaks xboard.
    const bool is_early = !starting.asked_in_both;
    if (parsed.reply == UciReply::UciOk) {
        finish_handshake(is_early ? std::string(starting.first_uciok) : std::string(line));
        // This ends an answer that began too early, or answers a `uci` that the GUI has sent since.
        if (is_early) gui_side_->on_engine_line(line, parsed);
    } else if (is_early && parsed.reply == UciReply::Option) {
        if (const std::string shown = shown_option(line); !shown.empty())
            gui_side_->on_handshake_line(shown);
    } else if (is_early && parsed.reply == UciReply::ReadyOk) {
        parts_.supervisor.on_readyok(context_.now());
        while (parts_.supervisor.take_answered_readyok()) // only the Fence has asked
            continue;
        finish_handshake(std::string(starting.first_uciok));
    }
}

void Session::pass_on_chatter() {
    auto& chatter = std::get<Starting>(state_).chatter;
    while (!chatter.empty())
        gui_side_->on_handshake_line(chatter.take_front().text);
}

void Session::finish_handshake(std::string_view uciok) {
    if (is_auto() && !engine_side_)
        context_.note("the engine speaks UCI: \"EngineProtocol = uci\" would say so");
    pass_on_chatter();
    state_ = Running{};
    context_.recall_settings();
    set_options(parts_.engine_options.initial_settings(context_.log()));
    std::string missing = parts_.engine_options.describe_missing(
        context_.settings().engine_options_of_command_line, context_.log());
    if (!missing.empty()) warn(std::move(missing));
    learn_name();
    learn_variants();
    gui_side_->on_engine_ready(uciok);
}

void Session::set_options(const std::vector<protocol::OptionSetting>& settings) {
    for (const protocol::OptionSetting& setting : settings) {
        context_.set_option(setting.as_set());
        parts_.engine_options.on_set(setting.name, setting.value);
    }
}

// An engine may declare options late because it was slow to start, or when it is set up.
void Session::set_late_option(const EngineOption& option) {
    if (!serving()) return;
    set_options(parts_.engine_options.initial_settings(option, context_.log()));
}

void Session::learn_variants() {
    if (engine_side_) parts_.engine_options.set_plays_chess(engine_side_->plays_chess());
}

void Session::learn_name() {
    const std::string& own_name = context_.settings().engine_name;
    parts_.learner.set_engine(own_name.empty() ? parts_.engine_options.engine_name() : own_name);
}

// Returns an empty text if the GUI is not to see the option.
std::string Session::shown_option(std::string_view line) {
    std::string shown = parts_.engine_options.on_declared(line);
    if (shown.empty())
        context_.note("not shown to the GUI: it has a name of ours, or is in BlockOptions");
    return shown;
}

std::string Session::shown_id(std::string_view line, std::string_view arguments) const {
    if (context_.settings().engine_name.empty() || text::next_word(arguments) != "name")
        return std::string(line);
    return "id name " + context_.settings().engine_name;
}

// StartTimeout is over. If the engine has sent anything, the message quotes that.
void Session::fail_handshake() {
    const std::string time = text::format_seconds(context_.settings().start_timeout_ms);
    const std::string engine = "engine " + program_;
    const auto& starting = std::get<Starting>(state_);
    const bool is_silent = starting.first_said.empty();
    const std::string said = ", but it said " + text::quote(starting.first_said);
    if (starting.looks_like_uci)
        fail(ExitCode::EngineSilent,
             engine + " does not end its answer to uci: no uciok within " + time + said);
    else if (engine_side_ && !is_silent)
        fail(ExitCode::EngineNotUci, engine + " answers neither uci nor protover 2 within " + time +
                                         said +
                                         " (an old xboard engine? set EngineProtocol = xboard)");
    else if (engine_side_)
        fail(ExitCode::EngineSilent,
             engine + " is silent: it answers neither uci nor protover 2 within " + time +
                 " (an old xboard engine? set EngineProtocol = xboard)");
    else if (!is_silent)
        fail(ExitCode::EngineNotUci, engine + " is not UCI: no uciok within " + time + said);
    else
        fail(ExitCode::EngineSilent, engine + " is silent: no uciok within " + time +
                                         " (an xboard engine? set EngineProtocol = xboard)");
}

} // namespace polyglot::session
