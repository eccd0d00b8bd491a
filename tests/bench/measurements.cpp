#include "tests/bench/measurements.hpp"

#include "tests/bench/games.hpp"
#include "tests/bench/metric_names.hpp"
#include "tests/bench/one_processor.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unistd.h>

namespace polyglot::bench {

namespace {

constexpr std::size_t batch = 500;
constexpr std::string_view go = "go wtime 60000 btime 60000\n";
// The fake engine's info line for a search of no length: where it is missing, the move came from a
// book.
constexpr std::string_view from_engine = "info depth 1 score cp 20 time 0 nodes 20 ";
constexpr unsigned patience_s = 120;

// The number in the first line of /proc/PID/FILE that begins with the key. nullopt: the kernel does
// not tell.
std::optional<double> read_proc(pid_t pid, const char* file, std::string_view key) {
    std::ifstream in("/proc/" + std::to_string(pid) + '/' + file);
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, key.size(), key) != 0) continue;
        const std::size_t digit = line.find_first_of("0123456789", key.size());
        double number = 0;
        if (digit != std::string::npos)
            std::from_chars(line.data() + digit, line.data() + line.size(), number);
        return number;
    }
    return std::nullopt;
}

double read_rollup(pid_t pid, std::string_view key) { // MiB
    const auto kib = read_proc(pid, "smaps_rollup", key);
    if (!kib)
        throw std::runtime_error("no " + std::string(key) + " for process " + std::to_string(pid));
    return *kib / 1024;
}

// CPU time (us) and voluntary context switches of the process's main thread since its start; 0: the
// kernel does not tell.
struct Usage {
    double cpu, sleeps;
    explicit Usage(pid_t pid)
        : cpu(read_proc(pid, "schedstat", "").value_or(0) / 1e3),
          sleeps(read_proc(pid, "status", "voluntary_ctxt_switches:").value_or(0)) {}
};

// Where a process lies in memory and in the caches lasts as long as it does. Sessions live for an
// eighth of a measurement, so that no candidate's luck lasts for all of it.
void restart_now_and_then(std::vector<Session>& sessions, const std::vector<Candidate>& all,
                          std::size_t done, std::size_t step, std::size_t total) {
    const std::size_t life = std::max(total / 8 / step, std::size_t{1}) * step;
    if (done == 0 || done % life != 0) return;
    quit_all(sessions);
    sessions = start_all(all);
}

// What the book of this child answers in the position, empty when it asks the engine.
std::string ask_book(Child& child, const std::string& position) {
    child.send(position + std::string(go));
    bool in_book = true;
    for (;;) {
        const std::string_view line = child.read_line();
        if (line.substr(0, from_engine.size()) == from_engine) in_book = false;
        if (line.substr(0, 9) != "bestmove ") continue;
        if (!in_book) return {};
        const std::string_view move = line.substr(9);
        return std::string(move.substr(0, move.find_first_of(" \r")));
    }
}

// Positions of the book, found by playing its own moves from the start position again and again.
std::vector<std::string> find_book_positions(Child& child, std::size_t wanted) {
    std::set<std::string> found;
    for (int walk = 0; walk < 400 && found.size() < wanted; ++walk) {
        std::string line = "position startpos";
        for (int ply = 0; ply < 40; ++ply) {
            const std::string move = ask_book(child, line + "\n");
            if (move.empty()) break;
            found.insert(line + "\n");
            line += (ply == 0 ? " moves " : " ") + move;
        }
    }
    return {found.begin(), found.end()};
}

} // namespace

void announce(const char* what) {
    ::alarm(patience_s);
    if (what != nullptr) std::fprintf(stderr, "adapter_bench: %s\n", what);
}

