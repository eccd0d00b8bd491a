// Bytes as a story: what a GUI says, what an engine answers, what goes wrong and when. Whatever the story, the session
// keeps the promises of docs/ARCHITECTURE.md; when the engine behaves, every go is answered. With FUZZ_STORY in the
// environment the story is told on stderr, in the words of a transcript.
#include "adapter/session/session.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <array>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace session = polyglot::session;
namespace protocol = polyglot::protocol;
using polyglot::fuzz::Bytes;
using polyglot::fuzz::require;
using protocol::UciCommand;
using session::Channel;

namespace {

constexpr auto gui_lines = std::to_array<std::string_view>({
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4",
    "position startpos moves e2e4 e7e5",
    "position startpos moves e2e5",
    "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4",
    "position fen x",
    "go",
    "go ponder",
    "go infinite",
    "go movetime 10 searchmoves e2e4 d2d4",
    "go mate 3",
    "go perft 1",
    "stop",
    "ponderhit",
    "quit",
    "",
    "setoption name Hash value 1",
    "setoption name MultiPV value 2",
    "setoption name MultiPV value 1",
    "setoption name Polyglot Book value true",
    "setoption name Polyglot Book value false",
    "setoption name Polyglot BookDepth value 1",
    "setoption name Polyglot Nonsense value 1",
    "setoption name Polyglot BookFile value other",
    "setoption name UCI_AnalyseMode value true",
    "setoption name UCI_Chess960 value true",
    "xboard",
    "debug on",
});
constexpr auto engine_lines = std::to_array<std::string_view>({
    "id name Engine 1",
    "id author Somebody",
    "option name Hash type spin default 16 min 1 max 64",
    "option name MultiPV type spin default 1 min 1 max 5",
    "option name Clear Hash type button",
    "",
    "info depth 1 score cp 3 pv e2e4",
    "info string hello",
    "readyok",
    "Engine banner",
    "Error (unknown command): uci",
});

// Plays two legal moves in two positions of three.
class FuzzBook final : public polyglot::book::Book {
  public:
    std::vector<polyglot::book::Entry> find(const polyglot::chess::Position& position) const override {
        const auto moves = position.legal_moves();
        if (position.key() % 3 == 0 || moves.size() < 2) return {};
        return {{.move = moves[0], .weight = 2}, {.move = moves[1], .weight = 1}};
    }
};

class FuzzLog final : public session::Log {
  public:
    FuzzLog() : Log(true) {}
    std::string gui, engine;

  private:
    void append(Channel channel, std::string_view line) override {
        if (tell_) std::cerr << session::prefix_of(channel) << line << '\n';
        if (channel == Channel::ToGui) (gui += line) += '\n';
        if (channel == Channel::ToEngine) (engine += line) += '\n';
    }
    bool tell_ = std::getenv("FUZZ_STORY") != nullptr; // NOLINT(concurrency-mt-unsafe): there is one thread
};

// Lines with their ends, each handed to on_line.
template <class OnLine>
void for_each_line(const std::string& text, OnLine on_line) {
    require(text.empty() || text.back() == '\n', "output is whole lines", text);
    Bytes rest(text);
    while (!rest.empty())
        on_line(rest.line());
}

class Story {
  public:
    explicit Story(unsigned first)
        : behaved_((first & 1) != 0),
          session_(settings(first), {.open_book = open_book, .random = random_, .log = log_}) {
        if ((first & 0x40) != 0 && !behaved_) {
            session_.on_start_failed(session::ExitCode::EngineNotStarted, "no engine", now_, actions_);
        } else {
            engine_runs_ = true;
            session_.on_engine_started("/engine", now_, actions_);
        }
        check();
    }

    void play(Bytes input) {
        while (!input.empty() && !exited_)
            step(input);
        finish();
    }

  private:
    struct Go {
        bool ponder;
        bool released; // ponderhit, stop or a later go has come: an answer is due
    };

