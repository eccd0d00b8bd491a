// Whatever happens to a session, its log says enough to play it again without a difference; a log
// that is cut off at any byte too; and a line of it that is changed is the difference that is
// found. Stories as in session_story.hpp, of both protocols on both sides.
#include "adapter/replay/run.hpp"
#include "tests/fuzz/stories/session_story.hpp"

#include <array>
#include <sstream>
#include <string>
#include <string_view>

using polyglot::fuzz::Bytes;
using polyglot::fuzz::require;
using polyglot::session::Channel;
using polyglot::session::TimePoint;
namespace session = polyglot::session;
namespace tools = polyglot::tools;

namespace {

constexpr auto uci_gui_lines = std::to_array<std::string_view>({
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position startpos moves f2f3 e7e5 g2g4",
    "position fen 7k/8/8/8/8/8/1P6/R3K3 w - - 0 1 moves a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1 g8h8",
    "position fen x",
    "go",
    "go ponder wtime 1000 btime 1000",
    "go wtime 60000 btime 60000 winc 100 binc 100",
    "go movetime 10 searchmoves e2e4 d2d4",
    "stop",
    "ponderhit",
    "quit",
    "",
    " go  infinite ",
    "setoption name Hash value 1",
    "setoption name Polyglot Book value true",
    "setoption name Polyglot BookFile value other",
    "setoption name Polyglot BookFile value  a book.bin",
    "setoption name Polyglot BookLearn value true",
    "setoption name Polyglot BookLearnReset",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Opponent value none none human Somebody",
});
constexpr auto xboard_gui_lines = std::to_array<std::string_view>({
    "xboard",
    "protover 2",
    "new",
    "force",
    "go",
    "usermove e2e4",
    "usermove e7e5",
    "e2e4",
    "level 40 5 0",
    "time 1000",
    "otim 900",
    "st 5",
    "sd 9",
    "?",
    "ping 1",
    "hint",
    "bk",
    "post",
    "hard",
    "easy",
    "undo",
    "remove",
    "analyze",
    ".",
    "exit",
    "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "variant fischerandom",
    "result 1-0 {White mates}",
    "result 0-1",
    "name Somebody",
    "option Polyglot BookLearn=1",
    "option Polyglot Book=0",
    "memory 64",
    "draw",
    "pause",
    "resume",
    "accepted done",
    "quit",
});
constexpr auto engine_lines = std::to_array<std::string_view>({
    "id name Engine 1",
    "option name Hash type spin default 16 min 1 max 64",
    "option name Ponder type check default false",
    "uciok",
    "readyok",
    "bestmove e2e4 ponder e7e5",
    "bestmove d7d5",
    "bestmove 0000",
    "info depth 5 score cp 31 nodes 100 time 10 pv e2e4 e7e5",
    "info depth 6 score mate 3 nodes 1000 time 1100 pv e2e4",
    "info string hello",
    "Error (unknown command): uci",
    "feature ping=1 setboard=1 usermove=1 done=0",
    "feature option=\"Style -combo Solid /// Risky\" analyze=1 reuse=0 done=1",
    "feature done=1",
    "move e2e4",
    "move d7d5",
    "pong 1",
    "pong 2",
    "5 31 10 100 e2e4 e7e5",
    "offer draw",
    "resign",
    "1-0 {White mates}",
    "Illegal move: e7e5",
    "tellall hello",
});

// "2026-11-21 02:47:46.059 [7035] ", as the log file writes it.
std::string stamp_at(TimePoint time) {
    namespace chrono = std::chrono;
    const auto of_day = chrono::duration_cast<chrono::milliseconds>(time.time_since_epoch());
    const auto days = chrono::floor<chrono::days>(of_day);
    const chrono::year_month_day date(chrono::sys_days(days) + chrono::days(20'454));
    const chrono::hh_mm_ss clock(of_day - days);
    std::array<char, 64> text{};
    const int size = std::snprintf(
        text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d.%03d [7035] ",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
        static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
        static_cast<int>(clock.subseconds().count()));
    return {text.data(), static_cast<std::size_t>(size)};
}

// What LogFile writes.
class Transcript {
  public:
    explicit Transcript(const polyglot::config::Settings& settings) {
        add({}, Channel::Event, "polyglot fuzz");
        for (const std::string& line : session::settings_lines(settings))
            add({}, Channel::Event, line);
        add({}, Channel::Event, "set BookSeed = 1");
    }
    void add(TimePoint now, Channel channel, std::string_view text) {
        while (true) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            if (line.ends_with('\r')) line.remove_suffix(1);
            ((text_ += stamp_at(now)) += session::prefix_of(channel)).append(line) += '\n';
            if (end == std::string_view::npos) return;
            text.remove_prefix(end + 1);
        }
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

class Story final : public polyglot::fuzz::SessionStory {
  public:
    Story(const polyglot::config::Settings& settings, Transcript& transcript, bool xboard)
        : SessionStory(settings, false,
                       [&transcript](TimePoint now, Channel channel, std::string_view line) {
                           transcript.add(now, channel, line);
                       }),
          xboard_(xboard) {}

  private:
    void begin() override {
        if (xboard_) gui("xboard");
    }
    void step(Bytes& input) override {
        const unsigned what = input.byte() % 16;
        now_ += std::chrono::milliseconds(what * 37);
        const auto due = session_.deadline();
        if (due && now_ > *due + std::chrono::seconds(1))
            timeout(); // no timer is later
        else if (what < 6)
            from_gui(input);
        else if (what == 6)
            gui(a_line(input));
        else if (what < 12)
            engine_says(engine_lines[input.byte() % engine_lines.size()]);
        else if (what == 12)
            engine_says(a_line(input));
        else if (what == 13)
            timeout();
        else if (what == 14)
            rarely(input);
        else
            mishap(input);
    }
    void from_gui(Bytes& input) {
        const unsigned which = input.byte();
        gui(xboard_ ? xboard_gui_lines[which % xboard_gui_lines.size()]
                    : uci_gui_lines[which % uci_gui_lines.size()]);
    }
    void rarely(Bytes& input) {
        switch (input.byte() % 4) {
        case 0: congest(input.byte() % 2 == 0); break;
        case 1: change_books(); break;
        case 2: now_ += std::chrono::seconds(4); break;
        default: answer_uci(); break;
        }
    }
    // As they come out of a LineBuffer: a '\r' stands at the end or nowhere.
    static std::string_view a_line(Bytes& input) {
        const std::string_view line = input.line();
        const std::size_t end = line.find('\r');
        return end == std::string_view::npos ? line : line.substr(0, end + 1);
    }

    void gui_hears(std::string_view /*line*/) override {}
    void engine_hears(std::string_view /*line*/) override {}
    void before_outputs() override {
        restart_ =
            restart_ || (actions_.has<session::Actions::RestartEngine>() && !actions_.exit());
    }
    void after_event() override {
        if (!std::exchange(restart_, false) || exited_) return;
        quit_heard_ = false;
        start_engine();
    }
    void wind_up() override {}
    int most_deadlines() const override {
        return 300;
    } // an engine that speaks xboard may be nudged before it is let go

    const bool xboard_;
    bool restart_ = false;
};

polyglot::config::Settings settings_from(Bytes& input) {
    const unsigned bits = input.byte();
    const unsigned more = input.byte();
    const auto is_set = [](unsigned number, unsigned bit) { return (number >> bit & 1U) != 0; };
    polyglot::config::Settings settings;
    constexpr auto protocols = std::to_array<const char*>({"uci", "auto", "xboard", "uci"});
    settings.engine_protocol = protocols[bits & 3U];
    settings.book = is_set(bits, 2);
    settings.book_random = is_set(bits, 3);
    settings.book_learn = is_set(bits, 4);
    settings.book_learn_min_ply = settings.book_learn_moves = 1;
    if (is_set(bits, 5))
        settings.engine_options = {{"hash", "32"}, {"Clear Hash", " a b "}, {"Nonsense", ""}};
    if (is_set(bits, 6)) polyglot::fuzz::add_books(settings, input.byte());
    settings.resign = settings.handle_draws = is_set(more, 0);
    settings.kibitz_move = settings.kibitz_pv = is_set(more, 1);
    settings.chess960 = is_set(more, 2);
    settings.only_wb_options = is_set(more, 3);
    settings.can_ponder = is_set(more, 4);
    if (is_set(more, 5)) settings.settings_dir = "saved"; // there are saved settings
    if (is_set(more, 6)) settings.engine_name = "Another Name";
    if (is_set(more, 7)) settings.init_string = "one\\n  two";
    return settings;
}

std::optional<tools::LoggedSession> only_session(const std::string& log) {
    std::istringstream in(log);
    tools::ReadLog read = tools::read_log(in);
    require(read.sessions.size() <= 1, "it is the log of one session", log);
    if (read.sessions.empty() || !read.sessions.front().has_beginning) return std::nullopt;
    return std::move(read.sessions.front());
}

std::optional<tools::Difference> difference_in(const tools::LoggedSession& logged) {
    const tools::Replayed replayed = tools::replay(tools::all_of(logged.steps));
    require(replayed.bad_output.empty(), "the replay sends what it logs", replayed.bad_output);
    return replayed.difference;
}

void expect_same(const std::string& log) {
    const auto logged = only_session(log);
    if (!logged) return;
    const auto found = difference_in(*logged);
    if (!found) return;
    const std::string where = "line " + std::to_string(logged->steps[found->step].line) +
                              "\nexpected: " + found->expected + "\ncame: " + found->came + "\n" +
                              log;
    require(false, "a log plays without a difference", where);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes input(polyglot::fuzz::text_of(data, size));
    const unsigned first = input.byte();
    const unsigned high = input.byte();
    const unsigned where = high << 8U | input.byte();
    const polyglot::config::Settings settings = settings_from(input);
    Transcript transcript(settings);
    Story(settings, transcript, (first & 1U) != 0).play(input, (first & 6U) != 0);
    const std::string& log = transcript.text();
    const bool has_all = only_session(log).has_value();
    require(has_all, "a log begins with its settings");
    expect_same(log);
    const std::size_t first_line = log.find('\n') + 1;
    expect_same(log.substr(0, first_line + (log.size() - first_line) * where / 0xffff));

    auto logged = only_session(log);
    for (std::size_t i = logged->steps.size() * where / 0x10000; i < logged->steps.size(); ++i) {
        tools::Step& step = logged->steps[i];
        if (tools::kind_of(step.text) != tools::StepKind::Output) continue;
        step.text += '!';
        const auto found = difference_in(*logged);
        require(found && found->step == i, "a changed line is found", step.text);
        break;
    }
    return 0;
}
