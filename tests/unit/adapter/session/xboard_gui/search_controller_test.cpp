// The rules of SearchController, as stories: what comes in, and all that goes out before the next
// thing comes in.
#include "adapter/session/xboard_gui/search_controller.hpp"
#include "tests/unit/adapter/session/books/book_table.hpp"
#include "tests/unit/adapter/session/state_table.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

namespace {

class OutLog final : public session::Log {
  public:
    OutLog() : Log(true) {}
    Lines take() { return std::exchange(lines_, {}); }

  private:
    void append(session::Channel channel, std::string_view line) override {
        if (channel == session::Channel::ToGui) lines_.push_back("gui< " + std::string(line));
        if (channel == session::Channel::ToEngine) lines_.push_back("engine< " + std::string(line));
    }
    Lines lines_;
};

class Life final : public session::SessionControl {
  public:
    bool engine_is_ready() const override { return true; }
    bool engine_is_being_replaced() const override { return false; }
    bool is_leaving() const override { return leaving; }
    bool quit_is_requested() const override { return leaving; }
    void request_quit() override { FAIL("no command here asks for it"); }
    void warn(std::string text) override { FAIL(text); }
    bool leaving = false;
};

// The controller with its game: the engine can ponder and has ten seconds a move, which makes a
// short `go`; the book has 1...e5 2.Nf3 Nc6 after 1.e4, and is off.
class Fixture {
  public:
    Fixture() {
        book_->add("e2e4", "e7e5 1");
        book_->add("e2e4 e7e5", "g1f3 1");
        book_->add("e2e4 e7e5 g1f3", "b8c6 1");
        context_.begin_event(now_, actions_);
        context_.apply_book_settings();
        game_.clock().set_move_time(10s);
    }

    // Returns what it brings about.
    Lines on(std::string_view line) {
        now_ += step;
        context_.begin_event(now_, actions_);
        std::string_view arguments = line;
        const std::string_view word = text::next_word(arguments);
        act(word, text::trim(arguments));
        search_.settle();
        search_.check_invariants();
        return log_.take();
    }

    std::string state() const { return std::string(search_.state_name()); }
    bool is_white_to_move() const { return game_.side_to_move() == chess::Color::White; }

  private:
    static constexpr std::chrono::milliseconds step{100}; // a stop never follows its go at once

    static config::Settings settings() {
        config::Settings settings;
        settings.book = false;
        settings.book_file = "book";
        settings.book_random = false;
        settings.st_fudge_ms = 0;
        settings.can_ponder = true;
        return settings;
    }

    void act(std::string_view word, std::string_view arguments) {
        session::GameMode& mode = game_.mode();
        if (on_engine(word, arguments)) return;
        if (word == "wait") {
            now_ += std::chrono::milliseconds(text::parse_int<int>(arguments).value()) - step;
            context_.begin_event(now_, actions_);
            search_.on_timeout();
        } else if (word == "new") {
            game_.start(false);
            search_.on_new_game();
        } else if (word == "go") {
            mode.on_go(game_.side_to_move());
        } else if (word == "force") {
            mode.on_force();
        } else if (word == "analyze") {
            mode.on_analyze();
            search_.on_analyze();
        } else if (word == "exit") {
            mode.on_exit();
        } else if (word == "hard" || word == "easy") {
            search_.set_pondering(word == "hard");
        } else if (word == "st") {
            game_.clock().set_move_time(
                std::chrono::seconds(text::parse_int<int>(arguments).value()));
        } else if (word == "?") {
            search_.on_move_now();
        } else if (word == "ping") {
            search_.on_ping(arguments);
        } else if (word == "hash") {
            search_.set_option({.name = "Hash", .value = std::string(arguments)});
        } else if (word == "book") {
            REQUIRE(context_.set_by_gui(*config::find_option("Book"), arguments).has_value());
            search_.ask_book_again();
        } else if (word == "quit") {
            search_.on_leaving();
            life_.leaving = true;
        } else {
            const auto move = game_.read_move(word);
            REQUIRE(move);
            search_.on_gui_move(move->sent);
            game_.push_gui_move(*move, now_);
        }
    }

