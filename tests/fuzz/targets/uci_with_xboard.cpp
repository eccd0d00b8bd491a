// A UCI GUI with an xboard engine, as a story (xboard_story.hpp). Whatever the engine's
// character: every go is answered by one bestmove that is legal where it was asked, every isready
// by one readyok. Only an engine that errs and is reported to give no legal move is answered with
// what it gives.
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/uci/uci.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/stories/xboard_story.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

namespace chess = polyglot::chess;
namespace protocol = polyglot::protocol;
namespace text = polyglot::text;
using polyglot::fuzz::Bytes;
using polyglot::fuzz::Character;
using polyglot::fuzz::Expected;
using polyglot::fuzz::require;
using protocol::UciReply;

namespace {

constexpr auto fens = std::to_array<std::string_view>({
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",                                     // stalemate
    "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",                                    // mate
    "7k/8/4K3/6Q1/8/8/8/8 b - - 98 80",                                  // mate or draw is near
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",                              // castling
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",     // en passant
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",                                     // promotion
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",          // Black first
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", // Chess960, from here on
    "nrbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBNR w KQkq - 0 1",
});
constexpr std::size_t first_chess960 = 8;

constexpr auto limits = std::to_array<std::string_view>({
    "wtime 60000 btime 60000",
    "wtime 60000 btime 50000 winc 500 binc 500",
    "wtime 300000 btime 300000 movestogo 40",
    "wtime 1000 btime 1000 movestogo 1",
    "wtime 0 btime -5",
    "movetime 1000",
    "movetime 10",
    "movetime 1500",
    "depth 5",
    "depth 5 wtime 60000 btime 60000",
    "nodes 5000",
    "nodes 100",
    "wtime 60000 btime 60000 ponder",
    "ponder movetime 200",
    "ponder wtime 60000 btime 60000",
    "infinite",
    "infinite",
    "infinite ponder",
    "mate 3",
    "",
});

constexpr auto settings_lines = std::to_array<std::string_view>({
    "setoption name Hash value 32",
    "setoption name Threads value 2",
    "setoption name Ponder value true",
    "setoption name Ponder value false",
    "setoption name Style value 3",
    "setoption name Clear",
    "setoption name Nonsense value 1",
    "setoption name MultiPV value 2",
    "setoption name UCI_AnalyseMode value true",
    "setoption name UCI_AnalyseMode value false",
    "setoption name Polyglot Book value true",
    "setoption name Polyglot Book value false",
    "uci",
    "debug on",
    "",
    "nonsense",
    "stop",
    "ponderhit",
    "isready",
    "isready",
});

class Story final : public polyglot::fuzz::CecpStory {
  public:
    Story(const Character& engine, unsigned first)
        : CecpStory(engine, polyglot::fuzz::xboard_engine_settings(first)),
          rude_((first & 4) != 0) {}

  private:
    struct Go {
        bool legal; // the position can be played
        Expected expected;
        std::vector<std::string> search_moves;
        bool ponder;
        bool infinite;
        bool stopped = false;
        bool reported = false; // the GUI has been told that the engine hangs

        bool waits_for_stop() const { return (ponder || infinite) && !stopped; }
    };

    void begin() override {
        say_uci();
        if (rude_) return;
        for (int i = 0; i < 100 && uciok_heard_ == 0 && !exited_; ++i)
            advance(std::chrono::milliseconds(100));
    }

    void say_uci() {
        ++uci_said_;
        floods_ = floods_ || uci_said_ - uciok_heard_ > 100; // no more are owed
        gui("uci");
    }

    void act(Bytes& input) override {
        const unsigned what = input.byte() % 32;
        if (what < 8)
            search(input);
        else if (what < 12)
            play_on(input);
        else if (what < 15)
            stop();
        else if (what == 15)
            ponderhit();
        else if (what == 16)
            new_game();
        else if (what == 17)
            set_up(input.byte());
        else if (what == 18)
            take_back(input.byte());
        else if (what < 21)
            move(input.byte());
        else if (what < 25)
            say(settings_lines[input.byte() % settings_lines.size()]);
        else if (what == 25 && rude_)
            say_nonsense(input);
        else
            search(input);
    }

    void say(std::string_view line) {
        if (line == "uci") {
            say_uci();
        } else if (line == "stop") {
            stop();
        } else if (line == "ponderhit") {
            ponderhit();
        } else if (line == "isready") {
            if (gui_closed_) return;
            ++readyok_owed_;
            gui(line);
        } else {
            gui(line);
        }
    }

