#include "tests/fuzz/stories/xboard_story.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tests/fuzz/stories/session_story.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>

namespace polyglot::fuzz {

using protocol::XboardReply;
using std::chrono::milliseconds;

namespace {

bool tells_story() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
    static const bool tells = std::getenv("FUZZ_STORY") != nullptr;
    return tells;
}

bool is_answer(std::string_view line) {
    constexpr auto answers =
        std::to_array<std::string_view>({"bestmove", "readyok", "uciok", "move", "pong"});
    return std::find(answers.begin(), answers.end(), text::next_word(line)) != answers.end();
}

bool is_whole_number(std::string_view text) {
    return text::parse_int<std::int64_t>(text).has_value();
}

bool is_level(std::string_view arguments) {
    std::string_view rest = arguments;
    const auto moves = text::parse_int<int>(text::next_word(rest));
    return moves && *moves >= 0 && protocol::parse_level(arguments).has_value();
}

// Returns what follows `position`, up to the first move that is illegal.
std::optional<Expected> read_position(std::string_view arguments) {
    const std::size_t at = arguments.find(" moves ");
    std::string_view start = arguments.substr(0, at);
    chess::Game game;
    if (text::next_word(start) == "fen") {
        const auto position = chess::parse_fen(text::trim(start));
        if (!position) return std::nullopt;
        game = chess::Game(*position);
    }
    std::string_view rest =
        at == std::string_view::npos ? std::string_view() : arguments.substr(at + 7);
    for (auto word = text::next_word(rest); !word.empty(); word = text::next_word(rest)) {
        const auto move = chess::parse_uci_move(game.position(), word);
        if (!move) break;
        game.push(*move);
    }
    return Expected{game.position(), game.moves().size(), game.end() != chess::GameEnd::None};
}

} // namespace

void CecpReferee::on_sent(std::string_view line) {
    require(!quit_, "quit once, and nothing after it", line);
    require(!line.empty() || !told_, "empty lines only to wake it up");
    if (editing_) {
        editing_ = line != ".";
        return;
    }
    std::string_view rest = line;
    const std::string_view word = text::next_word(rest);
    const std::string_view arguments = text::trim(rest);
    count(word);
    if (protocol::parse_xboard_gui_line(line).command == protocol::XboardCommand::UserMove) {
        on_move(line);
    } else if (word == "quit") {
        quit_ = true;
    } else if (word == "new") {
        require(!thinking_ && !analysing_, "new only while nothing runs");
        told_ = true;
        force_ = false;
    } else if (word == "force") {
        require(!analysing_, "force does not end analysis");
        force_ = true;
        thinking_ = false;
    } else if (word == "go") {
        require(force_ && !thinking_ && !analysing_, "go only in force mode");
        force_ = false;
        thinking_ = true;
    } else if (word == "?") {
        require(thinking_, "? only while it thinks");
    } else if (word == "analyze") {
        require(features_.analyze && force_ && !analysing_,
                "analyze only in force mode, if it can");
        analysing_ = true;
    } else if (word == "exit") {
        require(analysing_, "exit only from analysis");
        analysing_ = false;
        force_ = true;
    } else if (word == "undo" || word == "setboard" || word == "edit" || word == "variant") {
        require((force_ || word == "variant") && !analysing_ && !thinking_,
                "the board changes in force mode", line);
        require(word != "setboard" || features_.setboard, "setboard only if it was announced",
                line);
        require(word != "edit" || !features_.setboard, "edit only without setboard", line);
        editing_ = word == "edit";
    } else if (word == "ping") {
        require(features_.ping && told_, "ping only if it was announced", line);
        require(!thinking_ && !analysing_, "no ping while it thinks: some would move at once",
                line);
        require(is_whole_number(arguments), "ping with a number", line);
    } else {
        on_setting(word, arguments, line);
    }
}

// Moves and `undo` of one set-up count as none and one: a game may be long.
void CecpReferee::count(std::string_view word) {
    constexpr auto commands =
        std::to_array<std::string_view>({"new", "force", "setboard", "edit", "undo", "ping", "go",
                                         "analyze", "exit", "?", "xboard", "."});
    const bool again = word == "undo" && last_word_ == word;
    last_word_ = word;
    if (!again && std::find(commands.begin(), commands.end(), word) != commands.end()) ++commands_;
    require(commands_ <= most_commands,
            "what is sent without a line of the GUI or an answer to it is bounded");
}

void CecpReferee::on_move(std::string_view line) {
    if (line == "a1a1" && !told_) return; // tests whether moves are read
    std::string_view rest = line;
    require(features_.usermove == (text::next_word(rest) == "usermove"),
            "usermove if it was announced, only then", line);
    require(!thinking_ && !analysing_, "no move while it thinks", line);
    if (!force_) thinking_ = true; // the opponent's
}

