// An xboard engine (CECP 2) that is correct except for the faults in its arguments:
// `faulty_xboard_engine [FAULT…]`. It is used by the tests of `polyglot engine-test`, which must
// find each fault and no other, and by test_zoo.py, which combines habits. It mates if it can and
// otherwise plays any legal move. `--list` prints the faults, `--habits` the habits.
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/support/engines/faulty_engine.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace polyglot;
using namespace std::chrono_literals;
using namespace polyglot::support;
using std::chrono::milliseconds;
using text::next_word;

constexpr std::string_view all_faults[] = {
    // These are no faults but other ways to follow the protocol.
    "version-1", "version-1-slow", "done-later", "no-usermove", "no-reuse", "no-fischerandom",
    "no-chess", "chess-is-not-first", "easy-is-an-error", "resigns-before-mate", "misses-mate",
    "no-name",
    // These concern the handshake.
    "dies-of-protover", "late-features", "loses-protover", "no-done", "done-never",
    "unclosed-quote", "ping-is-yes", "spin-outside", "spin-without-limits", "option-without-type",
    "check-is-true", "option-twice", "dies-of-rejected", "no-pong", "wrong-pong", "pong-twice",
    "dies-of-option-maximum", "hangs-at-option-minimum", "dies-of-combo", "dies-of-memory",
    // These concern play.
    "silent-go", "illegal-move", "dies-of-go", "silent-as-black", "moves-in-force-mode",
    "accepts-illegal-moves", "takes-nothing-back", "ignores-remove", "dies-of-long-game",
    "dies-of-mate", "dies-of-result", "ignores-playother", "ignores-setboard", "castles-king-only",
    "no-en-passant-field", "always-queens", "stays-in-check", "dies-of-castling-letters",
    "silent-at-mate", "silent-when-mated", "silent-at-stalemate", "wrong-result",
    // These concern searches.
    "slow-with-little-time", "level-is-an-error", "seconds-are-minutes", "ignores-st",
    "sd-plus-one", "ignores-move-now", "moves-in-analysis", "silent-analysis",
    "analysis-ignores-moves", "stays-in-analysis", "dies-of-dot", "moves-while-pondering",
    "no-pong-while-pondering",
    // These concern input and output.
    "force-is-an-error", "dies-of-unknown", "dies-of-long-line", "ten-pongs-for-many", "illegal-pv",
    "no-thinking", "moves-twice",
    // These concern the end.
    "ignores-quit", "ignores-quit-while-thinking", "dies-of-quit", "ignores-end-of-input",
    "ignores-end-of-input-while-thinking", "leaves-a-child"};

constexpr std::string_view all_habits[] = {
    // Prints a line every 100 ms of a search. This is not a habit of real engines, but the other
    // habits need it.
    "thinks-aloud",
    // Drops everything while it thinks but ?, force, quit, and during analysis everything but exit,
    // quit.
    "drops-in-search",
    // Uses only the first line of each read() in a search (VICE).
    "one-line-a-read",
    "torn-lines",             // prints from two threads without a lock: `6 25 pong 3` (WyldChess)
    "sigint-kills",           // announces no sigint= and dies of the signal (VICE)
    "dies-of-many-pieces",    // dies of nine pieces of a kind
    "dies-of-fraction",       // dies of `level 0 0:02 0.02` (PyChess)
    "no-pong-after-analysis", // (WyldChess)
    "slow-exit",              // reads nothing for 2.5 s after exit (Crafty)
    "dashed-moves", "castling-as-letters", "upper-case-moves", "promotes-without-piece",
    "san-moves",
    "odd-options",  // has every type of the protocol, without defaults or marked choices
    "many-options", // 101
    // These are faults as well.
    "version-1", "version-1-slow", "done-later", "late-features", "no-usermove", "no-reuse",
    "no-chess", "chess-is-not-first", "option-twice", "pong-twice", "moves-twice"};

// Returns false if the engine plays only other variants and must not receive a move or a position
// of normal chess.
bool plays_chess() {
    return !has("no-chess");
}

bool is_version_1() {
    return has("version-1") || has("version-1-slow");
}

