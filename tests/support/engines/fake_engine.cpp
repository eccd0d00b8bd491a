// A UCI engine that answers immediately and misbehaves on request, for the end-to-end tests and the
// benchmarks. It uses plain read() and write() without streams or threads, so that benchmarks
// measure the adapter.
//
// It does not play chess: --bestmove sets its answer, or --random-legal makes it play random legal
// moves. `go nodes N` prints N info lines before its bestmove; `flood N` prints N info lines and
// then `flooddone`.
#include "core/chess/variants/variant.hpp"
#include "core/text/text.hpp"
#include "tests/support/engines/engine_system.hpp"
#include "tests/support/engines/random_player.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;
using polyglot::test::append_to_file;
using polyglot::test::Stream;
using polyglot::test::write_all;

struct Options {
    // These options set its output.
    std::string name = "Fake Engine";
    std::string bestmove = "e2e4";
    std::string ponder;    // the ponder move of each bestmove
    std::string banner;    // printed before the first command is read
    int think_ms = 0;      // time from go to bestmove; stop ends it early
    int extra_options = 0; // number of additional spin options before uciok
    // This is the number of info lines on go, with legal, changing pvs as in a real search.
    int thinking_lines = 0;
    int flood_lines = 0;    // number of info lines on go, as for `go nodes`
    std::string flood_line; // text of those lines; empty: info lines
    int long_line = 0;      // bytes of the pv of an info line on go
    // If it is true, bestmove is a random legal move of the position, or one of searchmoves.
    bool random_legal = false;
    // This is the seed of its choices, which makes them reproducible; below 0: its process number.
    int seed = -1;
    // If it is true, the value of a position for White is its key modulo 301, minus 150, in
    // centipawns.
    bool key_values = false;
    bool variants = false; // it announces all variants and plays by their rules
    bool hold = false;     // every go waits for stop, not only infinite and ponder
    bool bestmove_twice = false;
    bool crlf = false;
    // If it is true, there is one write() per info line, as in real engines, instead of 64 KiB
    // blocks.
    bool line_writes = false;
    bool xboard = false; // speaks xboard: does not know the command uci

    // These options set its failures.
    bool silent = false;   // reads everything and answers nothing
    bool no_uciok = false; // answers uci, but never sends uciok
    bool ignore_stop = false;
    bool ignore_quit = false; // continues after quit and after the end of input
    bool ignore_term = false;
    int start_delay_ms = 0;  // before it reads its first line
    int quit_delay_ms = 0;   // between quit and the exit
    int exit_code = -1;      // exits at once with this code unless exit_on is set
    std::string exit_on;     // first word of the line at which it exits
    std::string crash_on;    // first word of the line at which it dies of SIGSEGV
    std::string stderr_text; // a line on standard error at the start
    // If it is true, it writes 4 MiB to standard error at the start and hangs until they are read.
    bool stderr_flood = false;
    bool fork_child = false; // a child keeps the pipes open for 300 s after the engine has ended

    // These options set the files that it writes.
    std::string pid_file; // its pid, and its child's on a second line
    std::string record;   // receives every line that it reads
    std::string answered; // receives every bestmove after it has been written
};

