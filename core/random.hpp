// A small generator of random numbers with a seed and an unbiased draw. Callers pass it in, so that
// a logged seed repeats a game.
#pragma once
#include <cstdint>

namespace polyglot {

// Implements SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
// 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    // Returns every number in [0, bound) with the same probability; bound > 0.
    std::uint64_t below(std::uint64_t bound) {
        // The lowest 2^64 mod `bound` numbers are rejected, because they would favour some results.
        const std::uint64_t uneven = (0 - bound) % bound;
        std::uint64_t r = next();
        while (r < uneven)
            r = next();
        return r % bound;
    }

  private:
    std::uint64_t state_;
};

} // namespace polyglot
