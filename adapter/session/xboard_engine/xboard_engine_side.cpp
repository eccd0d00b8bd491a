#include "adapter/session/xboard_engine/xboard_engine_side.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace polyglot::session {

using protocol::UciCommand;
using protocol::UciReply;
using protocol::XboardEngineLine;
using protocol::XboardReply;

namespace {

using Mode = EngineBoard::Mode;

std::string_view first_word(std::string_view text) {
    return text::next_word(text);
}

std::string_view after_first_word(std::string_view text) {
    text::next_word(text);
    return text::trim(text);
}

bool is_about_running_search(std::optional<UciCommand> command) {
    return command == UciCommand::Stop || command == UciCommand::PonderHit ||
           command == UciCommand::IsReady;
}

bool is_about_next_search(std::optional<UciCommand> command) {
    return command == UciCommand::Position || command == UciCommand::Go;
}

} // namespace

XboardEngineSide::XboardEngineSide(SessionContext& context, Supervisor& supervisor, Belief belief,
                                   std::string program)
    : context_(context),
      supervisor_(supervisor),
      program_(std::move(program)),
      connection_(*this, context.settings().engine_interrupt),
      handshake_(connection_, belief, program_),
      sync_(connection_, context.settings()),
      search_(connection_, sync_, supervisor_, context.settings()) {}

// The process.

void XboardEngineSide::start() {
    handshake_.start(std::chrono::milliseconds(context_.settings().protocol_probe_ms),
                     std::chrono::milliseconds(context_.settings().start_timeout_ms));
}

void XboardEngineSide::start_after_uci() {
    if (handshake_.is_deaf_after_uci()) {
        restart("it may hear nothing after an unknown first line");
        return;
    }
    connection_.set_hears_us();
    start();
}

void XboardEngineSide::restart(std::string_view why) {
    context_.note("restarting the engine: " + std::string(why));
    context_.restart_engine();
    forget_process();
}

void XboardEngineSide::on_lost(bool gives_up_search) {
    search_.on_lost(gives_up_search);
    if (gives_up_search)
        queue_.remove_if(
            [](const Queue::Line& queued) { return queued.tag.command == UciCommand::Go; });
    forget_process();
}

void XboardEngineSide::end_failed_search() {
    search_.end_failed();
    run_queue(); // if the search had not begun, the engine is free at once
}

bool XboardEngineSide::on_left_at_start() {
    if (!handshake_.on_left()) return false;
    forget_process();
    return true;
}

void XboardEngineSide::forget_process() {
    handshake_.forget_process();
    connection_.forget_process();
    sync_.forget_process();
    search_.forget_process();
    queue_.remove_if(
        // These are about the game in the old process.
        [](const Queue::Line& queued) { return !queued.tag.command; });
}

void XboardEngineSide::on_restarted() {
    connection_.on_new_process();
    handshake_.on_new_process();
    start();
}

XboardEngineSide::Finding XboardEngineSide::act_on(Handshake::Result result) {
    if (result == Handshake::Result::Ready) become_ready();
    return result == Handshake::Result::SpeaksUci ? Finding::SpeaksUci : Finding::None;
}

void XboardEngineSide::become_ready() {
    const bool was_asked = text::equal_ignoring_case(context_.settings().engine_protocol, "auto");
    context_.note(
        "the engine speaks xboard, protocol version " + std::to_string(handshake_.version()) +
        (was_asked ? ": \"EngineProtocol = xboard\" in the ini file spares it being asked" : ""));
    options_ = XboardOptions(connection_.features());
    if (!is_introduced_) {
        announce();
    } else {
        for (const auto& [name, command] : settings_)
            send(command);
        search_.on_free();
    }
    is_introduced_ = true;
    supervisor_.on_replaced(context_.now());
    run_queue();
}

bool XboardEngineSide::plays_chess() const {
    return find_xboard_variant("chess", connection_.features()).has_value();
}