    // An unplayable position, or an illegal move in the list.
    void say_nonsense(Bytes& input) {
        const unsigned what = input.byte();
        if (what % 4 == 0) {
            gui("position fen x");
            told_ = {false, {chess::Position::start(), 0, false}};
            go(input, {});
        } else {
            const std::size_t kept = what / 4 % (game_.moves().size() + 1);
            while (game_.moves().size() > kept)
                game_.pop();
            tell_position("e2e5 e7e6 a2a3");
            go(input, {});
        }
    }

    void search(Bytes& input) {
        if (!open_.empty() && !rude_) return;
        tell_position({});
        go(input, {});
    }
    // The opponent has answered, and the engine is asked again.
    void play_on(Bytes& input) {
        if (!open_.empty() && !rude_) return;
        move(input.byte());
        tell_position({});
        go(input, limits[input.byte() % 4]);
    }

    void move(unsigned choice) {
        const auto moves = game_.position().legal_moves();
        if (moves.size() == 0)
            restart_game(chess::Position::start());
        else
            game_.push(moves[choice % moves.size()]);
    }
    void take_back(unsigned plies) {
        for (unsigned i = 0; i <= plies % 8 && !game_.moves().empty(); ++i)
            game_.pop();
    }
    void new_game() {
        gui("ucinewgame");
        restart_game(chess::Position::start());
    }
    void set_up(unsigned choice) {
        const std::size_t which = choice % fens.size();
        const bool is_960 = which >= first_chess960;
        if (is_960 && (!is_.chess960 || uciok_heard_ == 0 || !open_.empty())) return;
        if (is_960 != chess960_) {
            if (!open_.empty()) return;
            gui(is_960 ? "setoption name UCI_Chess960 value true"
                       : "setoption name UCI_Chess960 value false");
            chess960_ = is_960;
        }
        restart_game(*chess::parse_fen(fens[which]));
    }
    void restart_game(const chess::Position& start) { game_ = chess::Game(start); }

    chess::CastlingStyle castling() const {
        return chess960_ ? chess::CastlingStyle::KingTakesRook
                         : chess::CastlingStyle::KingTwoSquares;
    }

    void tell_position(std::string_view more) {
        std::string line = "position ";
        if (game_.start() == chess::Position::start())
            line += "startpos";
        else
            line += "fen " + chess::format_fen(game_.start());
        if (!game_.moves().empty() || !more.empty()) line += " moves";
        for (const chess::Move move : game_.moves())
            line += " " + chess::format_uci_move(move, castling());
        if (!more.empty()) (line += " ") += more;
        told_ = {true,
                 {game_.position(), game_.moves().size(), game_.end() != chess::GameEnd::None}};
        gui(line);
    }

    void go(Bytes& input, std::string_view with) {
        if (gui_closed_ || exited_) return;
        std::string line = "go ";
        const unsigned choice = input.byte();
        line += with.empty() ? limits[choice % limits.size()] : with;
        const protocol::Go parsed = protocol::parse_go(std::string_view(line).substr(3));
        Go go{told_.legal, told_.expected, {}, parsed.ponder, parsed.mate || !parsed.bounded()};
        const auto moves = go.expected.position.legal_moves();
        if (choice >= 224 && moves.size() > 1) {
            line += " searchmoves";
            for (const std::size_t i : {std::size_t{0}, moves.size() / 2}) {
                go.search_moves.push_back(chess::format_uci_move(moves[i], castling()));
                line += " " + go.search_moves.back();
            }
        }
        open_.push_back(std::move(go)); // its answer may come at once
        // UciGuiSide: another go ends a search that would otherwise wait forever.
        for (std::size_t i = 0; i + 1 < open_.size(); ++i)
            open_[i].stopped = open_[i].stopped || open_[i].waits_for_stop();
        gui(line);
    }

    void stop() {
        if (!open_.empty()) open_.back().stopped = true; // UciGuiSide: it is meant for the last go
        gui("stop");
    }
    void ponderhit() {
        if (!open_.empty() && open_.back().ponder) open_.back().ponder = false;
        gui("ponderhit");
    }

