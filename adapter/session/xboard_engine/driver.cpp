// The connection with an xboard engine: who it is, what may be sent when, and what its lines mean.
#include "adapter/session/xboard_engine/driver.hpp"

#include "adapter/protocol/uci/uci.hpp"
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace polyglot::session {

using protocol::UciCommand;
using protocol::XboardEngineLine;
using protocol::XboardReply;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds pong_grace{10'000};
constexpr milliseconds first_nudge{100};
constexpr milliseconds settle_time{300}; // without ping: how long a stopped engine may still talk

std::string_view first_word(std::string_view text) {
    return text::next_word(text);
}

} // namespace

XboardDriver::XboardDriver(Desk& desk, Belief belief, std::string program)
    : desk_(desk),
      belief_(belief),
      program_(std::move(program)),
      is_gnuchess_(text::lower(program_).find("gnuchess") != std::string::npos) {}

XboardDriver::Finding XboardDriver::on_engine_line(std::string_view line) {
    const XboardEngineLine parsed = protocol::parse_xboard_engine_line(line);
    if (stage_ != Stage::Ready) return on_line_before_ready(line, parsed);
    has_spoken_ = hears_us_ = true;
    on_line(line, parsed);
    run_queue();
    return Finding::None;
}

void XboardDriver::on_line(std::string_view line, const XboardEngineLine& parsed) {
    switch (parsed.reply) {
    case XboardReply::Feature: on_features(parsed.arguments); break;
    case XboardReply::Pong: on_pong(parsed.arguments); break;
    case XboardReply::Move:
        if (!is_second_announcement(parsed)) on_engine_move(parsed.arguments, parsed.form);
        break;
    case XboardReply::Result: on_result_claim(parsed.arguments); break;
    case XboardReply::Resign:
        if (!is_quiet()) break; // of the game before
        pass_to_xboard_gui("resign");
        if (search_ && search_->kind == Kind::Think && search_->begun) answer_for_it("it resigns");
        break;
    case XboardReply::OfferDraw:
        if (is_quiet()) pass_to_xboard_gui("offer draw");
        break;
    case XboardReply::IllegalMove:
    case XboardReply::Error: on_objection(parsed, line); break;
    case XboardReply::Stat: // Phalanx goes on telling it once it has been asked
        if (std::exchange(stat_asked_, false))
            pass_to_xboard_gui(text::trim(line));
        else
            on_stat(parsed.arguments);
        break;
    case XboardReply::Hint:
        if (fits_board(parsed.arguments)) pass_to_xboard_gui("Hint: " + std::string(parsed.arguments));
        break;
    case XboardReply::Tell: pass_to_xboard_gui(parsed.arguments); break;
    case XboardReply::Other: on_thinking(line); break;
    case XboardReply::Blank:
    case XboardReply::Comment: break;
    }
}

std::optional<XboardDriver::Reply> XboardDriver::take_reply() {
    if (replies_.empty()) return std::nullopt;
    Reply reply = std::move(replies_.front());
    replies_.pop_front();
    return reply;
}

// While a search runs, only what is about it passes those that wait for its end.
void XboardDriver::on_uci_line(std::string_view line) {
    if (desk_.log.enabled()) desk_.note("asked: " + std::string(line));
    const UciCommand command = protocol::parse_uci_gui_line(line).command;
    if (command == UciCommand::Quit) {
        on_quit();
        return;
    }
    if (search_) {
        switch (command) {
        case UciCommand::Stop: on_stop(); break;
        case UciCommand::PonderHit: on_ponderhit(); break;
        case UciCommand::IsReady: say("readyok"); break;
        default: enqueue(line, command); break;
        }
    } else {
        enqueue(line, command);
    }
    run_queue();
}

void XboardDriver::on_go(std::string_view line, const protocol::Go& go) {
    if (desk_.log.enabled()) desk_.note("asked: " + std::string(line));
    enqueue(line, UciCommand::Go, std::make_shared<protocol::Go>(go));
    run_queue();
}

void XboardDriver::on_quit() {
    interrupt_if_busy();
    for (const Queue::Line& queued : queue_) // an engine that learns is to hear of it in any case
        if (!queued.tag.command && first_word(queued.text) == "result" && stage_ == Stage::Ready) wire(queued.text);
    wire("quit");
}

bool XboardDriver::on_xboard_line(std::string_view line) {
    const std::string_view word = first_word(line);
    if (word == "draw" || word == ".") { // about this moment
        const bool is_welcome = word == "draw" ? features_.draw : board_.mode == Mode::Analysing;
        if (stage_ != Stage::Ready || wait_ || !is_welcome) return false;
        wire(line);
        stat_asked_ = stat_asked_ || word == ".";
        draw_offered_ = draw_offered_ || word == "draw";
        return true;
    }
    enqueue(line, std::nullopt);
    run_queue();
    return true;
}

void XboardDriver::enqueue(std::string_view line, std::optional<UciCommand> command,
                           std::shared_ptr<const protocol::Go> go) {
    queue_.add(line, {command, desk_.now(), std::move(go)});
    if (has_room() || !search_ || search_->stop_wanted) return;
    desk_.note("too much waits for the end of the search: stopping it"); // a stop after these would not be heard
    on_stop();
}

// While a search runs, only what is about it is taken out of the queue.
void XboardDriver::run_queue() {
    const auto is_for_search = [](const Queue::Line& queued) {
        const auto command = queued.tag.command;
        return command == UciCommand::Stop || command == UciCommand::PonderHit || command == UciCommand::IsReady;
    };
    // A search may be asked for, and so be stopped, before the engine is free.
    const auto is_the_next_search = [](const Queue::Line& queued) {
        return queued.tag.command == UciCommand::Position || queued.tag.command == UciCommand::Go;
    };
    while (stage_ == Stage::Ready) {
        const auto next = search_ ? std::find_if(queue_.begin(), queue_.end(), is_for_search) : queue_.begin();
        if (next == queue_.end() || (wait_ && !search_ && !is_the_next_search(*next))) return;
        Queue::Line queued = queue_.take(next);
        if (act(queued)) continue;
        queue_.put_back(std::move(queued));
        if (!wait_) return; // it restarts
    }
}

// False: again, when what is being waited for has come.
bool XboardDriver::act(const Queue::Line& queued) {
    if (!queued.tag.command) return act_on_raw(queued.text);
    const protocol::UciGuiLine parsed = protocol::parse_uci_gui_line(queued.text);
    switch (parsed.command) {
    case UciCommand::Uci: announce(); break;
    case UciCommand::IsReady: on_isready(); break;
    case UciCommand::SetOption: on_setoption(parsed.arguments); break;
    case UciCommand::NewGame:
        greetings_.clear();
        cut_.reset();
        return begin_game();
    case UciCommand::Position: on_position(parsed.arguments); break;
    case UciCommand::Go:
        if (queued.tag.go->perft)
            desk_.note("an xboard engine has no perft");
        else
            start_search(*queued.tag.go, queued.tag.at);
        break;
    case UciCommand::Stop: on_stop(); break;
    case UciCommand::PonderHit: on_ponderhit(); break;
    case UciCommand::Debug:
    case UciCommand::Quit: break;
    case UciCommand::Other:
        if (!text::trim(queued.text).empty()) desk_.note("an xboard engine has no use for: " + queued.text);
        break;
    }
    return true;
}

// What an xboard GUI has said and UCI has no word for.
bool XboardDriver::act_on_raw(std::string_view line) {
    const std::string_view word = first_word(line);
    if (word == "result") { // of the game that the front has told last
        if (!sync()) return false;
        set_ups_ = 0;
        board_.known = false; // engines differ in whether they can go on with a game that is over
        game_over_ = true;
    }
    if (word == "force") { // the GUI's: no more pondering
        force();
        return true;
    }
    if ((word == "name" && !features_.name) || (word == "ics" && !features_.ics)) return true;
    wire(line);
    constexpr std::array<std::string_view, 5> of_the_game{"computer", "name", "rating", "random", "ics"};
    if (std::find(of_the_game.begin(), of_the_game.end(), word) == of_the_game.end()) return true;
    std::erase_if(greetings_, [word](const std::string& before) { return first_word(before) == word; });
    greetings_.emplace_back(line);
    return true;
}

void XboardDriver::on_setoption(std::string_view arguments) {
    const auto set = protocol::parse_setoption(arguments);
    if (!set) return;
    const auto is = [&set](std::string_view name) { return text::equal_ignoring_case(set->name, name); };
    if (is("Ponder")) {
        const bool wanted = text::parse_bool(set->value).value_or(false);
        if (wanted == pondering_) return;
        if (!wanted && board_.mode == Mode::Playing) force(); // behind `easy` alone some ponder on
        if (used_) wire(wanted ? "hard" : "easy");
        pondering_ = wanted;
        return;
    }
    interrupt_if_busy(); // while it is known to ponder
    if (is("UCI_Variant")) wanted_variant_ = set->value;
    if (is("UCI_Chess960")) chess960_ = text::parse_bool(set->value).value_or(false);
    const auto command = format_xboard_option(*set, features_);
    if (!command) {
        desk_.note("the engine has no option for this: " + std::string(arguments));
        return;
    }
    if (command->empty()) return;
    wire(*command);
    if (set->value.empty()) return; // a button is not pressed again
    const auto known =
        std::find_if(settings_.begin(), settings_.end(), [&](auto& setting) { return is(setting.first); });
    if (known != settings_.end())
        known->second = *command;
    else
        settings_.emplace_back(set->name, *command);
}

void XboardDriver::on_isready() {
    if (!features_.ping || search_) {
        say("readyok");
        return;
    }
    interrupt_if_busy();
    owed_readyoks_.push_back(ping());
    readyok_by_ = desk_.now() + pong_grace;
}

int XboardDriver::ping() {
    wire("ping " + std::to_string(++last_ping_));
    return last_ping_;
}

void XboardDriver::on_pong(std::string_view number) {
    const auto n = text::parse_int<int>(number);
    if (!n) return;
    while (!owed_readyoks_.empty() && owed_readyoks_.front() <= *n) {
        owed_readyoks_.pop_front();
        say("readyok");
    }
    if (second_until_ && *second_until_ <= *n) second_until_.reset();
    if (wait_ && wait_->pong && *wait_->pong <= *n) on_wait_over();
}

void XboardDriver::on_wait_over() {
    wait_.reset();
    if (search_ && !search_->begun) begin_search();
    run_queue();
}

// Phalanx says whose move it ponders on, and that may come when the board has changed already.
bool XboardDriver::fits_board(std::string_view hint) const {
    const bool is_users_turn = board_.known && board_.mode == Mode::Playing && side_to_move() == ~board_.plays;
    if (!is_users_turn || wait_ || (search_ && search_->kind != Kind::Ponder)) return false;
    return !board_.game || protocol::parse_xboard_move(board_.game->position(), hint);
}

// A claim comes before the move, after it, or instead of it; or while the engine is sent a game that goes on.
void XboardDriver::on_result_claim(std::string_view line) {
    if (fresh_) return;          // of the game before
    game_over_ = true;           // Sjeng does nothing any more before the next `new`
    if (doubt_ != Doubt::None) { // what it has on its board is what it was sent
        claimed_ = true;
        return;
    }
    board_.known = false;
    if (!is_quiet() || board_.mode != Mode::Playing) return;
    if (is_untrue_draw(line))
        desk_.note("claims a draw that the rules do not know: " + std::string(line));
    else
        pass_to_xboard_gui(line);
    if (awaits_move()) search_->move_by = desk_.now() + claim_grace;
}

// It would lose the game: Phalanx leaves the castling rights out of account when it counts positions. What its move
// makes true the front claims behind the move.
bool XboardDriver::is_untrue_draw(std::string_view claim) const {
    return claim.starts_with("1/2") && !draw_offered_ && board_.game && board_.game->end() == chess::GameEnd::None;
}

// `Illegal move` and `Error`: harmless when they are about a word of the protocol that we can do without.
void XboardDriver::on_objection(const XboardEngineLine& parsed, std::string_view line) {
    const auto is_about = [&parsed](std::string_view word) {
        return parsed.arguments.find(word) != std::string_view::npos;
    };
    if (!is_quiet()) return;
    if (search_ && search_->begun && search_->kind == Kind::Analyse && is_about("analyze")) {
        features_.analyze = false;
        board_.mode = Mode::Force;
        search_->begun = false;
        begin_search();
        return;
    }
    const bool is_about_position = is_about("usermove") || is_about("setboard") || is_about("undo") ||
                                   is_about("edit") || std::any_of(sent_moves_.begin(), sent_moves_.end(), is_about);
    if (!is_about_position) return;
    if (doubt_ != Doubt::None)
        objected_ = true;
    else if (awaits_move())
        on_no_move("it says '" + std::string(text::trim(line)) + "'", true);
    else
        board_.known = false;
}

void XboardDriver::restart(std::string_view why) {
    desk_.note("starting the engine anew: " + std::string(why));
    desk_.restart_engine();
    forget_process();
}

void XboardDriver::on_lost(bool gives_up_search) {
    if (gives_up_search) {
        search_.reset();
        set_ups_ = 0;
    }
    if (search_ && search_->held.empty()) {
        search_->begun = search_->hurried = false;
        search_->move_by.reset();
        if (search_->stop_wanted) limit_wait_for_begin();
    }
    forget_process();
}

void XboardDriver::forget_process() {
    stage_ = Stage::Greeted;
    wait_.reset();
    floods_ = 0;
    board_ = {};
    time_ = {};
    used_ = claimed_ = false;
    second_until_.reset();
    doubt_ = Doubt::None;
    for (; !owed_readyoks_.empty(); owed_readyoks_.pop_front())
        say("readyok");
    queue_.remove_if([](const Queue::Line& queued) { return !queued.tag.command; }); // about a game that is over
}

void XboardDriver::on_restarted() {
    features_ = {};
    version_ = 1;
    has_spoken_ = hears_us_ = uci_asked_ = false;
    if (introduced_ || belief_ == Belief::Silent) belief_ = Belief::Answered;
    start();
}

// Some engines hear nothing while they think unless they are interrupted first (feature sigint, on by default).
void XboardDriver::interrupt_if_busy() {
    const bool searching = search_ && search_->begun && search_->kind != Kind::Ponder && search_->held.empty();
    const bool pondering = pondering_ && board_.mode == Mode::Playing;
    // One that has said nothing yet, or a greeting, may not have come to where it says what SIGINT means.
    if (features_.sigint && hears_us_ && (searching || pondering)) desk_.interrupt_engine();
}

// The engine has been told that its search is over, and may not have heard it yet. Nothing but pings is sent before it
// has: GNU Chess and Phalanx lose lines that come while they leave a search.
void XboardDriver::wait_until_quiet(milliseconds grace) {
    if (features_.ping)
        wait_ = Wait{For::Quiet, ping(), desk_.now() + grace, first_nudge, desk_.now() + first_nudge};
    else
        wait_ = Wait{For::Quiet, {}, desk_.now() + settle_time};
}

// Phalanx looks for input with select() and reads it with a buffer: of lines that come together while it searches it
// sees the first, and each of the others when something more comes. A second `exit` would end it.
void XboardDriver::nudge() {
    ping();
    wait_->nudge_after *= 2;
    wait_->nudge_at += wait_->nudge_after;
}

void XboardDriver::on_no_pong() {
    if (wait_->reason == For::Quiet && desk_.supervisor.may_restart()) { // else each new process may be deaf
        desk_.supervisor.on_restart();
        restart("it does not answer ping");
    } else {
        desk_.note("the engine owes a pong and is waited for no longer");
        on_wait_over();
    }
}

std::optional<TimePoint> XboardDriver::deadline() const {
    std::optional<TimePoint> due;
    const auto consider = [&due](TimePoint when) { due = due ? std::min(*due, when) : when; };
    if (wait_) consider(std::min(wait_->until, wait_->nudge_at));
    if (search_ && !search_->begun && search_->begin_by) consider(*search_->begin_by);
    if (search_ && search_->move_by) consider(*search_->move_by);
    if (search_ && search_->hurried) consider(search_->ask_again);
    if (!owed_readyoks_.empty()) consider(readyok_by_);
    if (search_ && search_->begun && search_->watch.move_after && !search_->hurried)
        consider(search_->begun_at + *search_->watch.move_after);
    return due;
}

void XboardDriver::on_timeout() {
    const TimePoint now = desk_.now();
    if (search_ && !search_->begun && search_->begin_by && now >= *search_->begin_by) answer_before_it_begins();
    if (stage_ != Stage::Ready) {
        if (wait_ && now >= wait_->until) wait_for_features();
        return;
    }
    if (wait_ && now >= wait_->until) {
        if (wait_->pong)
            on_no_pong();
        else
            on_wait_over();
    } else if (wait_ && now >= wait_->nudge_at) {
        nudge();
    }
    for (; !owed_readyoks_.empty() && now >= readyok_by_; owed_readyoks_.pop_front())
        say("readyok"); // a pong lost
    if (search_ && search_->move_by && now >= *search_->move_by)
        on_no_move(search_->hurried ? "it does not move when asked to" : "it claims a result", false);
    if (search_ && search_->hurried && now >= search_->ask_again) hurry();
    if (search_ && search_->begun && search_->watch.move_after && !search_->hurried &&
        now >= search_->begun_at + *search_->watch.move_after)
        end_search();
    run_queue();
}

void XboardDriver::check_invariants() const {
    assert(stage_ != Stage::Ready || doubt_ == Doubt::None || features_.ping);
    assert(!search_ || search_->begun || wait_ || stage_ != Stage::Ready);
    assert(queue_.empty() || search_ || wait_ || stage_ != Stage::Ready);
    assert(!board_.known || board_.game.has_value() == rules_known());
    assert(set_ups_ <= most_set_ups);
}

} // namespace polyglot::session
