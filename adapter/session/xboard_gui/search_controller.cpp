#include "adapter/session/xboard_gui/search_controller.hpp"

#include "adapter/protocol/engine_move.hpp"
#include "adapter/session/xboard_gui/options.hpp"
#include "core/chess/san.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <cassert>
#include <utility>

namespace polyglot::session {

using Task = GameMode::Task;

SearchController::SearchController(SessionContext& context, BookPlayer& book, Learner& learner,
                                   XboardGame& game)
    : context_(context),
      learner_(learner),
      game_(game),
      thinking_(context),
      player_(context, book, game, thinking_) {}

void SearchController::settle() {
    if (context_.quit_is_requested() || !context_.engine_is_ready()) return;
    game_.run_clock(context_.now());
    Wanted want = wanted();
    if (want.kind && game_.variant() == "normal" && !context_.engine_options().plays_chess()) {
        refuse_game();
        return;
    }
    // A known move is played without the engine.
    using Turn = MovePlayer::BookTurn;
    Turn turn = Turn::None;
    while (want.kind == Kind::Think && !owes_pong() &&
           ((turn = player_.play_book_move(move_now_)) == Turn::Played ||
            (turn == Turn::None && play_held_answer()))) {
        want = wanted();
    }
    const bool waits = want.kind == Kind::Think && turn == Turn::Waits;
    if (!fits(want)) held_answer_.on_miss();
    const bool searches = running() != nullptr;
    if (searches && !fits(want)) {
        stop_search();
    } else if (searches && purpose_.fate == Purpose::Fate::Hit) {
        if (!waits) send_ponderhit();
    } else if (!searches && !context_.engine_is_settling()) {
        send_to_idle_engine(want.kind.has_value());
        const bool done = held_answer_.is_held() ||
                          (want.kind == Kind::Analyse && analysed_epoch_ == game_.epoch());
        release_pings();
        if (want.kind && !done && !waits && pings_.is_quiet()) start_search(want);
    }
    hurry_search(want);
    release_pings();
}

// The GUI has begun a game of chess with an engine that plays only variants.
void SearchController::refuse_game() {
    const bool is_analysing = game_.mode().is_analysing();
    game_.end();
    game_.mode().on_exit();
    context_.to_gui("Error (unsupported variant): normal");
    context_.to_gui("telluser polyglot: the engine does not play normal chess; it plays: " +
                    find_option_features(context_.engine_options()).variants);
    if (!is_analysing) context_.to_gui("resign");
}

SearchController::Wanted SearchController::wanted() const {
    switch (game_.task()) {
    case Task::Nothing: return {};
    case Task::Think: return {Kind::Think, {}};
    case Task::Analyse: {
        const std::vector<chess::Move>& excluded = game_.excluded();
        const bool all_excluded =
            !excluded.empty() && excluded.size() == game_.any_game()->legal_moves().size();
        return all_excluded ? Wanted{} : Wanted{Kind::Analyse, {}};
    }
    case Task::AwaitOpponent: {
        const bool can_ponder =
            context_.settings().can_ponder || context_.engine_options().has("Ponder");
        if (!pondering_ || !can_ponder || game_.expected().empty()) return {};
        return {Kind::Ponder, game_.expected()};
    }
    }
    return {};
}

SearchController::Kind SearchController::kind_of(const RunningSearch& search) {
    if (search.pondering) return Kind::Ponder;
    return search.go.infinite ? Kind::Analyse : Kind::Think;
}

std::optional<SearchController::Kind> SearchController::pending_kind() const {
    if (running() != nullptr) return kind_of(*running());
    if (held_answer_.is_held()) return Kind::Ponder;
    return std::nullopt;
}

// Returns true if the last `go` is for what is wanted now.
bool SearchController::fits(const Wanted& want) const {
    if (purpose_.fate == Purpose::Fate::Abandoned || purpose_.epoch != game_.epoch()) return false;
    if (queue_.has_options() && !is_hurried()) return false;
    if (purpose_.fate == Purpose::Fate::Hit) return want.kind == Kind::Think;
    return want.kind == pending_kind() && want.expected == purpose_.expected;
}

bool SearchController::play_held_answer() {
    if (purpose_.fate != Purpose::Fate::Hit || purpose_.epoch != game_.epoch()) return false;
    const auto early = held_answer_.on_hit();
    if (!early) return false;
    thinking_.ponderhit(); // from now on its lines are about the engine's move
    player_.play_engine_move({.move = early->move, .ponder = early->ponder});
    return true;
}

void SearchController::stop_search() {
    context_.abandon_search();
    if (!running()->stop_sent) {
        stopped_at_ = context_.now();
        context_.stop_search();
    }
    purpose_.fate = Purpose::Fate::Abandoned;
}

void SearchController::send_ponderhit() {
    context_.ponderhit(game_.limits(context_.settings(), context_.now()));
    purpose_ = Purpose{.epoch = game_.epoch()};
    thinking_.ponderhit();
}

void SearchController::hurry_search(const Wanted& want) {
    if (move_now_ && is_thinking() && !is_hurried()) {
        stopped_at_ = context_.now();
        context_.stop_search(least_thinking);
    }
    // Kept for the search that has not begun.
    move_now_ = move_now_ && want.kind == Kind::Think && !is_searching();
}

// Settings of the user are sent as soon as the engine is idle; settings that follow from the game,
// before a search.
void SearchController::send_to_idle_engine(bool before_search) {
    const bool needs_fence = queue_.delays_search();
    const IdleQueue::Lines lines = queue_.take();
    if (lines.new_game) context_.to_engine("ucinewgame");
    for (const std::string& line : lines.greetings)
        context_.to_xboard_engine(line);
    for (const protocol::OptionSetting& option : lines.options)
        context_.set_option(option.as_set());
    if (context_.engine_speaks_xboard())
        // Otherwise it continues to ponder.
        set_if_different("Ponder", pondering_ ? "true" : "false");
    if (before_search) send_game_options();
    if (!needs_fence) return;
    context_.ask_ready(Supervisor::Asker::GuiSide);
    pings_.add_fence();
}

void SearchController::send_game_options() {
    const bool has_version_2 = context_.settings().uci_version >= 2;
    if (const auto changes = resolve_variant(game_.variant(), context_.engine_options()))
        for (const OptionChange& change : *changes)
            set_if_different(change.name, change.value);
    if (has_version_2) set_if_different("UCI_Opponent", game_.opponent().uci_opponent());
    set_if_different("Ponder", pondering_ ? "true" : "false");
    if (has_version_2)
        set_if_different("UCI_AnalyseMode", game_.mode().is_analysing() ? "true" : "false");
}

void SearchController::set_if_different(std::string_view name, std::string_view value) {
    const EngineOption* option = context_.engine_options().find(name);
    if (option == nullptr || option->value == value) return;
    context_.set_option({.name = option->declared.name, .value = value});
    context_.on_engine_option(name, value);
}

void SearchController::start_search(const Wanted& want) {
    const Clock& clock = game_.clock();
    purpose_ =
        Purpose{.epoch = game_.epoch(), .expected = want.expected, .control = clock.control()};
    thinking_.begin(describe(want));
    context_.position(game_.record().position(want.expected));
    protocol::Go go;
    if (want.kind == Kind::Analyse)
        go.infinite = true;
    else
        go = game_.limits(context_.settings(), context_.now());
    go.ponder = want.kind == Kind::Ponder;
    if (auto allowed = game_.allowed_moves(); allowed && !go.ponder) {
        go.has_search_moves = true;
        go.search_moves = std::move(*allowed);
    }
    context_.go(protocol::format_go(go), go);
}

ThinkingSearch SearchController::describe(const Wanted& want) const {
    ThinkingSearch about;
    about.side = game_.side_to_move();
    if (want.kind == Kind::Ponder) {
        about.side = ~about.side;
        about.ponder_san = want.expected; // unchanged if the rules are unknown
    }
    if (const chess::Game* game = game_.legal_game()) {
        about.root = game->position();
        if (const auto move = chess::parse_uci_move(*about.root, want.expected)) {
            about.ponder_san = chess::format_san(*about.root, *move);
            about.root->make(*move);
        }
    }
    return about;
}

void SearchController::release_pings() {
    // Pings come after the lines that wait for an idle engine.
    if (running() != nullptr) {
        if ((queue_.delays_search() || running()->stop_sent) &&
            context_.now() < stopped_at_ + pong_patience)
            return;
        answer_pings();
    } else if (!context_.engine_is_settling()) {
        for (std::size_t i = pings_.release(); i > 0; --i)
            context_.ask_ready(Supervisor::Asker::GuiSide);
    }
}

void SearchController::answer_pings() {
    for (const std::string& ping : pings_.take_waiting())
        pong(ping);
}

void SearchController::on_new_game() {
    queue_.on_new_game(context_.settings().uci_version >= 2); // version 1 has no ucinewgame
}

void SearchController::on_gui_move(std::string_view sent) {
    using Fate = Purpose::Fate;
    const bool is_expected = pending_kind() == Kind::Ponder && purpose_.fate == Fate::Awaited &&
                             purpose_.epoch == game_.epoch() && purpose_.expected == sent;
    if (!is_expected || purpose_.control != game_.clock().control()) return;
    purpose_.fate = Fate::Hit;
    purpose_.epoch = game_.epoch() + 1; // the one of the position after this move
}

// An engine that learns must know the whole game.
void SearchController::on_result(std::string_view line) {
    if (!context_.engine_speaks_xboard()) return;
    if (running() != nullptr) stop_search();
    context_.position(game_.record().position());
    context_.to_xboard_engine(line);
}

void SearchController::set_option(protocol::OptionSetting setting) {
    analysed_epoch_.reset(); // the engine may find more now
    queue_.add_option(std::move(setting));
}

void SearchController::greet(std::string_view line) {
    if (!context_.engine_speaks_xboard()) return;
    queue_.add_greeting(line);
}

bool SearchController::on_info(const protocol::UciInfo& info) {
    if (context_.is_leaving() || !is_searching()) return false;
    const InfoString asked = thinking_.on_info(info);
    if (is_analysing() || !context_.engine_options().has("UCI_DrawOffers")) return false;
    if (asked == InfoString::DrawOffer) context_.to_gui("offer draw");
    if (asked != InfoString::Resign) return false;
    context_.to_gui("resign");
    game_.end();
    return true;
}

void SearchController::on_bestmove(const protocol::BestMove& best, const RunningSearch* answered) {
    if (answered == nullptr) {
        context_.note("a bestmove without a search: dropped");
        return;
    }
    if (const auto cut = thinking_.output().illegal_pv_moves(); cut > 0)
        context_.note("pvs cut at an illegal move: " + std::to_string(cut));
    if (const auto thinned = thinking_.output().thinned(); thinned > 0)
        context_.note("thinking lines left out for the GUI: " + std::to_string(thinned));
    if (context_.is_leaving()) return;
    if (!queue_.delays_search()) answer_pings(); // rule 3 of Pings
    if (purpose_.fate == Purpose::Fate::Abandoned) return;
    thinking_.catch_up();
    switch (kind_of(*answered)) {
    case Kind::Think: player_.play_engine_move(best); break;
    case Kind::Ponder:
        context_.note("bestmove before ponderhit: kept until the opponent has moved");
        held_answer_.hold({.move = std::string(best.move), .ponder = std::string(best.ponder)});
        break;
    case Kind::Analyse: analysed_epoch_ = purpose_.epoch; break; // the engine finds nothing more
    }
}

void SearchController::on_readyok() {
    const auto ping = pings_.on_readyok();
    if (ping && !context_.is_leaving()) pong(*ping);
}

// A pong means that all commands before its ping have taken effect, also what is learnt from a
// `result`.
void SearchController::pong(const std::string& ping) {
    if (const auto due = learner_.results_due(); due && *due <= context_.now())
        learner_.write_results(context_);
    context_.to_gui("pong " + ping);
}

void SearchController::on_gui_caught_up() {
    thinking_.set_gui_has_stalled(false);
    if (is_searching()) thinking_.say_due();
}

void SearchController::on_timeout() {
    if (is_searching()) thinking_.say_due();
    release_pings();
}

std::optional<TimePoint> SearchController::deadline() const {
    if (context_.is_leaving()) return std::nullopt;
    std::optional<TimePoint> due;
    if (is_searching()) due = thinking_.output().next_due();
    // release_pings() waits for the bestmove.
    const bool delays_pong = running() != nullptr && pings_.has_waiting();
    if (delays_pong && (!due || stopped_at_ + pong_patience < *due))
        due = stopped_at_ + pong_patience;
    return due;
}

void SearchController::on_leaving() {
    // Some engines read nothing but `stop` while they think, and less than a second is left.
    if (is_searching() && !is_hurried() && context_.engine_is_ready()) stop_search();
    pings_.take_waiting();
}

OwnScore SearchController::score() const {
    const OwnScore current = is_searching() ? thinking_.output().score_cp() : std::nullopt;
    return current ? current : game_.own_score();
}

std::string SearchController::objection_to(std::string_view bestmove) const {
    const auto known = game_.any_game();
    if (!is_searching() || is_analysing() || !known) return {};
    if (const chess::VariantGame* variant_game = known->variant_game())
        return objection_in(variant_game->position(), bestmove);
    const chess::Game* game = known->chess();
    chess::Position position = game->position();
    if (pending_kind() == Kind::Ponder && purpose_.fate != Purpose::Fate::Hit) {
        const auto expected = chess::parse_uci_move(position, purpose_.expected);
        if (!expected) return {};
        position.make(*expected);
    }
    if (position.legal_move_count() == 0 || protocol::parse_engine_move(position, bestmove))
        return {};
    return "answers with the illegal move " + text::quote(bestmove);
}

std::string SearchController::objection_in(chess::VariantPosition position,
                                           std::string_view bestmove) const {
    if (pending_kind() == Kind::Ponder && purpose_.fate != Purpose::Fate::Hit) {
        const auto expected = chess::parse_variant_uci(position, purpose_.expected);
        if (!expected) return {};
        position.make(*expected);
    }
    if (position.legal_moves().empty() || chess::parse_variant_uci(position, bestmove)) return {};
    return "answers with the illegal move " + text::quote(bestmove);
}

std::string_view SearchController::activity() const {
    if (running() == nullptr) return "idle";
    switch (kind_of(*running())) {
    case Kind::Think: return "thinking";
    case Kind::Ponder: return "pondering";
    case Kind::Analyse: return "analysing";
    }
    return "idle";
}

std::string_view SearchController::state_name() const {
    if (running() == nullptr) return held_answer_.is_held() ? "Held" : "none";
    if (purpose_.fate == Purpose::Fate::Abandoned) return "Abandoned";
    switch (kind_of(*running())) {
    case Kind::Think: return is_hurried() ? "Hurried" : "Think";
    case Kind::Ponder: return "Ponder";
    case Kind::Analyse: return "Analyse";
    }
    return "none";
}

void SearchController::check_invariants() const {
    using Fate [[maybe_unused]] = Purpose::Fate;
    assert(running() == nullptr || !held_answer_.is_held());
    assert(running() == nullptr || purpose_.fate != Fate::Hit || pending_kind() == Kind::Ponder);
    assert(!is_hurried() || pending_kind() == Kind::Think);
}

} // namespace polyglot::session
