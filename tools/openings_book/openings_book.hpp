// Declares the two modes of `polyglot openings-book`. Test: openings_book_test.cpp.
#pragma once
#include "tools/common/cancel_flag.hpp"
#include "tools/openings_book/options.hpp"

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

constexpr int exit_no_engine = 3;

// Formats 12 centipawns as "+0.12".
std::string format_pawns(double cp);
// Returns "; values for White from -0.31 to +0.48, mean +0.12".
std::string describe_values(const std::vector<EngineValue>& values);

// Returns "100 start positions at ply 8, seed 1".
std::string describe_list(std::size_t count, const StartOptions& options);

int check_starts(const StartOptions& options, const CancelFlag& is_cancelled, std::istream& in,
                 std::ostream& out, std::ostream& err);

} // namespace polyglot::tools
