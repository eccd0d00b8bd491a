// A UCI engine that is correct except for the faults in its arguments: `faulty_uci_engine
// [FAULT…]`. It is used by the tests of `polyglot engine-test`, which must find each fault and no
// other, and by test_zoo.py, which combines habits. It mates if it can and otherwise plays any
// legal move. `--list` prints the faults, `--habits` the habits.
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/support/engines/faulty_engine.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace polyglot;
using namespace std::chrono_literals;
using namespace polyglot::support;
using std::chrono::milliseconds;
using text::next_word;

constexpr std::string_view all_faults[] = {
    // These are no faults but other ways to follow the protocol.
    "slow-uciok", "no-chess", "chess-is-not-first",
    // These concern the handshake.
    "no-uciok", "no-name", "no-author", "readyok-first", "banner", "option-without-name",
    "option-without-type", "spin-without-limits", "spin-default-outside", "spin-limits-swapped",
    "check-without-default", "combo-without-var", "combo-default-no-var", "option-twice",
    "hash-is-a-string", "no-readyok", "two-readyok", "dies-of-ucinewgame", "dies-of-option-maximum",
    "hangs-at-option-minimum", "dies-of-combo", "dies-of-unknown-option",
    // These concern positions.
    "silent-go", "illegal-move", "dies-of-go", "ignores-moves", "ignores-fen", "always-white",
    "castles-king-only", "castling-as-king-takes-rook", "no-en-passant-field",
    "forgets-captured-pawn", "always-queens", "upper-case-promotion", "king-only-in-check",
    "dies-of-long-game", "dies-of-mate", "silent-at-stalemate", "chess960-castles-two-squares",
    "chess960-takes-rook-off",
    // These concern limits.
    "movetime-late", "ignores-movetime", "slow-with-little-time", "uses-other-clock",
    "last-move-takes-all", "spends-increment", "depth-plus-one", "depth-less-one", "ignores-nodes",
    "many-nodes", "ignores-mate", "ignores-searchmoves",
    // These concern stop and ponder.
    "infinite-ends", "infinite-ends-when-done", "ignores-stop", "stop-when-idle",
    "isready-ends-search", "no-readyok-while-searching", "loses-fiftieth-stop",
    "ten-readyok-for-many", "dies-of-setoption-while-searching", "ponder-ends",
    "ponder-ends-when-done", "ignores-ponderhit", "ponderhit-takes-all", "loses-fifth-ponderhit",
    // These concern input.
    "dies-of-empty-line", "goes-by-prefix", "dies-of-long-line", "no-tabs", "single-blanks",
    // These concern output.
    "depth-is-no-number", "score-without-kind", "hashfull-in-percent", "illegal-pv", "no-info",
    "bestmove-twice", "illegal-ponder-move",
    // These concern the end.
    "ignores-quit", "ignores-quit-while-searching", "dies-of-quit", "ignores-end-of-input",
    "ignores-end-of-input-while-searching", "leaves-a-child"};

constexpr std::string_view all_habits[] = {
    // Prints a line every 100 ms of a search. This is not a habit of real engines, but the other
    // habits need it.
    "thinks-aloud",
    // Drops everything during a search but stop, quit, ponderhit (Rodent IV, Laser, BBC, VICE).
    "hears-only-stop",
    "one-line-a-read", // uses only the first line of each read() in a search (BBC, VICE)
    "torn-lines",      // two threads print without a lock: `info readyok` (WyldChess, Demolito)
    // Answers bestmove (none), a1a1 or a8a8 if stop follows go at once (Xiphos, Laser, BBC).
    "no-move-at-once",
    "uciok-first", // sends its handshake before it is asked, and again when it is asked (BBC)
    "dies-of-many-pieces", // dies of nine pieces of a kind (Fruit, Weiss, Demolito)
    "ponders-not",         // treats go ponder as go (BBC, VICE)
    "dashed-moves", "castling-as-letters", "upper-case-moves", "promotes-without-piece",
    "san-moves",
    // Has strings and combos without a default or with one that is not a choice, and unusual names
    // and spaces.
    "odd-options",
    "many-options", // 101
    // These are faults as well.
    "slow-uciok", "no-chess", "chess-is-not-first", "castling-as-king-takes-rook",
    "upper-case-promotion", "combo-default-no-var", "option-twice", "bestmove-twice",
    "stop-when-idle"};