// Meanwhile SIGINT ends the engine, as it ends any program that has not installed a handler yet.
void start_slowly(milliseconds duration) {
    std::signal(SIGINT, SIG_DFL);
    std::this_thread::sleep_for(duration);
    if (!has("sigint-kills")) std::signal(SIGINT, SIG_IGN);
}

class Engine {
  public:
    std::optional<Clock::time_point> due() const;
    void on_due();
    bool is_searching() const { return move_at_ || analyzing_; }
    void on_end_of_input() const;
    void on_line(std::string_view line);

  private:
    void on_protover();
    void on_option(std::string_view text) const;
    void on_edit_line(std::string_view line);
    void on_move(std::string_view word);
    void on_ping(std::string_view number);
    bool drops(std::string_view word) const;
    static void declare_odd_options();
    bool on_board_command(std::string_view word, std::string_view rest);
    bool on_clock_command(std::string_view word, std::string_view rest);
    bool on_mode_command(std::string_view word);
    void take_back(int plies);
    void think();
    void report_end() const; // for a game without a legal move
    void show_thinking();
    std::string thinking() const;
    void move();
    bool engine_is_to_move() const {
        return !force_ && !analyzing_ && position().side_to_move() == side_;
    }

    const chess::Position& position() const { return boards_.back(); }
    void make(chess::Move move) {
        boards_.push_back(boards_.back());
        boards_.back().make(move);
    }
    chess::Move choose() const;
    std::string format(chess::Move move) const;
    std::string spell(chess::Move move) const; // formats a legal move in its notation
    milliseconds time_for_move() const;

    std::vector<chess::Position> boards_{chess::Position::start()};
    chess::Color side_ = chess::Color::Black; // the engine's
    bool force_ = false;
    bool analyzing_ = false;
    bool pondering_ = false; // set by hard
    bool chess960_ = false;
    std::optional<std::string> edit_; // the board of edit mode, as 64 letters from a1
    bool edit_black_ = false;
    std::int64_t level_ms_ = 300'000;
    std::optional<std::int64_t> time_ms_, st_ms_;
    int depth_ = 6;
    bool is_depth_limited_ = false;
    std::int64_t nodes_ = 1000;
    int games_ = 0, protovers_ = 0;
    std::optional<Clock::time_point> move_at_;
    Repeated pings_{"ping"};
    TornLines torn_;
    std::optional<Clock::time_point> talk_at_; // for thinks-aloud
    // The thinking of the current search or of the one that has just ended.
    std::string last_thinking_;
    Clock::time_point thought_at_;
    bool has_analyzed_ = false;
};

std::optional<Clock::time_point> Engine::due() const {
    if (!talk_at_ || !is_searching()) return move_at_;
    return move_at_ ? std::min(*move_at_, *talk_at_) : talk_at_;
}

void Engine::on_due() {
    if (move_at_ && Clock::now() >= *move_at_) {
        move();
    } else {
        nodes_ *= 2;
        show_thinking();
        talk_at_ = Clock::now() + 100ms;
    }
}

// Returns whether a command during a search has no effect.
bool Engine::drops(std::string_view word) const {
    if (!has("drops-in-search") || word == "quit") return false;
    if (analyzing_) return word != "exit";
    return move_at_ && word != "?" && word != "force";
}

void Engine::declare_odd_options() {
    say("feature option=\"Book Path -path\"");
    say("feature option=\"Book File -file\" option=\"Label -string\"");
    say("feature option=\"Speed -slider 5 0 10\"");
    say("feature option=\"Mode -combo A /// *B\"");
    say("feature option=\"Sea -combo Calm /// Very Wild\"");
    say("feature option=\"Keep -save\" option=\"Again -reset\"");
}

