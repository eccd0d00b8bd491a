#include "tests/support/transcript.hpp"

#include "adapter/io/book_file.hpp"
#include "adapter/session/game_tracker.hpp"
#include "config/schema.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"
#include "tests/support/memory_store.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace polyglot::support {

using session::Actions;
using session::Channel;
using session::ExitCode;

namespace {

// A book written into the transcript: `! book startpos moves e2e4: e7e5 60 c7c5 40`.
class InlineBook final : public book::Book {
  public:
    void add(std::string_view text) {
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos) throw std::runtime_error("! book without colon: " + std::string(text));
        session::GameTracker tracker;
        tracker.set_position(text::trim(text.substr(0, colon)));
        const chess::Game* game = tracker.game();
        if (game == nullptr) throw std::runtime_error(tracker.problem());
        std::string_view rest = text.substr(colon + 1);
        auto& entries = entries_[game->position().key()];
        for (auto move = text::next_word(rest); !move.empty(); move = text::next_word(rest)) {
            const auto legal = chess::parse_uci_move(game->position(), move);
            const auto weight = text::parse_int<std::uint32_t>(text::next_word(rest));
            if (!legal || !weight) throw std::runtime_error("! book: move or weight: " + std::string(text));
            entries.push_back({.move = *legal, .weight = *weight});
        }
    }
    std::vector<book::Entry> find(const chess::Position& position) const override {
        const auto found = entries_.find(position.key());
        return found == entries_.end() ? std::vector<book::Entry>{} : found->second;
    }

  private:
    std::map<std::uint64_t, std::vector<book::Entry>> entries_;
};

class Recorder final : public session::Log {
  public:
    Recorder() : Log(true) {}
    std::vector<std::string> lines;
    std::vector<std::string> notes;
    std::string gui;
    std::string engine;

  private:
    void append(Channel channel, std::string_view line) override {
        if (channel == Channel::Note)
            notes.emplace_back(line);
        else
            lines.push_back(std::string(prefix_of(channel)) + std::string(text::trim_right(line)));
        if (channel == Channel::ToGui) gui += std::string(line) + "\n";
        if (channel == Channel::ToEngine) engine += std::string(line) + "\n";
    }
};

// Cuts "word " off text; false when text does not start with it.
bool cut(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
}

bool only_sets(std::string_view step) {
    return step.starts_with("! set ") || step.starts_with("! engine-option ") || step.starts_with("! book ");
}

// Cuts "[NAME] " off text; of the first book there is none.
std::string cut_book_name(std::string_view& text) {
    text = text::trim(text);
    const std::size_t end = text.starts_with('[') ? text.find(']') : std::string_view::npos;
    if (end == std::string_view::npos) return {};
    std::string name(text::trim(text.substr(1, end - 1)));
    text = text::trim(text.substr(end + 1));
    return name;
}

// A book in the transcript, and its file as it is now.
struct FakeBook {
    std::shared_ptr<InlineBook> book = std::make_shared<InlineBook>();
    std::string problem{}; // why it cannot be opened
    std::optional<session::BookStamp> stamp = session::BookStamp{.size = 1};

    // `! book-file gone`, `! book-file bad`, `! book-file startpos: e2e4 1`
    void change(std::string_view event) {
        const std::uint64_t last = stamp ? stamp->identity : 0;
        problem = event == "gone" ? "No such file or directory" : event == "bad" ? "not a book" : "";
        stamp.reset();
        if (event == "gone") return;
        stamp = session::BookStamp{.size = 1, .identity = last + 1};
        if (event == "bad") return;
        book = std::make_shared<InlineBook>();
        book->add(event);
    }
};

} // namespace

std::vector<Step> read_transcript(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path);
    static const std::regex stamp(R"(^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\d+\] )");
    std::vector<Step> steps;
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
        text = std::regex_replace(text, stamp, "");
        if (text::trim(text).empty() || text.starts_with('#')) continue;
        text.resize(text::trim_right(text).size());
        if (text == "gui>" || text == "gui<" || text == "engine>" || text == "engine<") text += ' '; // an empty line
        steps.push_back({text, line});
    }
    return steps;
}

bool is_input(std::string_view step) {
    return step.starts_with("gui>") || step.starts_with("engine>") || step.starts_with("engine!") ||
           step.starts_with("!");
}