void XboardEngineSide::announce_name() {
    const std::string& name = connection_.features().myname;
    announced_name_ = name.empty() ? program_ : name;
    connection_.say(TextReply{UciReply::Id, "id name " + announced_name_});
}

void XboardEngineSide::announce() {
    announce_name();
    connection_.say(TextReply{UciReply::Id, "id author unknown (an xboard engine)"});
    announce(options_.declare());
    connection_.say(TextReply{UciReply::UciOk, "uciok"});
}

void XboardEngineSide::announce(const DeclaredOptions& options) {
    for (const std::string& problem : options.problems)
        context_.note(problem);
    for (const std::string& option : options.lines)
        connection_.say(TextReply{UciReply::Option, option});
}

// Some engines announce features again when they change.
void XboardEngineSide::announce_changes(std::string_view announced) {
    const protocol::XboardFeatures& features = connection_.features();
    if (!features.myname.empty() && features.myname != announced_name_) announce_name();
    std::vector<std::string> texts;
    for (auto& [name, value] : protocol::parse_features(announced))
        if (name == "option" && features.options.has(value)) texts.emplace_back(value);
    announce(options_.declare_changes(features, texts));
}

// Lines of the GUI side.

void XboardEngineSide::log_asked(std::string_view line) {
    if (context_.log().enabled()) context_.note("asked: " + std::string(line));
}

// While a search runs, lines wait for its end, except those about the search.
void XboardEngineSide::on_uci_line(std::string_view line) {
    const protocol::UciGuiLine parsed = protocol::parse_uci_gui_line(line);
    if (parsed.command == UciCommand::Position) {
        on_position(line, protocol::parse_position(parsed.arguments));
        return;
    }
    log_asked(line);
    if (parsed.command == UciCommand::Quit) return on_quit();
    if (search_.is_asked()) {
        switch (parsed.command) {
        case UciCommand::PonderHit: search_.on_ponderhit(is_free()); break;
        case UciCommand::Stop: search_.on_stop(); break;
        case UciCommand::IsReady: connection_.say_readyok(); break;
        default: enqueue(line, {parsed.command}); break;
        }
    } else if (parsed.command != UciCommand::Stop || !answer_before_start()) {
        enqueue(line, {parsed.command});
    }
    run_queue();
}

// Answers a stopped analysis or ponder search whose `go` waits for a new process, without ever
// beginning it. Returns false if there is no such search, or if its variant waits as well.
bool XboardEngineSide::answer_before_start() {
    if (ready() || supervisor_.search() == nullptr || supervisor_.search()->is_for_a_move())
        return false;
    const auto go = std::find_if(queue_.begin(), queue_.end(), [](const Queue::Line& queued) {
        return queued.tag.command == UciCommand::Go;
    });
    const auto sets_rules = [](const Queue::Line& queued) {
        return queued.tag.setting && queued.tag.setting->name.starts_with("UCI_");
    };
    if (go == queue_.end() || !sync_.knows_wanted_rules() ||
        std::any_of(queue_.begin(), go, sets_rules))
        return false;
    for (auto queued = queue_.begin(); queued != go; ++queued)
        if (queued->tag.position) sync_.on_position(*queued->tag.position);
    search_.answer_without_engine(*queue_.take(go).tag.go);
    return true;
}

void XboardEngineSide::on_position(std::string_view line, const protocol::UciPosition& position) {
    log_asked(line);
    enqueue(line,
            {.command = UciCommand::Position,
             .position = std::make_unique<protocol::UciPosition>(position)},
            position.start.size() + position.moves.size() * sizeof(std::string));
    run_queue();
}

void XboardEngineSide::on_setoption(std::string_view line, const protocol::SetOption& set) {
    log_asked(line);
    const protocol::OptionSetting setting{.name = std::string(set.name),
                                          .value = std::string(set.value)};
    enqueue(line,
            {.command = UciCommand::SetOption,
             .setting = std::make_unique<protocol::OptionSetting>(setting)},
            line.size());
    run_queue();
}

