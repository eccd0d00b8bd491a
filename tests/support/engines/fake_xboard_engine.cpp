// This is an xboard engine (CECP v2) for load tests. It plays random legal moves immediately and
// prints the requested number of thinking lines with every move. Like fake_engine.cpp it uses plain
// read() and write(). It does not read while it prints.
#include "core/text/text.hpp"
#include "tests/support/engines/engine_system.hpp"
#include "tests/support/engines/random_player.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using polyglot::text::next_word;

class Engine {
  public:
    explicit Engine(std::uint64_t flood) : flood_(flood), player_(polyglot::test::process_id()) {}
    [[noreturn]] void run();

  private:
    void on_line(std::string_view line);
    void on_go();
    void think_aloud();
    void say(std::string_view line) { (out_ += line) += '\n'; }
    void flush();

    std::uint64_t flood_; // lines per search
    polyglot::test::RandomPlayer player_;
    std::string start_ = "startpos";
    std::vector<std::string> moves_;
    bool force_ = false;
    bool analysing_ = false;
    std::string in_; // an unfinished line
    std::string out_;
};

void Engine::flush() {
    if (!polyglot::test::write_all(polyglot::test::Stream::Out, out_)) std::_Exit(0);
    out_.clear();
}

void Engine::think_aloud() {
    constexpr std::size_t block = 1 << 16;
    for (std::uint64_t i = 0; i < flood_; ++i) {
        say(std::to_string(1 + i % 40) + " " + std::to_string(i % 90) + " " +
            std::to_string(i / 100) + " " + std::to_string(i * 977) +
            " e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7");
        if (out_.size() >= block) flush();
    }
}

void Engine::on_go() {
    force_ = false;
    think_aloud();
    std::string position = start_;
    if (!moves_.empty()) position += " moves";
    for (const std::string& move : moves_)
        position += " " + move;
    player_.set_position(position);
    const std::string move = player_.choose();
    if (move == "0000") return;
    moves_.push_back(move);
    say("move " + move);
}

void Engine::on_line(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (word == "quit") {
        flush();
        std::_Exit(0);
    } else if (word == "protover") {
        say("feature done=0");
        say("feature myname=\"Fake xboard\" ping=1 setboard=1 usermove=1 analyze=1 sigint=0 "
            "sigterm=0 colors=0");
        say("feature option=\"Style -combo Solid /// *Normal /// Risky\" done=1");
    } else if (word == "ping") {
        say("pong " + std::string(polyglot::text::trim(rest)));
    } else if (word == "new") {
        start_ = "startpos";
        moves_.clear();
        force_ = analysing_ = false;
    } else if (word == "setboard") {
        start_ = "fen " + std::string(polyglot::text::trim(rest));
        moves_.clear();
    } else if (word == "force" || word == "result") {
        force_ = true;
    } else if (word == "analyze") {
        analysing_ = true;
        think_aloud();
    } else if (word == "exit") {
        analysing_ = false;
        force_ = true;
    } else if (word == "undo") {
        if (!moves_.empty()) moves_.pop_back();
    } else if (word == "usermove") {
        moves_.emplace_back(polyglot::text::trim(rest));
        if (!force_ && !analysing_) on_go();
    } else if (word == "go") {
        on_go();
    }
}

void Engine::run() {
    std::array<char, 65536> buffer;
    for (;;) {
        const std::size_t n = polyglot::test::read_input(buffer);
        if (n == 0) std::_Exit(0);
        in_.append(buffer.data(), n);
        std::size_t done = 0;
        for (std::size_t end = 0; (end = in_.find('\n', done)) != std::string::npos; done = end + 1)
            on_line(polyglot::text::trim_right(std::string_view(in_).substr(done, end - done)));
        in_.erase(0, done);
        flush();
    }
}

} // namespace

int main(int argc, char** argv) {
    polyglot::test::begin(argc, argv);
    const auto flood = argc == 2 ? polyglot::text::parse_int<std::uint64_t>(argv[1])
                                 : std::optional<std::uint64_t>(0);
    if (argc > 2 || !flood) {
        std::fputs("usage: fake_xboard_engine [lines of thinking before each move]\n", stderr);
        return 64;
    }
    Engine(*flood).run();
}