void Engine::on_protover() {
    if (has("dies-of-protover")) die();
    // GNU Chess loses a line that arrives together with another.
    if (has("loses-protover") && protovers_++ == 0) return;
    if (is_version_1()) return;
    if (has("done-later") || has("done-never")) {
        say("feature done=0");
        std::fflush(stdout);
    }
    // This is longer than the two seconds that a GUI waits.
    if (has("done-later") || has("late-features")) start_slowly(2500ms);
    say(std::string("feature ping=") + (has("ping-is-yes") ? "yes" : "1") +
        " setboard=1 playother=1" + (has("sigint-kills") ? "" : " sigint=0") +
        " analyze=1 colors=0 memory=1 smp=1");
    say(std::string("feature usermove=") + (has("no-usermove") ? "0" : "1") +
        " reuse=" + (has("no-reuse") ? "0" : "1"));
    if (!has("no-name"))
        say(std::string("feature myname=\"Faulty") + (has("unclosed-quote") ? "" : "\""));
    say(has("no-fischerandom")      ? "feature variants=\"normal\""
        : has("no-chess")           ? "feature variants=\"crazyhouse,bughouse\""
        : has("chess-is-not-first") ? "feature variants=\"crazyhouse,normal\""
                                    : "feature variants=\"normal,fischerandom\"");
    say(has("spin-outside")          ? "feature option=\"Contempt -spin 500 -100 100\""
        : has("spin-without-limits") ? "feature option=\"Contempt -spin 0\""
                                     : "feature option=\"Contempt -spin 0 -100 100\"");
    say(has("check-is-true") ? "feature option=\"Style Points -check true\""
                             : "feature option=\"Style Points -check 1\"");
    say("feature option=\"Style -combo *Calm /// Very Wild\"");
    say("feature option=\"Clear -button\"");
    if (has("option-twice")) say("feature option=\"Clear -button\"");
    if (has("option-without-type")) say("feature option=\"Odd 1\"");
    if (has("odd-options")) declare_odd_options();
    for (int i = 1; has("many-options") && i <= 101; ++i)
        say("feature option=\"Weight " + std::to_string(i) + " -spin 100 0 400\"");
    say("feature highlight=1");
    if (!has("no-done") && !has("done-never")) say("feature done=1");
}

void Engine::on_option(std::string_view text) const {
    if (has("dies-of-option-maximum") && text == "Contempt=100") die();
    if (has("hangs-at-option-minimum") && text == "Contempt=-100") hang();
    if (has("dies-of-combo") && text == "Style=Very Wild") die();
}

std::string Engine::format(chess::Move move) const {
    if (has("illegal-move"))
        return position().side_to_move() == chess::Color::White ? "e2e5" : "e7e4";
    // This pawn move does not stop a check in the tested positions.
    if (has("stays-in-check") && position().in_check()) return "h7h6";
    return spell(move);
}

std::string Engine::spell(chess::Move move) const {
    std::string text = chess::format_xboard_move(move, chess960_);
    if (has("promotes-without-piece") && move.promotion() == chess::PieceType::Queen)
        text.resize(4);
    if (has("castling-as-letters") && move.kind() == chess::Move::Kind::Castling)
        text = move.to() > move.from() ? "O-O" : "O-O-O";
    if (has("san-moves")) text = chess::format_san(position(), move);
    if (has("dashed-moves") && text::is_digit(text[1])) text.insert(2, "-");
    if (has("upper-case-moves"))
        for (char& c : text)
            c = text::to_upper(c);
    return text;
}

chess::Move Engine::choose() const {
    const chess::MoveList moves = position().legal_moves();
    const auto mates = [this](chess::Move move) {
        chess::Position next = position();
        next.make(move);
        return next.in_check() && next.legal_move_count() == 0;
    };
    // Takes the first move that mates, or with misses-mate the first that does not.
    for (const chess::Move move : moves)
        if (mates(move) != has("misses-mate")) return move;
    return moves.empty() ? chess::Move() : moves[(boards_.size() * 7 + 1) % moves.size()];
}

milliseconds Engine::time_for_move() const {
    if (has("thinks-aloud") && is_depth_limited_) return 20ms;
    if (st_ms_) return milliseconds(has("ignores-st") ? 2500 : *st_ms_ / 2);
    if (has("slow-with-little-time") && time_ms_ && *time_ms_ <= 300) return 350ms;
    if (has("seconds-are-minutes")) return milliseconds(level_ms_ / 40);
    return milliseconds(time_ms_.value_or(level_ms_) / 40);
}

