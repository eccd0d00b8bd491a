#include "tools/explore/games/collection.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <sstream>

namespace polyglot::tools {

using chess::Move;
using chess::Position;

Collection::Collection(std::string name, std::vector<std::filesystem::path> files,
                       std::size_t segment_entries)
    : name_(std::move(name)), files_(std::move(files)) {
    // The stamps are taken before the reading, so that a change in between is noticed.
    for (const std::filesystem::path& file : files_)
        stamps_.push_back(io::book_stamp(file));
    thread_ = std::thread([this, segment_entries] { read(segment_entries); });
}

Collection::~Collection() {
    is_cancelled_ = true;
    thread_.join();
}

void Collection::read(std::size_t segment_entries) {
    try {
        read_games(segment_entries);
    } catch (const std::exception& error) { // out of memory
        found_.failure = std::string("not all games are read: ") + error.what();
    }
    players_.finish();
    events_.finish();
    found_.bytes = players_.bytes() + events_.bytes();
    for (const GameSegment& segment : segments_) {
        found_.plies += segment.plies();
        found_.bytes += segment.bytes();
        found_.games += static_cast<std::uint64_t>(std::ranges::count_if(
            segment.games(), [](const GameRecord& game) { return !game.is_left_out; }));
    }
    is_ready_ = true;
}

void Collection::read_games(std::size_t segment_entries) {
    const auto take = [this](GameSegment segment) {
        if (segment.games().empty()) return;
        const std::lock_guard lock(mutex_);
        segments_.push_back(std::move(segment));
    };
    std::vector<std::unique_ptr<GameGatherer>> gatherers;
    std::vector<GameWorker*> workers;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
        workers.push_back(gatherers
                              .emplace_back(std::make_unique<GameGatherer>(players_, events_,
                                                                           segment_entries, take))
                              .get());
    std::istringstream no_input;
    GameReadingOptions options;
    options.files = files_;
    GameReading reading(std::move(options), workers, no_input);
    const auto end = reading.run([&] {
        read_ = reading.bytes_read();
        total_ = reading.bytes_total();
        games_read_ = reading.report().games;
        return !is_cancelled_;
    });
    found_.report = reading.report();
    if (!end) found_.failure = end.error().message;
    for (const auto& gatherer : gatherers) {
        gatherer->finish();
        found_.empty += gatherer->empty();
    }
}

Collection::State Collection::state() const {
    const bool is_ready = is_ready_;
    State state = is_ready ? found_ : State();
    state.is_ready = is_ready;
    state.read = read_;
    state.total = total_;
    if (!is_ready) state.games = games_read_;
    return state;
}

const GameSelection& Collection::select(const GameFilter& filter) {
    return selections_.of(filter,
                          [&] { return GameSelection(filter, segments_, players_, events_); });
}

const PlayedMoves& Collection::played(const Position& position, const GameFilter& filter) {
    return played_.of({position, filter}, [&] { return played(position, select(filter)); });
}

const Collection::Found& Collection::games(const Position& position, std::optional<Move> move,
                                           const GameFilter& filter, GameOrder order) {
    return lists_.of({position, move, filter, order},
                     [&] { return games(position, move, select(filter), order, most_listed); });
}

template <class Take>
void Collection::for_each(const Position& position, const GameSelection& selection,
                          const Take& take) const {
    for (std::size_t number = 0; number < segments_.size(); ++number) {
        const GameSegment& segment = segments_[number];
        std::size_t game = 0;
        for (const std::uint32_t entry : segment.find(position.key())) {
            game = segment.game_at(entry, game);
            if (selection.has(number, game)) take(number, game, entry);
        }
    }
}

PlayedMoves Collection::played(const Position& position, const GameSelection& selection) const {
    PlayedMoves found;
    const auto mover = static_cast<std::size_t>(position.side_to_move());
    std::pair<std::size_t, std::size_t> last{segments_.size(), 0}; // segment and game
    std::vector<Move> of_game;
    for_each(position, selection, [&](std::size_t segment, std::size_t game, std::uint32_t entry) {
        if (std::exchange(last, {segment, game}) != last) {
            of_game.clear();
            ++found.games;
        }
        const Move move = segments_[segment].move_at(entry);
        if (!move) ++found.ended;
        if (!move || std::ranges::find(of_game, move) != of_game.end()) return;
        of_game.push_back(move);
        auto known = std::ranges::find(found.moves, move, &PlayedMove::move);
        if (known == found.moves.end()) {
            if (!position.is_legal(move)) return; // another position with this key
            known = found.moves.insert(known, {.move = move});
        }
        const GameRecord& record = segments_[segment].games()[game];
        ++known->games;
        ++known->outcomes[static_cast<std::size_t>(record.outcome)];
        if (record.elo[mover] > 0) ++known->rated;
        known->rating_sum += record.elo[mover];
        known->last_year = std::max(known->last_year, record.year());
    });
    // The most played moves first.
    std::ranges::sort(found.moves, {}, [](const PlayedMove& one) {
        return std::tuple(~one.games, one.move.from(), one.move.to(), one.move.promotion());
    });
    return found;
}

Collection::Found Collection::games(const Position& position, std::optional<Move> move,
                                    const GameSelection& selection, GameOrder order,
                                    std::size_t most) const {
    Found found;
    std::vector<ListedGame> all;
    for_each(position, selection, [&](std::size_t segment, std::size_t game, std::uint32_t entry) {
        if (move && segments_[segment].move_at(entry) != *move) return;
        const GameNumber number{static_cast<std::uint32_t>(segment),
                                static_cast<std::uint32_t>(game)};
        const bool is_known =
            !all.empty() && all.back().number.segment == segment && all.back().number.game == game;
        if (!is_known) all.push_back({number, entry - find(number)->first});
    });
    found.count = all.size();
    const std::size_t kept = std::min(most, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(),
                      [this, order](const ListedGame& a, const ListedGame& b) {
                          return is_before(a.number, b.number, order);
                      });
    all.resize(kept);
    found.games = std::move(all);
    return found;
}

// Of games that are equal, the first in the files comes first, whatever thread has read it.
bool Collection::is_before(GameNumber a, GameNumber b, GameOrder order) const {
    const GameRecord& first = *find(a);
    const GameRecord& second = *find(b);
    const auto rank = [order](const GameRecord& game) {
        const std::uint32_t rating = std::uint32_t{game.elo[0]} + game.elo[1];
        return order == GameOrder::BestRated ? std::pair(rating, game.date)
                                             : std::pair(game.date, rating);
    };
    const auto ranks = std::pair(rank(first), rank(second));
    if (ranks.first != ranks.second) return ranks.first > ranks.second;
    const auto place = [this](GameNumber number) {
        const GameSegment::Piece& piece = segment_of(number).piece_of(number.game);
        return std::tuple(piece.begin.file, piece.begin.text, piece.begin.offset,
                          number.game - piece.first_game);
    };
    return place(a) < place(b);
}

const GameRecord* Collection::find(GameNumber number) const {
    if (number.segment >= segments_.size()) return nullptr;
    const auto games = segments_[number.segment].games();
    if (number.game >= games.size() || games[number.game].is_left_out) return nullptr;
    return &games[number.game];
}

const std::filesystem::path& Collection::file_of(GameNumber number) const {
    return files_[segment_of(number).piece_of(number.game).begin.file];
}

const std::optional<book::BookStamp>& Collection::stamp_of(GameNumber number) const {
    return stamps_[segment_of(number).piece_of(number.game).begin.file];
}

} // namespace polyglot::tools
