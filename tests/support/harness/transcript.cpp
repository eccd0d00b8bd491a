#include "tests/support/harness/transcript.hpp"

#include "adapter/replay/run.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <deque>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace polyglot::support {

using tools::kind_of;
using tools::StepKind;
using Player = tools::ReplayPlayer;

namespace {

// Returns the lines of a transcript without comments and notes.
std::vector<tools::Step> read_transcript(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path);
    tools::ReadLog log = tools::read_log(file);
    if (log.sessions.size() != 1)
        throw std::runtime_error(path + ": the lines of one session are expected");
    std::vector<tools::Step> steps = std::move(log.sessions.front().steps);
    std::erase_if(steps,
                  [](const tools::Step& step) { return kind_of(step.text) == StepKind::Note; });
    return steps;
}

bool is_input(std::string_view step) {
    return kind_of(step) == StepKind::Input;
}

// Feeds the input like an adapter, which writes to a store after the event.
void feed(Player& player, std::string_view input) {
    player.feed(input);
    if (player.results_wait()) player.feed("! results due");
}

} // namespace

std::string record(const std::string& path) {
    const std::vector<tools::Step> steps = read_transcript(path);
    Player player(tools::all_of(steps));
    std::string text;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        if (!is_input(steps[at].text) && kind_of(steps[at].text) != StepKind::Setting) continue;
        std::string answers; // the answers that the input receives
        for (std::size_t i = at + 1; i < steps.size() && !is_input(steps[i].text); ++i) {
            if (kind_of(steps[i].text) != StepKind::Answer) continue;
            player.answer(steps[i].text);
            answers += steps[i].text + "\n";
        }
        std::size_t said = player.lines().size();
        player.feed(steps[at].text);
        for (; said < player.lines().size(); ++said) {
            text += player.lines()[said] + "\n";
            text += std::exchange(answers, {}); // they follow the line of the input
        }
    }
    return text;
}

std::string play(const std::string& path) {
    const std::vector<tools::Step> steps = read_transcript(path);
    const tools::Replayed replayed = tools::replay(tools::all_of(steps));
    if (const auto& found = replayed.difference) {
        const std::string nothing = "nothing";
        std::string text = path + ":" + std::to_string(steps[found->step].line) + ": expected `" +
                           (found->expected.empty() ? nothing : found->expected) + "`, got `" +
                           (found->came.empty() ? nothing : found->came) + "`";
        for (const std::string& note : found->notes)
            text += "\n    # " + note;
        return text;
    }
    return replayed.bad_output;
}

