// The positions of a book that an engine grows, and what is known of each: values that are backed
// up over transpositions and cycles, and the position to continue with. docs/grow-book.md has the
// definitions with their sources.
#pragma once
#include "core/chess/types.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::book {

// States whose repertoire is grown. At the turns of this side only the best moves are continued, at
// the other side's turns all that are good enough.
enum class GrowSide : std::uint8_t { Both, White, Black };

struct GrowRules {
    GrowSide side = GrowSide::Both;
    int width_cp = 50;      // moves that lose more than this to the best are not continued
    int alpha_millis = 100; // cost of a centipawn of loss, in thousandths of a ply
};

// A move as PolyGlot books write it (encode_move()), which can be kept without a position; 0: none.
using GrowMove = std::uint16_t;

// The answer of an engine to a position: its value if none of the moves in the graph is played.
struct GrowAnswer {
    int value_cp = 0;  // for the side to move, from -GrowGraph::most_cp to most_cp
    GrowMove move = 0; // 0: the game is over in this position
    int depth = 0;     // of the search, 0 to 255
    friend bool operator==(const GrowAnswer&, const GrowAnswer&) = default;
};

// Value of a position: what White can force, in centipawns, if each side may at its turn follow a
// move of the graph or end the play with the engine's answer. Moves to positions that have not been
// searched do not count. Endless play is worth 0, as is a position of which nothing is known. This
// is a deterministic graphical game (Washburn 1990): its value is unique on every graph, with
// cycles or without.
//
// Priority of a position (Lincke 2000, drop-out expansion): the cost of the cheapest way out of the
// graph from here. A move costs one ply, plus alpha times its loss against the best move. It costs
// less where results of games fall short of what a move of the position promises (results.hpp).
//
// update() keeps both up to date. It looks only at positions whose numbers change and at their
// neighbours. Memory: about 70 bytes for a position with one move that leads to it.
// tests/unit/core/book/grow/graph_test.cpp shows both on small graphs.
class GrowGraph {
  public:
    using Id = std::uint32_t;
    static constexpr int most_cp = 32'000;
    static constexpr std::uint32_t ply = 1000; // the unit of priorities is a thousandth of a ply
    static constexpr std::uint32_t never = 0xffff'ffff;

    explicit GrowGraph(const GrowRules& rules = {});

    std::size_t size() const { return nodes_.size(); }
    std::size_t move_count() const { return edges_.size(); }
    std::optional<Id> find(std::uint64_t key) const;
    // Adds a position, or returns the one with this key, which must have this side to move.
    Id add(std::uint64_t key, chess::Color to_move);
    std::uint64_t key(Id id) const { return keys_[id]; }
    chess::Color side_to_move(Id id) const {
        return nodes_[id].black ? chess::Color::Black : chess::Color::White;
    }

    // The setters below affect values and priorities at the next update().
    void set_answer(Id id, const GrowAnswer& answer);
    void set_exhausted(Id id); // declares that all legal moves are in the graph
    // Adds a legal move from one position to another. False if the graph has it already.
    bool link(Id from, GrowMove move, Id to);
    // Marks a position that is being searched or cannot be searched; next() does not lead to it.
    void set_busy(Id id, bool busy);
    // Records the results of games with this move: it scores at most this, in thousandths of a
    // point. Position and move may be absent from the graph.
    void set_results(std::uint64_t key, GrowMove move, int greatest_score);
    void update();