void XboardEngineSide::on_go(std::string_view line, const protocol::Go& go) {
    log_asked(line);
    if (go.perft) {
        context_.note("an xboard engine has no perft");
        return;
    }
    enqueue(line, {.command = UciCommand::Go, .go = std::make_unique<protocol::Go>(go)},
            go.search_moves.size() * sizeof(std::string));
    run_queue();
}

void XboardEngineSide::on_quit() {
    search_.interrupt_if_busy(connection_.pong_follows());
    for (const Queue::Line& queued : queue_) // since an engine that learns must get every result
        if (!queued.tag.command && first_word(queued.text) == "result" && ready())
            send(queued.text);
    send("quit");
}

bool XboardEngineSide::on_xboard_line(std::string_view line) {
    const std::string_view word = first_word(line);
    // These are about the current moment, so they are sent at once or never.
    if (word == "draw" || word == ".") {
        const bool analyses = sync_.board().mode() == Mode::Analysing;
        const bool is_welcome =
            word == "draw" ? connection_.features().draw && !analyses : analyses;
        if (!is_free() || !is_welcome) return false;
        send(line);
        if (word == "draw")
            sync_.on_draw_offered();
        else
            stat_asked_ = true;
        return true;
    }
    enqueue(line, {});
    run_queue();
    return true;
}

void XboardEngineSide::enqueue(std::string_view line, Asked asked, std::size_t bytes) {
    queue_.add(line, std::move(asked), bytes);
    if (accepts_input() || !search_.is_asked() || search_.is_stop_wanted()) return;
    context_.note(
        // Because a stop after these lines would not be read.
        "too much waits for the end of the search: stopping it");
    search_.cut_short();
}

// Acts on the waiting lines. A search may be requested, and also stopped, while the engine is not
// free.
void XboardEngineSide::run_queue() {
    while (ready()) {
        const bool searches = search_.is_asked();
        const auto next =
            !searches ? queue_.begin()
                      : std::find_if(queue_.begin(), queue_.end(), [](const Queue::Line& queued) {
                            return is_about_running_search(queued.tag.command);
                        });
        if (next == queue_.end()) return;
        if (connection_.is_waiting() && !searches && !is_about_next_search(next->tag.command))
            return;
        Queue::Line queued = queue_.take(next);
        if (act(queued)) continue;
        queue_.put_back(std::move(queued));
        if (!connection_.is_waiting()) return; // the engine is restarted
    }
}

// Returns false if the line must be tried again after a wait for the engine.
bool XboardEngineSide::act(const Queue::Line& queued) {
    if (!queued.tag.command) return act_on_raw(queued.text);
    switch (*queued.tag.command) {
    case UciCommand::SetOption:
        // Otherwise it names no option.
        if (queued.tag.setting) set_option(queued.text, queued.tag.setting->as_set());
        break;
    case UciCommand::Uci: announce(); break;
    case UciCommand::IsReady: on_isready(); break;
    case UciCommand::Stop: search_.on_stop(); break;
    case UciCommand::NewGame: return sync_.on_new_game();
    case UciCommand::Position: sync_.on_position(*queued.tag.position); break;
    case UciCommand::Go: search_.on_go(*queued.tag.go, is_free()); break;
    case UciCommand::PonderHit: // the `go` before it ponders no more
    case UciCommand::Debug:
    case UciCommand::Quit: break;
    case UciCommand::Other:
        if (!text::trim(queued.text).empty())
            context_.note("not translated for an xboard engine: " + queued.text);
        break;
    }
    return true;
}

