// Describes the content of a statistics file (.pgstats) in one position for `polyglot find-book`
// and the explorer.
#pragma once
#include "core/book/make/stats_search.hpp"
#include "core/chess/variants/position.hpp"
#include "tools/books/find/find.hpp"

#include <cstdint>
#include <iosfwd>
#include <vector>

#include <boost/json/fwd.hpp>

namespace polyglot::tools {

struct StatisticsMove {
    NamedMove name;
    book::MoveStats stats;
};

struct FoundStatistics {
    FoundPosition position;            // without moves
    std::uint64_t games = 0;           // games in which one of the moves was played here
    std::vector<StatisticsMove> moves; // the most played first
};

// The statistics are those of the position's variant, or of chess. The error says where the file is
// damaged.
Result<FoundStatistics> find_statistics(const book::StatsSearch& search,
                                        const chess::Position& position,
                                        const CastlingSpelling& spelling = {});
Result<FoundStatistics> find_statistics(const book::StatsSearch& search,
                                        const chess::VariantPosition& position,
                                        const CastlingSpelling& spelling = {});

boost::json::object json_of(const FoundStatistics& found);
void print_text(const FoundStatistics& found, std::ostream& out);

} // namespace polyglot::tools
