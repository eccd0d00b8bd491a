// Weights from values: presents a book of values (YACB, SFTT) as a book of weighted moves, using
// the values of the resulting positions. docs/convert-book.md has the formula.
#pragma once
#include "core/book/book.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace polyglot::book {

// Returns the value for this side in centipawns, on one scale for all types of value. Won values
// begin at 10,000, distances to zeroing at 20,000 and mates at 30,000; each distance is subtracted,
// so that the quicker win is better. A score in per cent is converted by Elo's logistic curve, 400
// · log10(p / (1 - p)).
int centipawns_for(const Evaluation& evaluation, chess::Color side);
// True if the value for this side is certain to be at least the stated one: an exact value or a
// lower bound from its point of view. A bound that holds for every position (at least 0 %) does not
// count.
bool is_assured(const Evaluation& evaluation, chess::Color side);
// Returns the evaluation that is written if nothing is known: at least 0 %.
Evaluation no_value();
// True if the evaluation is no_value() or the equivalent upper bound.
bool says_nothing(const Evaluation& evaluation);

// A book of values with weights. tests/unit/core/book/value_weights_test.cpp shows the formula.
class ValueBook final : public BookAround {
  public:
    static constexpr std::uint32_t full_weight = 1000;

    // temperature: > 0, in centipawns. Each find() looks up about thirty positions.
    ValueBook(std::shared_ptr<const Book> values, double temperature)
        : BookAround(std::move(values)), temperature_(temperature) {}

    // Returns the book's own move first (as good as the best one if its value is unknown), then the
    // others by falling weight: round(1000 · exp(-d / temperature)), where d is the distance in
    // centipawns of a move's value from the best one's. Moves of weight 0 are left out, except the
    // book's own move, which has at least 1. If there is no such move, returns the answer of the
    // book of values.
    std::vector<Entry> find(const chess::Position& position) const override;
    std::vector<Entry> find_all(const chess::Position& position) const override {
        return find(position);
    }

  private:
    struct Valued {
        chess::Move move;
        int value = 0; // for the mover
    };
    static int best_of(const std::vector<Valued>& moves); // less than every value if there is none
    std::optional<int> value_after(chess::Position& position, chess::Move move) const;

    double temperature_;
};

// Stated in centipawns: a move that is a fifth of a pawn worse than the best gets 37 % of its
// weight.
constexpr double usual_temperature = 20;

// Returns the book with a weight for every move. If its format has only values of positions, the
// weights are computed from them.
std::shared_ptr<const Book> weighed(std::shared_ptr<const Book> book,
                                    double temperature = usual_temperature);

} // namespace polyglot::book
