// A book that engines grow, in an SQLite file (docs/formats/grow-db.md). Any number of processes
// may use the file at once; each GrowDb is for one thread at a time. Test: grow_db_test.cpp.
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

// A position, with an engine's answer that leaves out the moves in the store.
struct GrowRow {
    // Exhausted: all legal moves are stored.
    enum class State : std::uint8_t { Unsearched, Answered, Over, Exhausted };
    std::uint64_t key = 0; // as in PolyGlot; of a variant book::identity_of()
    bool black = false;    // to move
    State state = State::Unsearched;
    int value_cp = 0;       // for the side to move, if Answered or Over
    std::uint16_t move = 0; // the engine's move if Answered, in PolyGlot's 16 bits
    int depth = 0;
    std::int64_t nodes = 0;
    std::string line;     // the engine's best line
    std::string engine;   // the engine's name
    std::int32_t day = 0; // since 1970-01-01, UTC
    friend bool operator==(const GrowRow&, const GrowRow&) = default;
};

struct GrowLink {
    std::uint64_t from = 0;
    std::uint16_t move = 0;
    std::uint64_t to = 0;
    friend bool operator==(const GrowLink&, const GrowLink&) = default;
};

// The result of one search.
struct GrowStep {
    // Of the positions at both ends of each link, unless they are stored.
    std::vector<GrowRow> rows{};
    std::vector<GrowLink> links;
    std::vector<std::string> roots{}; // start positions of games of the book, as FEN
};

class GrowDb {
  public:
    using Access = Sqlite::Access;
    // grow-book and rate-book have the same tables. A mark in the file tells whose store it is, so
    // that neither command continues the other's by mistake.
    enum class Owner : std::uint8_t { GrowBook, RateBook };
    // A new file is of this variant, by its name in UCI, or of chess if it is empty. Earlier
    // programs read files of chess. The error names the file and the reason.
    static Result<std::unique_ptr<GrowDb>> open(const std::filesystem::path& file, Access access,
                                                Owner owner = Owner::GrowBook,
                                                const std::string& new_variant = {});
    // Opens a store of chess of either command for reading.
    static Result<std::unique_ptr<GrowDb>> open_any(const std::filesystem::path& file);
    // Returns the variant of a store that a command will open, empty for chess. Nullopt if the file
    // cannot be read as such a store.
    static std::optional<std::string> find_variant(const std::filesystem::path& file,
                                                   Owner owner = Owner::GrowBook);
    ~GrowDb();
    // Sets what happens while other programs have the file locked, instead of an error after ten
    // seconds (Sqlite::set_waiting()).
    void set_waiting(Sqlite::Waiting goes_on);

    // Functions that write, and claimed_by_others(), fail if the file has been removed or renamed
    // since it was opened, because its new content would not be found.

    // Stores all of the step or nothing, in one transaction. Of two answers for one position the
    // one is kept whose move is not among the position's stored moves; then the one of the deeper
    // search; then the one with more nodes; then the stored one.
    Result<void> record(const GrowStep& step);
    // Adds everything of another store by the same rule, in one transaction. Both must be of the
    // same variant.
    Result<void> merge(const GrowDb& other);

    const std::string& variant() const; // empty for chess
    Result<std::vector<std::string>> roots() const;
    // Visits positions in the order in which they were changed, each with its moves. `since`
    // selects those that have changed since an earlier visit() returned this number; 0 selects all.
    // Returns the number for the next visit.
    using Sink = std::function<Result<void>(const GrowRow&, const std::vector<GrowLink>& moves)>;
    Result<std::int64_t> visit(std::int64_t since, const Sink& sink) const;

    Result<std::optional<GrowRow>> find(std::uint64_t key) const;

    // Searches in progress are claimed. A claim belongs to the owner until `until` (by any clock
    // that all processes share, such as seconds since 1970), so that the claims of a process that
    // has died expire.
    // claim() returns false if another owner has the position.
    Result<bool> claim(std::uint64_t key, std::int64_t owner, std::int64_t now, std::int64_t until);
    Result<void> renew(std::int64_t owner, std::int64_t until); // all claims of this owner
    Result<void> release(std::uint64_t key, std::int64_t owner);
    Result<void> release_all(std::int64_t owner);
    Result<std::vector<std::uint64_t>> claimed_by_others(std::int64_t owner,
                                                         std::int64_t now) const;
    Result<std::vector<std::uint64_t>> claimed(std::int64_t now) const; // by any owner

  private:
    struct Connection;
    explicit GrowDb(std::unique_ptr<Connection> connection);
    // nullopt: any owner
    static Result<std::unique_ptr<GrowDb>> open_of(const std::filesystem::path& file, Access access,
                                                   std::optional<Owner> owner,
                                                   const std::string& new_variant);
    Result<void> transact(const std::function<Result<void>()>& work);
    Result<void> put(const GrowRow& row);
    Result<void> put(const GrowLink& link);
    Result<void> put_root(const std::string& fen);

    std::unique_ptr<Connection> connection_;
};

} // namespace polyglot::io
