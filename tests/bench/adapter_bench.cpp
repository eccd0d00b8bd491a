// adapter_bench: our adapter, Debian's PolyGlot, a bare relay and no adapter at all, in front of
// the same fake engine, measured in one run. tests/bench/README.md says what the rows mean.
#include "tests/bench/measurements.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace polyglot::bench;

constexpr const char* help = R"(usage: adapter_bench [options]
  --ours FILE         our adapter
  --polyglot FILE     Debian's (default /usr/games/polyglot); left out when it is not there
  --engine FILE       the fake engine
  --relay FILE        the bare relay
  --book FILE         a big .bin book that holds the start position; without it there are no book rows
  --small-book FILE   a small one, to compare memory
  --only PART         round-trips, positions, book, floods, starts, memory, xboard or thinking; may be given
                      more than once
  --quick             a fiftieth of the samples: shows that it works, measures nothing
  --json FILE         the figures for a program
  --compare FILE      another build of our adapter: both in turns, and which figures differ beyond noise
  --check             exit status 1 when a target is missed
)";

struct Arguments {
    Programs programs{
        POLYGLOT_FAKE_ENGINE, POLYGLOT_RELAY, "/usr/games/polyglot", POLYGLOT_OURS, {}};
    Plan plan;
    std::vector<std::string> parts;
    std::string json_file;
    bool check = false;
};

const std::vector<std::pair<std::string, void (Bench::*)()>> parts = {
    {"round-trips", &Bench::measure_round_trips},
    {"positions", &Bench::measure_positions},
    {"book", &Bench::measure_book},
    {"floods", &Bench::measure_floods},
    {"starts", &Bench::measure_starts},
    {"memory", &Bench::measure_memory},
    {"xboard", &Bench::measure_xboard},
    {"thinking", &Bench::measure_thinking},
};

void make_quick(Plan& plan) {
    plan.round_trips = plan.book_hits = 500;
    plan.positions = 80;
    plan.flood_lines = 20'000;
    plan.floods = 1;
    plan.starts = 2;
    plan.xboard_moves = 100;
    plan.thinking_lines = 5'000;
    plan.thinkings = 1;
}

// False when they make no sense.
bool parse_arguments(int argc, char** argv, Arguments& args) {
    const std::map<std::string_view, std::string*> texts = {
        {"--ours", &args.programs.ours},     {"--polyglot", &args.programs.polyglot},
        {"--engine", &args.programs.engine}, {"--relay", &args.programs.relay},
        {"--book", &args.plan.big_book},     {"--small-book", &args.plan.small_book},
        {"--json", &args.json_file},         {"--compare", &args.programs.old},
    };
    for (int i = 1; i < argc; ++i) {
        const std::string_view arg = argv[i];
        if (arg == "--check") {
            args.check = true;
        } else if (arg == "--quick") {
            make_quick(args.plan);
        } else if (i + 1 == argc) {
            return false;
        } else if (const auto it = texts.find(arg); it != texts.end()) {
            *it->second = argv[++i];
        } else if (arg == "--only") {
            args.parts.emplace_back(argv[++i]);
            const auto is_it = [&](const auto& part) { return part.first == args.parts.back(); };
            if (std::none_of(parts.begin(), parts.end(), is_it)) return false;
        } else {
            return false;
        }
    }
    return true;
}

bool wanted(const Arguments& args, const std::string& part) {
    if (part == "book" && args.plan.big_book.empty()) return false;
    return args.parts.empty() ||
           std::find(args.parts.begin(), args.parts.end(), part) != args.parts.end();
}

int run(Arguments args) {
    // A piece each: compare()
    if (!args.programs.old.empty()) args.plan.floods = args.plan.thinkings = 20;
    Bench bench(args.programs, args.plan);
    for (const auto& [name, measure] : parts)
        if (wanted(args, name)) std::invoke(measure, bench);
    if (!args.programs.old.empty()) {
        const auto comparisons = compare(bench.results());
        std::fputs(format_comparison(comparisons).c_str(), stdout);
        const bool any_worse = std::any_of(comparisons.begin(), comparisons.end(),
                                           [](const Comparison& one) { return one.is_worse(); });
        return args.check && any_worse ? 1 : 0;
    }
    const auto verdicts = judge(bench.results());
    std::fputs(format_markdown(bench.results(), verdicts).c_str(), stdout);
    if (!args.json_file.empty()) {
        std::ofstream json(args.json_file);
        json << format_json(bench.results(), verdicts);
        if (!json.flush()) throw std::runtime_error("cannot write " + args.json_file);
    }
    const auto kept = [](const Verdict& v) { return v.kept(); };
    const bool all_kept = !verdicts.empty() && std::all_of(verdicts.begin(), verdicts.end(), kept);
    return args.check && !all_kept ? 1 : 0;
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // a child that is gone shows up as EPIPE
    Arguments args;
    if (!parse_arguments(argc, argv, args)) {
        std::fputs(help, stderr);
        return 64;
    }
    try {
        return run(args);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "adapter_bench: %s\n", e.what());
        return 2;
    }
}