struct Go {
    std::optional<std::int64_t> wtime, btime, winc, binc, movestogo, movetime, depth, nodes, mate;
    bool infinite = false;
    bool ponder = false;
    std::vector<std::string> searchmoves;
};

Go parse_go(std::string_view words) {
    Go go;
    const std::pair<std::string_view, std::optional<std::int64_t> Go::*> numbers[] = {
        {"wtime", &Go::wtime}, {"btime", &Go::btime},         {"winc", &Go::winc},
        {"binc", &Go::binc},   {"movestogo", &Go::movestogo}, {"movetime", &Go::movetime},
        {"depth", &Go::depth}, {"nodes", &Go::nodes},         {"mate", &Go::mate}};
    bool moves = false;
    for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) {
        if (moves && chess::reads_as_uci_move(word)) {
            go.searchmoves.emplace_back(word);
            continue;
        }
        moves = word == "searchmoves";
        go.infinite |= word == "infinite";
        go.ponder |= word == "ponder";
        for (const auto& [name, number] : numbers)
            if (word == name) go.*number = text::parse_int<std::int64_t>(next_word(words));
    }
    return go;
}

class Engine {
  public:
    std::optional<Clock::time_point> due() const;
    void on_due();
    bool is_searching() const { return searching_; }
    void on_end_of_input() const;
    void on_line(std::string_view line);

  private:
    void on_uci() const;
    void declare_odd_options() const;
    void on_isready();
    void on_setoption(std::string_view words);
    void on_position(std::string_view words);
    void make(std::string_view word);
    void on_go(std::string_view words);
    void on_stop();
    void on_ponderhit();
    void tell_progress() const;
    std::string progress() const;
    void finish();
    bool is_too_early_for_move() const;
    chess::Move choose(const chess::Position& at, const std::vector<std::string>& among) const;
    std::string in_uci(chess::Move move) const;
    std::string format(const chess::Position& at, chess::Move move) const;
    milliseconds time_for_move() const;
    bool is_done() const; // whether there is a mate in one, or only one move

    chess::Position position_ = chess::Position::start();
    std::size_t plies_ = 0;
    bool chess960_ = false;
    // It is true while the engine plays chess and not another variant.
    bool plays_chess_ = !has("no-chess") && !has("chess-is-not-first");
    bool searching_ = false;
    Go go_;
    Clock::time_point began_;
    std::optional<Clock::time_point> end_;
    Repeated isready_{"isready"};
    int stops_ = 0, ponderhits_ = 0; // those during searches
    TornLines torn_;
    std::optional<Clock::time_point> talk_at_; // for thinks-aloud
    int searches_ = 0;
};

std::optional<Clock::time_point> Engine::due() const {
    if (!searching_) return std::nullopt;
    if (!talk_at_) return end_;
    return end_ ? std::min(*end_, *talk_at_) : talk_at_;
}

void Engine::on_due() {
    if (end_ && Clock::now() >= *end_) {
        finish();
    } else {
        tell_progress();
        talk_at_ = Clock::now() + 100ms;
    }
}

void Engine::declare_odd_options() const {
    say("option name Book Path type string");
    say("option name Empty type string default");
    say("option name Personality type combo default none of them var Calm Sea var Wild Wind");
    say("option name Level type combo var 1 var 2 var 3");
    say("option name Skill (0-20) type spin min 0 max 20 default 7");
    say("option name Resets = all; now type button");
}