    static polyglot::config::Settings settings(unsigned first) {
        polyglot::config::Settings settings;
        settings.book = (first & 2) != 0;
        settings.book_random = (first & 4) != 0;
        if ((first & 8) != 0) settings.engine_name = "Another Name";
        if ((first & 16) != 0) settings.engine_options = {{"hash", "32"}, {"Clear Hash", "true"}, {"Nonsense", "1"}};
        return settings;
    }
    static polyglot::Result<session::OpenedBook> open_book(const std::string& path) {
        if (path == "other") return polyglot::make_error("no such book");
        return session::OpenedBook{std::make_shared<FuzzBook>(), path};
    }

    void step(Bytes& input) {
        const unsigned what = input.byte() % 16;
        now_ += std::chrono::milliseconds(what * 50);
        if (what < 7)
            gui(gui_lines[input.byte() % gui_lines.size()]);
        else if (what == 7)
            gui(input.line());
        else if (what < 10)
            engine_says(engine_lines[input.byte() % engine_lines.size()]);
        else if (what == 10)
            answer_uci();
        else if (what == 11)
            answer_go();
        else if (what == 12)
            timeout();
        else if (behaved_)
            engine_says("info depth 9");
        else
            mishap(input);
    }

    void mishap(Bytes& input) {
        switch (input.byte() % 8) {
        case 0: close_gui(); break;
        case 1:
            told_to_end_ = true;
            session_.on_terminate(now_, actions_);
            break;
        case 2: session_.on_engine_closed_output(now_, actions_); break;
        case 3: engine_exits({.value = 1, .last_stderr = "out of memory"}); break;
        case 4: engine_exits({.was_signal = true, .value = 11, .signal_name = "SIGSEGV"}); break;
        case 5: engine_says("bestmove a2a3"); break;
        case 6: engine_says(input.line()); break;
        case 7: session_.warn("something is odd", now_, actions_); break;
        default: break;
        }
        check();
    }

    void gui(std::string_view line) {
        if (gui_closed_ || !session_.wants_gui_input()) return;
        gui_spoke_ = true;
        const auto parsed = protocol::parse_uci_gui_line(line);
        if (parsed.command == UciCommand::Quit) told_to_end_ = true;
        if (parsed.command == UciCommand::Uci) ++uci_said_;
        const bool releases = parsed.command == UciCommand::Go || parsed.command == UciCommand::Stop ||
                              parsed.command == UciCommand::PonderHit || parsed.command == UciCommand::Quit;
        if (releases)
            for (Go& go : open_)
                go.released = true;
        if (parsed.command == UciCommand::Go) {
            const auto go = protocol::parse_go(parsed.arguments);
            if (!go.perft) open_.push_back({go.ponder, false});
        }
        session_.on_gui_line(line, now_, actions_);
        check();
    }

    void engine_says(std::string_view line) {
        if (!engine_runs_) return;
        session_.on_engine_line(line, now_, actions_);
        check();
    }
    void answer_uci() {
        if (engine_owes_uciok_ == 0) return;
        --engine_owes_uciok_;
        engine_says("uciok");
    }
    void answer_go() {
        if (engine_owes_ == 0) return;
        --engine_owes_;
        engine_ponders_ = false;
        engine_says("bestmove e2e4 ponder e7e5");
    }
    void engine_exits(const session::EngineEnd& end) {
        if (!engine_runs_) return;
        engine_runs_ = false;
        told_to_end_ = true;
        session_.on_engine_exited(end, now_, actions_);
    }
    void close_gui() {
        gui_closed_ = told_to_end_ = true;
        for (Go& go : open_)
            go.released = true;
        session_.on_gui_closed(now_, actions_);
        check();
    }
    void timeout() {
        const auto due = session_.deadline();
        if (!due) return;
        if (behaved_ && !told_to_end_) return; // an engine that behaves is in time
        now_ = std::max(now_, *due);
        session_.on_timeout(now_, actions_);
        check();
    }

