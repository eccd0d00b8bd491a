// Represents a book whose positions engines search: the graph of its positions, kept equal to the
// store, and the searches themselves. What is searched next is for the derived class to say.
// tests/unit/tools/grow_book/growing_test.cpp shows it.
#pragma once
#include "core/book/grow/graph.hpp"
#include "core/result.hpp"
#include "storage/stores/grow_db.hpp"
#include "tools/engines/search.hpp"
#include "tools/growing/grow_position.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace polyglot::tools {

// Describes a search to be done.
struct GrowJob {
    EpdTask task{.position = chess::Position::start()};
    std::size_t ply = 0; // plies from the root to the position
    book::GrowGraph::Id at = 0;
    // This is the move from `at` to the position, which is new; nullopt if `at` itself is searched.
    std::optional<io::GrowLink> by;
    // These moves between positions of the book are stored with the search: those from the
    // position, which the engine leaves out, or those to it.
    std::vector<io::GrowLink> known;
};

// Returns the value of the engine's score: centipawns, or the equivalent of a mate.
int grow_value(const protocol::UciScore& score);

// Returns the row of a position that has not been searched.
io::GrowRow unsearched_row(std::uint64_t key, chess::Color side);

class SearchedBook {
  public:
    using Id = book::GrowGraph::Id;
    static constexpr std::int64_t lease_seconds = 60;
    using Now = std::function<std::int64_t()>; // seconds since 1970

    // owner is a number that no other process uses.
    SearchedBook(io::GrowDb& store, const book::GrowRules& rules, std::int64_t owner, Now now);
    virtual ~SearchedBook() = default;
    SearchedBook(const SearchedBook&) = delete;
    SearchedBook& operator=(const SearchedBook&) = delete;

    // Reads what is in the store and not yet in the graph, and what other processes search now.
    Result<void> refresh();
    // The roots must be of the variant of the store.
    Result<void> add_roots(const std::vector<GrowPosition>& roots);
    const book::GrowGraph& graph() const { return graph_; }
    const std::vector<GrowPosition>& roots() const { return roots_; }
    const chess::Variant* variant() const { return variant_; } // null for chess

    // Returns the next search, claimed for this process, or null if there is none now. Positions
    // that need no search (transpositions, ends of games) are stored along the way.
    virtual Result<std::unique_ptr<GrowJob>> next() = 0;
    // Returns the number of searches that are left; nullopt if there is no end of them.
    virtual std::optional<std::uint64_t> count_left() const { return std::nullopt; }
    // Returns whether positions wait for other searches of this or of other processes.
    bool is_waiting() const { return !active_.empty() || !blocked_.empty() || others_; }
    // Stores the outcome. The error comes from the store. An outcome without a value is not an
    // error; the position is not searched any more.
    Result<void> finish(const GrowJob& job, const EpdOutcome& outcome, const std::string& engine);
    // Returns false for a search that did not end, because its value is unreliable.
    static bool has_value(const EpdOutcome& outcome) {
        return outcome.move && outcome.score && outcome.verdict != EpdVerdict::Crashed &&
               outcome.verdict != EpdVerdict::Hung;
    }
    Result<void> renew_claims() { return store_.renew(owner_, now_() + lease_seconds); }
    Result<void> release_claims() { return store_.release_all(owner_); }

  protected:
    struct Place {
        GrowPosition position;
        std::size_t ply = 0;
        Id at = 0;
    };
    // Returns the search of a position of the graph without its moves that are in the graph. Null
    // if it needs none, which is stored, or if another process has it. The links are stored with
    // the outcome.
    Result<std::unique_ptr<GrowJob>> search(const Place& place,
                                            std::vector<io::GrowLink> links = {});
    Result<std::unique_ptr<GrowJob>> claim(std::unique_ptr<GrowJob> job);
    Result<void> store(const io::GrowStep& step);
    void block(Id id);
    // Excludes the position from all further searches of this process.
    void leave_out(Id id);
    bool is_left_out(Id id) const { return failed_.contains(id); }
    book::GrowGraph& changing_graph() { return graph_; }

  private:
    void take_root(const std::string& fen);
    void unblock();

    io::GrowDb& store_;
    const chess::Variant* const variant_;
    book::GrowGraph graph_;
    const std::int64_t owner_;
    const Now now_;
    std::int64_t seen_ = 0; // revision of the store
    std::vector<GrowPosition> roots_;
    std::unordered_set<std::string> root_fens_;
    std::unordered_set<std::uint64_t> active_; // of the positions that this process searches
    std::vector<Id> blocked_;       // by a search of another process; they are tried again
    std::unordered_set<Id> failed_; // not tried again
    bool others_ = false;           // another process is searching
};

// Rows of positions and of the game's end, for steps of the store.
io::GrowRow searched_row(const GrowPosition& position, io::GrowRow::State state);
// Returns nullopt if the game continues.
std::optional<io::GrowRow> row_of_end(const GrowPosition& position);

} // namespace polyglot::tools
