#include "core/book/value_weights.hpp"

#include "core/book/format.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace polyglot::book {
namespace {

using chess::Color;
using chess::Move;
using chess::Position;

constexpr int won = 10'000, zeroing = 20'000, mate = 30'000;

int by_elo(int per_cent) { // from 0 to 40000
    const double score = std::clamp(per_cent / 40'000.0, 0.001, 0.999);
    return static_cast<int>(std::lround(400 * std::log10(score / (1 - score))));
}

// Returns the value for a distance; a distance of 0 is a draw.
int less_distance(int base, int distance) {
    if (distance == 0) return 0;
    return (distance > 0 ? 1 : -1) * (base - std::min(std::abs(distance), won - 1));
}

int centipawns_for_white(const Evaluation& evaluation) {
    const int value = evaluation.value;
    switch (evaluation.type) {
    case Evaluation::Type::Centipawns: return std::clamp(value, -won + 1, won - 1);
    case Evaluation::Type::WonCentipawns:
        return std::clamp(value, -won + 1, won - 1) + (value < 0 ? -won : won);
    case Evaluation::Type::DistanceToZeroing: return less_distance(zeroing + won - 1, value);
    case Evaluation::Type::DistanceToMate: return less_distance(mate + won - 1, value);
    case Evaluation::Type::PerCent: return by_elo(value);
    }
    return 0;
}

// Returns the evaluation of a position. A book of values has at most one entry for it.
std::optional<Evaluation> evaluation_in(const std::vector<Entry>& entries) {
    return entries.empty() ? std::nullopt : entries.front().evaluation;
}

} // namespace

int centipawns_for(const Evaluation& evaluation, Color side) {
    const int white = centipawns_for_white(evaluation);
    return side == Color::White ? white : -white;
}

Evaluation no_value() {
    Evaluation evaluation;
    evaluation.type = Evaluation::Type::PerCent;
    evaluation.bound = Evaluation::Bound::Lower;
    evaluation.source = Evaluation::Source::Other;
    return evaluation;
}

bool says_nothing(const Evaluation& evaluation) {
    return evaluation.type == Evaluation::Type::PerCent &&
           ((evaluation.bound == Evaluation::Bound::Lower && evaluation.value == 0) ||
            (evaluation.bound == Evaluation::Bound::Upper && evaluation.value == 40'000));
}

bool is_assured(const Evaluation& evaluation, Color side) {
    if (says_nothing(evaluation)) return false;
    switch (evaluation.bound) {
    case Evaluation::Bound::Lower: return side == Color::White;
    case Evaluation::Bound::Upper: return side == Color::Black;
    case Evaluation::Bound::Exact:
    case Evaluation::Bound::Proven: break;
    }
    return true;
}

std::optional<int> ValueBook::value_after(Position& position, Move move) const {
    const Color side = position.side_to_move();
    Position::Undo undo;
    position.make(move, undo);
    const auto evaluation = evaluation_in(inner()->find(position));
    position.unmake(move, undo);
    if (!evaluation || !is_assured(*evaluation, side)) return std::nullopt;
    return centipawns_for(*evaluation, side);
}

int ValueBook::best_of(const std::vector<Valued>& moves) {
    int best = -mate - won;
    for (const Valued& valued : moves)
        best = std::max(best, valued.value);
    return best;
}

std::vector<Entry> ValueBook::find(const Position& position) const {
    std::vector<Entry> known = inner()->find(position);
    if (known.empty()) return known;
    const Color side = position.side_to_move();
    const auto evaluation = evaluation_in(known);
    const Move own = known.front().move;
    Position board = position;
    std::vector<Valued> moves;
    for (const Move move : position.legal_moves())
        if (const auto value = move == own ? std::nullopt : value_after(board, move))
            moves.push_back({move, *value});
    if (own) {
        auto value = value_after(board, own);
        if (!value && evaluation && !says_nothing(*evaluation))
            value = centipawns_for(*evaluation, side);
        moves.insert(moves.begin(), {own, value.value_or(best_of(moves))});
    }
    if (moves.empty()) return known;

    const int best = best_of(moves);
    std::vector<Entry> entries;
    for (const Valued& valued : moves) {
        const double share = std::exp((valued.value - best) / temperature_);
        auto weight = static_cast<std::uint32_t>(std::lround(full_weight * share));
        if (valued.move == own) weight = std::max(weight, 1U);
        if (weight > 0)
            entries.push_back({.move = valued.move, .weight = weight, .evaluation = evaluation});
    }
    std::stable_sort(entries.begin() + (own ? 1 : 0), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.weight > b.weight; });
    return entries;
}

std::shared_ptr<const Book> weighed(std::shared_ptr<const Book> book, double temperature) {
    if (book->format().values != BookValues::Position) return book;
    return std::make_shared<const ValueBook>(std::move(book), temperature);
}

} // namespace polyglot::book
