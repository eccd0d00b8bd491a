// A book that engines grow, in an SQLite file: docs/formats/grow-db.md. Any number of processes may use the file at
// once; each GrowDb is for one thread at a time.
#pragma once
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::io {

// A position, and what an engine says of it if none of its moves in the store is played.
struct GrowRow {
    enum class State : std::uint8_t { Unsearched, Answered, Over, Exhausted }; // Exhausted: all legal moves are stored
    std::uint64_t key = 0;                                                     // PolyGlot's
    bool black = false;                                                        // to move
    State state = State::Unsearched;
    int value_cp = 0;       // Answered, Over: for the side to move
    std::uint16_t move = 0; // Answered: the engine's, PolyGlot's 16 bits
    int depth = 0;
    std::int64_t nodes = 0;
    std::string line;     // the engine's best line
    std::string engine;   // its name
    std::int32_t day = 0; // since 1970-01-01, UTC
    friend bool operator==(const GrowRow&, const GrowRow&) = default;
};

struct GrowLink {
    std::uint64_t from = 0;
    std::uint16_t move = 0;
    std::uint64_t to = 0;
    friend bool operator==(const GrowLink&, const GrowLink&) = default;
};

// What one search adds.
struct GrowStep {
    std::vector<GrowRow> rows; // of positions at both ends of each link, unless they are stored
    std::vector<GrowLink> links;
    std::vector<std::string> roots; // FEN: where games of the book begin
};

class GrowDb {
  public:
    using Access = Sqlite::Access;
    // The error names the file and the reason.
    static Result<std::unique_ptr<GrowDb>> open(const std::filesystem::path& file, Access access);
    ~GrowDb();
    // While others have the file locked, instead of giving up after ten seconds: Sqlite::set_waiting().
    void set_waiting(Sqlite::Waiting goes_on);

    // What writes, and claimed_by_others(), fails if the file has been removed or renamed since it was opened: nothing
    // would find what is written to it.

    // One transaction: all of it is stored or nothing. Of two answers for one position the one remains whose move is
    // not among the position's stored moves; of two such, the one of the deeper search; of equal depth, that of more
    // nodes; else the stored one.
    Result<void> record(const GrowStep& step);
    // Everything of another store, by the same rule, in one transaction.
    Result<void> merge(const GrowDb& other);

    Result<std::vector<std::string>> roots() const;
    // Positions in the order in which they were changed, each with its moves. `since`: only those changed since an
    // earlier visit() returned this number; 0: all. Returns the number for the next visit.
    using Sink = std::function<Result<void>(const GrowRow&, const std::vector<GrowLink>& moves)>;
    Result<std::int64_t> visit(std::int64_t since, const Sink& sink) const;

    Result<std::optional<GrowRow>> find(std::uint64_t key) const;

    // Searches in progress. A claim is the owner's until `until` (any clock that all processes share, such as seconds
    // since 1970), so that those of a process that has died end by themselves.
    Result<bool> claim(std::uint64_t key, std::int64_t owner, std::int64_t now, std::int64_t until); // false: another's
    Result<void> renew(std::int64_t owner, std::int64_t until); // all that this owner has
    Result<void> release(std::uint64_t key, std::int64_t owner);
    Result<void> release_all(std::int64_t owner);
    Result<std::vector<std::uint64_t>> claimed_by_others(std::int64_t owner, std::int64_t now) const;
    Result<std::vector<std::uint64_t>> claimed(std::int64_t now) const; // by anybody

  private:
    struct Connection;
    explicit GrowDb(std::unique_ptr<Connection> connection);
    Result<void> transact(const std::function<Result<void>()>& work);
    Result<void> put(const GrowRow& row);
    Result<void> put(const GrowLink& link);
    Result<void> put_root(const std::string& fen);

    std::unique_ptr<Connection> connection_;
};

} // namespace polyglot::io
