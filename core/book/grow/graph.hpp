// The positions of a book that an engine grows, and what is known of each: values backed up over
// transpositions and cycles, and where to go on. docs/grow-book.md has the definitions with their
// sources.
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

// Whose book it is: at their turns only the best moves are gone on with, at the other turns all
// that are good enough.
enum class GrowSide : std::uint8_t { Both, White, Black };

struct GrowRules {
    GrowSide side = GrowSide::Both;
    int width_cp = 50;      // moves worse than the best by more are not gone on with
    int alpha_millis = 100; // thousandths of a ply that a centipawn of loss counts for
};

// A move as PolyGlot books write it (encode_move()), which needs no position to be kept; 0: none.
using GrowMove = std::uint16_t;

// What an engine has said of a position: its value if none of the moves that are in the graph is
// played.
struct GrowAnswer {
    int value_cp = 0;  // for the side to move, from -GrowGraph::most_cp to most_cp
    GrowMove move = 0; // 0: the game is over here
    int depth = 0;     // of the search, 0 to 255
    friend bool operator==(const GrowAnswer&, const GrowAnswer&) = default;
};

// Value of a position: what White can force, in centipawns, if each side may at its turn go on
// along a move of the graph or end the play with the engine's answer. Moves to positions that have
// not been searched do not count. To play on forever is worth 0, as is a position of which nothing
// is known. This is a deterministic graphical game (Washburn 1990): its value is unique on every
// graph, with cycles or without.
//
// Priority of a position (Lincke 2000, drop-out expansion): the cheapest way to leave the graph
// from here. A move costs one ply and alpha times what it loses against the best one; less where
// results of games fall short of what a move of the position promises (results.hpp).
//
// Both are kept up to date by update(), which looks only at positions whose numbers change, and
// their neighbours. Memory: some 70 bytes a position with one move that leads to it.
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
    // Or the one with this key, which has this side to move
    Id add(std::uint64_t key, chess::Color to_move);
    std::uint64_t key(Id id) const { return keys_[id]; }
    chess::Color side_to_move(Id id) const {
        return nodes_[id].black ? chess::Color::Black : chess::Color::White;
    }

    // Each of these takes effect for values and priorities with the next update().
    void set_answer(Id id, const GrowAnswer& answer);
    void set_exhausted(Id id); // all legal moves are in the graph
    // A legal move from one position to another. False if there is this move already.
    bool link(Id from, GrowMove move, Id to);
    // While it is being searched, or cannot be: nothing leads there.
    void set_busy(Id id, bool busy);
    // Games with this move say that it scores at most this, in thousandths of a point. The position
    // and the move need not be here yet.
    void set_results(std::uint64_t key, GrowMove move, int greatest_score);
    void update();

    std::optional<GrowAnswer> answer(Id id) const; // one that counts
    // It has an answer that counts, or needs none. Otherwise it is to be searched.
    bool is_settled(Id id) const { return nodes_[id].state >= State::Answered; }
    // It has been searched
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
    // Best first; of equal ones by their numbers, in whatever order they came
    std::vector<Option> options(Id id) const;
    // The moves of the graph that lead there, and from where.
    std::vector<std::pair<Id, GrowMove>> moves_to(Id id) const;
    std::uint32_t priority(Id id) const { return nodes_[id].way_out; }
    // How far the results of a move fall short of what its value promises, in thousandths of a
    // point. 0: not at all, or there are none, or the move has no value here.
    struct Shortfall {
        int of_move = 0;
        int greatest = 0; // of any move of the position
    };
    Shortfall shortfall(Id id, GrowMove move) const; // move 0: none
    struct ResultCounts {
        std::uint64_t moves = 0; // that have a value here, and results
        std::uint64_t worse = 0; // of these, those with a shortfall
    };
    ResultCounts count_results() const;

    // What is to be done next: the position to search, or the one whose answer is to be played and
    // then searched, and the moves that lead there. Nullopt: nothing within the rules is left.
    struct Target {
        std::vector<GrowMove> line; // from the root
        Id at = 0;
    };
    std::optional<Target> next(Id root) const;

  private:
    enum class State : std::uint8_t { Unknown, Outdated, Answered, Over, Exhausted };
    using EdgeId = std::uint32_t;
    static constexpr EdgeId no_edge = 0xffff'ffff;
    struct Node {
        EdgeId first_out = no_edge, last_out = no_edge, first_in = no_edge;
        // Costs of what White, and Black, can force: the higher the value, and the sooner, the
        // cheaper; `never` if the value is not theirs.
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
    // Positions by their keys: many small tables, so that no step has to wait while a large one
    // grows.
    static constexpr unsigned shard_bits = 12;
    struct Shard {
        std::vector<Id> slots; // open addressing; `never` is an empty slot
        std::uint32_t used = 0;
    };
    // The three least fixed points that update() repairs.
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
    // By key: greatest scores
    std::unordered_map<std::uint64_t, std::vector<std::pair<GrowMove, int>>> results_;
    std::vector<Id> touched_;
    std::vector<Id> revalued_; // during update(): their values may be others
};

} // namespace polyglot::book