void Bench::measure_round_trips() {
    const OneProcessor pinned;
    announce("round trips");
    const auto all = candidates("", "");
    auto sessions = start_all(all);
    Metric& metric = results_.metric(round_trip, "us", true);
    Metric& cpu = results_.metric(round_trip_cpu, "us");
    Metric& sleeps = results_.metric(round_trip_sleeps, "times");
    for (std::size_t done = 0; done < plan_.round_trips; done += batch) {
        restart_now_and_then(sessions, all, done, batch, plan_.round_trips);
        for (Session& s : sessions) {
            const std::string& name = s.candidate->name;
            for (int warm = 0; warm < 20; ++warm)
                s.child->time_until("isready\n", "readyok");
            const Usage before(s.child->pid());
            for (std::size_t i = 0; i < batch; ++i)
                metric.by_candidate[name].add(to_us(s.child->time_until("isready\n", "readyok")));
            const Usage after(s.child->pid());
            if (name == "two cats" || after.cpu == 0) continue; // the shell's pid; not known
            cpu.by_candidate[name].add((after.cpu - before.cpu) / batch);
            sleeps.by_candidate[name].add((after.sleeps - before.sleeps) / batch);
        }
    }
    quit_all(sessions);
}

void Bench::measure_positions() {
    const OneProcessor pinned;
    announce("long positions");
    const auto all = candidates("", "");
    auto sessions = start_all(all);
    Metric& grown = results_.metric(position_grown, "us", true);
    Metric& jump = results_.metric(position_jump, "us", true);
    const std::string ready = "isready\n";
    for (std::size_t done = 0; done < plan_.positions; done += 20) {
        restart_now_and_then(sessions, all, done, 20, plan_.positions);
        for (Session& s : sessions) {
            s.child->time_until("ucinewgame\n" + ready, "readyok");
            // The last 20 of these are the samples
            for (std::size_t ply = 2; ply <= game_plies; ply += 2) {
                const auto t = s.child->time_until(position_line(games[0], ply) + ready, "readyok");
                if (ply > game_plies - 40) grown.by_candidate[s.candidate->name].add(to_us(t));
            }
            for (std::size_t i = 0; i < 20; ++i) {
                const auto t = s.child->time_until(
                    position_line(games[1 - i % 2], game_plies) + ready, "readyok");
                jump.by_candidate[s.candidate->name].add(to_us(t));
            }
        }
    }
    quit_all(sessions);
}

void Bench::measure_book() {
    const OneProcessor pinned;
    announce("book hits");
    const auto all = candidates("", plan_.big_book);
    auto sessions = start_all(all);
    const auto with_book = std::find_if(sessions.rbegin(), sessions.rend(),
                                        [](const Session& s) { return s.candidate->has_book; });
    if (with_book == sessions.rend()) return;
    const auto positions = find_book_positions(*with_book->child, 256);
    if (positions.empty())
        throw std::runtime_error("the start position is not in " + plan_.big_book);
    std::fprintf(stderr, "adapter_bench: %zu positions of the book, the same for all\n",
                 positions.size());

    Metric& hit = results_.metric(book_hit, "us", true);
    Metric& move = results_.metric(engine_move, "us", true);
    std::size_t at = 0;
    for (std::size_t done = 0; done < plan_.book_hits; done += batch, at += batch) {
        ::alarm(patience_s);
        restart_now_and_then(sessions, all, done, batch, plan_.book_hits);
        for (Session& s : sessions) {
            Samples& hits = hit.by_candidate[s.candidate->name];
            Samples& moves = move.by_candidate[s.candidate->name];
            for (std::size_t i = 0; i < batch; ++i) {
                // A step that shares no factor with their number visits all, and never two
                // neighbours of one line.
                const std::string& position = positions[(at + i) * 101 % positions.size()];
                if (s.candidate->has_book)
                    hits.add(to_us(s.child->time_until(position + std::string(go), "bestmove")));
                else
                    hits.add(to_us(s.child->time_until("isready\n", "readyok")));
            }
            const std::string out_of_book = position_line(games[0], 60) + std::string(go);
            for (std::size_t i = 0; i < batch / 5; ++i)
                moves.add(to_us(s.child->time_until(out_of_book, "bestmove")));
        }
    }
    quit_all(sessions);
}