void Engine::on_uci() const {
    if (has("slow-uciok")) std::this_thread::sleep_for(2s);
    if (!has("no-name")) say("id name Faulty");
    if (!has("no-author")) say("id author the test suite");
    say(has("hash-is-a-string")       ? "option name Hash type string default 16"
        : has("spin-without-limits")  ? "option name Hash type spin default 16"
        : has("spin-default-outside") ? "option name Hash type spin default 0 min 1 max 64"
        : has("spin-limits-swapped")  ? "option name Hash type spin default 16 min 64 max 1"
                                      : "option name Hash type spin default 16 min 1 max 64");
    say("option name Ponder type check default false");
    say("option name MultiPV type spin default 1 min 1 max 8");
    say("option name Contempt type spin default 0 min -100 max 100");
    say(has("check-without-default") ? "option name Style Points type check"
                                     : "option name Style Points type check default true");
    say(has("combo-without-var") ? "option name Style type combo default Calm"
        : has("combo-default-no-var")
            ? "option name Style type combo default Mild var Calm var Wild"
            : "option name Style type combo default Calm var Calm var Wild");
    if (has("option-twice")) say("option name contempt type spin default 0 min -100 max 100");
    if (has("option-without-name")) say("option type check default false");
    if (has("option-without-type")) say("option name Odd default 1");
    say("option name Clear Hash type button");
    say("option name UCI_Opponent type string default <empty>");
    say("option name UCI_Chess960 type check default false");
    if (has("no-chess"))
        say("option name UCI_Variant type combo default crazyhouse var crazyhouse var bughouse");
    if (has("chess-is-not-first"))
        say("option name UCI_Variant type combo default crazyhouse var crazyhouse var chess");
    if (has("odd-options")) declare_odd_options();
    for (int i = 1; has("many-options") && i <= 101; ++i)
        say("option name Weight " + std::to_string(i) + " type spin default 100 min 0 max 400");
    if (has("no-uciok")) return;
    say("uciok");
}

void Engine::on_isready() {
    if (has("no-readyok")) return;
    if (has("no-readyok-while-searching") && searching_) return;
    if (has("ten-readyok-for-many") && isready_.is_too_many()) return;
    if (has("torn-lines") && searching_) {
        say(torn_.mix(progress(), "readyok"));
        return;
    }
    say("readyok");
    if (has("two-readyok")) say("readyok");
    if (has("isready-ends-search") && searching_) finish();
}

void Engine::on_setoption(std::string_view words) {
    const std::string all(text::trim(words));
    if (has("dies-of-option-maximum") && all == "name Contempt value 100") die();
    if (has("hangs-at-option-minimum") && all == "name Contempt value -100") hang();
    if (has("dies-of-combo") && all == "name Style value Wild") die();
    if (has("dies-of-unknown-option") && all.starts_with("name No Such")) die();
    if (has("dies-of-setoption-while-searching") && searching_) die();
    if (all.starts_with("name UCI_Chess960")) chess960_ = all.ends_with("true");
    if (all.starts_with("name UCI_Variant")) plays_chess_ = all.ends_with("chess");
}

// Returns the position with these pieces on these squares ('.' removes a piece) and without
// castling rights.
chess::Position edited(const chess::Position& position,
                       std::span<const std::pair<chess::Square, char>> pieces) {
    std::string board;
    std::string_view rest;
    const std::string fen = chess::format_fen(position);
    rest = fen;
    for (const char c : next_word(rest))
        board += text::is_digit(c) ? std::string(static_cast<std::size_t>(c - '0'), '1')
                                   : std::string(1, c);
    // Nine characters for each row, from the eighth rank down.
    for (const auto& [square, piece] : pieces)
        board[static_cast<std::size_t>(7 - rank_of(square)) * 9 +
              static_cast<std::size_t>(file_of(square))] = piece == '.' ? '1' : piece;
    const std::string_view side = next_word(rest);
    const auto parsed = chess::parse_fen(board + ' ' + std::string(side) + " - - 0 1");
    return parsed ? *parsed : position;
}