namespace {

std::ptrdiff_t count(const std::vector<std::string>& lines, std::string_view start) {
    return std::count_if(lines.begin(), lines.end(),
                         [start](const std::string& l) { return l.starts_with(start); });
}

// Checks the rules that hold for any session line by line. Returns an empty text or the fault.
std::string check_order(const std::vector<std::string>& lines) {
    bool owes_bestmove = false;
    bool has_quit = false;
    bool speaks_xboard = false; // such an engine may be set up and asked again
    std::deque<std::string_view> pings;
    for (const std::string& line : lines) {
        std::string_view rest = line;
        if (text::cut_prefix(rest, "engine< ")) {
            if (has_quit) return "sent to the engine after quit: " + std::string(rest);
            const std::string_view word = text::next_word(rest);
            if (owes_bestmove && (word == "go" || word == "position" || word == "ucinewgame"))
                return "sent to the engine while it owes a bestmove: " + line;
            speaks_xboard = speaks_xboard || word == "xboard";
            if (word == "go") owes_bestmove = !speaks_xboard && text::next_word(rest) != "perft";
            has_quit = word == "quit";
        } else if (line == "= restart engine") {
            has_quit = owes_bestmove = false;
        } else if (text::cut_prefix(rest, "engine> ")) {
            if (text::next_word(rest) == "bestmove") owes_bestmove = false;
        } else if (text::cut_prefix(rest, "gui> ping")) {
            pings.push_back(text::trim(rest));
        } else if (text::cut_prefix(rest, "gui< pong")) {
            if (pings.empty() || pings.front() != text::trim(rest)) return "no ping for: " + line;
            pings.pop_front();
        }
    }
    return {};
}

// After the misfortune the session must end by deadlines alone and must have kept its rules.
std::string finish(Player& player) {
    for (int i = 0; i < 250 && !player.exited(); ++i) { // GNU Chess gets a nudge every 100 ms
        if (player.awaits_start()) {
            feed(player, "! start again");
            continue;
        }
        if (!player.session().deadline()) {
            // The session is alive and waits for events, like a running adapter.
            feed(player, "! gui closed");
            continue;
        }
        feed(player, "! timeout");
    }
    const auto& lines = player.lines();
    if (!player.exited()) return "did not come to an end";
    if (count(lines, "= exit") != 1) return "more than one exit";
    if (std::string wrong = check_order(lines); !wrong.empty()) return wrong;
    if (count(lines, "gui< bestmove") > count(lines, "gui> go")) return "more bestmoves than go";
    const auto first_in =
        std::find_if(lines.begin(), lines.end(), [](auto& l) { return l.starts_with("gui>"); });
    const auto first_out =
        std::find_if(lines.begin(), lines.end(), [](auto& l) { return l.starts_with("gui<"); });
    if (first_out != lines.end() && first_in > first_out && count(lines, "! gui closed") == 0)
        return "printed before the GUI's first line";
    return player.check_output();
}

// Returns the misfortunes, each of a few events. Those of the GUI fit the protocol of the
// transcript.
std::vector<std::vector<std::string>> misfortunes_for(const std::vector<tools::Step>& steps) {
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
        {"engine> readyok", "engine> readyok", "engine> uciok", "engine> readyok",
         "engine> info depth 1"},
        {"! gui congested", "engine> info depth 1 score cp 1 pv e2e4", "! gui closed"},
        {"! set OnEngineFailure = restart", "! engine killed 11", "! start again", "engine> uciok",
         "engine> readyok", "engine> bestmove e2e4", "engine> bestmove e7e5"},
        {"! set OnEngineFailure = resign", "! engine killed 11", "! start again", "engine> uciok",
         "! gui closed"},
        {"! set OnEngineFailure = resign", "! timeout", "! start again", "engine> uciok",
         "engine> bestmove d7d5"},
    };
    const bool has_program = std::any_of(steps.begin(), steps.end(), [](const tools::Step& step) {
        return step.text.starts_with("= program 1 s");
    });
    if (has_program) {
        misfortunes.push_back({"! program 1 ended exited with status 1", "! timeout", "! timeout"});
        misfortunes.push_back({"! program 1 > {", R"(! program 1 > {"id":1,"moves":[]})",
                               R"(! program 1 > {"id":2,"moves":[{"move":"e2e4"}]})"});
        misfortunes.push_back({"! timeout", "! program 1 ended has closed its input or output",
                               "engine> bestmove e2e4", "! gui closed"});
    }
    const bool engine_speaks_xboard =
        std::any_of(steps.begin(), steps.end(),
                    [](const tools::Step& step) { return step.text == "engine< xboard"; });
    if (engine_speaks_xboard)
        misfortunes.push_back({"! set OnEngineFailure = restart", "! engine closed",
                               "! start again", "engine> feature done=1", "engine> move e2e4",
                               "! engine exited 1", "! start again"});
    const auto first = std::find_if(steps.begin(), steps.end(), [](const tools::Step& step) {
        return step.text.starts_with("gui> ");
    });
    const bool xboard = first != steps.end() &&
                        (first->text == "gui> xboard" || first->text.starts_with("gui> protover"));
    const std::vector<std::vector<std::string>> by_gui =
        xboard ? std::vector<std::vector<std::string>>{
                     {"gui> ping 7", "gui> force", "gui> new", "gui> usermove e2e4", "gui> undo",
                      "gui> ping 8",
                      "gui> analyze", "gui> ?", "gui> result *", "gui> quit"},
                     {"gui> go", "gui> go", "gui> ?", "gui> playother",
                      "engine> bestmove e2e4 ponder e7e5",
                      "engine> bestmove e7e5", "gui> hard", "gui> remove", "gui> ping 9",
                      "engine> readyok"},
                     {"gui> analyze", "gui> setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "gui> exit",
                      "gui> pause",
                      "gui> go", "gui> new", "gui> resume", "engine> readyok", "engine> readyok",
                      "gui> quit"},
                     {"gui> option Hash=17", "gui> variant fischerandom", "gui> edit", "gui> #",
                      "gui> .",
                      "gui> draw", "gui> resume", "gui> ping 6", "engine> readyok",
                      "engine> bestmove 0000"},
                 }
               : std::vector<std::vector<std::string>>{
                     {"gui> go ponder", "gui> go", "gui> stop", "gui> quit"},
                     {"gui> uci", "gui> isready", "gui> stop", "gui> ponderhit",
                      "gui> position fen x",
                      "gui> go infinite"},
                 };
    misfortunes.insert(misfortunes.end(), by_gui.begin(), by_gui.end());
    return misfortunes;
}

// Returns whether the event can happen: a released engine sends nothing, and only a requested
// engine starts.
bool is_possible(std::string_view event, bool awaits_start) {
    if (event.starts_with("! start")) return awaits_start;
    return !awaits_start || !(event.starts_with("engine") || event.starts_with("! engine"));
}

} // namespace

std::string sweep(const std::string& path) {
    const std::vector<tools::Step> steps = read_transcript(path);
    const auto misfortunes = misfortunes_for(steps);
    // A whole game repeats itself; some of its moves are sufficient.
    const std::size_t stride = 1 + steps.size() / 150;
    for (std::size_t cut_after = 0; cut_after <= steps.size(); cut_after += stride) {
        for (const auto& misfortune : misfortunes) {
            tools::Steps all = tools::all_of(steps);
            const tools::Step first{.text = misfortune.front(), .stamp = {}};
            if (kind_of(first.text) == StepKind::Setting) all.push_back(&first);
            Player player(all);
            bool started = false;
            // A setting may have changed the course of events, so that some become impossible.
            const auto happens = [&](const std::string& event) {
                if (!is_possible(event, !started || player.awaits_start())) return;
                started = started || event.starts_with("! start");
                feed(player, event);
            };
            for (std::size_t i = 0; i < cut_after; ++i)
                if (is_input(steps[i].text)) happens(steps[i].text);
            std::for_each(misfortune.begin(), misfortune.end(), happens);
            if (const std::string wrong = finish(player); !wrong.empty()) {
                std::string story;
                for (const std::string& line : player.lines())
                    story += "\n    " + line;
                return path + " cut after " + std::to_string(cut_after) + " lines, then `" +
                       misfortune.front() + "`: " + wrong + story;
            }
        }
    }
    return {};
}

} // namespace polyglot::support