// Acts on a line of an xboard GUI without an equivalent in UCI.
bool XboardEngineSide::act_on_raw(std::string_view line) {
    const std::string_view word = first_word(line);
    if (word == "result") {
        // Because the engine has not been sent that game.
        if (!sync_.plays_wanted_variant()) return true;
        if (!sync_.on_result()) return false;
    }
    if (word == "force") { // the GUI wants no more pondering
        sync_.force();
        return true;
    }
    const protocol::XboardFeatures& features = connection_.features();
    if ((word == "name" && !features.name) || (word == "ics" && !features.ics)) return true;
    send(line);
    constexpr std::array<std::string_view, 5> of_the_game{"computer", "name", "rating", "random",
                                                          "ics"};
    if (std::find(of_the_game.begin(), of_the_game.end(), word) != of_the_game.end())
        sync_.greet(line);
    return true;
}

void XboardEngineSide::set_option(std::string_view line, const protocol::SetOption& set) {
    const auto is = [&set](std::string_view name) {
        return text::equal_ignoring_case(set.name, name);
    };
    if (is("Ponder")) {
        sync_.set_pondering(text::parse_bool(set.value).value_or(false));
        return;
    }
    if (is("UCI_Variant")) sync_.set_variant(set.value);
    if (is("UCI_Chess960")) sync_.set_chess960(text::parse_bool(set.value).value_or(false));
    const auto command = options_.format(set, connection_.features());
    if (!command) {
        context_.note("the engine has no option for this: " + std::string(after_first_word(line)));
        return;
    }
    if (command->empty()) return;
    sync_.interrupt_if_pondering(connection_.move_follows());
    send(*command);
    if (set.value.empty()) return; // a button is not pressed again
    const auto known = std::find_if(settings_.begin(), settings_.end(),
                                    [&](auto& setting) { return is(setting.first); });
    if (known != settings_.end())
        known->second = *command;
    else
        settings_.emplace_back(set.name, *command);
}

void XboardEngineSide::on_isready() {
    if (!connection_.features().ping || search_.is_asked()) {
        connection_.say_readyok();
        return;
    }
    sync_.interrupt_if_pondering(connection_.pong_even_if_idle());
    connection_.promise_readyok();
}

bool XboardEngineSide::holds_isready() const {
    return !ready() || std::any_of(queue_.begin(), queue_.end(), [](const Queue::Line& queued) {
        return queued.tag.command == UciCommand::IsReady;
    });
}

// Lines of the engine.

XboardEngineSide::Finding XboardEngineSide::on_engine_line(std::string_view line) {
    const XboardEngineLine parsed = protocol::parse_xboard_engine_line(line);
    if (!ready()) return act_on(handshake_.on_line(line, parsed));
    connection_.on_reaction(parsed, line);
    on_line(line, parsed);
    search_.on_reaction();
    run_queue();
    return Finding::None;
}

void XboardEngineSide::on_line(std::string_view line, const XboardEngineLine& parsed) {
    switch (parsed.reply) {
    case XboardReply::Feature:
        if (handshake_.take_features(parsed.arguments)) {
            context_.note("the engine announces its features late: it speaks version 2");
            sync_.set_unknown(); // because it was sent lines of version 1
        }
        announce_changes(parsed.arguments);
        break;
    case XboardReply::Pong: on_pong(parsed.arguments); break;
    case XboardReply::Move: search_.on_move(parsed); break;
    case XboardReply::Result: on_result_claim(parsed.arguments); break;
    case XboardReply::Resign:
        if (!is_about_game()) break;
        connection_.say_to_xboard_gui("resign");
        search_.on_resign();
        break;
    case XboardReply::OfferDraw:
        if (is_about_game()) connection_.say_to_xboard_gui("offer draw");
        break;
    case XboardReply::IllegalMove:
    case XboardReply::Error: search_.on_objection(parsed, line); break;
    case XboardReply::Stat: // after one `.` Phalanx goes on sending these
        if (std::exchange(stat_asked_, false))
            connection_.say_to_xboard_gui(text::trim(line));
        else
            search_.on_stat(parsed.arguments);
        break;
    case XboardReply::Hint:
        if (fits_board(parsed.arguments))
            connection_.say_to_xboard_gui("Hint: " + std::string(parsed.arguments));
        break;
    case XboardReply::Tell: connection_.say_to_xboard_gui(parsed.arguments); break;
    case XboardReply::Other: search_.on_thinking(line); break;
    case XboardReply::Blank:
    case XboardReply::Comment: break;
    }
}

