// A UCI GUI as a story (session_story.hpp): what it says, what an engine answers, what goes wrong
// and when. When the engine behaves, every go is answered.
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/uci/uci.hpp"
#include "tests/fuzz/stories/session_story.hpp"

#include <array>
#include <deque>
#include <string_view>

namespace protocol = polyglot::protocol;
using polyglot::fuzz::Bytes;
using polyglot::fuzz::require;
using protocol::UciCommand;

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
    "result 1-0",
    "gameover draw",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position startpos moves f2f3 e7e5 g2g4",
    "setoption name Polyglot BookLearn value true",
    "setoption name Polyglot BookLearn value false",
    "setoption name Polyglot BookLearnReset",
});
constexpr auto lines_about_books = std::to_array<std::string_view>({
    "ucinewgame",
    "go wtime 60000 btime 60000 winc 100 binc 100",
    "position fen 7k/8/8/8/8/8/1P6/R3K3 w - - 0 1 moves a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1 g8h8",
    "position fen 7k/8/8/8/8/8/1P6/R3K3 w - - 99 80",
    "setoption name UCI_Opponent value none none human Somebody",
    "setoption name Polyglot BookMisses value 1",
    "setoption name Polyglot BookAvoidDraws value false",
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

class Story final : public polyglot::fuzz::SessionStory {
  public:
    // books: bits for add_books where there are several, else -1.
    Story(unsigned first, int books)
        : SessionStory(settings(first, books), (first & 1) != 0), has_books_(books >= 0) {}

  private:
    struct Go {
        bool ponder;
        bool released; // ponderhit, stop or a later go has come: an answer is due
    };

    static polyglot::config::Settings settings(unsigned first, int books) {
        polyglot::config::Settings settings;
        settings.engine_protocol = "uci"; // the engine side of xboard engines has a separate target
        settings.uci = true;              // whatever the first line is
        settings.book = (first & 2) != 0;
        settings.book_random = (first & 4) != 0;
        settings.book_learn = (first & 32) != 0;
        settings.book_learn_min_ply = settings.book_learn_moves = 1;
        if ((first & 24) == 24) settings.book_ponder = "always";
        if ((first & 8) != 0) settings.engine_name = "Another Name";
        if ((first & 16) != 0)
            settings.engine_options = {{"hash", "32"}, {"Clear Hash", "true"}, {"Nonsense", "1"}};
        if (books >= 0) polyglot::fuzz::add_books(settings, static_cast<unsigned>(books));
        return settings;
    }

    void step(Bytes& input) override {
        const unsigned what = input.byte() % 16;
        pass(std::chrono::milliseconds(what * 50));
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
        else if (what == 13 && has_books_)
            change_books();
        else if (what == 14 && has_books_)
            gui(lines_about_books[input.byte() % lines_about_books.size()]);
        else if (behaved_)
            engine_says("info depth 9");
        else
            mishap(input);
    }

    void before_gui_line(std::string_view line) override {
        const auto parsed = protocol::parse_uci_gui_line(line);
        if (parsed.command == UciCommand::Quit) told_to_end_ = true;
        if (parsed.command == UciCommand::Uci) ++uci_said_;
        floods_ = floods_ || uci_said_ - uciok_heard_ > 100; // no more are owed
        const bool releases =
            parsed.command == UciCommand::Go || parsed.command == UciCommand::Stop ||
            parsed.command == UciCommand::PonderHit || parsed.command == UciCommand::Quit;
        if (releases)
            for (Go& go : open_)
                go.released = true;
        if (parsed.command == UciCommand::Go) {
            const auto go = protocol::parse_go(parsed.arguments);
            if (!go.perft) open_.push_back({go.ponder, false});
        }
    }

    void answer_go() {
        if (engine_owes_ == 0) return;
        --engine_owes_;
        engine_ponders_ = false;
        engine_says("bestmove e2e4 ponder e7e5");
    }

    void answer_isready() {
        --engine_owes_readyok_;
        engine_says("readyok");
    }

    void gui_hears(std::string_view line) override {
        const auto parsed = protocol::parse_uci_engine_line(line);
        if (parsed.reply == protocol::UciReply::UciOk)
            require(++uciok_heard_ <= uci_said_ || !behaved_, "uciok for uci");
        if (parsed.reply != protocol::UciReply::BestMove) return;
        require(!open_.empty(), "no more bestmoves than go", line);
        require(!open_.front().ponder || open_.front().released || told_to_end_,
                "no answer before ponderhit or stop");
        open_.pop_front();
    }

    void engine_hears(std::string_view line) override {
        const auto parsed = protocol::parse_uci_gui_line(line);
        switch (parsed.command) {
        case UciCommand::Position:
        case UciCommand::NewGame:
            require(!behaved_ || engine_owes_ == 0, "no new position while a bestmove is owed",
                    line);
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
        case UciCommand::IsReady: ++engine_owes_readyok_; break;
        default: break;
        }
    }

    void wind_up() override {
        int stops = 0; // of the GUI, for answers that are held
        while (!told_to_end_ && !exited_) {
            if (engine_owes_uciok_ > 0)
                answer_uci();
            else if (engine_owes_ > 0)
                answer_go();
            else if (engine_owes_readyok_ > 0)
                answer_isready();
            else if (!open_.empty() && stops++ < 100)
                gui("stop");
            else
                break;
        }
        if (told_to_end_ || exited_ || quit_heard_) return;
        require(open_.empty(), "every go is answered");
        require(floods_ || uciok_heard_ == uci_said_, "every uci is answered");
    }

    const bool has_books_;
    int uci_said_ = 0;
    int uciok_heard_ = 0;
    bool floods_ = false;
    std::deque<Go> open_; // the GUI's go without answer yet
    bool engine_ponders_ = false;
    int engine_owes_ = 0;
    int engine_owes_readyok_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes input(polyglot::fuzz::text_of(data, size));
    const unsigned first = input.byte();
    const bool behaved = (first & 1) != 0;
    const int books = (first & 0x80) != 0 ? static_cast<int>(input.byte()) : -1;
    Story(first, books).play(input, behaved || (first & 0x40) == 0);
    return 0;
}
