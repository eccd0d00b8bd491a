// Reads games on one thread into segments, for Collection.
#pragma once
#include "core/pgn/scanner.hpp"
#include "core/result.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/explore/games/game_segment.hpp"
#include "tools/explore/games/name_table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace polyglot::tools {

// The visitor is the first base, so that its calls need no thunk.
class GameGatherer final : private pgn::GameVisitor, public GameWorker {
  public:
    // A segment of about this many entries is passed on; a search looks into each of them.
    static constexpr std::size_t usual_entries = std::size_t{1} << 19U;
    using Take = std::function<void(GameSegment)>;
    // The tables must outlive this object. take is called on the thread of scan() and of finish().
    GameGatherer(NameTable& players, NameTable& events, std::size_t entries, Take take)
        : players_(players), events_(events), most_entries_(entries), take_(std::move(take)) {}

    Result<void> scan(std::string_view text, const GamePlace& begin, PieceReport& report) override;
    void finish(); // passes on what is left
    // The number of games without a legal move and without a problem.
    std::uint64_t empty() const { return empty_; }

  private:
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& start,
                           std::uint64_t line) override;
    void on_move(const chess::Position& before, chess::Move move, std::size_t ply,
                 std::size_t variation) override;
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) override;

    NameTable& players_;
    NameTable& events_;
    std::size_t most_entries_;
    Take take_;
    SegmentBuilder builder_;
    PieceReport* report_ = nullptr;
    std::uint64_t empty_ = 0;
};

} // namespace polyglot::tools