struct Player::Impl {
    Recorder log;
    Random random{1};
    session::TimePoint now{};
    Actions actions;
    Actions all;                           // everything that went out
    config::Settings settings;             // at the start
    std::map<std::string, FakeBook> books; // by the name of their section; the first one has none
    std::unique_ptr<session::Session> session;
    bool awaits_start = false;

    // The book whose file is called so; of the first one any file is.
    FakeBook* find_book(const std::string& path) {
        for (const config::BookSettings& other : settings.books)
            if (other.file == path && books.contains(other.name)) return &books[other.name];
        return books.contains("") ? &books[""] : nullptr;
    }

    Result<session::OpenedBook> open_book(const std::string& path) {
        if (const FakeBook* fake = find_book(path)) {
            if (!fake->problem.empty()) return make_error(path + ": " + fake->problem);
            return session::OpenedBook{fake->book, path + " in the transcript"};
        }
        auto opened = io::open_book(path);
        if (!opened) return opened.error();
        return session::OpenedBook{opened->book, path};
    }

    std::optional<session::BookStamp> stamp_book(const std::string& path) {
        const FakeBook* fake = find_book(path);
        return fake != nullptr ? fake->stamp : std::nullopt;
    }

    // What `! set [NAME] …` and `! book [NAME] …` speak of; its file is NAME.bin unless it is said.
    config::BookSettings& section(const std::string& name) {
        const auto is_it = [&](const config::BookSettings& book) { return book.name == name; };
        const auto known = std::find_if(settings.books.begin(), settings.books.end(), is_it);
        if (known != settings.books.end()) return *known;
        config::BookSettings& added = settings.books.emplace_back();
        added.name = name;
        added.file = name + ".bin";
        return added;
    }

    // `NAME = VALUE`, or `[SECTION] NAME = VALUE` of a further book.
    void set(std::string_view text) {
        const std::string_view whole = text;
        const std::string name = cut_book_name(text);
        const std::size_t equals = text.find('=');
        const std::string_view option = text::trim(text.substr(0, equals));
        const std::string_view value = equals == std::string_view::npos ? "" : text.substr(equals + 1);
        const auto set_in = [&](auto& values, const auto* known) {
            if (equals == std::string_view::npos || known == nullptr)
                throw std::runtime_error("! set: unknown: " + std::string(whole));
            if (const auto done = config::set_option(values, *known, value); !done)
                throw std::runtime_error("! set " + std::string(whole) + ": " + done.error().message);
        };
        if (name.empty())
            set_in(settings, config::find_option(option));
        else
            set_in(section(name), config::find_book_option(option));
    }

    void feed_event(std::string_view event) {
        session::Session& s = *session;
        const auto number = [&event] { return text::parse_int<int>(text::next_word(event)).value_or(-1); };
        if (cut(event, "start-failed ")) {
            const auto code = static_cast<ExitCode>(number());
            s.on_start_failed(code, std::string(text::trim(event)), now, actions);
        } else if (cut(event, "start ")) {
            awaits_start = false;
            s.on_engine_started(std::string(event), now, actions);
        } else if (cut(event, "gui closed"))
            s.on_gui_closed(now, actions);
        else if (cut(event, "gui congested"))
            s.on_gui_congested(true, now, actions);
        else if (cut(event, "gui reads again"))
            s.on_gui_congested(false, now, actions);
        else if (cut(event, "interrupt"))
            s.on_interrupt(now, actions);
        else if (cut(event, "terminate"))
            s.on_terminate(now, actions);
        else if (cut(event, "engine closed"))
            s.on_engine_closed_output(now, actions);
        else if (cut(event, "book-file ")) {
            const std::string name = cut_book_name(event);
            books[name].change(text::trim(event));
            log.write(Channel::Event, "book-file " + (name.empty() ? "" : "[" + name + "] ") + std::string(event));
        } else if (cut(event, "warn "))
            s.warn(event, now, actions);
        else if (cut(event, "engine exited ")) {
            const int code = number();
            s.on_engine_exited({.value = code, .last_stderr = std::string(text::trim(event))}, now, actions);
        } else if (cut(event, "engine killed ")) {
            const int code = number();
            s.on_engine_exited({.was_signal = true,
                                .value = code,
                                .signal_name = "SIG?",
                                .last_stderr = std::string(text::trim(event))},
                               now, actions);
        } else if (cut(event, "timeout")) {
            if (const auto due = s.deadline()) {
                now = *due;
                s.on_timeout(now, actions);
            }
        } else
            throw std::runtime_error("unknown event: " + std::string(event));
    }
};