// Returns true if what the engine offers is about the present game: not about the previous one, nor
// about a position that it analyses.
bool XboardEngineSide::is_about_game() const {
    return connection_.is_quiet() && sync_.board().mode() != Mode::Analysing;
}

void XboardEngineSide::on_pong(std::string_view text) {
    const auto number = text::parse_int<int>(text);
    if (!number) return;
    search_.on_pong(*number);
    if (connection_.on_pong(*number)) on_wait_over();
}

void XboardEngineSide::on_wait_over() {
    search_.on_free();
    run_queue();
}

void XboardEngineSide::on_no_pong() {
    search_.on_no_pong();
    // Otherwise each new process may read nothing.
    if (!connection_.is_quiet() && supervisor_.may_restart()) {
        supervisor_.on_restart();
        restart("it does not answer ping");
    } else {
        context_.note("the engine owes a pong: no longer waiting for it");
        connection_.end_wait();
        on_wait_over();
    }
}

// Returns whether a hint fits the board. Phalanx announces the move that it ponders on, which may
// come after the board has changed.
bool XboardEngineSide::fits_board(std::string_view hint) const {
    const EngineBoard& board = sync_.board();
    if (!board.awaits_opponent() || connection_.is_waiting() ||
        (search_.is_asked() && !search_.is_pondering()))
        return false;
    return !board.game() || protocol::parse_xboard_move(board.game()->position(), hint);
}

// A claim comes before the move, after it or instead of it, or while the engine is being sent a
// game that continues. A false claim would lose the game: Phalanx ignores castling rights when it
// counts repetitions. A result that the engine's move brings about is claimed by the GUI side,
// after the move.
void XboardEngineSide::on_result_claim(std::string_view line) {
    if (!sync_.on_result_claim()) return;
    const auto& game = sync_.board().game();
    if (line.starts_with("1/2") && !sync_.is_draw_offered() && game &&
        game->end() == chess::GameEnd::None)
        context_.note("claims a draw that is not one by the rules: " + std::string(line));
    else
        connection_.say_to_xboard_gui(line);
    search_.on_result_claim();
}

// Time.

std::optional<TimePoint> XboardEngineSide::deadline() const {
    std::optional<TimePoint> due;
    for (const auto when :
         {handshake_.deadline(), connection_.deadline(!search_.is_asked()), search_.deadline()})
        if (when) due = due ? std::min(*due, *when) : when;
    return due;
}

void XboardEngineSide::on_timeout() {
    search_.answer_if_overdue_to_begin();
    if (!ready()) {
        if (const auto due = handshake_.deadline(); due && now() >= *due)
            act_on(handshake_.on_timeout());
        return;
    }
    switch (connection_.on_timeout()) {
    case Connection::Due::Nothing: break;
    case Connection::Due::WaitOver: on_wait_over(); break;
    case Connection::Due::NoPong: on_no_pong(); break;
    }
    connection_.say_overdue_readyoks();
    if (!search_.is_asked()) connection_.ask_again_if_due();
    search_.on_timeout();
    run_queue();
}

void XboardEngineSide::check_invariants() const {
    assert(!search_.is_asked() || supervisor_.search() != nullptr);
    assert(!ready() || !search_.waits_for_engine() || connection_.is_waiting() ||
           search_.waits_for_start());
    assert(queue_.empty() || search_.is_asked() || !is_free());
    if (ready()) sync_.check_invariants();
}

} // namespace polyglot::session
