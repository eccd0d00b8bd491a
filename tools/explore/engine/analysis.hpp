// Collects what an engine says about one position: its lines, and the value of each move that it
// has searched. It has neither clock nor engine. Test: analysis_test.cpp.
#pragma once
#include "adapter/protocol/uci/info.hpp"
#include "core/chess/uci_move.hpp"
#include "tools/engines/suite.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace polyglot::tools {

// A position, and the notation of castling in the page that shows it.
struct AnalysedPosition {
    EpdTask task;
    chess::CastlingStyle castling = chess::CastlingStyle::KingTwoSquares;

    static AnalysedPosition of(const chess::Position& position, chess::CastlingStyle castling);
    static AnalysedPosition of(const chess::VariantPosition& position,
                               chess::CastlingStyle castling);

    bool is_white_to_move() const;
    bool has_moves() const;
    std::string uci(const EpdMove& move) const;
    friend bool operator==(const AnalysedPosition& a, const AnalysedPosition& b) {
        return a.task.position == b.task.position && a.task.of_variant == b.task.of_variant &&
               a.castling == b.castling;
    }
};

class Analysis {
  public:
    explicit Analysis(AnalysedPosition position) : position_(std::move(position)) {}

    const AnalysedPosition& position() const { return position_; }
    // Takes the text of an `info` line after that word, of a search of all moves.
    void on_info(std::string_view arguments);
    // The search of all moves begins again. Its lines are ignored until they are as deep as those
    // that are shown.
    void on_search_again() { least_depth_ = depth(); }
    // Takes such a text of a search of this move alone.
    void on_info_of(const EpdMove& move, std::string_view arguments);

    int depth() const; // of the best line; 0 if there is none
    // Returns the moves of `wanted` whose value is not known.
    std::vector<EpdMove> without_value(const std::vector<EpdMove>& wanted) const;
    // Adds "fen", "depth", "seldepth", "nodes", "nps", "time_ms", "value", "lines" and "moves":
    // tools/explore/API.md.
    void describe(boost::json::object& answer) const;

  private:
    struct Line {
        EpdMove move;
        protocol::UciScore score; // for the side to move
        int depth = 0;
        std::string pv; // as the engine wrote it
    };
    boost::json::object value_of(const protocol::UciScore& score) const;
    boost::json::object json_of(const Line& line) const;
    boost::json::array moves() const;
    std::vector<const Line*> shown() const; // the best first

    AnalysedPosition position_;
    std::map<int, Line> lines_; // by rank, from 1
    std::vector<Line> checked_; // moves that were searched alone
    int least_depth_ = 0;
    int seldepth_ = 0;
    std::int64_t nodes_ = 0, nps_ = 0, time_ms_ = 0;
};

// Returns the score in centipawns; a mate counts as 10000 less its moves.
int centipawns_of(const protocol::UciScore& score);
// Returns the expected score of a side with this value, from 0 to 1.
double expected_score(const protocol::UciScore& score);

} // namespace polyglot::tools