Player::Player(const std::vector<Step>& steps) : impl_(std::make_unique<Impl>()) {
    config::Settings& settings = impl_->settings;
    for (const Step& step : steps) {
        std::string_view text = step.text;
        if (cut(text, "! set "))
            impl_->set(text);
        else if (cut(text, "! book ")) {
            const std::string name = cut_book_name(text);
            if (!name.empty()) impl_->section(name);
            impl_->books[name].book->add(text);
            settings.book = true;
        } else if (cut(text, "! engine-option ")) {
            const std::size_t equals = text.find('=');
            settings.engine_options.emplace_back(text::trim(text.substr(0, equals)),
                                                 text::trim(text.substr(equals + 1)));
        }
    }
    if (const auto seed = text::parse_int<std::uint64_t>(settings.book_seed)) impl_->random = Random(*seed);
    impl_->session = std::make_unique<session::Session>(
        settings, session::Session::Environment{
                      .open_book = [impl = impl_.get()](const std::string& path) { return impl->open_book(path); },
                      .random = impl_->random,
                      .log = impl_->log,
                      .open_learn_store = [](const config::Settings&) -> session::OpenedLearnStore {
                          return {std::make_shared<MemoryStore>(), "results are kept for this transcript", {}};
                      },
                      .stamp_book = [impl = impl_.get()](const std::string& path) { return impl->stamp_book(path); }});
}

Player::~Player() = default;

void Player::feed(std::string_view input) {
    if (only_sets(input)) {
        impl_->log.lines.emplace_back(input);
        return;
    }
    std::string_view rest = input;
    if (cut(rest, "! wait ")) { // nothing happens for so many ms
        impl_->log.lines.emplace_back(input);
        impl_->now += std::chrono::milliseconds(text::parse_int<int>(rest).value_or(0));
        return;
    }
    if (cut(rest, "gui>"))
        impl_->session->on_gui_line(rest.substr(rest.empty() ? 0 : 1), impl_->now, impl_->actions);
    else if (cut(rest, "engine>"))
        impl_->session->on_engine_line(rest.substr(rest.empty() ? 0 : 1), impl_->now, impl_->actions);
    else if (cut(rest, "engine! "))
        impl_->session->on_engine_stderr(rest);
    else if (cut(rest, "! "))
        impl_->feed_event(rest);
    else
        throw std::runtime_error("no input: " + std::string(input));
    if (std::exchange(impl_->actions.results_wait, false)) impl_->session->on_results_due(impl_->now, impl_->actions);
    impl_->now += std::chrono::milliseconds(1);
    impl_->all.to_gui += impl_->actions.to_gui;
    impl_->all.to_engine += impl_->actions.to_engine;
    if (impl_->actions.exit) impl_->all.exit = impl_->actions.exit;
    if (impl_->actions.restart_engine) impl_->awaits_start = true;
    impl_->actions = {};
}

const std::vector<std::string>& Player::lines() const {
    return impl_->log.lines;
}
const std::vector<std::string>& Player::notes() const {
    return impl_->log.notes;
}
session::Session& Player::session() {
    return *impl_->session;
}
bool Player::awaits_start() const {
    return impl_->awaits_start;
}
bool Player::exited() const {
    return impl_->all.exit.has_value();
}

std::string Player::check_output() const {
    if (impl_->all.to_gui != impl_->log.gui) return "what the GUI got is not what the log says:\n" + impl_->all.to_gui;
    if (impl_->all.to_engine != impl_->log.engine)
        return "what the engine got is not what the log says:\n" + impl_->all.to_engine;
    return {};
}

std::string record(const std::string& path) {
    const std::vector<Step> steps = read_transcript(path);
    Player player(steps);
    for (const Step& step : steps)
        if (is_input(step.text)) player.feed(step.text);
    std::string text;
    for (const std::string& line : player.lines())
        text += line + "\n";
    return text;
}