void Engine::show_thinking() {
    last_thinking_ = thinking();
    thought_at_ = Clock::now();
    if (!last_thinking_.empty()) say(last_thinking_);
}

std::string Engine::thinking() const {
    if (has("no-thinking") || has("illegal-move") || (analyzing_ && has("silent-analysis")))
        return {};
    if (position().legal_move_count() == 0) return {};
    return std::to_string(depth_ + (has("sd-plus-one") ? 1 : 0)) + " 25 1 " +
           std::to_string(nodes_) + " " + (has("illegal-pv") ? "a1h8" : spell(choose()));
}

// CECP requires this "when your engine detects that the game has ended by rule".
void Engine::report_end() const {
    const bool is_mate = position().in_check();
    const bool white_has_mated = position().side_to_move() == chess::Color::Black;
    const bool own = position().side_to_move() != side_;
    if (!is_mate && !has("silent-at-stalemate")) say("1/2-1/2 {Stalemate}");
    if (!is_mate || has(own ? "silent-at-mate" : "silent-when-mated")) return;
    say(white_has_mated != has("wrong-result") ? "1-0 {White mates}" : "0-1 {Black mates}");
}

void Engine::think() {
    if (!engine_is_to_move()) return;
    if (has("dies-of-go") || !plays_chess()) die();
    if (has("dies-of-long-game") && boards_.size() > 512) die();
    nodes_ = 1000;
    show_thinking();
    if (has("thinks-aloud")) talk_at_ = Clock::now() + 100ms;
    if (has("silent-go")) return;
    if (position().legal_move_count() == 0) {
        report_end();
    } else if (has("resigns-before-mate") &&
               chess::format_fen(position()).starts_with("Q7/8/7k/8/8/7n/6PP/5RqK")) {
        say("0-1 {White resigns}");
    } else {
        move_at_ = Clock::now() + time_for_move();
    }
}

void Engine::move() {
    move_at_.reset();
    const chess::Move chosen = choose();
    const std::string text = format(chosen);
    say("move " + text);
    if (has("moves-twice")) say("move " + text);
    make(chosen);
    if (position().legal_move_count() == 0) {
        if (has("dies-of-mate")) die();
        report_end();
    } else if (pondering_ && has("moves-while-pondering")) {
        say("move " + chess::format_xboard_move(choose(), chess960_));
    }
}

void Engine::on_move(std::string_view word) {
    if (!plays_chess()) die();
    auto move = chess::parse_uci_move(position(), word);
    if (has("dies-of-castling-letters") && word.starts_with("O-O")) die();
    if (!move && chess960_ && (word == "O-O" || word == "O-O-O"))
        for (const chess::Move candidate : position().legal_moves())
            if (chess::format_xboard_move(candidate, true) == word) move = candidate;
    if (!move) {
        if (!has("accepts-illegal-moves")) say("Illegal move: " + std::string(word));
        return;
    }
    if (analyzing_ && has("analysis-ignores-moves")) return;
    if (has("always-queens") && move->promotion() != chess::PieceType::None)
        move = position().find_legal_move(move->from(), move->to(), chess::PieceType::Queen);
    make(*move);
    if (has("castles-king-only") && move->kind() == chess::Move::Kind::Castling && !chess960_) {
        // The rook is missing; no check in the tested positions comes from a rook there.
        std::string fen = chess::format_fen(position());
        const char rook = position().side_to_move() == chess::Color::White ? 'r' : 'R';
        std::replace(fen.begin(), fen.begin() + static_cast<std::ptrdiff_t>(fen.find(' ')), rook,
                     '1');
        if (const auto parsed = chess::parse_fen(fen)) boards_.back() = *parsed;
    }
    if (force_ && has("moves-in-force-mode"))
        say("move " + chess::format_xboard_move(choose(), chess960_));
    if (analyzing_) show_thinking();
    if (!has("silent-as-black")) think();
}

void Engine::take_back(int plies) {
    move_at_.reset();
    if (has("takes-nothing-back")) return;
    for (int i = 0; i < plies && boards_.size() > 1; ++i)
        boards_.pop_back();
}