    // Carries out and judges what the last event has brought about.
    void check() {
        require(!exited_ || (actions_.to_gui.empty() && actions_.to_engine.empty() && !actions_.exit),
                "after the exit nothing comes");
        require(actions_.to_gui.empty() || gui_spoke_ || gui_closed_, "nothing is printed before the GUI's first line",
                actions_.to_gui);
        require(actions_.to_gui == log_.gui && actions_.to_engine == log_.engine, "the log has what went out");
        for_each_line(actions_.to_gui, [this](std::string_view line) { gui_hears(line); });
        for_each_line(actions_.to_engine, [this](std::string_view line) { engine_hears(line); });
        if (actions_.exit) exited_ = true;
        require(exited_ == session_.ended(), "it has ended when it has said so");
        actions_ = {};
        log_.gui.clear();
        log_.engine.clear();
    }

    void gui_hears(std::string_view line) {
        const auto parsed = protocol::parse_uci_engine_line(line);
        if (parsed.reply == protocol::UciReply::UciOk)
            require(++uciok_heard_ <= uci_said_ || !behaved_, "uciok for uci");
        if (parsed.reply != protocol::UciReply::BestMove) return;
        require(!open_.empty(), "no more bestmoves than go", line);
        require(!open_.front().ponder || open_.front().released || told_to_end_, "no answer before ponderhit or stop");
        open_.pop_front();
    }

    void engine_hears(std::string_view line) {
        const auto parsed = protocol::parse_uci_gui_line(line);
        switch (parsed.command) {
        case UciCommand::Uci: ++engine_owes_uciok_; break;
        case UciCommand::Quit:
            require(!quit_heard_, "quit once");
            quit_heard_ = true;
            break;
        case UciCommand::Position:
        case UciCommand::NewGame:
            require(!behaved_ || engine_owes_ == 0, "no new position while a bestmove is owed", line);
            break;
        case UciCommand::Go: {
            const auto go = protocol::parse_go(parsed.arguments);
            if (go.perft) break;
            require(!behaved_ || engine_owes_ == 0, "no new search while a bestmove is owed", line);
            ++engine_owes_;
            engine_ponders_ = go.ponder;
            break;
        }
        case UciCommand::PonderHit:
            require(!behaved_ || engine_ponders_, "ponderhit only for a ponder search");
            engine_ponders_ = false;
            break;
        case UciCommand::Stop: engine_ponders_ = false; break;
        default: break;
        }
    }

    void finish() {
        int stops = 0; // of the GUI, for answers that are held
        while (behaved_ && !told_to_end_ && !exited_) {
            if (engine_owes_uciok_ > 0)
                answer_uci();
            else if (engine_owes_ > 0)
                answer_go();
            else if (!open_.empty() && stops++ < 100)
                gui("stop");
            else
                break;
        }
        if (behaved_ && !told_to_end_ && !exited_ && !quit_heard_) {
            require(open_.empty(), "every go is answered");
            require(uciok_heard_ == uci_said_, "every uci is answered");
        }
        if (!exited_ && !gui_closed_) close_gui();
        for (int i = 0; i < 5 && !exited_; ++i) {
            require(session_.deadline().has_value(), "there is a deadline when only the engine is left");
            now_ = *session_.deadline();
            session_.on_timeout(now_, actions_);
            check();
        }
        require(exited_, "it comes to its end by deadlines alone");
    }

    bool behaved_; // the engine and the world around do what they should
    polyglot::Random random_{1};
    FuzzLog log_;
    session::Session session_;
    session::Actions actions_;
    session::TimePoint now_{};

    bool gui_spoke_ = false;
    bool gui_closed_ = false;
    bool told_to_end_ = false;
    bool exited_ = false;
    bool quit_heard_ = false;
    int uci_said_ = 0;
    int uciok_heard_ = 0;
    std::deque<Go> open_; // the GUI's go without answer yet

    bool engine_runs_ = false;
    bool engine_ponders_ = false;
    int engine_owes_ = 0;
    int engine_owes_uciok_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes input(polyglot::fuzz::text_of(data, size));
    const unsigned first = input.byte();
    Story(first).play(input);
    return 0;
}
