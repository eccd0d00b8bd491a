// Reads and erases rows in the tables of a learn_db (docs/formats/learn-db.md). For LearnDb, which
// opens the file and begins the transactions.
#pragma once
#include "storage/stores/learn_db.hpp"
#include "storage/stores/sqlite.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

// The largest number of games or half-points that the tables hold.
constexpr std::int64_t most_games = std::numeric_limits<std::uint32_t>::max();

// Selects the positions from the first to the last of these keys, which are signed in the tables.
struct KeyRange {
    std::int64_t first = std::numeric_limits<std::int64_t>::min();
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
};

struct RowQuestion {
    LearnFilter filter{};
    KeyRange keys{};
    bool by_day = false; // as LearnDb::visit_by_day() does
};
// Visits the rows in the order of LearnDb::visit(). file is for messages.
Result<void> visit_rows(Sqlite& sqlite, const std::filesystem::path& file,
                        const RowQuestion& question, const LearnDb::RowSink& sink);

// Erases the rows within a transaction. Returns the number of moves that had some.
Result<std::size_t> erase_rows(Sqlite& sqlite, const LearnFilter& filter, KeyRange range);
// Erases the names of engines if the file has no results, within a transaction.
Result<void> erase_unused_names(Sqlite& sqlite);

// Returns the names of the variants that have results.
Result<std::vector<std::string>> variants_in(Sqlite& sqlite);
// Returns the tables that have results of this variant; of all for nullopt, of chess for "".
Result<std::vector<std::string_view>> tables_with(Sqlite& sqlite,
                                                  const std::optional<std::string>& variant);

} // namespace polyglot::io
