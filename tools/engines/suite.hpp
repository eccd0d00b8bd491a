// The positions of an EPD file and what is asked of the engine in each.
#pragma once
#include "core/chess/epd.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct PointedMove {
    chess::Move move;
    int points = 0;
};

struct EpdTask {
    std::size_t line = 0; // in the file, from 1
    std::string id;       // may be empty
    chess::Position position;
    std::vector<chess::Move> best;  // bm: one of them is to be found
    std::vector<chess::Move> avoid; // am: none of them is to be played
    // Dm: a mate in this many moves is to be seen; 0 if bm or am decide
    int mate_in = 0;
    std::vector<PointedMove> points;
    // The engine is to look at these alone; empty: at all legal moves
    std::vector<chess::Move> allowed{};
    std::vector<Error> warnings; // offsets into the line

    // False for a bare FEN: the engine is asked, but there is nothing to hold its answer against.
    bool is_judged() const { return !best.empty() || !avoid.empty() || mate_in > 0; }
    bool allows(chess::Move move) const;     // by bm and am
    bool may_search(chess::Move move) const; // by `allowed`
    int points_of(chess::Move move) const;
    int max_points() const;
};

struct EpdSuite {
    std::vector<EpdTask> tasks;
    int bad_lines = 0;
};

// One line of EPD or FEN. dm counts only where there is neither bm nor am; otherwise it is a
// remark; a negative one, with which the side to move is mated, is left out with a warning. Points
// are those of the Strategic Test Suite, in its two spellings: c9 (or c7) with the moves and c8
// with their points, or all in c0 "f5=10, Be5+=2". If moves have points and there is no bm, the
// best of them are to be found. Other texts in c0 … c9 are comments.
Result<EpdTask> read_epd_task(std::string_view line, std::size_t number);

// Empty lines and those that begin with '#' are skipped; bad ones are reported on err as name:line,
// and counted.
EpdSuite read_epd_suite(std::istream& in, std::string_view name, std::ostream& err);

} // namespace polyglot::tools
