// An xboard GUI as a story (session_story.hpp): commands, an engine that plays legal moves and
// takes its time, a book that hits and misses. A board of our own follows the game by what the GUI
// may take for granted, and every move, every search and every silence is held against it.
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/uci_gui/game_tracker.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/stories/session_story.hpp"
#include "tests/fuzz/stories/xboard_table.hpp"

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace protocol = polyglot::protocol;
namespace session = polyglot::session;
namespace chess = polyglot::chess;
namespace text = polyglot::text;
using polyglot::fuzz::Bytes;
using polyglot::fuzz::require;
using polyglot::fuzz::XboardTable;
using protocol::UciCommand;
using protocol::XboardCommand;

namespace {

// What is said often stands twice.
constexpr auto gui_lines = std::to_array<std::string_view>({
    "new",
    "new",
    "go",
    "go",
    "go",
    "force",
    "playother",
    "white",
    "black",
    "usermove e2e4",
    "usermove e7e5",
    "usermove e2e5",
    "usermove O-O",
    "usermove P@f7",
    "e2e4",
    "Nf3",
    "undo",
    "undo",
    "remove",
    "?",
    "?",
    "hard",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "analyze",
    "exit",
    ".",
    "ping 1",
    "ping 2",
    "ping",
    "pause",
    "resume",
    "result 1-0 {White mates}",
    "result *",
    "draw",
    "hint",
    "bk",
    "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "setboard 7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
    "setboard 7k/8/5KQ1/8/8/8/8/8 b - - 98 80",
    "setboard 6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1",
    "setboard bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "setboard x",
    "edit",
    "#",
    "Ka1",
    "c",
    "Kh8",
    "Pa2",
    "xe2",
    ".",
    "variant normal",
    "variant fischerandom",
    "variant giveaway",
    "variant nonsense",
    "reset",
    "exclude e2e4",
    "exclude all",
    "exclude e2e5",
    "include e2e4",
    "include all",
    "setscore 12",
    "level 40 5 0",
    "level 0 0:05 0.5",
    "level x",
    "st 1.5",
    "sd 3",
    "nps 1000",
    "time 100",
    "time 1",
    "otim 100",
    "option Hash=32",
    "option Hash=16",
    "option MultiPV=2",
    "option Clear Hash",
    "option Nonsense=1",
    "option Polyglot Book=0",
    "option Polyglot Book=1",
    "option Polyglot BookDepth=1",
    "option Polyglot BookFile=other",
    "option Polyglot Save",
    "memory 64",
    "cores 2",
    "egtpath syzygy /tmp",
    "name GM Somebody",
    "computer",
    "rating 2000 2100",
    "ics freechess.org",
    "random",
    "protover 2",
    "xboard",
    "accepted debug",
    "rejected usermove",
    "",
    "nonsense",
    "quit",
});
constexpr auto lines_about_books = std::to_array<std::string_view>({
    "new",
    "bk",
    "hint",
    "level 0 1 0",
    "level 0 60 0",
    "name GM Somebody",
    "setboard 7k/8/8/8/8/8/1P6/R3K3 w - - 98 80",
    "option Polyglot BookMisses=1",
    "option Polyglot BookAvoidDraws=0",
});
constexpr auto info_lines = std::to_array<std::string_view>({
    "depth 1 score cp 20 time 0 nodes 20 pv e2e4",
    "depth 9 seldepth 12 multipv 1 score cp -700 nodes 900 nps 90 time 10 pv d2d4 d7d5 c2c4",
    "depth 9 multipv 2 score mate 3 upperbound nodes 90 time 100 pv e2e4 e7e5 g1f3",
    "depth 3 score mate -1 tbhits 7 pv e7e5 e2e4",
    "depth 5 currmove e2e4 currmovenumber 1",
    "string hello",
    "string xboard hello",
    "string DrawOffer",
    "string Resign",
    "",
});
constexpr auto engine_options = std::to_array<std::string_view>({
    "option name Hash type spin default 16 min 1 max 64",
    "option name MultiPV type spin default 1 min 1 max 5",
    "option name Clear Hash type button",
    "option name Threads type spin default 1 min 1 max 8",
    "option name Ponder type check default false",
    "option name UCI_Chess960 type check default false",
    "option name UCI_Opponent type string default <empty>",
    "option name UCI_AnalyseMode type check default false",
    "option name UCI_DrawOffers type check default false",
    "option name UCI_Variant type combo default chess var chess var giveaway",
    "option name UCI_SetPositionValue type string default <empty>",
    "option name SyzygyPath type string default <empty>",
});

class Story final : public polyglot::fuzz::SessionStory {
  public:
    // first: the kind of story; second: bits of settings; lacking: which of engine_options the
    // engine lacks; books: bits for add_books where there are several, else -1.
    Story(unsigned first, unsigned second, unsigned lacking, int books)
        : SessionStory(settings(first, second, books), (first & 1) != 0),
          has_books_(books >= 0),
          first_(first),
          lacking_(lacking),
          table_(settings(first, second, books).chess960) {}