    bool on_engine(std::string_view word, std::string_view arguments) {
        if (word == "readyok") {
            parts_.supervisor.on_readyok(now_);
            while (parts_.supervisor.take_answered_readyok())
                search_.on_readyok();
        } else if (word == "bestmove") {
            const auto answered = parts_.supervisor.on_said(protocol::UciReply::BestMove, now_);
            search_.on_bestmove(protocol::parse_bestmove(arguments),
                                answered ? &*answered : nullptr);
        } else {
            return false;
        }
        return true;
    }

    OutLog log_;
    Life life_;
    Random random_{1};
    session::Actions actions_;
    session::TimePoint now_{};
    std::shared_ptr<session::FakeBook> book_ = std::make_shared<session::FakeBook>();
    session::Environment environment_{
        .open_book = [this](const std::string& path) -> Result<session::OpenedBook> {
            return session::OpenedBook{book_, path};
        },
        .random = random_,
        .log = log_};
    session::SessionParts parts_{settings(), environment_};
    session::SessionContext context_{parts_, environment_, life_};
    session::XboardGame game_{false};
    session::SearchController search_{context_, parts_.book, parts_.learner, game_};
};

const std::string at_start = "engine< position startpos";
const std::string think = "engine< go movetime 10000";
const std::string ponder = "engine< go movetime 10000 ponder";
const std::string analyse = "engine< go infinite";
const std::string stop = "engine< stop";
const std::string isready = "engine< isready";

std::string at(std::string_view moves) {
    return at_start + " moves " + std::string(moves);
}

struct Story {
    int rule;
    std::string_view what;
    struct Step {
        std::string_view in;
        Lines out;
    };
    std::vector<Step> steps;
};

const std::vector<Story> stories = {
    {1,
     "a stopped search is abandoned: no other one before its bestmove, which is dropped",
     {{"go", {at_start, think}},
      {"force", {stop}},
      {"go", {}},
      {"ping 1", {}},
      {"hash 32", {}},
      {"bestmove e2e4", {"engine< setoption name Hash value 32", isready}},
      {"readyok", {isready}},
      {"readyok", {"gui< pong 1", at_start, think}},
      {"bestmove d2d4", {"gui< move d2d4"}}}},
    {1, "a bestmove without search is dropped", {{"bestmove e2e4", {}}, {"go", {at_start, think}}}},
    {1,
     "each position is analysed once, and a move ends the analysis of the last one",
     {{"analyze", {at_start, analyse}},
      {"e4", {stop}},
      {"bestmove d2d4", {at("e2e4"), analyse}},
      {"bestmove e7e5", {}},
      {"ping 1", {isready}},
      {"readyok", {"gui< pong 1"}},
      {"analyze", {at("e2e4"), analyse}},
      {"bestmove e7e5", {}},
      {"hash 32", {"engine< setoption name Hash value 32", isready}},
      {"readyok", {at("e2e4"), analyse}},
      {"exit", {stop}}}},
    {1,
     "`?` stops the search for a move, whose bestmove counts",
     {{"go", {at_start, think}},
      {"?", {stop}},
      {"?", {}},
      {"hash 32", {}},
      {"bestmove e2e4", {"gui< move e2e4", "engine< setoption name Hash value 32", isready}}}},
    {1,
     "a search that `?` has stopped can still be abandoned, without a second stop",
     {{"go", {at_start, think}}, {"?", {stop}}, {"force", {}}, {"bestmove e2e4", {}}}},
    {1,
     "`?` waits for the search that is due",
     {{"ping 1", {isready}},
      {"go", {}},
      {"?", {}},
      // And stop 50 ms later, which the session sends
      {"readyok", {"gui< pong 1", at_start, think}},
      {"?", {}},
      {"bestmove e2e4", {"gui< move e2e4"}}}},
    {1,
     "`?` does not outlive the wish for a move",
     {{"ping 1", {isready}},
      {"go", {}},
      {"?", {}},
      {"force", {}},
      {"readyok", {"gui< pong 1"}},
      {"go", {at_start, think}}}},
    {1,
     "`?` is not about an analysis",
     {{"analyze", {at_start, analyse}},
      {"?", {}},
      {"exit", {stop}},
      {"bestmove e2e4", {}},
      {"go", {at_start, think}}}},
    {1,
     "quit stops a search, and nothing follows",
     {{"go", {at_start, think}},
      {"force", {stop}},
      {"ping 1", {}},
      {"quit", {}},
      {"bestmove e2e4", {}}}},
    {2,
     "a book move needs no engine",
     {{"book true", {}},
      {"e4", {"gui< move e7e5"}},
      {"g1f3", {"gui< move b8c6"}},
      {"f1b5", {at("e2e4 e7e5 g1f3 b8c6 f1b5"), think}}}},
    {2,
     "after a ponder hit the book answers, and the engine is stopped: no ponderhit",
     {{"hard", {}},
      {"e4", {at("e2e4"), think}},
      {"bestmove e7e5 ponder g1f3", {"gui< move e7e5", at("e2e4 e7e5 g1f3"), ponder}},
      {"book true", {}},
      {"g1f3", {"gui< move b8c6", stop}},
      {"bestmove b8c6", {}}}},
    {3,
     "the expected move is answered by ponderhit",
     {{"hard", {}},
      {"go", {at_start, think}},
      {"bestmove e2e4 ponder e7e5", {"gui< move e2e4", at("e2e4 e7e5"), ponder}},
      {"e7e5", {"engine< ponderhit"}},
      {"bestmove g1f3", {"gui< move g1f3"}}}},
    {3,
     "another move is not",
     {{"hard", {}},
      {"go", {at_start, think}},
      {"bestmove e2e4 ponder e7e5", {"gui< move e2e4", at("e2e4 e7e5"), ponder}},
      {"c7c5", {stop}},
      {"bestmove g1f3", {at("e2e4 c7c5"), think}}}},
    {3,
     "nor is the expected move with another time control, which ponderhit cannot report",
     {{"hard", {}},
      {"go", {at_start, think}},
      {"bestmove e2e4 ponder e7e5", {"gui< move e2e4", at("e2e4 e7e5"), ponder}},
      {"st 3", {}},
      {"e7e5", {stop}},
      {"bestmove g1f3", {at("e2e4 e7e5"), "engine< go movetime 3000"}}}},
    {3,
     "an early bestmove is kept for the expected move",
     {{"hard", {}},
      {"go", {at_start, think}},
      {"bestmove e2e4 ponder e7e5", {"gui< move e2e4", at("e2e4 e7e5"), ponder}},
      {"bestmove g1f3", {}},
      {"ping 1", {isready}},
      {"readyok", {"gui< pong 1"}},
      {"e7e5", {"gui< move g1f3"}}}},
    {3,
     "an early bestmove is dropped after another move",
     {{"hard", {}},
      {"go", {at_start, think}},
      {"bestmove e2e4 ponder e7e5", {"gui< move e2e4", at("e2e4 e7e5"), ponder}},
      {"bestmove g1f3", {}},
      {"c7c5", {at("e2e4 c7c5"), think}}}},
    {3,
     "an early bestmove is dropped by `easy`",
     {{"hard", {}},
      {"go", {at_start, think}},
      {"bestmove e2e4 ponder e7e5", {"gui< move e2e4", at("e2e4 e7e5"), ponder}},
      {"bestmove g1f3", {}},
      {"easy", {}},
      {"e7e5", {at("e2e4 e7e5"), think}}}},
    {4,
     "options wait for the bestmove, and the next search for readyok",
     {{"go", {at_start, think}},
      {"hash 32", {stop}},
      {"hash 64", {}},
      {"bestmove e2e4",
       {"engine< setoption name Hash value 32", "engine< setoption name Hash value 64", isready}},
      {"readyok", {at_start, think}}}},
    {4,
     "ucinewgame is followed by readyok before a search",
     {{"new", {"engine< ucinewgame", isready}}, {"go", {}}, {"readyok", {at_start, think}}}},
    {4,
     "a ping waits for what came before it",
     {{"go", {at_start, think}},
      {"hash 32", {stop}},
      {"ping 1", {}},
      {"bestmove e2e4", {"engine< setoption name Hash value 32", isready}},
      {"readyok", {isready}},
      {"readyok", {"gui< pong 1", at_start, think}}}},
    {5,
     "no search starts while a pong is owed",
     {{"ping 1", {isready}},
      {"ping 2", {isready}},
      {"go", {}},
      {"readyok", {"gui< pong 1"}},
      {"readyok", {"gui< pong 2", at_start, think}}}},
    {5,
     "no book move is sent while a pong is owed",
     {{"book true", {}},
      {"ping 1", {isready}},
      {"e4", {}},
      {"readyok", {"gui< pong 1", "gui< move e7e5"}}}},
    {5,
     "no early bestmove is sent while a pong is owed",
     {{"hard", {}},
      {"go", {at_start, think}},
      {"bestmove e2e4 ponder e7e5", {"gui< move e2e4", at("e2e4 e7e5"), ponder}},
      {"bestmove g1f3", {}},
      {"ping 1", {isready}},
      {"e7e5", {}},
      {"readyok", {"gui< pong 1", "gui< move g1f3"}}}},
    {6,
     "a ping during a search is answered at once, without the engine",
     {{"go", {at_start, think}},
      {"ping 1", {"gui< pong 1"}},
      {"bestmove e2e4", {"gui< move e2e4"}},
      {"analyze", {at("e2e4"), analyse}},
      {"ping 2", {"gui< pong 2"}}}},
    {6,
     "the bestmove of a stopped search answers the pings, before the move",
     {{"go", {at_start, think}},
      {"?", {stop}},
      {"ping 1", {}},
      {"bestmove e2e4", {"gui< pong 1", "gui< move e2e4"}},
      {"force", {}},
      {"go", {at("e2e4"), think}},
      {"force", {stop}},
      {"ping 2", {}},
      {"bestmove e2e4", {"gui< pong 2"}}}},
    {6,
     "a pong waits two seconds for that bestmove",
     {{"go", {at_start, think}},
      {"force", {stop}},
      {"ping 1", {}},
      {"wait 1899", {}},
      {"wait 1", {"gui< pong 1"}},
      {"go", {}},
      {"bestmove e2e4", {at_start, think}}}},
};

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += "\n  " + line;
    return text;
}

} // namespace

