#include "tools/logs/game.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/openings/names.hpp"

#include <algorithm>

namespace polyglot::tools {

bool LoggedGame::follow(const std::string& start, const std::vector<std::string>& moves) {
    const bool is_first = !begun();
    const auto is_prefix = [&] { return std::equal(moves_.begin(), moves_.end(), moves.begin()); };
    if (!is_first && (start != start_ || moves.size() < plies_ || !is_prefix())) return false;
    if (is_first) {
        start_ = start;
        game_.emplace();
        if (start != "startpos") {
            const auto position = chess::parse_fen(start);
            if (position)
                game_.emplace(*position);
            else
                game_.reset();
        }
        if (!of_chess_) game_.reset();
        moves_.clear();
        makers_.clear();
    }
    for (std::size_t i = plies_; i < moves.size(); ++i)
        push(moves[i], Maker::Gui);
    return true;
}

bool LoggedGame::white_to_move() const {
    if (game_) return game_->position().side_to_move() == chess::Color::White;
    const bool black_began = start_.find(" b ") != std::string::npos;
    return (plies_ % 2 == 0) != black_began;
}

void LoggedGame::push(std::string_view move, Maker maker) {
    // A log may have been made to fill the memory.
    if (plies_ == chess::longest_game_plies) return game_.reset();
    moves_.emplace_back(move);
    makers_.push_back(maker);
    ++plies_;
    if (!game_) return;
    const auto parsed = chess::parse_uci_move(game_->position(), move);
    if (!parsed) return game_.reset();
    game_->push(*parsed);
}

void LoggedGame::on_gui_move(std::string_view move) {
    push(move, Maker::Gui);
}

void LoggedGame::take_back(std::size_t plies) {
    for (; plies > 0 && plies_ > 0; --plies) {
        --plies_;
        moves_.pop_back();
        makers_.pop_back();
        if (game_ && !game_->moves().empty()) game_->pop();
    }
}

void LoggedGame::on_our_move(std::string_view move, bool from_book, std::string_view why_left) {
    we_are_white_ = white_to_move();
    ++our_moves_;
    if (from_book) {
        ++book_moves_;
    } else if (book_moves_ > 0 && !left_at_) {
        left_at_ = plies_;
        left_because_ = why_left;
    }
    if (from_book) name_opening();
    push(move, from_book ? Maker::Book : Maker::Engine);
    if (!from_book) return;
    name_opening();
    opening_ply_ = plies_;
}

void LoggedGame::name_opening() {
    if (!game_) return;
    if (const auto opening = openings::find_opening(game_->position()))
        opening_ = openings::format_opening(*opening);
}

std::optional<int> LoggedGame::result() const {
    if (half_points_ || !game_ || !we_are_white_) return half_points_;
    switch (game_->end()) {
    case chess::GameEnd::None: return std::nullopt;
    case chess::GameEnd::Checkmate: return white_to_move() == *we_are_white_ ? 0 : 2;
    default: return 1;
    }
}

void LoggedGame::add_to(PlayTally& tally) const {
    const std::optional<int> half_points = result();
    ++(!half_points        ? tally.results.unknown
       : *half_points == 2 ? tally.results.won
       : *half_points == 1 ? tally.results.drawn
                           : tally.results.lost);
    tally.moves += our_moves_;
    tally.book_moves += book_moves_;
    if (!left_at_) return;
    ++tally.left;
    tally.left_plies += *left_at_;
}

void LoggedGame::count(EngineTally& engine, OpeningGames& openings) const {
    if (our_moves_ == 0) return;
    const bool white = we_are_white_.value_or(true);
    add_to(white ? engine.as_white : engine.as_black);
    if (book_moves_ == 0) return;
    if (left_at_) {
        constexpr std::size_t most_reasons = 20; // a log may have been made to fill the memory
        const bool has_room = engine.left_because.size() < most_reasons ||
                              engine.left_because.contains(left_because_);
        ++engine.left_because[has_room ? left_because_ : "other reasons"];
    }
    std::optional<int> white_half_points = result();
    if (white_half_points && !white) white_half_points = 2 - *white_half_points;
    openings.add(start_, moves_,
                 {.opening = opening_.empty() ? "no name" : opening_,
                  .opening_ply = opening_ply_,
                  .white = white,
                  .white_half_points = white_half_points,
                  .moves = our_moves_,
                  .book_moves = book_moves_,
                  .left_ply = left_at_});
}

} // namespace polyglot::tools
