// The report at the end of make-book.
#pragma once
#include "core/book/make/book_rules.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/make_book/game_samples.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace polyglot::tools {

struct MakeBookReport {
    ReadingReport reading;
    GameTally tally;
    std::vector<std::string> absent_tags; // that -filter asks for, and no game read has
    std::uint64_t stats_files = 0;        // of -from-stats
    std::uint64_t stats_games = 0;        // that they hold
    std::uint64_t runs = 0;               // that went over the disk
    std::uint64_t moves = 0;              // different ones, in all positions
    // Of the book.
    std::filesystem::path book; // empty: none written
    std::uint64_t positions = 0, entries = 0;
    book::DroppedMoves dropped;
    std::filesystem::path stats; // empty: none written
    book::WeightBy weight = book::WeightBy::Expected;
    std::chrono::duration<double> took{};
};

void write_text(std::ostream& out, const MakeBookReport& report);
std::string format_json(const MakeBookReport& report);

} // namespace polyglot::tools
