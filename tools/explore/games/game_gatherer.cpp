#include "tools/explore/games/game_gatherer.hpp"

#include "core/pgn/tag_facts.hpp"

#include <algorithm>
#include <limits>

namespace polyglot::tools {
namespace {

std::uint16_t rating_of(const pgn::Tags& tags, std::string_view name) {
    constexpr unsigned most = std::numeric_limits<std::uint16_t>::max();
    return static_cast<std::uint16_t>(std::min(pgn::elo_of(tags, name), most));
}

} // namespace

Result<void> GameGatherer::scan(std::string_view text, const GamePlace& begin,
                                PieceReport& report) {
    report_ = &report;
    builder_.begin_piece(begin);
    report.counts =
        pgn::scan_games(text, {.cut_short = report.cut_short, .game_lines = false}, *this);
    if (builder_.entries() >= most_entries_) finish();
    return {};
}

void GameGatherer::finish() {
    take_(builder_.take());
}

std::size_t GameGatherer::begin_game(const pgn::Tags& tags, const chess::Position& start,
                                     std::uint64_t /*line*/) {
    builder_.begin_game({.white = players_.add(tags.find("White")),
                         .black = players_.add(tags.find("Black")),
                         .event = events_.add(tags.find("Event")),
                         .date = pgn::date_of(tags),
                         .elo = {rating_of(tags, "WhiteElo"), rating_of(tags, "BlackElo")}},
                        start);
    return pgn::all_plies;
}

void GameGatherer::on_move(const chess::Position& before, chess::Move move, std::size_t /*ply*/,
                           std::size_t /*variation*/) {
    builder_.add(before, move);
}

void GameGatherer::end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) {
    report_->add(problem);
    if (plies == 0 && !problem) ++empty_;
    builder_.end_game(outcome);
}

} // namespace polyglot::tools