std::string play(const std::string& path) {
    const std::vector<Step> steps = read_transcript(path);
    Player player(steps);
    const auto at = [&path](const Step& step) { return path + ":" + std::to_string(step.line) + ": "; };
    std::size_t compared = 0;
    for (const Step& step : steps) {
        if (is_input(step.text)) player.feed(step.text);
        const auto& lines = player.lines();
        if (step.text.ends_with(" …")) { // any number of lines that start so
            const auto prefix = std::string_view(step.text).substr(0, step.text.size() - std::string_view("…").size());
            while (compared < lines.size() && lines[compared].starts_with(prefix))
                ++compared;
            continue;
        }
        if (compared >= lines.size()) return at(step) + "expected `" + step.text + "`, but nothing more came";
        if (lines[compared] != step.text) {
            std::string notes;
            for (const std::string& note : player.notes())
                notes += "\n    # " + note;
            return at(step) + "expected `" + step.text + "`, got `" + lines[compared] + "`" + notes;
        }
        ++compared;
    }
    if (compared < player.lines().size()) return path + ": at its end more came: `" + player.lines()[compared] + "`";
    return player.check_output();
}

namespace {

std::ptrdiff_t count(const std::vector<std::string>& lines, std::string_view start) {
    return std::count_if(lines.begin(), lines.end(), [start](const std::string& l) { return l.starts_with(start); });
}

// What holds line by line, whatever happens. Empty, or what is wrong.
std::string check_order(const std::vector<std::string>& lines) {
    bool owes_bestmove = false;
    bool has_quit = false;
    bool speaks_xboard = false; // it may be set up and asked again
    std::deque<std::string_view> pings;
    for (const std::string& line : lines) {
        std::string_view rest = line;
        if (cut(rest, "engine< ")) {
            if (has_quit) return "sent to the engine after quit: " + std::string(rest);
            const std::string_view word = text::next_word(rest);
            if (owes_bestmove && (word == "go" || word == "position" || word == "ucinewgame"))
                return "sent to the engine while it owes a bestmove: " + line;
            speaks_xboard = speaks_xboard || word == "xboard";
            if (word == "go") owes_bestmove = !speaks_xboard && text::next_word(rest) != "perft";
            has_quit = word == "quit";
        } else if (line == "= restart engine") {
            has_quit = owes_bestmove = false;
        } else if (cut(rest, "engine> ")) {
            if (text::next_word(rest) == "bestmove") owes_bestmove = false;
        } else if (cut(rest, "gui> ping")) {
            pings.push_back(text::trim(rest));
        } else if (cut(rest, "gui< pong")) {
            if (pings.empty() || pings.front() != text::trim(rest)) return "no ping for: " + line;
            pings.pop_front();
        }
    }
    return {};
}

// After the misfortune the session must come to its end by deadlines alone, and have kept its promises.
std::string finish(Player& player) {
    for (int i = 0; i < 250 && !player.exited(); ++i) { // GNU Chess is nudged every 100 ms
        if (player.awaits_start()) {
            player.feed("! start again");
            continue;
        }
        if (!player.session().deadline()) {
            player.feed("! gui closed"); // alive and waiting for events: that is what an adapter does
            continue;
        }
        player.feed("! timeout");
    }
    const auto& lines = player.lines();
    if (!player.exited()) return "did not come to an end";
    if (count(lines, "= exit") != 1) return "more than one exit";
    if (std::string wrong = check_order(lines); !wrong.empty()) return wrong;
    if (count(lines, "gui< bestmove") > count(lines, "gui> go")) return "more bestmoves than go";
    const auto first_in = std::find_if(lines.begin(), lines.end(), [](auto& l) { return l.starts_with("gui>"); });
    const auto first_out = std::find_if(lines.begin(), lines.end(), [](auto& l) { return l.starts_with("gui<"); });
    if (first_out != lines.end() && first_in > first_out && count(lines, "! gui closed") == 0)
        return "printed before the GUI's first line";
    return player.check_output();
}

// A misfortune is a few events. Those of the GUI suit the protocol of the transcript.
std::vector<std::vector<std::string>> misfortunes_for(const std::vector<Step>& steps) {
    std::vector<std::vector<std::string>> misfortunes{
        {"! gui closed"},
        {"! gui closed", "! engine exited 0"},
        {"! terminate"},
        {"! engine exited 1 last words"},
        {"! engine killed 11"},
        {"! engine closed"},
        {"! timeout"},
        {"gui> quit", "! gui closed"},
        {"engine> bestmove a2a3", "engine> bestmove a2a3"},
        {"engine> readyok", "engine> readyok", "engine> uciok", "engine> readyok", "engine> info depth 1"},
        {"! gui congested", "engine> info depth 1 score cp 1 pv e2e4", "! gui closed"},
        {"! set OnEngineFailure = restart", "! engine killed 11", "! start again", "engine> uciok", "engine> readyok",
         "engine> bestmove e2e4", "engine> bestmove e7e5"},
        {"! set OnEngineFailure = resign", "! engine killed 11", "! start again", "engine> uciok", "! gui closed"},
        {"! set OnEngineFailure = resign", "! timeout", "! start again", "engine> uciok", "engine> bestmove d7d5"},
    };
    const bool engine_speaks_xboard =
        std::any_of(steps.begin(), steps.end(), [](const Step& step) { return step.text == "engine< xboard"; });
    if (engine_speaks_xboard)
        misfortunes.push_back({"! set OnEngineFailure = restart", "! engine closed", "! start again",
                               "engine> feature done=1", "engine> move e2e4", "! engine exited 1", "! start again"});
    const auto first =
        std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.text.starts_with("gui> "); });
    const bool xboard =
        first != steps.end() && (first->text == "gui> xboard" || first->text.starts_with("gui> protover"));
    const std::vector<std::vector<std::string>> by_gui =
        xboard ? std::vector<std::vector<std::string>>{
                     {"gui> ping 7", "gui> force", "gui> new", "gui> usermove e2e4", "gui> undo", "gui> ping 8",
                      "gui> analyze", "gui> ?", "gui> result *", "gui> quit"},
                     {"gui> go", "gui> go", "gui> ?", "gui> playother", "engine> bestmove e2e4 ponder e7e5",
                      "engine> bestmove e7e5", "gui> hard", "gui> remove", "gui> ping 9", "engine> readyok"},
                     {"gui> analyze", "gui> setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "gui> exit", "gui> pause",
                      "gui> go", "gui> new", "gui> resume", "engine> readyok", "engine> readyok", "gui> quit"},
                     {"gui> option Hash=17", "gui> variant fischerandom", "gui> edit", "gui> #", "gui> .",
                      "gui> draw", "gui> resume", "gui> ping 6", "engine> readyok", "engine> bestmove 0000"},
                 }
               : std::vector<std::vector<std::string>>{
                     {"gui> go ponder", "gui> go", "gui> stop", "gui> quit"},
                     {"gui> uci", "gui> isready", "gui> stop", "gui> ponderhit", "gui> position fen x",
                      "gui> go infinite"},
                 };
    misfortunes.insert(misfortunes.end(), by_gui.begin(), by_gui.end());
    return misfortunes;
}