void Engine::make(std::string_view word) {
    const auto move = chess::parse_uci_move(position_, word);
    if (!move) return;
    const bool white = position_.side_to_move() == chess::Color::White;
    const bool castling = move->kind() == chess::Move::Kind::Castling;
    if (has("always-queens") && move->promotion() != chess::PieceType::None) {
        position_.make(
            position_.find_legal_move(move->from(), move->to(), chess::PieceType::Queen));
        return;
    }
    position_.make(*move);
    const int rank = rank_of(move->from());
    const chess::Square rook = chess::make_square(move->to() > move->from() ? 5 : 3, rank);
    using Change = std::pair<chess::Square, char>;
    if (castling && has("castles-king-only") && !chess960_)
        position_ =
            edited(position_, std::array{Change{rook, '.'}, Change{move->to(), white ? 'R' : 'r'}});
    if (castling && has("chess960-takes-rook-off") && chess960_)
        position_ = edited(position_, std::array{Change{rook, '.'}});
    if (move->kind() == chess::Move::Kind::EnPassant && has("forgets-captured-pawn"))
        position_ = edited(
            position_,
            std::array{Change{chess::make_square(file_of(move->to()), rank), white ? 'p' : 'P'}});
}

void Engine::on_position(std::string_view words) {
    if (has("single-blanks") && words.find("  ") != std::string_view::npos) return;
    const std::size_t moves_at = words.find(" moves");
    std::string_view where = words.substr(0, moves_at);
    std::string_view moves =
        moves_at == std::string_view::npos ? std::string_view() : words.substr(moves_at);
    next_word(moves);
    const std::string_view kind = next_word(where);
    if (kind != "startpos" && kind != "fen") return;
    position_ = chess::Position::start();
    if (kind == "fen" && !has("ignores-fen")) {
        std::string fen(text::trim(where));
        std::array<std::string, 6> fields;
        std::string_view rest = fen;
        for (std::string& field : fields)
            field = next_word(rest);
        if (has("always-white")) fields[1] = "w";
        if (has("no-en-passant-field")) fields[3] = "-";
        fen.clear();
        for (const std::string& field : fields)
            (fen += field) += ' ';
        if (const auto parsed = chess::parse_fen(text::trim(fen))) position_ = *parsed;
    }
    plies_ = 0;
    if (has("ignores-moves")) return;
    for (std::string_view word = next_word(moves); !word.empty(); word = next_word(moves), ++plies_)
        make(word);
}

std::string Engine::in_uci(chess::Move move) const {
    return chess::format_uci_move(move, chess960_ ? chess::CastlingStyle::KingTakesRook
                                                  : chess::CastlingStyle::KingTwoSquares);
}

// Formats the move in the engine's notation.
std::string Engine::format(const chess::Position& at, chess::Move move) const {
    std::string text = has("castling-as-king-takes-rook")
                           ? chess::format_uci_move(move, chess::CastlingStyle::KingTakesRook)
                           : in_uci(move);
    if (has("chess960-castles-two-squares") && chess960_ &&
        move.kind() == chess::Move::Kind::Castling)
        text = chess::format_square(move.from()) +
               chess::format_square(
                   chess::make_square(move.to() > move.from() ? 6 : 2, rank_of(move.from())));
    if (has("upper-case-promotion") && move.promotion() != chess::PieceType::None)
        text.back() = text::to_upper(text.back());
    if (has("promotes-without-piece") && move.promotion() == chess::PieceType::Queen)
        text.resize(4);
    if (has("castling-as-letters") && move.kind() == chess::Move::Kind::Castling)
        text = move.to() > move.from() ? "O-O" : "O-O-O";
    if (has("san-moves")) text = chess::format_san(at, move);
    if (has("dashed-moves") && text.size() >= 4) text.insert(2, "-");
    if (has("upper-case-moves"))
        for (char& c : text)
            c = text::to_upper(c);
    if (has("illegal-move")) text = at.side_to_move() == chess::Color::White ? "e2e5" : "e7e4";
    return text;
}

