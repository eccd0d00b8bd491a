#include "core/book/grow/results.hpp"

#include <cmath>

namespace polyglot::book {

int promised_score(int value_cp) {
    return static_cast<int>(std::lround(1000 / (1 + std::pow(10.0, -value_cp / 400.0))));
}

// E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927). With
// draws, the true interval is narrower.
int greatest_score(std::uint64_t games, std::uint64_t half_points) {
    const auto n = static_cast<double>(games);
    const double points = static_cast<double>(half_points) / 2;
    return static_cast<int>(
        std::lround(1000 * (points + 0.5 + std::sqrt(points * (n - points) / n + 0.25)) / (n + 1)));
}

} // namespace polyglot::book
