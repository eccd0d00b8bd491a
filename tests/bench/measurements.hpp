// The measurements. Each runs all candidates in turns, a few samples at a time, so that a noisy
// second on the machine hits them all alike.
#pragma once
#include "tests/bench/candidates.hpp"
#include "tests/bench/results.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace polyglot::bench {

struct Plan {
    std::string big_book;             // empty: no book measurements
    std::string small_book;           // empty: no memory with a small book
    std::size_t round_trips = 20'000; // per candidate, in batches of 500
    std::size_t book_hits = 20'000;
    std::size_t positions = 4'000;
    std::uint64_t flood_lines = 250'000; // per flood
    std::size_t floods = 8;
    std::size_t starts = 60;
    std::size_t xboard_moves = 4'000;
    std::size_t thinking_lines = 100'000; // per search
    std::size_t thinkings = 5;
};

// Says on stderr what is measured, if anything. A child that hangs must not hang us: SIGALRM ends
// the run unless the next call comes within two minutes.
void announce(const char* what);

class Bench {
  public:
    Bench(Programs programs, Plan plan) : programs_(std::move(programs)), plan_(std::move(plan)) {}

    void measure_round_trips();
    void measure_positions();
    void measure_book();
    void measure_floods();
    void measure_starts();
    void measure_memory();
    void measure_xboard();
    void measure_thinking();

    const Results& results() const { return results_; }

  private:
    std::vector<Candidate> candidates(const std::string& engine_flags,
                                      const std::string& book) const {
        return make_candidates(programs_, folder_, engine_flags, book);
    }
    void flood(const char* metric, const std::string& engine_flags);
    void read_memory(const std::string& book, const char* resident, const char* share,
                     const char* own);

    TemporaryFolder folder_;
    Programs programs_;
    Plan plan_;
    Results results_;
};

} // namespace polyglot::bench