    void gui_hears(std::string_view line) override {
        const auto parsed = protocol::parse_uci_engine_line(line);
        switch (parsed.reply) {
        case UciReply::UciOk: require(++uciok_heard_ <= uci_said_, "uciok for uci"); break;
        case UciReply::ReadyOk:
            require(readyok_owed_ > 0, "readyok for isready");
            --readyok_owed_;
            break;
        case UciReply::BestMove: judge(protocol::parse_bestmove(parsed.arguments)); break;
        case UciReply::Info:
            if (line.find(" hangs: ") != std::string_view::npos && !open_.empty())
                open_.front().reported = true;
            if (line.find("gives no legal move") != std::string_view::npos)
                has_failed_ = !line.ends_with("asked once more");
            judge_info(parsed.arguments);
            break;
        case UciReply::Id:
        case UciReply::Option:
        case UciReply::Other: break;
        }
    }

    void judge(const protocol::BestMove& best) {
        require(!open_.empty(), "no more bestmoves than go", best.move);
        require(!is_.fair() || !engine_owes_move(),
                "a search is answered when the engine has moved", best.move);
        const Go go = std::move(open_.front());
        open_.pop_front();
        require(told_to_end_ || !go.ponder || go.stopped, "no answer before ponderhit or stop");
        const bool none = best.move == "(none)" || best.move == "0000";
        const bool has_failed = std::exchange(has_failed_, false);
        if (!go.legal) return;
        const chess::Position& position = go.expected.position;
        if (has_failed) {
            require(!is_.fair(), "a fair engine gives a legal move");
            if (none || !chess::parse_uci_move(position, best.move)) return;
        }
        require(none == (position.legal_move_count() == 0), "a bestmove if there is one",
                best.move);
        if (none) return;
        const auto move = chess::parse_uci_move(position, best.move);
        require(move.has_value(), "every bestmove is legal",
                std::string(best.move) + " in " + chess::format_fen(position));
        const auto& only = go.search_moves;
        require(only.empty() || std::find(only.begin(), only.end(), best.move) != only.end(),
                "a bestmove of searchmoves", best.move);
        if (best.ponder.empty()) return;
        chess::Position after = position;
        after.make(*move);
        require(chess::parse_uci_move(after, best.ponder).has_value(), "every ponder move is legal",
                best.ponder);
    }

    void judge_info(std::string_view arguments) {
        const std::size_t at = arguments.find(" pv ");
        if (at == std::string_view::npos || open_.empty() || !open_.front().legal) return;
        std::string_view rest = arguments.substr(at + 4);
        chess::Position position = open_.front().expected.position;
        for (auto word = text::next_word(rest); !word.empty(); word = text::next_word(rest)) {
            const auto move = chess::parse_uci_move(position, word);
            require(move.has_value(), "every pv is legal", arguments);
            position.make(*move);
        }
    }

    std::optional<Expected> expected() const override {
        if (open_.empty() || !open_.front().legal) return std::nullopt;
        if (open_.front().ponder) return std::nullopt; // it ponders by itself
        return open_.front().expected;
    }

    void check_silence() const override {
        if (told_to_end_ || exited_ || has_deadline()) return;
        // `go nodes` may take its time
        const bool waits_behind_go = open_.size() > 1 && engine_->thinking();
        require(readyok_owed_ == 0 || uciok_heard_ == 0 || waits_behind_go,
                "a readyok that is waited for has a deadline");
        if (open_.empty() || uciok_heard_ == 0) return;
        const Go& go = open_.front();
        require(!go.stopped || go.reported, "what has been stopped has a deadline");
        require(engine_->thinking() || go.waits_for_stop() || !is_.fair(),
                "a search that is over has a deadline");
    }

    bool content() const override {
        // An engine that has stopped thinking without a move, which the user has been told, is left
        // alone with OnEngineFailure = report.
        if (!is_.fair() && !open_.empty() && open_.front().reported && !engine_->busy())
            return true;
        return open_.empty() && readyok_owed_ == 0 && (floods_ || uciok_heard_ == uci_said_);
    }
    void press() override { stop(); }

    const bool rude_;
    chess::Game game_;
    struct {
        bool legal = true;
        Expected expected{chess::Position::start(), 0, false};
    } told_; // the last position line
    bool chess960_ = false;
    std::deque<Go> open_; // without answer yet
    int readyok_owed_ = 0;
    int uci_said_ = 0;
    int uciok_heard_ = 0;
    bool floods_ = false;
    bool has_failed_ = false; // the engine gives no legal move, says polyglot
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes input(polyglot::fuzz::text_of(data, size));
    const unsigned first = input.byte();
    const Character engine = polyglot::fuzz::draw_character(input);
    Story(engine, first).play(input);
    return 0;
}
