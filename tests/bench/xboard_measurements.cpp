// The adapters as seen by an xboard GUI. There is no candidate without an adapter here, because the
// engine speaks UCI.
#include "tests/bench/measurements.hpp"
#include "tests/bench/metric_names.hpp"
#include "tests/bench/one_processor.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace polyglot::bench {

namespace {

constexpr std::size_t batch = 100;
constexpr std::string_view new_game = "new\neasy\npost\nlevel 0 60 0\n";

std::vector<Candidate> adapters(std::vector<Candidate> all) {
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](const Candidate& c) {
                                 return c.name != "PolyGlot" && c.name != "ours" && c.name != "old";
                             }),
              all.end());
    return all;
}

std::vector<Session> start_xboard(const std::vector<Candidate>& all) {
    std::vector<Session> sessions;
    for (const Candidate& candidate : all) {
        sessions.push_back({&candidate, std::make_unique<Child>(candidate.argv)});
        sessions.back().child->time_until("xboard\nprotover 2\n", "feature done=1");
        sessions.back().child->time_until(std::string(new_game) + "ping 1\n", "pong 1");
    }
    return sessions;
}

// Everything before the measured command has taken effect, `new` and its isready too.
void begin_game(Child& child) {
    child.time_until(std::string(new_game) + "ping 2\n", "pong 2");
    child.time_until("ping 3\n", "pong 3");
}

} // namespace

void Bench::measure_xboard() {
    const OneProcessor pinned;
    announce("xboard round trips");
    const auto all = adapters(candidates("--bestmove e7e5", ""));
    const auto with_book = adapters(candidates("", plan_.big_book));
    auto sessions = start_xboard(all);
    auto book_sessions = plan_.big_book.empty() ? std::vector<Session>() : start_xboard(with_book);
    Metric& ping = results_.metric(xboard_ping, "us", true);
    Metric& move = results_.metric(xboard_move, "us", true);
    Metric& book = results_.metric(xboard_book, "us", true);
    for (std::size_t done = 0; done < plan_.xboard_moves; done += batch) {
        announce(nullptr);
        for (Session& s : sessions) {
            for (std::size_t i = 0; i < batch; ++i) {
                begin_game(*s.child);
                ping.by_candidate[s.candidate->name].add(
                    to_us(s.child->time_until("ping 4\n", "pong 4")));
                move.by_candidate[s.candidate->name].add(
                    to_us(s.child->time_until("usermove e2e4\n", "move ")));
            }
        }
        for (Session& s : book_sessions) {
            for (std::size_t i = 0; i < batch; ++i) {
                begin_game(*s.child);
                book.by_candidate[s.candidate->name].add(
                    to_us(s.child->time_until("go\n", "move ")));
            }
        }
    }
    quit_all(sessions);
    quit_all(book_sessions);
}

void Bench::measure_thinking() {
    const std::filesystem::path answered = folder_.path() / "engine-answered";
    const auto all = adapters(candidates("--thinking " + std::to_string(plan_.thinking_lines) +
                                             " --answered " + answered.string(),
                                         ""));
    announce("thinking lines");
    auto sessions = start_xboard(all);
    Metric& speed = results_.metric(thinking_speed, "k lines/s");
    Metric& shown = results_.metric(thinking_shown, "%");
    const auto thought = static_cast<double>(plan_.thinking_lines);
    for (std::size_t i = 0; i <= plan_.thinkings; ++i) {
        for (Session& s : sessions) {
            announce(nullptr);
            begin_game(*s.child);
            const auto begin = Clock::now();
            s.child->send("go\n");
            const auto lines = static_cast<double>(s.child->count_lines_until("move "));
            const std::chrono::duration<double> seconds = Clock::now() - begin;
            if (i == 0) continue; // the engine makes up its lines
            speed.by_candidate[s.candidate->name].add(thought / 1e3 / seconds.count());
            shown.by_candidate[s.candidate->name].add(100 * lines / thought);
        }
    }
    quit_all(sessions);

    // The GUI reads nothing until the engine has moved, or for two seconds: an adapter that waits
    // for the GUI does not let the engine come to its move.
    announce("thinking lines, a GUI that stalls");
    Metric& lines_before_move = results_.metric(stalled_lines, "lines");
    Metric& time_to_move = results_.metric(stalled_time, "ms");
    for (const Candidate& candidate : all) {
        for (std::size_t i = 0; i < plan_.thinkings; ++i) {
            announce(nullptr);
            Session s = std::move(start_xboard({candidate}).front());
            begin_game(*s.child);
            std::filesystem::remove(answered);
            s.child->send("go\n");
            const auto patience = Clock::now() + std::chrono::seconds(2);
            while (Clock::now() < patience && !std::filesystem::exists(answered))
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            const auto begin = Clock::now();
            std::uint64_t lines = 0;
            while (s.child->read_line().substr(0, 5) != "move ")
                ++lines;
            lines_before_move.by_candidate[candidate.name].add(static_cast<double>(lines));
            time_to_move.by_candidate[candidate.name].add(to_ms(Clock::now() - begin));
        }
    }
}

} // namespace polyglot::bench