  private:
    enum class Kind : std::uint8_t { Think, Ponder, Analyse };
    // What the engine has been asked to search.
    struct Search {
        Kind kind;
        std::optional<chess::Position> position; // nothing: a variant without rules
        std::string searchmoves;
        session::TimePoint begun = {};
        bool stopped = false;
        session::TimePoint stopped_at = {};
    };

    static constexpr std::chrono::milliseconds stop_delay{10};
    static constexpr std::chrono::milliseconds stop_pause{500};

    static polyglot::config::Settings settings(unsigned first, unsigned second, int books) {
        polyglot::config::Settings settings;
        settings.engine_protocol = "uci"; // the engine side of xboard engines has a separate target
        settings.book = (first & 2) != 0;
        settings.book_random = (first & 4) != 0;
        settings.book_learn = (first & 32) != 0;
        settings.chess960 = (second & 1) != 0;
        settings.resign = settings.handle_draws = (second & 2) != 0;
        settings.kibitz_move = settings.kibitz_pv = (second & 4) != 0;
        settings.sync_stop = (second & 8) != 0;
        settings.can_ponder = (second & 16) != 0;
        if ((second & 17) == 17) settings.book_ponder = "hard";
        settings.promote_work_around = settings.show_tb_hits = (second & 32) != 0;
        if ((second & 64) != 0) settings.uci_version = 1;
        if ((second & 128) != 0)
            settings.engine_options = {{"hash", "32"}, {"Clear Hash", "true"}, {"Nonsense", "1"}};
        if (books >= 0) polyglot::fuzz::add_books(settings, static_cast<unsigned>(books));
        return settings;
    }

    // Most stories are not about the start.
    void begin() override {
        if ((first_ & 0x30) == 0 || !engine_runs_) return;
        if ((first_ & 8) != 0) gui("xboard");
        declare_options();
        answer_uci();
        if ((first_ & 8) == 0) gui("xboard");
        gui("protover 2");
    }

    void step(Bytes& input) override {
        const unsigned what = input.byte() % 16;
        pass(std::chrono::milliseconds(what * 50));
        if (what < 6)
            gui_command(gui_lines[input.byte() % gui_lines.size()]);
        else if (what == 6)
            gui_command(input.line());
        else if (what < 9)
            gui_legal_move(input.byte());
        else if (what == 9)
            engine_says("info " + std::string(info_lines[input.byte() % info_lines.size()]));
        else if (what == 10)
            answer_what_is_asked();
        else if (what < 13)
            answer_go(input.byte());
        else if (what == 13)
            gui_command(reply_.empty() ? "hard" : "usermove " + reply_);
        else if (what == 14 && has_books_)
            about_books(input.byte());
        else if (what == 14)
            congest((input.byte() & 1) != 0);
        else if (behaved_)
            timeout();
        else
            mishap(input);
    }

    void about_books(unsigned choice) {
        if (choice % 4 == 0)
            change_books();
        else
            gui_command(lines_about_books[choice / 4 % lines_about_books.size()]);
    }
    void gui_command(std::string_view line) {
        const auto command = protocol::parse_xboard_gui_line(line).command;
        if (!gui_spoke_) line = "xboard"; // or it would be another GUI
        // A board that is set up before we know what the engine plays: nothing would be known until
        // the next game.
        const bool needs_engine =
            command == XboardCommand::Edit || command == XboardCommand::Variant;
        if (needs_engine && !engine_ready_) return;
        gui(line);
    }
    void gui_legal_move(unsigned choice) {
        if (!table_.game()) return;
        const auto moves = table_.game()->position().legal_moves();
        // The engine is to move
        if (moves.size() == 0 || (table_.engine_may_move() && choice % 8 != 0)) return;
        gui_command("usermove " + chess::format_uci_move(moves[choice % moves.size()]));
    }

    void before_gui_line(std::string_view line) override {
        const auto parsed = protocol::parse_xboard_gui_line(line);
        if (told_to_end_ || !serving()) return;
        const bool at_once = parsed.command == XboardCommand::Xboard ||
                             parsed.command == XboardCommand::Protover ||
                             parsed.command == XboardCommand::Quit;
        if (parsed.command == XboardCommand::Quit) told_to_end_ = true;
        if (engine_ready_)
            line_in_hand_ = line;
        else if (!at_once)
            held_.emplace_back(line);
    }

