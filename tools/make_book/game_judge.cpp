#include "tools/make_book/game_judge.hpp"

#include "core/text/figures.hpp"

#include <algorithm>
#include <cstdlib>

namespace polyglot::tools {

using Kind = pgn::MoveValue::Kind;

ValueTally& ValueTally::operator+=(const ValueTally& other) {
    read += other.read;
    absurd += other.absurd;
    decided += other.decided;
    for (std::size_t mover = 0; mover < mistakes.size(); ++mover)
        mistakes[mover] += other.mistakes[mover];
    for (std::size_t kind = 0; kind < for_winner.size(); ++kind) {
        for_winner[kind] += other.for_winner[kind];
        for_loser[kind] += other.for_loser[kind];
    }
    return *this;
}

bool WorstMistakes::wants(chess::Color mover, int loss) const {
    const auto& known = of[static_cast<std::size_t>(mover)];
    return known.size() < most || loss >= known.back().loss;
}

void WorstMistakes::add(chess::Color mover, const Mistake& mistake) {
    auto& known = of[static_cast<std::size_t>(mover)];
    const auto precedes = [](const Mistake& a, const Mistake& b) {
        return a.loss != b.loss ? a.loss > b.loss : a.text < b.text;
    };
    known.insert(std::ranges::upper_bound(known, mistake, precedes), mistake);
    if (known.size() > most) known.pop_back();
}

WorstMistakes& WorstMistakes::operator+=(const WorstMistakes& other) {
    for (const chess::Color mover : {chess::Color::White, chess::Color::Black})
        for (const Mistake& mistake : other.of[static_cast<std::size_t>(mover)])
            add(mover, mistake);
    return *this;
}

std::vector<std::string> contradictions(const ValueTally& tally) {
    constexpr std::array<std::string_view, pgn::MoveValue::kinds> names{
        "[%eval …] (read in White's view)", "+0.31/14 (read in the mover's view)",
        "wv=, ev= (read in White's view)"};
    constexpr std::uint64_t enough = 10;
    std::vector<std::string> all;
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
        const std::uint64_t games = tally.for_winner[kind] + tally.for_loser[kind];
        if (games >= enough && tally.for_loser[kind] > games / 2)
            all.push_back("values like " + std::string(names[kind]) + " contradict the result of " +
                          text::grouped(tally.for_loser[kind]) + " of " + text::grouped(games) +
                          " games: they may be in another view");
    }
    return all;
}

void GameJudge::begin(chess::Color first, bool is_start) {
    black_begins_ = first == chess::Color::Black;
    is_start_ = is_start;
    values_.clear();
    tally_ = {};
    last_kind_.reset();
}

void GameJudge::read(std::string_view comment, std::size_t ply) {
    const auto found = pgn::read_move_value(comment);
    if (!found) return;
    ++tally_.read;
    if (!found->centipawns) {
        ++tally_.absurd;
        return;
    }
    last_kind_ = found->kind;
    if (found->kind == Kind::Eval) {
        if (ply == 0 && is_start_) put(0, start_value);
        put(ply + 1, *found->centipawns);
    } else {
        const bool is_blacks = found->kind == Kind::Search && mover(ply) == chess::Color::Black;
        put(ply, is_blacks ? -*found->centipawns : *found->centipawns);
    }
}

// The first value of a position counts.
void GameJudge::put(std::size_t ply, int value) {
    if (ply >= values_.size()) values_.resize(ply + 1);
    if (!values_[ply]) values_[ply] = value;
}

void GameJudge::end(pgn::Outcome outcome, ValueTally& tally) {
    constexpr int telling = 300;
    const bool is_won = outcome == pgn::Outcome::WhiteWins || outcome == pgn::Outcome::BlackWins;
    if (is_won && last_kind_ && std::abs(*values_.back()) >= telling) {
        const bool for_white = *values_.back() > 0;
        const auto kind = static_cast<std::size_t>(*last_kind_);
        ++(for_white == (outcome == pgn::Outcome::WhiteWins) ? tally_.for_winner
                                                             : tally_.for_loser)[kind];
    }
    tally += tally_;
}

chess::Color GameJudge::mover(std::size_t ply) const {
    return (ply % 2 == 1) == black_begins_ ? chess::Color::White : chess::Color::Black;
}

std::optional<int> GameJudge::value(std::size_t ply) const {
    return ply < values_.size() ? values_[ply] : std::nullopt;
}

bool GameJudge::is_decided(std::size_t ply) const {
    const auto before = value(ply);
    return before && ((rules_.max_eval && *before > *rules_.max_eval) ||
                      (rules_.min_eval && *before < *rules_.min_eval));
}

int GameJudge::loss(std::size_t ply) const {
    const auto before = value(ply);
    const auto after = value(ply + 1);
    if (!before || !after) return 0;
    const int white_loses = std::clamp(*before, -clear, clear) - std::clamp(*after, -clear, clear);
    return mover(ply) == chess::Color::White ? white_loses : -white_loses;
}

bool GameJudge::is_mistake(std::size_t ply) const {
    const auto limit = rules_.max_loss[static_cast<std::size_t>(mover(ply))];
    return limit && loss(ply) > *limit;
}

} // namespace polyglot::tools