// The lines are those of CECP, "edit": "Pa2", "c" for the other colour, "#" for an empty board, "."
// at the end.
void Engine::on_edit_line(std::string_view line) {
    if (line == "#") *edit_ = std::string(64, '1');
    if (line == "c") edit_black_ = !edit_black_;
    if (line.size() == 3) {
        const auto square =
            static_cast<std::size_t>(line[2] - '1') * 8 + static_cast<std::size_t>(line[1] - 'a');
        (*edit_)[square] = edit_black_ ? text::to_lower(line[0]) : line[0];
    }
    if (line != ".") return;
    std::string fen;
    for (std::size_t rank = 8; rank-- > 0;)
        (fen += edit_->substr(rank * 8, 8)) += rank > 0 ? "/" : "";
    fen += position().side_to_move() == chess::Color::White ? " w KQkq - 0 1" : " b KQkq - 0 1";
    if (const auto parsed = chess::parse_fen(fen)) boards_ = {*parsed};
    edit_.reset();
}

void Engine::on_ping(std::string_view number) {
    if (has("no-pong-after-analysis") && has_analyzed_) return;
    const bool is_mixed = is_searching() || Clock::now() - thought_at_ < 50ms;
    if (has("torn-lines") && is_mixed && !last_thinking_.empty()) {
        say(torn_.mix(last_thinking_, "pong " + std::string(number)));
        last_thinking_.clear();
        return;
    }
    if (has("no-pong") || (has("no-pong-while-pondering") && pondering_ && boards_.size() > 1))
        return;
    if (has("ten-pongs-for-many") && pings_.is_too_many()) return;
    say("pong " + std::string(has("wrong-pong") ? "0" : number));
    if (has("pong-twice")) say("pong " + std::string(number));
}

bool Engine::on_board_command(std::string_view word, std::string_view rest) {
    if (word == "new") {
        if (has("no-reuse") && games_++ > 0) return true; // as Crafty does
        boards_ = {chess::Position::start()};
        side_ = chess::Color::Black;
        force_ = analyzing_ = chess960_ = false;
        depth_ = 6;
        is_depth_limited_ = false;
        st_ms_.reset();
        time_ms_.reset();
        move_at_.reset();
    } else if (word == "variant") {
        chess960_ = text::trim(rest) == "fischerandom";
    } else if (word == "setboard") {
        if (is_version_1()) return false;
        if (!plays_chess()) die();
        std::string fen(text::trim(rest));
        if (has("no-en-passant-field"))
            for (const std::string_view field : {" f3 ", " d6 "})
                if (const std::size_t at = fen.find(field); at != std::string::npos)
                    fen.replace(at, field.size(), " - ");
        const auto parsed = chess::parse_fen(fen);
        if (parsed && has("dies-of-many-pieces") && has_nine_of_a_kind(*parsed)) die();
        if (parsed && !has("ignores-setboard")) boards_ = {*parsed};
    } else if (word == "edit") {
        edit_ = std::string(64, '1');
        edit_black_ = false;
    } else if (word == "undo" || word == "remove") {
        if (!(word == "remove" && has("ignores-remove"))) take_back(word == "undo" ? 1 : 2);
    } else if (word == "result") {
        move_at_.reset();
        if (has("dies-of-result")) die();
    } else {
        return false;
    }
    return true;
}

bool Engine::on_clock_command(std::string_view word, std::string_view rest) {
    const auto number = [&rest] {
        return text::parse_int<std::int64_t>(next_word(rest)).value_or(0);
    };
    if (word == "level") {
        if (has("level-is-an-error")) say("Error (unknown command): level" + std::string(rest));
        next_word(rest);
        const std::string_view base = next_word(rest);
        if (has("dies-of-fraction") && rest.find('.') != std::string_view::npos) die();
        const std::size_t colon = base.find(':');
        const auto minutes = text::parse_int<std::int64_t>(base.substr(0, colon)).value_or(0);
        const auto seconds =
            colon == std::string_view::npos
                ? 0
                : text::parse_int<std::int64_t>(base.substr(colon + 1)).value_or(0);
        level_ms_ = minutes * 60'000 + seconds * (has("seconds-are-minutes") ? 60'000 : 1'000);
        st_ms_.reset();
    } else if (word == "st") {
        st_ms_ = number() * 1000;
    } else if (word == "sd") {
        depth_ = static_cast<int>(number());
        is_depth_limited_ = true;
    } else if (word == "time") {
        time_ms_ = number() * 10;
    } else {
        return word == "otim";
    }
    return true;
}