struct Flag {
    std::string_view name;
    bool Options::*on;
};
constexpr std::array flags = {
    Flag{"--random-legal", &Options::random_legal},
    Flag{"--key-values", &Options::key_values},
    Flag{"--variants", &Options::variants},
    Flag{"--hold", &Options::hold},
    Flag{"--bestmove-twice", &Options::bestmove_twice},
    Flag{"--crlf", &Options::crlf},
    Flag{"--line-writes", &Options::line_writes},
    Flag{"--xboard", &Options::xboard},
    Flag{"--silent", &Options::silent},
    Flag{"--no-uciok", &Options::no_uciok},
    Flag{"--ignore-stop", &Options::ignore_stop},
    Flag{"--ignore-quit", &Options::ignore_quit},
    Flag{"--ignore-term", &Options::ignore_term},
    Flag{"--stderr-flood", &Options::stderr_flood},
    Flag{"--fork-child", &Options::fork_child},
};
struct NumberFlag {
    std::string_view name;
    int Options::*value;
};
constexpr std::array number_flags = {
    NumberFlag{"--think", &Options::think_ms},
    NumberFlag{"--extra-options", &Options::extra_options},
    NumberFlag{"--long-line", &Options::long_line},
    NumberFlag{"--start-delay", &Options::start_delay_ms},
    NumberFlag{"--thinking", &Options::thinking_lines},
    NumberFlag{"--quit-delay", &Options::quit_delay_ms},
    NumberFlag{"--exit-code", &Options::exit_code},
    NumberFlag{"--flood", &Options::flood_lines},
    NumberFlag{"--seed", &Options::seed},
};
struct TextFlag {
    std::string_view name;
    std::string Options::*value;
};
constexpr std::array text_flags = {
    TextFlag{"--name", &Options::name},
    TextFlag{"--bestmove", &Options::bestmove},
    TextFlag{"--ponder", &Options::ponder},
    TextFlag{"--banner", &Options::banner},
    TextFlag{"--exit-on", &Options::exit_on},
    TextFlag{"--crash-on", &Options::crash_on},
    TextFlag{"--stderr", &Options::stderr_text},
    TextFlag{"--pid-file", &Options::pid_file},
    TextFlag{"--record", &Options::record},
    TextFlag{"--answered", &Options::answered},
    TextFlag{"--flood-line", &Options::flood_line},
};

[[noreturn]] void usage(std::string_view what) {
    std::fprintf(stderr, "fake_engine: %.*s\nfake_engine knows:", static_cast<int>(what.size()),
                 what.data());
    for (const Flag& f : flags)
        std::fprintf(stderr, " %s", f.name.data());
    for (const NumberFlag& f : number_flags)
        std::fprintf(stderr, " %s N", f.name.data());
    for (const TextFlag& f : text_flags)
        std::fprintf(stderr, " %s TEXT", f.name.data());
    std::fputc('\n', stderr);
    std::exit(64);
}

Options parse_options(std::span<char* const> args) {
    Options options;
    for (std::size_t i = 1; i < args.size(); ++i) {
        const std::string_view arg = args[i];
        const auto is_it = [&](const auto& flag) { return flag.name == arg; };
        if (const auto* f = std::find_if(flags.begin(), flags.end(), is_it); f != flags.end()) {
            options.*f->on = true;
            continue;
        }
        if (i + 1 == args.size()) usage("unknown flag, or no value after: " + std::string(arg));
        const std::string_view value = args[++i];
        if (const auto* f = std::find_if(number_flags.begin(), number_flags.end(), is_it);
            f != number_flags.end()) {
            const auto number = polyglot::text::parse_int<int>(value);
            if (!number || *number < 0) usage("not a number: " + std::string(value));
            options.*f->value = *number;
        } else if (const auto* t = std::find_if(text_flags.begin(), text_flags.end(), is_it);
                   t != text_flags.end()) {
            options.*t->value = value;
        } else {
            usage("unknown flag " + std::string(arg));
        }
    }
    return options;
}

