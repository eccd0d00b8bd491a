// Weights from values: presents a book of values (YACB, SFTT) as a book of weighted moves, using
// the values of the resulting positions. docs/convert-book.md has the formula.
#pragma once
#include "core/book/book.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace polyglot::book {

// For this side, on one scale for all types of value: centipawns; what is won begins at 10,000, a
// distance to zeroing at 20,000 and a mate at 30,000, each less its distance, so that the quicker
// win is the better one. A score in per cent is read by the logistic curve of Elo's, 400 · log10(p
// / (1 - p)).
int centipawns_for(const Evaluation& evaluation, chess::Color side);
// True if the value is exact or at least that for this side: a lower bound is as good as a value
// for a side that plays for it, an upper bound is not, nor is what holds for every position: at
// least 0 %.
bool is_assured(const Evaluation& evaluation, chess::Color side);
// What is written where nothing is known: at least 0 %.
Evaluation no_value();
bool says_nothing(const Evaluation& evaluation); // it is that, or the same from above

class ValueBook final : public BookAround {
  public:
    static constexpr std::uint32_t full_weight = 1000;

    // temperature: > 0, centipawns. Asked for some thirty positions at each find().
    ValueBook(std::shared_ptr<const Book> values, double temperature)
        : BookAround(std::move(values)), temperature_(temperature) {}

    // The book's own move first (as good as the best one where nothing is known of it), then by
    // falling weight: round(1000 · exp(-d / temperature)), where d is the distance in centipawns of
    // a move's value from the best one's. Moves of weight 0 are left out, except the book's own,
    // which has at least 1. Without any such move, the answer of the book of values.
    std::vector<Entry> find(const chess::Position& position) const override;
    std::vector<Entry> find_all(const chess::Position& position) const override {
        return find(position);
    }

  private:
    struct Valued {
        chess::Move move;
        int value = 0; // for the mover
    };
    static int best_of(const std::vector<Valued>& moves); // below every value if there is none
    std::optional<int> value_after(chess::Position& position, chess::Move move) const;

    double temperature_;
};

// Centipawns: a move a fifth of a pawn below the best gets 37 % of its weight
constexpr double usual_temperature = 20;

// The book with a weight for every move: of one that has the values of positions, made from them.
std::shared_ptr<const Book> weighed(std::shared_ptr<const Book> book,
                                    double temperature = usual_temperature);

} // namespace polyglot::book