// Nothing is heard of an engine that has been let go, and only one that was asked for is started.
bool is_possible(std::string_view event, bool awaits_start) {
    if (event.starts_with("! start")) return awaits_start;
    return !awaits_start || !(event.starts_with("engine") || event.starts_with("! engine"));
}

} // namespace

std::string sweep(const std::string& path) {
    const std::vector<Step> steps = read_transcript(path);
    const auto misfortunes = misfortunes_for(steps);
    const std::size_t stride = 1 + steps.size() / 150; // a whole game repeats itself: some of its moves will do
    for (std::size_t cut_after = 0; cut_after <= steps.size(); cut_after += stride) {
        for (const auto& misfortune : misfortunes) {
            std::vector<Step> all = steps;
            if (only_sets(misfortune.front())) all.push_back({misfortune.front(), 0});
            Player player(all);
            for (std::size_t i = 0; i < cut_after; ++i)
                if (is_input(steps[i].text)) player.feed(steps[i].text);
            for (const std::string& event : misfortune)
                if (is_possible(event, player.awaits_start())) player.feed(event);
            if (const std::string wrong = finish(player); !wrong.empty()) {
                std::string story;
                for (const std::string& line : player.lines())
                    story += "\n    " + line;
                return path + " cut after " + std::to_string(cut_after) + " lines, then `" + misfortune.front() +
                       "`: " + wrong + story;
            }
        }
    }
    return {};
}

} // namespace polyglot::support