void CecpReferee::on_setting(std::string_view word, std::string_view arguments,
                             std::string_view line) const {
    const bool greets = word == "xboard" || word == "protover" || word == "uci";
    if (greets) {
        require(word != "uci" || !told_, "uci only before it is known");
        return;
    }
    if (word == "accepted" || word == "rejected") {
        require(version_2_, "nothing to accept of version 1", line);
        return;
    }
    if (word == "." || word == "draw" || word == "hint" || word == "bk" || word == "result") {
        require(word != "draw" || features_.draw, "draw only if it is wanted", line);
        require(word != "." || analysing_, "stat01 only in analysis", line);
        return;
    }
    require(!thinking_, "nothing is set while it thinks", line);
    if (word == "level")
        require(is_level(arguments), "level reads as it should", line);
    else if (word == "time" || word == "otim")
        require(features_.time && is_whole_number(arguments), "clocks only if they are wanted",
                line);
    else if (word == "st" || word == "sd")
        require(text::parse_int<int>(arguments).value_or(0) > 0, "a whole number", line);
    else if (word == "nps")
        require(features_.nps && is_whole_number(arguments), "nps only if it can", line);
    else if (word == "white" || word == "black")
        require(features_.colors && force_, "colours only if they are wanted", line);
    else if (word == "memory")
        require(features_.memory && is_whole_number(arguments), "memory only if it was announced",
                line);
    else if (word == "cores")
        require(features_.smp && is_whole_number(arguments), "cores only if it was announced",
                line);
    else if (word == "exclude" || word == "include")
        require(features_.exclude && force_, "exclude only if it was announced", line);
    else if (word == "name")
        require(features_.name, "name only if it was announced", line);
    else
        require(word == "hard" || word == "easy" || word == "post" || word == "nopost" ||
                    word == "random" || word == "computer" || word == "rating" ||
                    word == "option" || word == "egtpath",
                "a word of the protocol", line);
}

void CecpReferee::on_delivered(std::string_view line) {
    const auto parsed = protocol::parse_xboard_engine_line(line);
    const bool objects =
        parsed.reply == XboardReply::Error || parsed.reply == XboardReply::IllegalMove;
    if (parsed.reply == XboardReply::Feature) told_ = true;
    if (parsed.reply == XboardReply::Move) {
        const bool second = line.starts_with("My move is");
        const bool echo = second && parsed.arguments == said_; // of `3. ... b8c6`
        said_ = second ? std::string_view() : parsed.arguments;
        thinking_ = thinking_ && echo;
    }
    if (analysing_ && objects && parsed.arguments.ends_with("analyze")) {
        analysing_ = false;
        force_ = true;
    }
}

void CecpStory::Log::append(session::Channel channel, std::string_view line) {
    if (tells_story()) std::cerr << session::prefix_of(channel) << line << std::endl;
    if (channel == session::Channel::ToEngine) story_.sent(line);
    if (channel == session::Channel::Outcome && line == "restart engine")
        story_.referee_->on_replaced();
    if (channel == session::Channel::Note) {
        std::string_view rest = line;
        if (text::next_word(rest) == "asked:") story_.note_asked(text::trim(rest));
    }
    if (channel != session::Channel::ToGui) return;
    (story_.to_gui_ += line) += '\n';
    if (is_answer(line)) story_.referee_->on_gui();
    story_.gui_hears(line);
}

config::Settings xboard_engine_settings(unsigned first) {
    config::Settings settings;
    settings.engine_protocol = (first & 1) != 0 ? "xboard" : "auto";
    settings.book = (first & 2) != 0;
    if ((first & 16) != 0) settings.book_ponder = "always";
    if ((first & 8) != 0) settings.init_string = "random\\nlevel 40 5 0";
    return settings;
}

CecpStory::CecpStory(Character engine, config::Settings settings)
    : is_(std::move(engine)),
      warms_(settings.book_ponder != "off"),
      session_(std::move(settings), {.open_book =
                                         [](const std::string& path) {
                                             return Result<session::OpenedBook>(session::OpenedBook{
                                                 std::make_shared<FuzzBook>(), path});
                                         },
                                     .random = random_,
                                     .log = log_}) {}

void CecpStory::play(Bytes input) {
    start_engine();
    begin();
    while (!input.empty() && !exited_)
        step(input);
    if (!told_to_end_ && !exited_) wind_up();
    come_to_an_end();
}

void CecpStory::start_engine() {
    engine_ = std::make_unique<CecpEngine>(is_);
    referee_.emplace(is_);
    exit_told_ = false;
    session_.on_engine_started("/engine", now_, actions_);
    carry_out();
}

void CecpStory::step(Bytes& input) {
    const unsigned what = input.byte() % 16;
    advance(milliseconds(what));
    if (exited_) return;
    switch (what) {
    case 0:
    case 1:
    case 2:
    case 3: act(input); break;
    case 4:
    case 5: engine_->read(); break;
    case 6:
    case 7: deliver(); break;
    case 8: engine_->tell_thinking(input.byte()); break;
    case 9: engine_->finish(input.byte()); break;
    case 10: engine_->babble(input.byte()); break;
    case 11: pump(); break;
    case 12: advance(milliseconds(50 * input.byte())); break;
    case 13: mishap(input.byte()); break;
    default: // a game that goes on
        pump();
        engine_->finish(input.byte());
        pump();
        break;
    }
    // While the GUI does not read, the engine's deadlines stand still.
    if (!exited_ && gui_reads_ && engine_->idle()) check_silence();
}