    // Returns the answer that counts; nullopt if there is none, or if its move is in the graph by
    // now.
    std::optional<GrowAnswer> answer(Id id) const;
    // True if the position has an answer that counts, or needs none. Otherwise it has to be
    // searched.
    bool is_settled(Id id) const { return nodes_[id].state >= State::Answered; }
    // True if the position has been searched.
    bool is_known(Id id) const { return nodes_[id].state != State::Unknown; }
    bool is_busy(Id id) const { return nodes_[id].busy; }
    int depth(Id id) const { return nodes_[id].depth; } // of the last search; 0: none
    int value_for_white(Id id) const;
    int value(Id id) const; // for the side to move
    struct Option {
        GrowMove move = 0;
        int value = 0;             // for the side to move
        std::optional<Id> child{}; // nullopt: the engine's answer
    };
    // Returns the options, best first. Equal ones are sorted by move, so the order in which they
    // were added does not matter.
    std::vector<Option> options(Id id) const;
    // Returns the moves of the graph that lead to the position, with the positions that they start
    // from.
    std::vector<std::pair<Id, GrowMove>> moves_to(Id id) const;
    std::uint32_t priority(Id id) const { return nodes_[id].way_out; }
    // States how far the results of a move fall short of what its value promises, in thousandths of
    // a point. 0 if they do not, or if the move has no results or no value here.
    struct Shortfall {
        int of_move = 0;
        int greatest = 0; // the greatest of all moves of the position
    };
    Shortfall shortfall(Id id, GrowMove move) const; // move 0: of_move is 0
    struct ResultCounts {
        std::uint64_t moves = 0; // moves that have a value here, and results
        std::uint64_t worse = 0; // of these, those with a shortfall
    };
    ResultCounts count_results() const;

    // The next task: a position to search, or a position whose answer is to be played and the
    // position after it searched, with the moves that lead there.
    struct Target {
        std::vector<GrowMove> line; // from the root
        Id at = 0;
    };
    // Returns the next task; nullopt if none is left within the rules.
    std::optional<Target> next(Id root) const;

  private:
    enum class State : std::uint8_t { Unknown, Outdated, Answered, Over, Exhausted };
    using EdgeId = std::uint32_t;
    static constexpr EdgeId no_edge = 0xffff'ffff;
    struct Node {
        EdgeId first_out = no_edge, last_out = no_edge, first_in = no_edge;
        // Cost of the value that White, and Black, can force: lower for a higher value and for a
        // shorter way to it; `never` if the side cannot force the value.
        std::uint32_t for_white = never, for_black = never;
        std::uint32_t way_out = never;
        std::int16_t answer_cp = 0;
        GrowMove answer_move = 0;
        State state = State::Unknown;
        std::uint8_t depth = 0;
        bool black : 1 = false, busy : 1 = false;
        bool has_results : 1 = false;
    };
    struct Edge {
        Id from = 0, to = 0;
        EdgeId next_out = no_edge, next_in = no_edge;
        GrowMove move = 0;
    };
    // The index of positions by key. It consists of many small tables, so that no single step waits
    // for a large table to grow.
    static constexpr unsigned shard_bits = 12;
    struct Shard {
        std::vector<Id> slots; // open addressing; `never` is an empty slot
        std::uint32_t used = 0;
    };
    // Names the three least fixed points that update() repairs.
    enum class Task : std::uint8_t { ForWhite, ForBlack, WayOut };
    using Heap = std::priority_queue<std::pair<std::uint32_t, Id>,
                                     std::vector<std::pair<std::uint32_t, Id>>, std::greater<>>;

    std::uint32_t& cost(Task task, Id id);
    std::uint32_t right_cost(Task task, Id id) const;
    std::uint32_t forced_cost(Task task, Id id) const;
    std::uint32_t right_way_out(Id id) const;
    std::uint32_t own_way_out(Id id) const;
    void leave_unknown(Id id);
    std::uint32_t edge_cost(const Edge& edge) const;
    std::uint32_t move_cost(Id id, GrowMove move, int value_of_move, int shortfall_after) const;
    template <class Visit>
    void each_result(Id id, Visit visit) const;
    void check(Task task, Id id, Heap& heap);
    void repair(Task task, Heap& heap);
    void note_change(Task task, Id id);
    void touch(Id id);
    template <class Visit>
    void each_parent(Id id, Visit visit) const;
    static std::size_t shard_of(std::uint64_t key);
    std::size_t slot_of(const Shard& shard, std::uint64_t key) const;
    void make_room(Shard& shard) const;

    GrowRules rules_;
    std::deque<std::uint64_t> keys_;
    std::deque<Node> nodes_;
    std::deque<Edge> edges_;
    std::vector<Shard> index_;
    // The greatest scores of the moves are stored by the key of their position.
    std::unordered_map<std::uint64_t, std::vector<std::pair<GrowMove, int>>> results_;
    std::vector<Id> touched_;
    std::vector<Id> revalued_; // positions whose values may have changed during update()
};

} // namespace polyglot::book