void Bench::flood(const char* name, const std::string& engine_flags) {
    announce(name);
    const auto all = candidates(engine_flags, "");
    auto sessions = start_all(all);
    Metric& metric = results_.metric(name, "M lines/s");
    const std::string command =
        "position startpos\ngo nodes " + std::to_string(plan_.flood_lines) + "\n";
    for (std::size_t i = 0; i < plan_.floods; ++i) {
        for (Session& s : sessions) {
            ::alarm(patience_s);
            const auto begin = Clock::now();
            s.child->send(command);
            const std::uint64_t lines = s.child->count_lines_until("bestmove");
            const std::chrono::duration<double> seconds = Clock::now() - begin;
            if (lines < plan_.flood_lines)
                throw std::runtime_error(s.candidate->name +
                                         " lost lines: " + std::to_string(lines) + " of " +
                                         std::to_string(plan_.flood_lines));
            metric.by_candidate[s.candidate->name].add(static_cast<double>(lines) / 1e6 /
                                                       seconds.count());
        }
    }
    quit_all(sessions);
}

// The promises are about one processor: there a run repeats within 1 %. With two the scheduler
// decides whether GUI, adapter and engine share one, for each candidate again, and the ratio of two
// medians varies by a factor of two.
void Bench::measure_floods() {
    {
        const OneProcessor pinned;
        flood(flood_lines, "--line-writes");
        flood(flood_blocks, "");
    }
    flood(flood_lines_spread, "--line-writes");
    flood(flood_blocks_spread, "");
}

void Bench::measure_starts() {
    announce("starts and quits");
    const auto all = candidates("", plan_.big_book);
    Metric& start = results_.metric(start_up, "ms", true);
    Metric& quit = results_.metric(quit_time, "ms", true);
    for (std::size_t i = 0; i < plan_.starts; ++i) {
        for (const Candidate& candidate : all) {
            ::alarm(patience_s);
            const auto begin = Clock::now();
            Child child(candidate.argv);
            child.send("uci\n");
            child.read_until("uciok");
            start.by_candidate[candidate.name].add(to_ms(Clock::now() - begin));
            child.time_until("isready\n", "readyok");
            if (candidate.ends_on_quit) quit.by_candidate[candidate.name].add(to_ms(child.quit()));
        }
    }
}

void Bench::read_memory(const std::string& book, const char* resident, const char* share,
                        const char* own) {
    const auto all = candidates("", book);
    for (const Candidate& candidate : all) {
        if (candidate.name == "two cats") continue; // its pid is the shell's
        ::alarm(patience_s);
        Child child(candidate.argv);
        child.time_until("uci\nisready\n", "readyok");
        if (candidate.has_book) find_book_positions(child, 512);
        for (const std::string_view game : games) {
            child.send("ucinewgame\n");
            for (std::size_t ply = 2; ply <= game_plies; ply += 2) {
                child.send(position_line(game, ply) +
                           std::string(ply < 40 ? go : "go nodes 2000\n"));
                child.count_lines_until("bestmove");
            }
        }
        child.time_until("isready\n", "readyok"); // it has done what follows the last move
        results_.metric(resident, "MiB")
            .by_candidate[candidate.name]
            .add(read_rollup(child.pid(), "Rss:"));
        results_.metric(share, "MiB")
            .by_candidate[candidate.name]
            .add(read_rollup(child.pid(), "Pss:"));
        // Not Private_Clean: the program's own pages, which a second adapter would share.
        if (own != nullptr)
            results_.metric(own, "MiB")
                .by_candidate[candidate.name]
                .add(read_rollup(child.pid(), "Anonymous:"));
        child.quit();
    }
}

void Bench::measure_memory() {
    announce("memory");
    if (!plan_.small_book.empty())
        read_memory(plan_.small_book, resident_small, share_small, nullptr);
    if (!plan_.big_book.empty()) read_memory(plan_.big_book, resident_big, share_big, private_big);
}

} // namespace polyglot::bench