    void declare_options() {
        engine_says("id name Engine 1");
        for (std::size_t i = 0; i < engine_options.size(); ++i)
            if (i < 4 || (lacking_ >> (i - 4) & 1) == 0) engine_says(engine_options[i]);
    }
    void answer_what_is_asked() {
        if (engine_owes_uciok_ > 0) {
            declare_options();
            answer_uci();
        } else if (owed_readyok_ > 0 && engine_runs_) {
            --owed_readyok_;
            engine_says("readyok");
        }
    }
    void answer_go(unsigned choice) {
        if (!search_ || !engine_runs_) return;
        const Search search = std::move(*search_);
        search_.reset();
        if (search.kind == Kind::Analyse && !search.stopped) analysis_ended_ = true;
        std::string answer = "bestmove e2e4";
        reply_.clear();
        if (search.position) {
            std::vector<chess::Move> moves;
            for (const chess::Move move : search.position->legal_moves())
                if (is_searched(search, move)) moves.push_back(move);
            require(!moves.empty(), "the engine is never asked to search in a finished game");
            const chess::Move best = moves[choice % moves.size()];
            chess::Position after = *search.position;
            after.make(best);
            answer = "bestmove " + chess::format_uci_move(best);
            const auto replies = after.legal_moves();
            if (replies.size() > 0 && choice % 4 != 0) {
                reply_ = chess::format_uci_move(replies[choice / 4 % replies.size()]);
                answer += " ponder " + reply_;
            }
        }
        engine_says(answer);
    }
    static bool is_searched(const Search& search, chess::Move move) {
        if (search.searchmoves.empty()) return true;
        std::string_view rest = search.searchmoves;
        for (auto word = text::next_word(rest); !word.empty(); word = text::next_word(rest))
            if (chess::parse_uci_move(*search.position, word) == move) return true;
        return false;
    }

    // The GUI's line takes effect on our board before what it brings about is judged.
    void before_outputs() override {
        if (!engine_ready_ && uciok_said_) {
            engine_ready_ = true;
            for (const std::string& line : held_)
                apply(line);
            // The book's answers in between cannot be distinguished
            if (!held_.empty()) table_.lose_track();
            held_.clear();
        }
        if (!line_in_hand_) return;
        const std::string line = std::move(*line_in_hand_);
        line_in_hand_.reset();
        table_.before_line(line);
        const std::string& said = actions_.to_gui;
        const auto answered = [&said](std::string_view start) {
            return said.starts_with(start) ||
                   said.find("\n" + std::string(start)) != std::string::npos;
        };
        const bool refused = answered("Illegal move: ") ||
                             answered("tellusererror Illegal position") || answered("Error (");
        if (const auto legal = table_.accepts(line); legal && !told_to_end_)
            require(*legal == !refused, "what is legal is taken, and nothing else", line);
        if (!refused || table_.editing())
            apply(line);
        else if (protocol::parse_xboard_gui_line(line).command == XboardCommand::UserMove)
            table_.resume(); // a GUI that sends moves has gone on, legal ones or not
    }

    void apply(std::string_view line) {
        const auto parsed = protocol::parse_xboard_gui_line(line);
        if (parsed.command == XboardCommand::Ping && !table_.editing())
            pings_.emplace_back(parsed.arguments);
        const bool thinks = search_ && search_->kind == Kind::Think;
        if (table_.apply(line, thinks)) analysis_ended_ = false;
    }

    void gui_hears(std::string_view line) override {
        std::string_view rest = line;
        const std::string_view word = text::next_word(rest);
        rest = text::trim(rest);
        if (word == "pong") {
            require(!pings_.empty() && pings_.front() == rest, "one pong per ping, in order", line);
            pings_.pop_front();
        } else if (word == "move") {
            require(serving(), "no move when all is over", line);
            // A book move in the midst of lines that had to wait is as one that crosses a ping on
            // the wire.
            require(pings_.empty() || !table_.rules_known(),
                    "no move while a pong is owed: XBoard ignores it", line);
            table_.engine_moves(rest, behaved_);
            analysis_ended_ = false;
        } else if (word == "resign" || is_lost_by_illegal_move(word, rest)) {
            table_.end_game();
        }
    }

    // Not if an answer repeats the GUI's text.
    static bool is_lost_by_illegal_move(std::string_view result, std::string_view comment) {
        return (result == "0-1" || result == "1-0") && comment.starts_with("{polyglot: resign");
    }

