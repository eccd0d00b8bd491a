// An engine that commits one fault at one moment, for test_fault_matrix.py. It starts quickly and
// does not play chess: it knows one line of moves and answers with the next of them.
//
//   matrix_engine uci|xboard FAULT MOMENT FOLDER [once]
//
// It behaves until FOLDER/armed exists. When its moment comes after that, it creates
// FOLDER/committed and commits FAULT; with `once` it removes FOLDER/armed first, so that the engine
// that replaces it behaves.
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tests/support/engines/engine_system.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace {

using polyglot::test::Stream;
using polyglot::test::write_all;
using polyglot::text::next_word;
using namespace std::chrono_literals;

constexpr std::array<std::string_view, 20> faults = {
    "none",   "holds", "mule",      "silent",  "late",  "exits",   "crashes",
    "closes", "deaf",  "long-line", "garbage", "zeros", "stderr",  "stay",
    "forks",  "twice", "illegal",   "stale",   "wrong", "stubborn"};
constexpr std::array<std::string_view, 8> moments = {
    "never", "start", "options", "idle", "thinking", "pondering", "analysing", "quitting"};
constexpr std::array<std::string_view, 10> line_of_moves = {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4",
                                                            "f8c5", "b1c3", "g8f6", "d2d3", "d7d6"};
constexpr auto late = 300ms;
constexpr auto child_lifetime = 60s;

std::string move_at(std::size_t ply) {
    return std::string(ply < line_of_moves.size() ? line_of_moves[ply] : "a2a3");
}

std::string garbage() {
    std::string bytes;
    std::uint32_t state = 12345;
    for (int i = 0; i < 4096; ++i) {
        state = state * 1664525 + 1013904223;
        bytes += static_cast<char>(state >> 24U);
    }
    return bytes + "\n";
}

class Engine {
  public:
    Engine(bool xboard, std::string_view fault, std::string_view moment,
           std::filesystem::path folder, bool once)
        : xboard_(xboard),
          fault_(fault),
          moment_(moment),
          folder_(std::move(folder)),
          once_(once) {}

    [[noreturn]] void run();

  private:
    // Due means that the current line must still be answered.
    enum class Answer : std::uint8_t { Given, Due };

    void on_line(std::string_view line);
    void on_uci_line(std::string_view line, std::string_view word, std::string_view rest);
    void on_xboard_line(std::string_view line, std::string_view word, std::string_view rest);
    void introduce();
    void set_position(std::string_view words);
    void set_fen(std::string_view fen);
    void think(bool waits);
    void end_search();
    void play();
    void repeat_old_move();
    void pong(std::string_view line, std::string_view number);
    [[noreturn]] void quit();

    // Commits the fault if its moment has come. Returns whether this line must still be answered.
    Answer commit(std::string_view moment, std::string_view line);
    Answer misbehave(std::string_view line);
    Answer spoil_move();
    Answer spoil_answer(std::string_view line);
    bool asks_for_move() const {
        return moment_ == "thinking" || moment_ == "pondering" || moment_ == "analysing";
    }

    bool is(std::string_view fault) const { return fault_ == fault; }
    void say(std::string_view line) { (out_ += line) += '\n'; }
    void flush() {
        write_all(Stream::Out, out_);
        out_.clear();
    }
    std::string best(const std::string& move) const {
        return (xboard_ ? "move " : "bestmove ") + move;
    }

    const bool xboard_;
    const std::string_view fault_;
    const std::string_view moment_;
    const std::filesystem::path folder_;
    const bool once_;

    std::string out_;
    std::size_t plies_ = 0;  // made on the board
    bool searching_ = false; // until it is stopped
    bool plays_ = false;     // xboard: answers moves
    bool ponders_ = false;   // xboard: set by hard
    bool analyses_ = false;  // xboard
    bool dumb_ = false;      // sends nothing any more
    bool stays_ = false;     // ignores every request to end
    bool stale_due_ = false; // repeats a move of a search that has been stopped
    // These flags change the next move.
    bool is_held_ = false; // waits for a stop
    bool is_illegal_ = false;
    bool is_double_ = false;
    bool in_wrong_words_ = false;
};

Engine::Answer Engine::commit(std::string_view moment, std::string_view line) {
    const std::filesystem::path armed = folder_ / "armed";
    if (moment != moment_ || !std::filesystem::exists(armed)) return Answer::Due;
    flush();
    if (once_) std::filesystem::remove(armed);
    std::ofstream(folder_ / "committed").flush();
    return misbehave(line);
}

Engine::Answer Engine::misbehave(std::string_view line) {
    if (is("silent")) {
        dumb_ = true;
        return Answer::Given;
    }
    if (is("late")) std::this_thread::sleep_for(late);
    if (is("exits")) {
        write_all(Stream::Error, "out of luck\n");
        std::_Exit(3);
    }
    if (is("crashes")) polyglot::test::crash();
    if (is("closes")) polyglot::test::close_output();
    if (is("deaf")) polyglot::test::hang();
    if (is("long-line")) say((xboard_ ? "# " : "info string ") + std::string(3 << 19, 'x'));
    if (is("garbage")) out_ += garbage();
    if (is("zeros")) {
        using namespace std::string_view_literals;
        out_ += "\0\0info\0string \0nothing\n\0\n"sv;
    }
    if (is("stderr"))
        std::thread([] {
            const std::string block(4096, '?');
            for (;;)
                write_all(Stream::Error, block + "\n");
        }).detach();
    if (is("stay") || is("stubborn") || is("mule")) {
        stays_ = true;
        if (!is("stay")) polyglot::test::ignore_terminate();
    }
    if (is("forks")) {
        polyglot::test::leave_child(child_lifetime, polyglot::test::Streams::Kept);
        std::_Exit(4);
    }
    return asks_for_move() ? spoil_move() : spoil_answer(line);
}

Engine::Answer Engine::spoil_move() {
    is_illegal_ = is("illegal");
    is_double_ = is("twice");
    in_wrong_words_ = is("wrong");
    if (is("stale") || is("holds") || is("mule")) {
        is_held_ = true;
        std::filesystem::remove(folder_ / "armed"); // limits the fault to this search
    }
    return Answer::Due;
}

// Commits the fault in an answer that is not a move.
Engine::Answer Engine::spoil_answer(std::string_view line) {
    if (is("twice") || is("illegal") || is("stale"))
        say(best(is("illegal") ? "e2e5" : move_at(plies_)));
    if (is("twice")) say(best(move_at(plies_)));
    if (!is("wrong")) return Answer::Due;
    if (!xboard_)
        say("Error (unknown command): " + std::string(line));
    else
        say(moment_ == "start" ? "id name Matrix\nid author the test suite\nuciok" : "readyok");
    return Answer::Given;
}

void Engine::quit() {
    flush();
    if (stays_) polyglot::test::hang();
    std::_Exit(0);
}

void Engine::on_line(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (word == "quit") {
        if (commit("quitting", line) == Answer::Due) quit();
        return;
    }
    if (dumb_ || word.empty()) return;
    if (xboard_)
        on_xboard_line(line, word, rest);
    else
        on_uci_line(line, word, rest);
}

// --- UCI

void Engine::introduce() {
    say("id name Matrix\nid author the test suite");
    say("option name Noise type spin default 0 min 0 max 100");
    say("option name Ponder type check default false");
    say("uciok");
}

void Engine::on_uci_line(std::string_view line, std::string_view word, std::string_view rest) {
    if (word == "uci") {
        if (commit("start", line) == Answer::Due) introduce();
    } else if (word == "setoption") {
        commit("options", line);
    } else if (word == "isready") {
        pong(line, {});
    } else if (word == "position") {
        set_position(rest);
    } else if (word == "go") {
        const bool ponders = rest.find("ponder") != std::string_view::npos;
        const bool analyses = rest.find("infinite") != std::string_view::npos;
        if (commit(ponders    ? "pondering"
                   : analyses ? "analysing"
                              : "thinking",
                   line) == Answer::Due)
            think(ponders || analyses);
    } else if (word == "ponderhit" || word == "stop") {
        if (searching_ && (word == "stop" || !is_held_)) end_search();
    }
}

void Engine::set_position(std::string_view words) {
    plies_ = 0;
    const std::size_t moves = words.find("moves");
    std::string_view start = words.substr(0, moves);
    if (next_word(start) == "fen") set_fen(start);
    if (moves == std::string_view::npos) return;
    std::string_view rest = words.substr(moves);
    next_word(rest);
    while (!next_word(rest).empty())
        ++plies_;
}

void Engine::set_fen(std::string_view fen) {
    next_word(fen);
    const bool black = next_word(fen) == "b";
    for (int i = 0; i < 3; ++i)
        next_word(fen);
    const auto number = polyglot::text::parse_int<std::size_t>(next_word(fen)).value_or(1);
    plies_ = 2 * (number - 1) + (black ? 1 : 0);
}

// --- Both protocols

void Engine::think(bool waits) {
    const std::string pv = move_at(plies_) + " " + move_at(plies_ + 1);
    say(xboard_ ? "1 20 0 20 " + pv : "info depth 1 score cp 20 time 0 nodes 20 pv " + pv);
    searching_ = true;
    if (!waits && !is_held_) end_search();
}

void Engine::end_search() {
    searching_ = false;
    if (std::exchange(is_held_, false)) stale_due_ = is("stale");
    play();
}

void Engine::play() {
    const std::string move = std::exchange(is_illegal_, false) ? "e2e5" : move_at(plies_);
    if (std::exchange(in_wrong_words_, false)) {
        say((xboard_ ? "bestmove " : "move ") + move);
        return;
    }
    const std::string answer =
        best(move) + (xboard_ || stale_due_ ? "" : " ponder " + move_at(plies_ + 1));
    say(answer);
    if (std::exchange(is_double_, false)) say(answer);
    if (xboard_) ++plies_;
}

void Engine::pong(std::string_view line, std::string_view number) {
    if (commit("idle", line) == Answer::Given) return;
    if (std::exchange(stale_due_, false)) say(best("g2g4"));
    say(xboard_ ? "pong " + std::string(number) : "readyok");
}

// --- xboard

void Engine::on_xboard_line(std::string_view line, std::string_view word, std::string_view rest) {
    const auto answer_move = [&] {
        if (commit("thinking", line) == Answer::Due) think(false);
        if (plays_ && ponders_ && !searching_) commit("pondering", line);
    };
    if (word == "protover") {
        if (commit("start", line) == Answer::Due)
            say("feature myname=\"Matrix\" ping=1 setboard=1 usermove=1 sigint=0 sigterm=0 "
                "colors=0 reuse=1 analyze=1 "
                "debug=1 option=\"Noise -spin 0 0 100\" done=1");
    } else if (word == "option") {
        commit("options", line);
    } else if (word == "ping") {
        pong(line, polyglot::text::trim(rest));
    } else if (word == "new") {
        plies_ = 0;
        plays_ = true;
        searching_ = analyses_ = false;
    } else if (word == "force") {
        plays_ = searching_ = false;
        // The stale move is the one that it pondered on.
        if (std::exchange(is_held_, false)) stale_due_ = is("stale");
    } else if (word == "setboard") {
        set_fen(rest);
    } else if (word == "hard" || word == "easy") {
        ponders_ = word == "hard";
    } else if (word == "usermove") {
        ++plies_;
        if (plays_) answer_move();
    } else if (word == "undo" || word == "remove") {
        plies_ -= std::min<std::size_t>(plies_, word == "undo" ? 1 : 2);
    } else if (word == "go") {
        plays_ = true;
        answer_move();
    } else if (word == "?") {
        if (searching_ && !analyses_) end_search();
    } else if (word == "analyze") {
        analyses_ = true;
        if (commit("analysing", line) == Answer::Due) think(true);
    } else if (word == "exit") {
        analyses_ = searching_ = false;
        if (std::exchange(is_held_, false)) stale_due_ = is("stale");
        if (is_illegal_ || is_double_ || in_wrong_words_) play(); // unrequested
    }
}

void Engine::run() {
    std::string in;
    std::array<char, 65536> buffer;
    for (;;) {
        flush();
        const std::size_t n = polyglot::test::read_input(buffer);
        if (n == 0) quit();
        in.append(buffer.data(), n);
        std::size_t done = 0;
        for (std::size_t end = 0; (end = in.find('\n', done)) != std::string::npos; done = end + 1)
            on_line(polyglot::text::trim_right(std::string_view(in).substr(done, end - done)));
        in.erase(0, done);
    }
}

} // namespace

int main(int argc, char** argv) {
    polyglot::test::begin(argc, argv);
    polyglot::test::ignore_broken_pipes(); // a process without a standard output must survive it
    const auto argument = [&](int i) { return std::string_view(i < argc ? argv[i] : ""); };
    const std::string_view protocol = argument(1);
    const bool known = (protocol == "uci" || protocol == "xboard") &&
                       std::find(faults.begin(), faults.end(), argument(2)) != faults.end() &&
                       std::find(moments.begin(), moments.end(), argument(3)) != moments.end() &&
                       argc >= 5;
    if (!known) {
        std::fprintf(stderr, "usage: matrix_engine uci|xboard FAULT MOMENT FOLDER [once]\n");
        return 64;
    }
    Engine(protocol == "xboard", argument(2), argument(3), polyglot::to_path(argument(4)),
           argument(5) == "once")
        .run();
}
