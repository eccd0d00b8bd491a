// Reads the positions of an EPD file with the demands on the engine in each.
#pragma once
#include "core/chess/epd.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/epd.hpp"

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// A move of chess, or of a variant; EpdTask reads and writes it. No value: the null move.
struct EpdMove {
    EpdMove() = default;
    EpdMove(chess::Move move) : of_chess(move) {}                 // NOLINT: as a Move
    EpdMove(const chess::VariantMove& move) : of_variant(move) {} // NOLINT: as a Move
    operator chess::Move() const { return of_chess; }             // NOLINT: as a Move
    explicit operator bool() const { return of_variant || of_chess; }
    friend bool operator==(const EpdMove&, const EpdMove&) = default;

    chess::Move of_chess;
    std::optional<chess::VariantMove> of_variant;
};

struct PointedMove {
    EpdMove move;
    int points = 0;
};

struct EpdTask {
    std::size_t line = 0;         // in the file, from 1
    std::string id{};             // may be empty
    chess::Position position;     // of chess
    std::vector<EpdMove> best{};  // bm: the engine must find one of them
    std::vector<EpdMove> avoid{}; // am: the engine must play none of them
    // This is the operand of dm: the engine must see a mate in this many moves; 0 if bm or am
    // decide.
    int mate_in = 0;
    std::vector<PointedMove> points{};
    // The engine may search only these moves; if there are none, all legal moves.
    std::vector<EpdMove> allowed{};
    std::vector<Error> warnings{}; // offsets into the line
    // The position of a task by the rules of a variant, instead of `position`.
    std::optional<chess::VariantPosition> of_variant{};

    // Returns false for a bare FEN: the engine is asked, but its answer cannot be judged.
    bool is_judged() const { return !best.empty() || !avoid.empty() || mate_in > 0; }
    bool allows(const EpdMove& move) const;     // by bm and am
    bool may_search(const EpdMove& move) const; // by `allowed`
    int points_of(const EpdMove& move) const;
    int max_points() const;

    std::string fen(chess::FenCastling castling = chess::FenCastling::Standard) const;
    bool castles_as_in_chess960() const;
    std::optional<EpdMove> parse_uci(std::string_view move) const; // nullopt if it is not legal
    std::string san(const EpdMove& move) const;                    // empty for the null move
    std::string uci(const EpdMove& move,
                    chess::CastlingStyle castling = chess::CastlingStyle::KingTwoSquares) const;
    // Returns the moves of an engine's line in SAN, up to the first one that is not legal.
    std::string line_in_san(std::string_view uci_moves) const;
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
// The rules are those of the variant, or of chess if it is null.
Result<EpdTask> read_epd_task(std::string_view line, std::size_t number,
                              const chess::Variant* variant = nullptr);

// Skips empty lines and lines that begin with '#'. Bad lines are reported on err as name:line and
// counted.
EpdSuite read_epd_suite(std::istream& in, std::string_view name, std::ostream& err,
                        const chess::Variant* variant = nullptr);

} // namespace polyglot::tools