TEST_CASE("search controller: the rules") {
    for (const Story& story : stories) {
        Fixture fixture;
        CAPTURE(story.rule);
        CAPTURE(story.what);
        for (const Story::Step& step : story.steps) {
            CAPTURE(step.in);
            CHECK(joined(fixture.on(step.in)) == joined(step.out));
        }
    }
}

TEST_CASE("search controller: every rule has a story") {
    for (int rule = 1; rule <= 5; ++rule)
        CHECK(std::any_of(stories.begin(), stories.end(),
                          [rule](const Story& story) { return story.rule == rule; }));
}

namespace {

// The same, for the steps of the table.
class TableFixture {
  public:
    void on(const std::string& step) {
        const std::string any_move = fixture_.is_white_to_move() ? "a2a3" : "a7a6";
        for (const std::string& line : fixture_.on(step == "any move" ? any_move : step)) {
            const std::string words = line.substr(line.find(' ') + 1); // without the channel
            if (!words.starts_with("position ")) actions_.push_back(words);
        }
    }
    std::string state() const { return fixture_.state(); }
    std::string take_actions() { return session::join_actions(std::exchange(actions_, {})); }

  private:
    Fixture fixture_;
    Lines actions_;
};

} // namespace

TEST_CASE("search controller: the table of its header") {
    const std::vector<std::string> ponder_steps = {"hard", "go", "bestmove e2e4 ponder e7e5"};
    std::vector<std::string> held_steps = ponder_steps;
    held_steps.emplace_back("bestmove g1f3");
    session::check_tables<TableFixture>("adapter/session/xboard_gui/search_controller.hpp",
                                        {{"none", {"force"}},
                                         {"Think", {"go"}},
                                         {"Hurried", {"go", "?"}},
                                         {"Ponder", ponder_steps},
                                         {"Held", held_steps},
                                         {"Analyse", {"analyze"}},
                                         {"Abandoned", {"go", "force"}}},
                                        {{"go", {"go"}},
                                         {"no wish", {"force", "exit"}},
                                         {"expected move", {"e7e5"}},
                                         {"any move", {"any move"}},
                                         {"bestmove", {"bestmove g1f3"}},
                                         {"?", {"?"}},
                                         {"option", {"hash 32"}},
                                         {"ping", {"ping 1"}}});
}