void sleep_ms(int ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

class Engine {
  public:
    explicit Engine(Options options)
        : options_(std::move(options)),
          player_(options_.seed < 0 ? polyglot::test::process_id()
                                    : static_cast<std::uint64_t>(options_.seed)),
          eol_(options_.crlf ? "\r\n" : "\n") {}

    void start_up();
    [[noreturn]] void run();

  private:
    void on_line(std::string_view line);
    void on_uci();
    void on_go(std::string_view words);
    void finish_search();
    void flood(std::uint64_t lines);
    void think_aloud(int lines);
    [[noreturn]] void quit();
    void read_input(); // blocks until there is some

    void say(std::string_view line) { (out_ += line) += eol_; }
    void flush();

    Options options_;
    polyglot::test::RandomPlayer player_;
    std::string_view eol_;
    std::string in_;  // an unfinished line
    std::string out_; // answers to the current lines, written together
    std::string thoughts_;
    std::string allowed_move_;      // in the current search: one of its searchmoves
    std::uint64_t thoughts_of_ = 0; // key of the position of thoughts_
    bool searching_ = false;
    // This is nullopt while a search waits for stop or ponderhit.
    std::optional<Clock::time_point> search_end_;
};

void Engine::flush() {
    if (!out_.empty() && !write_all(Stream::Out, out_)) std::exit(0);
    out_.clear();
}

void Engine::quit() {
    flush();
    sleep_ms(options_.quit_delay_ms);
    std::_Exit(options_.exit_code >= 0 && options_.exit_on.empty() ? options_.exit_code : 0);
}

void Engine::start_up() {
    if (options_.ignore_term) polyglot::test::ignore_terminate();
    if (!options_.pid_file.empty())
        append_to_file(options_.pid_file, std::to_string(polyglot::test::process_id()) + "\n");
    if (options_.fork_child) {
        const std::uint64_t child =
            polyglot::test::leave_child(300s, polyglot::test::Streams::Kept);
        if (!options_.pid_file.empty())
            append_to_file(options_.pid_file, std::to_string(child) + "\n");
    }
    if (!options_.stderr_text.empty()) write_all(Stream::Error, options_.stderr_text + "\n");
    if (options_.stderr_flood)
        for (int i = 0; i < (4 << 20) / 64; ++i)
            write_all(Stream::Error,
                      "warning: this is one of many lines on the standard error stream\n");
    if (options_.exit_code >= 0 && options_.exit_on.empty()) std::_Exit(options_.exit_code);
    sleep_ms(options_.start_delay_ms);
    if (!options_.banner.empty()) say(options_.banner);
    flush();
}

void Engine::on_uci() {
    say("id name " + options_.name);
    say("id author the test suite");
    say("option name Hash type spin default 16 min 1 max 33554432");
    say("option name Threads type spin default 1 min 1 max 1024");
    say("option name Ponder type check default false");
    say("option name MultiPV type spin default 1 min 1 max 256");
    say("option name Style type combo default Normal var Solid var Normal var Risky");
    say("option name Clear Hash type button");
    say("option name SyzygyPath type string default <empty>");
    say("option name UCI_AnalyseMode type check default false");
    say("option name UCI_Chess960 type check default false");
    if (options_.variants) {
        std::string option = "option name UCI_Variant type combo default chess var chess";
        for (const polyglot::chess::Variant* variant : polyglot::chess::all_variants())
            option += " var " + std::string(variant->uci);
        say(option);
    }
    for (int i = 1; i <= options_.extra_options; ++i)
        say("option name Extra " + std::to_string(i) + " type spin default 0 min 0 max 100");
    if (!options_.no_uciok) say("uciok");
}

// Prints lines of about 100 bytes, as engines do. Repeating the same block costs no time.
void Engine::flood(std::uint64_t lines) {
    constexpr std::uint64_t block_lines = 512;
    std::vector<std::string> block;
    for (std::uint64_t i = 0; i < block_lines; ++i) {
        std::string line = "info depth " + std::to_string(10 + i % 20) + " score cp " +
                           std::to_string(i % 90) + " nodes " +
                           std::to_string(1'000'000 + i * 977) + " nps 1234567 time " +
                           std::to_string(800 + i) + " pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";
        if (!options_.flood_line.empty()) line = options_.flood_line;
        block.push_back((line += eol_));
    }
    std::string whole;
    for (const std::string& line : block)
        whole += line;
    flush();
    std::uint64_t left = lines;
    for (; left >= block_lines && !options_.line_writes; left -= block_lines)
        if (!write_all(Stream::Out, whole)) std::exit(0);
    for (; left > 0; --left)
        if (!write_all(Stream::Out, block[left % block_lines])) std::exit(0);
}

// The text is made once for each position, because the benchmark measures the adapter.
void Engine::think_aloud(int lines) {
    if (thoughts_of_ != player_.position_key()) {
        thoughts_of_ = player_.position_key();
        thoughts_ = player_.invent_thoughts(lines, eol_);
    }
    flush();
    if (!write_all(Stream::Out, thoughts_)) std::exit(0);
}

void Engine::finish_search() {
    searching_ = false;
    search_end_.reset();
    std::string answer = "bestmove " + (!allowed_move_.empty()  ? allowed_move_
                                        : options_.random_legal ? player_.choose()
                                                                : options_.bestmove);
    if (!options_.ponder.empty()) answer += " ponder " + options_.ponder;
    say(answer);
    if (options_.bestmove_twice) say(answer);
    if (options_.answered.empty()) return;
    flush();
    append_to_file(options_.answered, answer + "\n");
}

void Engine::on_go(std::string_view words) {
    bool wait = options_.hold;
    allowed_move_.clear();
    auto info_lines = static_cast<std::uint64_t>(options_.flood_lines);
    while (!words.empty()) {
        const std::string_view word = polyglot::text::next_word(words);
        if (word == "infinite" || word == "ponder") wait = true;
        if (word == "searchmoves" && options_.random_legal) {
            std::vector<std::string_view> moves;
            while (!words.empty())
                moves.push_back(polyglot::text::next_word(words));
            if (!moves.empty()) allowed_move_ = player_.choose(moves);
        }
        if (word == "nodes")
            info_lines = polyglot::text::parse_int<std::uint64_t>(polyglot::text::next_word(words))
                             .value_or(0);
    }
    if (options_.long_line > 0) {
        std::string pv;
        while (pv.size() < static_cast<std::size_t>(options_.long_line))
            pv += pv.size() % 10 == 0 ? " g1f3" : " f3g1";
        say("info depth 1 score cp 1 pv" + pv);
    }
    const auto cp = options_.key_values ? player_.value_by_key() : 20;
    say("info depth 1 score cp " + std::to_string(cp) + " time 0 nodes 20 pv " +
        (allowed_move_.empty() ? options_.bestmove : allowed_move_));
    if (info_lines > 0) flood(info_lines);
    if (options_.thinking_lines > 0) think_aloud(options_.thinking_lines);
    searching_ = true;
    if (!wait) search_end_ = Clock::now() + std::chrono::milliseconds(options_.think_ms);
    if (!wait && options_.think_ms == 0) finish_search();
}

void Engine::on_line(std::string_view line) {
    if (!options_.record.empty()) append_to_file(options_.record, std::string(line) + "\n");
    std::string_view rest = line;
    const std::string_view word = polyglot::text::next_word(rest);
    if (word.empty()) return;
    if (word == options_.exit_on) {
        flush();
        std::_Exit(options_.exit_code < 0 ? 0 : options_.exit_code);
    }
    if (word == options_.crash_on) {
        flush();
        polyglot::test::crash();
    }
    if (word == "quit") {
        if (!options_.ignore_quit) quit();
    } else if (options_.silent) {
        return;
    } else if (options_.xboard) {
        say("Error (unknown command): " + std::string(line));
    } else if (word == "uci") {
        on_uci();
    } else if (word == "isready") {
        say("readyok");
    } else if (word == "setoption") {
        constexpr std::string_view name = "name UCI_Variant value ";
        const std::string_view option = polyglot::text::trim(rest);
        if (options_.variants && option.starts_with(name))
            player_.set_variant(polyglot::chess::find_variant(option.substr(name.size())));
    } else if (word == "position") {
        if (options_.random_legal || options_.key_values || options_.thinking_lines > 0)
            player_.set_position(rest);
    } else if (word == "go") {
        on_go(rest);
    } else if (word == "ponderhit") {
        if (searching_ && !options_.hold)
            search_end_ = Clock::now() + std::chrono::milliseconds(options_.think_ms);
    } else if (word == "stop") {
        if (searching_ && !options_.ignore_stop) finish_search();
    } else if (word == "flood") {
        flood(
            polyglot::text::parse_int<std::uint64_t>(polyglot::text::next_word(rest)).value_or(0));
        say("flooddone");
    }
}

void Engine::read_input() {
    std::array<char, 65536> buffer;
    const std::size_t n = polyglot::test::read_input(buffer);
    if (n == 0) {
        if (!options_.ignore_quit) quit();
        polyglot::test::hang();
    }
    in_.append(buffer.data(), n);
    std::size_t done = 0;
    for (std::size_t end = 0; (end = in_.find('\n', done)) != std::string::npos; done = end + 1)
        on_line(polyglot::text::trim_right(std::string_view(in_).substr(done, end - done)));
    in_.erase(0, done);
}

void Engine::run() {
    for (;;) {
        if (search_end_) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(*search_end_ - Clock::now());
            if (left > 0ms && polyglot::test::wait_for_input(left)) read_input();
            if (search_end_ && Clock::now() >= *search_end_) finish_search();
        } else {
            read_input();
        }
        flush();
    }
}

} // namespace

int main(int argc, char** argv) {
    polyglot::test::begin(argc, argv);
    Engine engine(parse_options(std::span<char* const>(argv, static_cast<std::size_t>(argc))));
    engine.start_up();
    engine.run();
}