void CecpStory::mishap(unsigned what) {
    if (what == 1) {
        close_gui();
    } else if (what == 2) {
        told_to_end_ = true;
        session_.on_terminate(now_, actions_);
    } else if (what < 32) {
        let_gui_read(what % 2 != 0);
    }
    carry_out();
}

void CecpStory::let_gui_read(bool reads) {
    gui_reads_ = reads;
    session_.on_gui_congested(!reads, now_, actions_);
}

void CecpStory::gui(std::string_view line) {
    if (gui_closed_ || exited_ || !session_.wants_gui_input()) return;
    referee_->on_gui();
    session_.on_gui_line(line, now_, actions_);
    carry_out();
}

void CecpStory::close_gui() {
    gui_closed_ = told_to_end_ = true;
    session_.on_gui_closed(now_, actions_);
    carry_out();
}

void CecpStory::sent(std::string_view line) {
    (to_engine_ += line) += '\n';
    referee_->on_sent(line);
    std::optional<Expected> asked = warms_ && line == "analyze" ? asked_ : expected();
    // After analysis of a drawn position Sjeng takes the game for over, without a word: as after a
    // claim.
    if (line == "analyze") analyses_draw_ = asked && asked->drawn;
    if (line == "exit") has_analysed_draw_ = has_analysed_draw_ || analyses_draw_;
    if (asked) asked->alone = has_analysed_draw_;
    engine_->send(line, asked);
}

void CecpStory::note_asked(std::string_view line) {
    if (line == "ucinewgame") has_analysed_draw_ = false;
    std::string_view rest = line;
    const std::string_view word = text::next_word(rest);
    if (word == "position") told_ = text::trim(rest);
    if (word == "go") asked_ = read_position(told_);
    on_asked(line);
}

// One line of the engine, or its end.
void CecpStory::deliver() {
    if (exited_) return;
    if (const auto line = engine_->take_line()) {
        referee_->on_delivered(*line);
        session_.on_engine_line(*line, now_, actions_);
    } else if (engine_->gone() && !exit_told_) {
        exit_told_ = true;
        told_to_end_ = true;
        session_.on_engine_exited({.value = 0}, now_, actions_);
    }
    carry_out();
}

void CecpStory::pump() {
    for (int i = 0;
         !exited_ && (engine_->read() || !engine_->idle() || (engine_->gone() && !exit_told_));
         ++i) {
        require(i < 10'000, "the two do not talk forever");
        deliver();
    }
}

void CecpStory::advance(session::TimePoint::duration time) {
    const session::TimePoint until = now_ + time;
    for (int i = 0; !exited_ && session_.deadline().value_or(session::TimePoint::max()) <= until;
         ++i) {
        require(i < 100, "a deadline that has passed is over");
        if (!is_.late || !engine_->started()) pump(); // in time
        const auto due = session_.deadline();
        if (exited_ || !due || *due > until) continue;
        if (*due > now_) i = 0;
        now_ = std::max(now_, *due);
        if (tells_story()) std::cerr << "! timeout" << std::endl;
        session_.on_timeout(now_, actions_);
        carry_out();
    }
    now_ = std::max(now_, until);
}

void CecpStory::carry_out() {
    require(actions_.to_gui == to_gui_ && actions_.to_engine == to_engine_,
            "the log has what went out");
    to_gui_.clear();
    to_engine_.clear();
    const session::Actions done = std::exchange(actions_, {});
    require(!exited_ || (done.to_gui.empty() && done.to_engine.empty() && !done.exit()),
            "after the exit nothing comes");
    if (done.has_signal(session::Actions::Signal::Interrupt)) {
        require(is_.features.sigint, "no interrupt for an engine that cannot stand it");
        engine_->interrupt();
    }
    if (done.exit()) exited_ = true;
    require(exited_ == session_.ended(), "it has ended when it has said so");
    if (!done.has<session::Actions::RestartEngine>() || exited_) return;
    require(++restarts_ < 10'000, "it is not restarted forever");
    start_engine();
}

// The engine finishes what it does, the GUI waits, and presses once in a while: then all must be
// answered.
void CecpStory::wind_up() {
    if (!gui_reads_) let_gui_read(true);
    carry_out();
    // One deadline a round: an engine of version 1 takes twenty to start, and may have to for each
    // answer.
    for (unsigned round = 0; round < 1000 && !content() && !exited_; ++round) {
        pump();
        if (round >= 20) engine_->finish(16 * round);
        pump();
        if (const auto due = session_.deadline(); due && !exited_) advance(*due - now_);
        if (round % 8 == 7) press();
    }
    require(exited_ || told_to_end_ || content(), "all is answered");
}

void CecpStory::come_to_an_end() {
    if (!exited_ && !gui_closed_) close_gui();
    for (int i = 0; i < 30 && !exited_; ++i) {
        require(session_.deadline().has_value(),
                "there is a deadline when only the engine is left");
        advance(*session_.deadline() - now_);
    }
    require(exited_, "it comes to its end by deadlines alone");
}

} // namespace polyglot::fuzz