chess::Move Engine::choose(const chess::Position& at, const std::vector<std::string>& among) const {
    std::vector<chess::Move> candidates;
    for (const chess::Move move : at.legal_moves())
        if (among.empty() || std::find(among.begin(), among.end(), in_uci(move)) != among.end())
            candidates.push_back(move);
    for (const chess::Move move : candidates) {
        chess::Position next = at;
        next.make(move);
        if (next.in_check() && next.legal_move_count() == 0) return move;
    }
    // The choice changes, so that a game progresses.
    return candidates.empty() ? chess::Move() : candidates[(plies_ * 7 + 1) % candidates.size()];
}

bool Engine::is_done() const {
    return position_.legal_move_count() <= 1 ||
           chess::format_fen(position_).starts_with("7k/8/8/8/8/8/R7/1R5K");
}

milliseconds Engine::time_for_move() const {
    if (has("thinks-aloud") && go_.depth) return 20ms; // does not depend on the clock
    if (go_.movetime) return milliseconds(*go_.movetime + (has("movetime-late") ? 400 : 0));
    const bool white = (position_.side_to_move() == chess::Color::White) != has("uses-other-clock");
    const auto clock = white ? go_.wtime : go_.btime;
    if (!clock) return 0ms;
    if (has("slow-with-little-time")) return 120ms;
    if (has("ponderhit-takes-all") && *clock == 1000) return 1100ms;
    if (has("last-move-takes-all") && go_.movestogo == 1) return milliseconds(*clock + 20);
    if (has("spends-increment") && go_.winc) return milliseconds(*clock + *go_.winc / 2);
    return milliseconds(*clock / 20);
}

void Engine::tell_progress() const {
    if (!has("no-info") && !has("illegal-move")) say(progress());
}

std::string Engine::progress() const {
    const chess::Move move = choose(position_, {});
    const std::string pv = has("illegal-pv") ? "a1h8" : format(position_, move);
    const std::int64_t depth =
        go_.depth.value_or(6) + (has("depth-plus-one") ? 1 : 0) - (has("depth-less-one") ? 1 : 0);
    const std::int64_t nodes = go_.nodes.value_or(1000) * (has("many-nodes") ? 10 : 1);
    return "info depth " + (has("depth-is-no-number") ? "six" : std::to_string(depth)) + " score " +
           (has("score-without-kind") ? "" : "cp ") + "25 time 1 nodes " + std::to_string(nodes) +
           " nps 1000 hashfull " + (has("hashfull-in-percent") ? "5000" : "5") +
           (move ? " pv " + pv : "");
}

void Engine::on_go(std::string_view words) {
    if (searching_) return;
    if (has("dies-of-go") || !plays_chess_) die();
    if (has("dies-of-long-game") && plies_ > 512) die();
    if (has("dies-of-many-pieces") && has_nine_of_a_kind(position_)) die();
    if (position_.legal_move_count() == 0) {
        if (has("dies-of-mate") && position_.in_check()) die();
        if (has("silent-at-stalemate") && !position_.in_check()) return;
    }
    searching_ = true;
    ++searches_;
    go_ = parse_go(words);
    if (has("ponders-not")) go_.ponder = false;
    if (has("thinks-aloud")) talk_at_ = Clock::now() + 100ms;
    began_ = Clock::now();
    end_.reset();
    if (has("ignores-searchmoves")) go_.searchmoves.clear();
    tell_progress();
    if (has("silent-go")) return;
    const bool waits_for_stop = (go_.nodes && has("ignores-nodes")) ||
                                (go_.mate && has("ignores-mate")) ||
                                (go_.movetime && has("ignores-movetime"));
    if (waits_for_stop) return;
    if (go_.infinite) {
        if (has("infinite-ends")) end_ = began_ + 100ms;
        if (has("infinite-ends-when-done") && is_done()) end_ = began_;
    } else if (go_.ponder) {
        if (has("ponder-ends")) end_ = began_ + time_for_move();
        if (has("ponder-ends-when-done") && is_done()) end_ = began_;
    } else {
        end_ = began_ + time_for_move();
    }
}

