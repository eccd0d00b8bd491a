#include "tools/explore/difference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_set>

namespace polyglot::tools {
namespace {

constexpr std::size_t most_plies = 30;
constexpr std::size_t most_followed = 50'000;
constexpr double least_difference = 0.05;

struct Choice {
    chess::Move move;
    double first = 0, second = 0; // shares
    int books = 0;                // the number of books with this move
};

// Returns the moves of both books, the most played first.
std::vector<Choice> choices_of(const std::vector<Branch>& first,
                               const std::vector<Branch>& second) {
    std::vector<Choice> choices;
    const auto add = [&choices](const std::vector<Branch>& branches, double Choice::*share) {
        for (const Branch& branch : branches) {
            if (!branch.move) continue;
            auto same = std::ranges::find(choices, branch.move, &Choice::move);
            if (same == choices.end()) same = choices.insert(same, Choice{.move = branch.move});
            ++same->books;
            if (branch.of_book) *same.*share = branch.share;
        }
    };
    add(first, &Choice::first);
    add(second, &Choice::second);
    std::ranges::stable_sort(choices, [](const Choice& a, const Choice& b) {
        return std::max(a.first, a.second) > std::max(b.first, b.second);
    });
    return choices;
}

bool knows(const std::vector<Branch>& branches) {
    return std::ranges::any_of(branches, &Branch::of_book);
}

class Search {
  public:
    Search(const Branches& first, const Branches& second, const chess::Position& start)
        : first_(first), second_(second), start_(start) {}

    // after is the key of the position after which the search begins; nullopt searches from the
    // first position.
    std::optional<std::vector<chess::Move>> find(std::optional<std::uint64_t> after) {
        is_after_ = !after;
        std::vector<std::vector<chess::Move>> open{{}};
        while (!open.empty() && seen_.size() < most_followed) {
            const std::vector<chess::Move> line = std::move(open.back());
            open.pop_back();
            chess::Position position = start_;
            for (const chess::Move move : line)
                position.make(move);
            if (!seen_.insert(position.key()).second) continue;
            const std::vector<Branch> first = first_.of(position);
            const std::vector<Branch> second = second_.of(position);
            std::vector<Choice> choices = choices_of(first, second);
            double difference = 0;
            for (const Choice& choice : choices)
                difference += std::abs(choice.first - choice.second) / 2;
            if (is_after_ && (knows(first) != knows(second) || difference >= least_difference))
                return line;
            if (position.key() == after) is_after_ = true;
            if (line.size() >= most_plies) continue;
            // The last one that is added is visited next.
            std::ranges::reverse(choices);
            for (const Choice& choice : choices) {
                if (choice.books < 2) continue;
                open.push_back(line);
                open.back().push_back(choice.move);
            }
        }
        return std::nullopt;
    }
    bool met() const { return is_after_; }

  private:
    const Branches& first_;
    const Branches& second_;
    const chess::Position& start_;
    std::unordered_set<std::uint64_t> seen_;
    bool is_after_ = false;
};

} // namespace

std::optional<std::vector<chess::Move>> next_difference(const Branches& first,
                                                        const Branches& second,
                                                        const chess::Position& start,
                                                        std::span<const chess::Move> line) {
    chess::Position here = start;
    for (const chess::Move move : line)
        here.make(move);
    Search from_here(first, second, start);
    auto found = from_here.find(here.key());
    if (found || from_here.met()) return found;
    return Search(first, second, start).find(std::nullopt);
}

} // namespace polyglot::tools
