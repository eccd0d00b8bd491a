// A book while it grows: the graph of its positions, kept equal to the store, and the searches that
// it asks for.
#pragma once
#include "core/book/grow/graph.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"
#include "tools/engines/search.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polyglot::tools {

// A search that is to be done.
struct GrowJob {
    EpdTask task{.id = {},
                 .position = chess::Position::start(),
                 .best = {},
                 .avoid = {},
                 .points = {},
                 .allowed = {},
                 .warnings = {}};
    std::size_t ply = 0; // of the position, from the root
    book::GrowGraph::Id at = 0;
    // The move that leads from `at` to the position, which is new; nullopt: `at` itself is
    // searched.
    std::optional<io::GrowLink> by;
    // The position's moves to positions of the book: the engine leaves them out
    std::vector<io::GrowLink> known;
};

// For the engine's score: centipawns, or what a mate is worth.
int grow_value(const protocol::UciScore& score);

class GrowingBook {
  public:
    using Id = book::GrowGraph::Id;
    static constexpr std::int64_t lease_seconds = 60;
    using Now = std::function<std::int64_t()>; // seconds since 1970

    // owner: a number that no other process has.
    GrowingBook(io::GrowDb& store, const book::GrowRules& rules, std::int64_t owner, Now now);

    // What is in the store and not yet in the graph; what others search now.
    Result<void> refresh();
    Result<void> add_roots(const std::vector<chess::Position>& roots);
    // All that a store of BookLearn's results (learn.db) says, of all engines and opponents: lines
    // that score worse than their values promise come sooner from now on. The file is only read;
    // the error names it.
    Result<void> learn(const std::string& file);
    const book::GrowGraph& graph() const { return graph_; }
    const std::vector<chess::Position>& roots() const { return roots_; }

    // The next search, claimed for us. Null: none now. What needs no search (transpositions, the
    // ends of games) is stored on the way.
    Result<std::unique_ptr<GrowJob>> next();
    // Positions wait for other searches, ours or those of other processes.
    bool is_waiting() const { return !active_.empty() || !blocked_.empty() || others_; }
    // The error is one of the store; an outcome without a value is none: the position is left alone
    // from now on.
    Result<void> finish(const GrowJob& job, const EpdOutcome& outcome, const std::string& engine);
    // What a search has said that did not end is none.
    static bool has_value(const EpdOutcome& outcome) {
        return outcome.move && outcome.score && outcome.verdict != EpdVerdict::Crashed &&
               outcome.verdict != EpdVerdict::Hung;
    }
    Result<void> renew_claims() { return store_.renew(owner_, now_() + lease_seconds); }
    Result<void> release_claims() { return store_.release_all(owner_); }

  private:
    struct Place {
        chess::Position position;
        std::size_t ply = 0;
        Id at = 0;
    };
    std::optional<Place> find_place(); // the best one
    Result<std::unique_ptr<GrowJob>> work_at(const Place& place);
    Result<std::unique_ptr<GrowJob>> search_again(const Place& place);
    Result<std::unique_ptr<GrowJob>> play_answer(const Place& place);
    Result<std::unique_ptr<GrowJob>> claim(std::unique_ptr<GrowJob> job);
    Result<void> store(const io::GrowStep& step);
    void take_root(const std::string& fen);
    std::vector<io::GrowLink> known_moves(const chess::Position& position) const;
    void block(Id id);
    void unblock();

    io::GrowDb& store_;
    book::GrowGraph graph_;
    const std::int64_t owner_;
    const Now now_;
    std::int64_t seen_ = 0; // of the store
    std::vector<chess::Position> roots_;
    std::unordered_set<std::string> root_fens_;
    std::unordered_set<std::uint64_t> active_; // keys that we search
    std::vector<Id> blocked_;                  // by a search elsewhere: tried again
    std::unordered_set<Id> failed_;            // not tried again
    bool others_ = false;                      // another process searches something
};

} // namespace polyglot::tools