bool Engine::on_mode_command(std::string_view word) {
    if (has(std::string(word) + "-is-an-error"))
        say("Error (unknown command): " + std::string(word));
    if (word == "force") {
        force_ = true;
        move_at_.reset();
    } else if (word == "go") {
        force_ = false;
        side_ = position().side_to_move();
        if (!analyzing_) think();
    } else if (is_version_1() &&
               (word == "white" ||
                word == "black")) { // the command sets the side to move; the engine plays the other
        side_ = word == "white" ? chess::Color::Black : chess::Color::White;
    } else if (word == "playother") {
        if (has("ignores-playother")) return true;
        force_ = false;
        side_ = ~position().side_to_move();
    } else if (word == "?") {
        if (move_at_ && !has("ignores-move-now")) move();
    } else if (word == "analyze") {
        analyzing_ = has_analyzed_ = true;
        show_thinking();
        if (has("thinks-aloud")) talk_at_ = Clock::now() + 100ms;
        if (has("moves-in-analysis")) say("move " + format(choose()));
    } else if (word == "exit") {
        if (!has("stays-in-analysis")) analyzing_ = false;
        if (has("slow-exit")) {
            std::fflush(stdout);
            std::this_thread::sleep_for(2500ms);
        }
    } else if (word == ".") {
        if (has("dies-of-dot")) die();
        if (analyzing_) say("stat01: 10 1000 6 3 20 e2e4");
    } else if (word == "hard" || word == "easy") {
        pondering_ = word == "hard";
    } else {
        return word == "post" || word == "nopost" || word == "xboard" || word == "accepted" ||
               word == "cores";
    }
    return true;
}

void Engine::on_line(std::string_view line) {
    pings_.on_line(line);
    if (has("dies-of-long-line") && line.size() > 10'000) die();
    line = text::trim(line);
    if (edit_) {
        on_edit_line(line);
        return;
    }
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (word.empty() || drops(word)) return;
    if (word == "quit") {
        if (has("dies-of-quit")) die();
        if (!has("ignores-quit") && !(has("ignores-quit-while-thinking") && move_at_)) quit();
    } else if (word == "protover") {
        on_protover();
    } else if (word == "rejected") {
        if (has("dies-of-rejected") && text::trim(rest) != "highlight") die();
    } else if (word == "ping" && !is_version_1()) {
        on_ping(text::trim(rest));
    } else if (word == "option") {
        on_option(text::trim(rest));
    } else if (word == "memory") {
        if (has("dies-of-memory")) die();
    } else if (word == "usermove" && !has("no-usermove") && !is_version_1()) {
        on_move(next_word(rest));
    } else if (chess::reads_as_uci_move(word) || (chess960_ && word.starts_with("O-O"))) {
        on_move(word);
    } else if (!on_board_command(word, rest) && !on_clock_command(word, rest) &&
               !on_mode_command(word)) {
        if (has("dies-of-unknown")) die();
        say("Error (unknown command): " + std::string(line.substr(0, 100)));
    }
}

void Engine::on_end_of_input() const {
    if (has("ignores-end-of-input") || (has("ignores-end-of-input-while-thinking") && move_at_))
        hang();
    quit();
}

} // namespace

int main(int argc, char** argv) {
    if (const auto status = choose_faults(argc, argv, all_faults, all_habits)) return *status;
    if (has("version-1-slow")) start_slowly(3s);
    if (!has("sigint-kills")) std::signal(SIGINT, SIG_IGN); // sent to engines of version 1
    Engine engine;
    run(engine);
}