void Engine::on_stop() {
    if (!searching_ && has("stop-when-idle"))
        say("bestmove " + format(position_, choose(position_, {})));
    if (!searching_ || has("ignores-stop") || has("silent-go")) return;
    if (has("loses-fiftieth-stop") && ++stops_ == 50) return;
    finish();
}

void Engine::on_ponderhit() {
    if (!searching_ || !go_.ponder || has("ignores-ponderhit")) return;
    if (has("loses-fifth-ponderhit") && ++ponderhits_ == 5) return;
    end_ = Clock::now() + time_for_move();
}

// Returns whether the first iteration has not ended.
bool Engine::is_too_early_for_move() const {
    return has("no-move-at-once") && Clock::now() - began_ < 15ms &&
           end_.value_or(Clock::time_point::max()) > Clock::now();
}

void Engine::finish() {
    if (is_too_early_for_move()) {
        searching_ = false;
        constexpr std::array<std::string_view, 4> moves = {"(none)", "a1a1", "a8a8", "0000"};
        say("bestmove " + std::string(moves[static_cast<std::size_t>(searches_) % moves.size()]));
        return;
    }
    searching_ = false;
    end_.reset();
    std::vector<chess::Move> king_moves;
    chess::Move move = choose(position_, go_.searchmoves);
    if (!move) {
        say("bestmove (none)");
        return;
    }
    std::string line = "bestmove " + format(position_, move);
    // The move h7h6 leaves the king in check and is illegal.
    if (has("king-only-in-check") && position_.in_check()) line = "bestmove h7h6";
    chess::Position next = position_;
    next.make(move);
    if (const chess::Move reply = choose(next, {}); reply && !has("illegal-move"))
        line += " ponder " + (has("illegal-ponder-move") ? "a1h8" : format(next, reply));
    say(line);
    if (has("bestmove-twice")) say(line);
}

void Engine::on_line(std::string_view line) {
    isready_.on_line(line);
    if (has("dies-of-empty-line") && text::trim(line).empty()) die();
    if (has("dies-of-long-line") && line.size() > 10'000) die();
    if (has("no-tabs") && line.find('\t') != std::string_view::npos) return;
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (has("hears-only-stop") && searching_ && word != "stop" && word != "quit" &&
        word != "ponderhit")
        return;
    if (word == "uci") on_uci();
    if (word == "isready") on_isready();
    if (word == "ucinewgame" && has("dies-of-ucinewgame")) die();
    if (word == "setoption") on_setoption(rest);
    if (word == "position") on_position(rest);
    if (word == "go" || (has("goes-by-prefix") && word.starts_with("go"))) on_go(rest);
    if (word == "stop") on_stop();
    if (word == "ponderhit") on_ponderhit();
    if (word == "quit") {
        if (has("dies-of-quit")) die();
        if (!has("ignores-quit") && !(has("ignores-quit-while-searching") && searching_)) quit();
    }
}

void Engine::on_end_of_input() const {
    if (has("ignores-end-of-input") || (has("ignores-end-of-input-while-searching") && searching_))
        hang();
    quit();
}

} // namespace

int main(int argc, char** argv) {
    if (const auto status = choose_faults(argc, argv, all_faults, all_habits)) return *status;
    if (has("readyok-first")) say("readyok");
    if (has("banner")) say("Faulty 1.0 by the test suite");
    Engine engine;
    if (has("uciok-first")) engine.on_line("uci");
    run(engine);
}
