// Writes the report at the end of make-book.
#pragma once
#include "core/book/make/book_rules.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/make_book/game_samples.hpp"

#include <array>
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
    WorstMistakes worst_mistakes;         // of this run, without those before -resume
    std::vector<std::string> absent_tags; // tags that -filter names and no game has
    std::uint64_t stats_files = 0;        // number of files of -from-stats
    std::uint64_t stats_games = 0;        // number of games in them
    std::uint64_t runs = 0;               // runs that were written to disk
    std::uint64_t moves = 0;              // different moves in all positions
    // The fields from here to `dropped` describe the book.
    std::filesystem::path book; // empty if no book was written
    std::uint64_t positions = 0, entries = 0;
    book::DroppedByColour dropped;
    book::DroppedExamples examples;
    // The examples as text, in the same order: a line from the start position, and the games.
    std::array<std::array<std::vector<std::string>, book::DroppedExamples::rules>, 2> example_lines;
    const chess::Variant* variant = nullptr;
    std::filesystem::path stats; // empty if no statistics were written
    book::WeightBy weight = book::WeightBy::Expected;
    std::chrono::duration<double> took{};
};

void write_text(std::ostream& out, const MakeBookReport& report);
std::string format_json(const MakeBookReport& report);

} // namespace polyglot::tools