    void engine_hears(std::string_view line) override {
        const auto parsed = protocol::parse_uci_gui_line(line);
        switch (parsed.command) {
        case UciCommand::Position:
            require_idle(line);
            tracker_.set_position(parsed.arguments);
            break;
        case UciCommand::NewGame:
        case UciCommand::SetOption: require_idle(line); break;
        case UciCommand::Go:
            require_idle(line);
            on_go(parsed.arguments);
            break;
        case UciCommand::IsReady: ++owed_readyok_; break;
        case UciCommand::PonderHit:
            require(!behaved_ || (search_ && search_->kind == Kind::Ponder && !search_->stopped),
                    "ponderhit only for a ponder search");
            if (search_) {
                search_->kind = Kind::Think;
                search_->begun = now_;
            }
            break;
        case UciCommand::Stop:
            require(!behaved_ || (search_ &&
                                  (!search_->stopped || now_ >= search_->stopped_at + stop_pause)),
                    "stop once, or again after half a second, and only a search");
            if (search_) {
                search_->stopped = true;
                search_->stopped_at = now_;
            }
            break;
        default: break;
        }
    }
    void require_idle(std::string_view line) const {
        require(!behaved_ || !search_,
                "only ponderhit, stop, isready and quit while a bestmove is owed", line);
    }
    void on_go(std::string_view arguments) {
        Search search{.kind = Kind::Think, .position = {}, .searchmoves = {}, .begun = now_};
        std::string_view rest = arguments;
        for (auto word = text::next_word(rest); !word.empty(); word = text::next_word(rest)) {
            if (word == "ponder") search.kind = Kind::Ponder;
            if (word == "infinite") search.kind = Kind::Analyse;
            if (word == "searchmoves") {
                search.searchmoves = rest;
                break;
            }
        }
        if (table_.rules_known()) {
            const chess::Game* game = tracker_.game();
            require(game != nullptr, "the engine is sent legal games", tracker_.problem());
            if (game != nullptr) search.position = game->position();
        }
        search_ = std::move(search);
    }

    // What the engine does is what the game asks for, and it never waits for nothing.
    void after_event() override {
        if (!behaved_ || !serving() || !engine_ready_ || told_to_end_) return;
        if (!search_) {
            const bool idle = owed_readyok_ == 0;
            require(!idle || !table_.engine_must_move(), "an idle engine is not to move");
            require(!idle || analysis_ended_ || !table_.engine_must_analyse(),
                    "an idle engine has nothing to analyse");
            require(!idle || pings_.empty(), "an idle engine leaves no ping unanswered");
            return;
        }
        // No stop goes out together with its go
        const bool stop_may_be_due = now_ < search_->begun + stop_delay;
        if (search_->stopped || stop_may_be_due || !search_->position || !table_.game()) return;
        switch (search_->kind) {
        case Kind::Think:
            require(table_.engine_may_move() && same(*search_->position),
                    "it thinks when and where it is to move");
            break;
        case Kind::Analyse:
            require(table_.analysing() && same(*search_->position),
                    "it analyses the position on the board");
            break;
        case Kind::Ponder:
            require(table_.may_ponder(*search_->position), "it ponders on the opponent's time");
            break;
        }
    }
    bool same(const chess::Position& position) const {
        const chess::Game* game = table_.game();
        return game != nullptr && game->position().key() == position.key();
    }

    void wind_up() override {
        congest(false);
        for (int i = 0; i < 1000 && !told_to_end_ && !exited_; ++i) {
            if (engine_owes_uciok_ > 0 || owed_readyok_ > 0)
                answer_what_is_asked();
            else if (search_ && (search_->stopped || search_->kind == Kind::Think))
                answer_go(1);
            else
                break;
        }
        if (told_to_end_ || exited_ || quit_heard_ || !engine_ready_) return;
        require(pings_.empty(), "every ping is answered");
        require(!table_.engine_must_move(), "a move for every position in which it is to move");
    }

    const bool has_books_;
    const unsigned first_;
    const unsigned lacking_;
    XboardTable table_;
    session::GameTracker tracker_;
    std::optional<Search> search_; // the engine owes a bestmove
    int owed_readyok_ = 0;
    bool engine_ready_ = false;
    bool analysis_ended_ = false; // by itself, in the position on the board
    std::string reply_;           // what the engine expects
    std::deque<std::string> pings_;
    std::vector<std::string> held_;
    std::optional<std::string> line_in_hand_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes input(polyglot::fuzz::text_of(data, size));
    const unsigned first = input.byte();
    const unsigned second = input.byte();
    const unsigned lacking = input.byte();
    const bool behaved = (first & 1) != 0;
    const int books = (first & 0x80) != 0 ? static_cast<int>(input.byte()) : -1;
    Story(first, second, lacking, books).play(input, behaved || (first & 0x40) == 0);
    return 0;
}
