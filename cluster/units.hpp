// The units in which games are handed out: whole files, and parts of large plain files.
#pragma once
#include "core/result.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/make_book/game_samples.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/describe/class.hpp>
#include <boost/json.hpp>

namespace polyglot::tools {
BOOST_DESCRIBE_STRUCT(ValueTally, (), (read, absurd, mistakes, decided, for_winner, for_loser))
BOOST_DESCRIBE_STRUCT(GameTally, (),
                      (counted, filtered, duplicates, unknown, unjudged, empty, other_variants,
                       samples, chess960, inner_rooks, king_promotions, tags_seen, last_year,
                       values))
BOOST_DESCRIBE_STRUCT(ReadingReport, (),
                      (files, texts, games, text_bytes, problems, first_problems, damaged_files,
                       file_problems, letters))
} // namespace polyglot::tools

namespace polyglot::cluster {

// What has been found in a unit up to a certain place.
struct UnitReport {
    struct Problem {
        std::string text;       // name of the file or of the member of an archive
        std::uint64_t line = 0; // from 1, in the unit's part of the text
        std::string message;
    };
    std::uint64_t files = 0, texts = 0, games = 0, text_bytes = 0;
    std::uint64_t lines = 0; // line ends in the current text
    std::vector<std::uint64_t> problems = std::vector<std::uint64_t>(pgn::problem_kinds);
    std::vector<Problem> first_problems;
    std::vector<std::string> file_problems, letters;
    // The report covers the unit up to this place. The offset is in the unit's part of the text.
    std::uint64_t text = 0, offset = 0;
    bool whole = false; // reports on the unit up to its end
};
BOOST_DESCRIBE_STRUCT(UnitReport::Problem, (), (text, line, message))
BOOST_DESCRIBE_STRUCT(UnitReport, (),
                      (files, texts, games, text_bytes, lines, problems, first_problems,
                       file_problems, letters, text, offset, whole))

struct Unit {
    std::uint64_t number = 0; // from 0, in the order of the text
    std::uint64_t file = 0;   // index into the files
    std::string path;
    // For a part of a plain file: its games begin at the first cut (pgn::next_cut) from `begin` on
    // and end at the first cut from `end` on.
    std::uint64_t begin = 0, end = 0; // end 0: the whole file, packed or not
    UnitReport so_far;                // where an earlier job has stopped
};
BOOST_DESCRIBE_STRUCT(Unit, (), (number, file, path, begin, end, so_far))

// Returns the units, in the order of the files. unit_bytes: size of a part.
std::vector<Unit> make_units(const std::vector<std::filesystem::path>& files,
                             std::uint64_t unit_bytes);
// Returns a size of units for this many bytes and ranks. There are enough units that all ranks end
// at about the same time.
std::uint64_t choose_unit_bytes(std::uint64_t total, int ranks);

// Convert structs to text and back. parse() expects the text of format(): other text is damaged or
// a programming mistake, and throws.
template <class T>
std::string format(const T& value) {
    return boost::json::serialize(boost::json::value_from(value));
}
template <class T>
T parse(std::string_view text) {
    boost::json::parse_options options;
    options.allow_invalid_utf8 = true; // file names may contain any bytes
    return boost::json::value_to<T>(
        boost::json::parse(boost::json::string_view(text.data(), text.size()), {}, options));
}

// Combines the reports of the units into one. They must be added in the order of the text.
class UnitReports {
  public:
    explicit UnitReports(bool strict, tools::ReadingReport before = {})
        : strict_(strict), report_(std::move(before)) {}
    // Adds a report. True if a problem ends the reading (-strict); it is the last one in report().
    bool add(const Unit& unit, const UnitReport& report);
    const tools::ReadingReport& report() const { return report_; }
    // The state that a checkpoint keeps.
    struct Place {
        std::uint64_t file = 0, lines = 0; // lines: in the units of the last file so far
        std::int64_t damaged = -1;         // the last file that was counted as damaged
    };
    const Place& place() const { return place_; }
    void resume(const Place& place) { place_ = place; }

  private:
    bool strict_;
    tools::ReadingReport report_;
    Place place_;
};
BOOST_DESCRIBE_STRUCT(UnitReports::Place, (), (file, lines, damaged))

} // namespace polyglot::cluster
