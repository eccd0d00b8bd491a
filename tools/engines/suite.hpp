// Reads the positions of an EPD file with the demands on the engine in each.
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
    std::vector<chess::Move> best;  // bm: the engine must find one of them
    std::vector<chess::Move> avoid; // am: the engine must play none of them
    // This is the operand of dm: the engine must see a mate in this many moves; 0 if bm or am
    // decide.
    int mate_in = 0;
    std::vector<PointedMove> points;
    // The engine may search only these moves; if there are none, all legal moves.
    std::vector<chess::Move> allowed{};
    std::vector<Error> warnings; // offsets into the line

    // Returns false for a bare FEN: the engine is asked, but its answer cannot be judged.
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

// Parses one line of EPD or FEN. dm counts only without bm and am; otherwise it is a remark. A
// negative dm, which means that the side to move is mated, is left out with a warning. Points are
// those of the Strategic Test Suite in its two forms: c9 (or c7) with the moves and c8 with their
// points, or both in c0 "f5=10, Be5+=2". If moves have points and there is no bm, the best of them
// are the solution. Other texts in c0 … c9 are comments.
Result<EpdTask> read_epd_task(std::string_view line, std::size_t number);

// Skips empty lines and lines that begin with '#'. Bad lines are reported on err as name:line and
// counted.
EpdSuite read_epd_suite(std::istream& in, std::string_view name, std::ostream& err);

} // namespace polyglot::tools
