// The engine behind an xboard GUI: what it is asked to search, and what becomes of its answers.
#include "adapter/session/xboard_gui/front.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>

namespace polyglot::session {

using protocol::UciReply;

// Brings the engine to what is wanted, as far as that goes now. Called after every event but info lines.
void XboardFront::settle() {
    if (leaving_ || desk_.quit_wanted || !desk_.engine_ready) return;
    run_clock();
    Wanted want = wanted();
    // A move that is there already needs no engine. The book comes first: a ponder hit never crosses a book move, after
    // which the engine would be one move behind (cutechess#133). No move goes out while a pong is owed: XBoard takes it
    // for one of the game before and ignores it.
    while (want.kind == Kind::Think && !owes_pong() && (answer_from_book() || answer_early())) {
        run_clock();
        want = wanted();
    }
    if (early_ && !fits(early_->search, want)) early_.reset();
    const bool book_is_due =
        search_ && search_->state == Search::State::Hit && owes_pong() && in_book(); // it will answer behind the pong
    if (search_ && (book_is_due || !fits(*search_, want))) {
        stop_search();
    } else if (search_) {
        if (search_->state == Search::State::Hit) {
            desk_.to_engine("ponderhit");
            search_ = Search{.kind = Kind::Think, .epoch = epoch_};
            thinking_.ponderhit(desk_.settings, desk_.now(), lines_);
            flush_lines();
        }
    } else {
        send_to_idle_engine(want.kind.has_value());
        const bool done = early_ || (want.kind == Kind::Analyse && analysed_ == epoch_);
        release_pings();
        if (want.kind && !done && readies_.empty() && pings_.empty()) start_search(want);
    }
    if (move_now_ && is_thinking() && search_->state == Search::State::Running) {
        desk_.to_engine("stop"); // and its bestmove is our move
        search_->state = Search::State::Hurried;
    }
    move_now_ = move_now_ && want.kind == Kind::Think && !is_searching(); // for the one to come
    release_pings();
}

XboardFront::Wanted XboardFront::wanted() const {
    const chess::Game* game = record_.game();
    if (paused_ || (game != nullptr && game->position().legal_move_count() == 0)) return {};
    if (analyzing_) {
        if (game != nullptr && std::ssize(excluded_) == game->position().legal_move_count()) return {};
        return {Kind::Analyse, {}};
    }
    if (force_ || game_over_) return {};
    if (is_engines_turn()) return {Kind::Think, {}};
    const bool can_ponder = desk_.settings.can_ponder || desk_.engine_options.has("Ponder");
    if (pondering_on_ && can_ponder && expected_ && expected_->epoch == epoch_) return {Kind::Ponder, expected_->move};
    return {};
}

// The book has a move for the position on the board.
bool XboardFront::in_book() const {
    const chess::Game* game = record_.game();
    return desk_.settings.book && game != nullptr && out_of_book_ != epoch_ && desk_.book.best_move(about(*game));
}

// The search is the one that is wanted.
bool XboardFront::fits(const Search& search, const Wanted& want) const {
    if (search.state == Search::State::Abandoned || search.epoch != epoch_) return false;
    if (!todo_.empty() && search.state != Search::State::Hurried) return false; // options are for an idle engine
    if (search.state == Search::State::Hit) return want.kind == Kind::Think;
    return want.kind == search.kind && want.expected == search.expected;
}

void XboardFront::stop_search() {
    if (!is_stop_sent()) desk_.to_engine("stop");
    search_->state = Search::State::Abandoned;
}

bool XboardFront::fenced() const {
    return std::any_of(readies_.begin(), readies_.end(), [](const Ready& ready) { return ready.is_fence; });
}

// Clocks run while somebody is to move in a game.
void XboardFront::run_clock() {
    const chess::Game* game = record_.game();
    const bool stopped =
        force_ || analyzing_ || paused_ || game_over_ || (game != nullptr && game->position().legal_move_count() == 0);
    const Clock::Side side = is_engines_turn() ? Clock::Side::Engine : Clock::Side::Opponent;
    clock_.run(stopped ? Clock::Side::None : side, desk_.now());
}

// What the user sets is sent as soon as the engine is idle. What follows from the game is sent before it matters.
void XboardFront::send_to_idle_engine(bool before_search) {
    const bool takes_time = !todo_.empty() || new_game_due_;
    if (new_game_due_) desk_.to_engine("ucinewgame");
    new_game_due_ = false;
    for (const std::string& line : std::exchange(greetings_, {}))
        desk_.to_xboard_engine(line);
    for (const std::string& line : todo_)
        desk_.to_engine(line);
    todo_.clear();
    const auto set = [this](std::string_view name, std::string_view value) {
        const EngineOption* option = desk_.engine_options.find(name);
        if (option == nullptr || option->value == value) return;
        desk_.to_engine(protocol::format_setoption(option->declared.name, value));
        desk_.engine_options.on_set(name, value);
    };
    if (desk_.translator != nullptr)
        set("Ponder", pondering_on_ ? "true" : "false"); // it ponders unasked, and would do so on
    if (before_search) {
        if (const auto changes = resolve_variant(variant_, desk_.engine_options))
            for (const OptionChange& change : *changes)
                set(change.name, change.value);
        if (desk_.settings.uci_version >= 2) set("UCI_Opponent", describe_opponent());
        set("Ponder", pondering_on_ ? "true" : "false");
        if (desk_.settings.uci_version >= 2) set("UCI_AnalyseMode", analyzing_ ? "true" : "false");
    }
    if (!takes_time) return;
    desk_.to_engine("isready"); // no search before hash tables are as they should be
    readies_.push_back({.is_fence = true});
}

// "[title] [Elo] computer|human NAME", of UCI_Opponent.
std::string XboardFront::describe_opponent() const {
    const int rating = text::parse_int<int>(opponent_rating_).value_or(0);
    return "none " + (rating > 0 ? std::to_string(rating) : std::string("none")) +
           (opponent_is_computer_ ? " computer " : " human ") + (opponent_name_.empty() ? "<empty>" : opponent_name_);
}

void XboardFront::start_search(const Wanted& want) {
    search_ = Search{.kind = *want.kind, .epoch = epoch_, .expected = want.expected, .control = clock_.control()};
    ThinkingSearch about;
    about.side = record_.side_to_move();
    if (want.kind == Kind::Ponder) {
        about.side = ~about.side;
        about.ponder_san = want.expected; // as it is, where we don't know the rules
    }
    if (const chess::Game* game = record_.game()) {
        about.root = game->position();
        if (const auto move = chess::parse_uci_move(*about.root, want.expected)) {
            about.ponder_san = chess::format_san(*about.root, *move);
            about.root->make(*move);
        }
    }
    thinking_.begin(std::move(about), desk_.now());
    desk_.to_engine(record_.position_command(want.expected));
    protocol::Go go;
    if (want.kind == Kind::Analyse)
        go.infinite = true;
    else
        go = clock_.limits(engine_color_, record_.moves_of(engine_color_),
                           std::chrono::milliseconds(desk_.settings.st_fudge_ms), desk_.now());
    go.ponder = want.kind == Kind::Ponder;
    if (auto allowed = allowed_moves(); allowed && !go.ponder) {
        go.has_search_moves = true;
        go.search_moves = std::move(*allowed);
    }
    desk_.go(protocol::format_go(go), go);
}

// What `exclude` leaves; nothing when all may be played. An engine that has to move moves, even if it may nothing.
std::optional<std::vector<std::string>> XboardFront::allowed_moves() const {
    const chess::Game* game = record_.game();
    if (game == nullptr || excluded_.empty()) return std::nullopt;
    std::vector<std::string> allowed;
    for (const chess::Move move : game->position().legal_moves())
        if (std::find(excluded_.begin(), excluded_.end(), move) == excluded_.end())
            allowed.push_back(chess::format_uci_move(move, castling()));
    if (allowed.empty()) return std::nullopt;
    return allowed;
}

// A ping is answered when all that came before it has taken effect, which while the engine thinks is at once. The next
// search waits for it.
void XboardFront::release_pings() {
    const bool busy = fenced() || !todo_.empty() || new_game_due_;
    while (!busy && !pings_.empty()) {
        desk_.to_engine("isready");
        readies_.push_back({.ping = std::move(pings_.front())});
        pings_.pop_front();
    }
}

bool XboardFront::answer_from_book() {
    const chess::Game* game = record_.game();
    if (!desk_.settings.book || game == nullptr || out_of_book_ == epoch_) return false;
    const auto allowed = allowed_moves();
    BookQuestion question = about(*game);
    if (allowed) question.allowed = &*allowed;
    const BookReply reply = desk_.book.answer(question);
    desk_.note(reply.remark);
    if (!reply.answer) {
        out_of_book_ = epoch_;
        return false;
    }
    if (debug_accepted_) desk_.to_gui("# " + reply.remark);
    play_move(*chess::parse_uci_move(game->position(), reply.answer->move), reply.answer->reply);
    return true;
}

bool XboardFront::answer_early() {
    if (!early_ || early_->search.state != Search::State::Hit || early_->search.epoch != epoch_) return false;
    const std::string bestmove = std::move(early_->bestmove);
    early_.reset();
    thinking_.ponderhit(desk_.settings, desk_.now(), lines_); // its lines are about our move now
    flush_lines();
    play(bestmove);
    return true;
}

void XboardFront::on_engine_line(std::string_view, const protocol::UciEngineLine& parsed) {
    switch (parsed.reply) {
    case UciReply::Info: on_info(parsed.arguments); return; // a flood of them: nothing to settle
    case UciReply::BestMove: on_bestmove(parsed.arguments); break;
    case UciReply::ReadyOk: on_ready_ok(); break;
    case UciReply::Option: // it has changed: tell the GUI
        if (const auto option = protocol::parse_option_declaration(parsed.arguments); option && takes_features_)
            if (const auto feature = format_option_feature(option->name, desk_.engine_options, desk_.settings))
                desk_.to_gui(*feature);
        break;
    case UciReply::Id:
    case UciReply::UciOk:
    case UciReply::Other: break;
    }
    settle();
}

// Claims go to the GUI, which knows the rules of the match; what it does not grant, it answers by going on.
void XboardFront::on_xboard_engine_line(std::string_view line) {
    if (leaving_) return;
    desk_.to_gui(line);
    if (line != "resign" || analyzing_ || force_) return;
    game_over_ = true;
    settle();
}

void XboardFront::on_info(std::string_view arguments) {
    if (leaving_ || !is_searching()) return;
    const InfoString asked = thinking_.on_info(arguments, desk_.settings, desk_.now(), lines_);
    flush_lines();
    if (search_->kind == Kind::Analyse || !desk_.engine_options.has("UCI_DrawOffers")) return;
    if (asked == InfoString::DrawOffer) {
        desk_.to_gui("offer draw");
    } else if (asked == InfoString::Resign) {
        desk_.to_gui("resign");
        game_over_ = true;
        settle();
    }
}

void XboardFront::on_gui_congested(bool congested) {
    thinking_.set_behind(congested);
    if (congested || !is_searching()) return;
    thinking_.say_due(desk_.settings, desk_.now(), lines_);
    flush_lines();
}

void XboardFront::flush_lines() {
    if (!lines_.empty()) desk_.lines_to_gui(lines_);
    lines_.clear();
}

void XboardFront::on_ready_ok() {
    if (readies_.empty()) {
        desk_.note("a readyok that nobody waits for");
        return;
    }
    const Ready ready = std::move(readies_.front());
    readies_.pop_front();
    if (ready.ping && !leaving_) desk_.to_gui("pong " + *ready.ping);
    if (quit_by_ && !owes_pong()) desk_.quit_wanted = true;
}

bool XboardFront::owes_pong() const {
    return !pings_.empty() || std::any_of(readies_.begin(), readies_.end(), [](const Ready& r) { return r.ping; });
}

// An engine that hears nothing while it thinks sends its move before the readyok. That move proves as well that all
// before it has taken effect.
void XboardFront::answer_pings_before_move() {
    for (Ready& ready : readies_) {
        if (ready.ping) desk_.to_gui("pong " + *ready.ping);
        ready.ping.reset();
    }
    for (const std::string& ping : pings_)
        desk_.to_gui("pong " + ping);
    pings_.clear();
}

void XboardFront::on_bestmove(std::string_view arguments) {
    if (!search_) {
        desk_.note("a bestmove that nobody waits for");
        return;
    }
    Search search = std::move(*search_);
    search_.reset();
    if (const auto cut = thinking_.illegal_pv_moves(); cut > 0)
        desk_.note("pvs cut at an illegal move: " + std::to_string(cut));
    if (const auto thinned = thinking_.thinned(); thinned > 0)
        desk_.note("thinking lines left out for the GUI: " + std::to_string(thinned));
    if (search.state == Search::State::Abandoned || leaving_) return;
    thinking_.catch_up(lines_);
    flush_lines();
    switch (search.kind) {
    case Kind::Think: play(arguments); break;
    case Kind::Ponder:
        desk_.note("bestmove before ponderhit: kept until the opponent has moved");
        early_ = EarlyAnswer{std::move(search), std::string(arguments)};
        break;
    case Kind::Analyse: analysed_ = search.epoch; break; // it has seen all there is
    }
}

// The engine's answer to Think.
void XboardFront::play(std::string_view arguments) {
    const protocol::BestMove best = protocol::parse_bestmove(arguments);
    own_score_ = thinking_.score_cp();
    answer_pings_before_move();
    const chess::Game* game = record_.game();
    if (game == nullptr) {
        play_text(best);
        return;
    }
    const auto move = read_engine_move(game->position(), best.move);
    if (!move) {
        lose_by_illegal_move(best.move);
        return;
    }
    const bool resigns = resign_judge_.on_own_search(desk_.settings, game->position(), own_score_);
    thinking_.before_move(desk_.settings, desk_.now(), lines_);
    flush_lines();
    std::string reply(best.ponder);
    if (reply.empty())
        if (const auto expected = thinking_.expected_reply(*move))
            reply = chess::format_uci_move(*expected, castling());
    play_move(*move, reply);
    if (resigns && !game_over_) {
        desk_.to_gui("resign");
        game_over_ = true;
    }
}

std::optional<chess::Move> XboardFront::read_engine_move(const chess::Position& position, std::string_view text) const {
    auto move = chess::parse_uci_move(position, text);
    if (!move && desk_.settings.promote_work_around && text.size() == 4)
        move = chess::parse_uci_move(position, std::string(text) + "q");
    return move;
}

std::string XboardFront::objection_to(std::string_view bestmove) {
    if (!is_searching() || search_->kind == Kind::Analyse || record_.game() == nullptr) return {};
    chess::Position position = record_.game()->position();
    if (search_->kind == Kind::Ponder && search_->state != Search::State::Hit) {
        const auto expected = chess::parse_uci_move(position, search_->expected);
        if (!expected) return {};
        position.make(*expected);
    }
    if (position.legal_move_count() == 0 || read_engine_move(position, bestmove)) return {};
    return "answers with the illegal move " + text::quote(bestmove);
}

void XboardFront::give_up_search() {
    search_.reset();
    game_over_ = true;
    all_ours_ = {false, false}; // it is not the book's fault
    desk_.to_gui("resign");
    settle();
}

// A legal move, from the engine or the book, and what may follow it.
void XboardFront::play_move(chess::Move move, std::string_view reply) {
    const chess::Color mover = record_.side_to_move();
    desk_.to_gui("move " + chess::format_xboard_move(move, variant_ == "fischerandom"));
    record_.push(move, castling(), false);
    on_position_changed();
    clock_.on_move(Clock::Side::Engine, record_.moves_of(mover), desk_.now());
    expected_.reset();
    if (announce_end()) return;
    const chess::Position& position = record_.game()->position();
    if (const auto answer = chess::parse_uci_move(position, reply)) {
        chess::Game after = *record_.game();
        after.push(*answer);
        // A position in the book needs no thought, nor one in which nobody can move.
        if (after.position().legal_move_count() > 0 && !desk_.book.best_move(about(after)))
            expected_ = Expected{epoch_, chess::format_uci_move(*answer, castling())};
    }
}

// In a variant whose rules we don't know.
void XboardFront::play_text(const protocol::BestMove& best) {
    const std::string_view move = best.move;
    if (move.empty() || move == "(none)" || move == "0000" || text::equal_ignoring_case(move, "null")) {
        desk_.note("the engine has no move");
        game_over_ = true;
        return;
    }
    const chess::Color mover = record_.side_to_move();
    thinking_.before_move(desk_.settings, desk_.now(), lines_);
    flush_lines();
    desk_.to_gui("move " + std::string(move));
    record_.push_text(move, false);
    on_position_changed();
    clock_.on_move(Clock::Side::Engine, record_.moves_of(mover), desk_.now());
    expected_.reset();
    if (!best.ponder.empty()) expected_ = Expected{epoch_, std::string(best.ponder)};
}

void XboardFront::lose_by_illegal_move(std::string_view text) {
    const bool white = record_.side_to_move() == chess::Color::White;
    desk_.note("illegal move " + std::string(text) + " in " + chess::format_fen(record_.game()->position()) +
               ", reached by: " + record_.position_command());
    desk_.to_gui(std::string(white ? "0-1" : "1-0") + " {polyglot: resign (illegal engine move by " +
                 (white ? "white" : "black") + ": " + std::string(text) + ")}");
    game_over_ = true;
}

// True when the game on the board has ended by rule. Draws are claimed only in a game that the engine plays; after such
// a claim it thinks on if it is to move, for a GUI that does not grant the draw waits for a move.
bool XboardFront::announce_end() {
    const chess::Game* game = record_.game();
    if (game == nullptr || analyzing_) return false;
    const auto end = end_by_rule(*game);
    if (!end || (end->has_legal_move && force_)) return false;
    desk_.to_gui(end->announcement);
    return true;
}

std::string_view XboardFront::engine_activity() const {
    if (!search_) return "idle";
    switch (search_->kind) {
    case Kind::Think: return "thinking";
    case Kind::Ponder: return "pondering";
    case Kind::Analyse: return "analysing";
    }
    return "idle";
}

void XboardFront::check_invariants() const {
    assert(held_.empty() == (held_bytes_ == 0));
    assert(held_.empty() || !desk_.engine_ready);
    assert(!is_searching() || !early_);
    assert(!search_ || search_->state != Search::State::Hit || search_->kind == Kind::Ponder);
    assert(!search_ || search_->state != Search::State::Hurried || search_->kind == Kind::Think);
    assert(!quit_by_ || !desk_.engine_ready || owes_pong() || desk_.quit_wanted);
    assert(record_.game() == nullptr || record_.length() == record_.game()->moves().size());
}

} // namespace polyglot::session
