// The contents of messages between ranks, as JSON (units.hpp): everything except the moves of
// games.
#pragma once
#include "cluster/units.hpp"
#include "core/book/make/book_rules.hpp"
#include "tools/make_book/game_samples.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/describe/class.hpp>

namespace polyglot::book {
BOOST_DESCRIBE_STRUCT(DroppedMoves, (),
                      (colour, min_games, no_points, min_score, min_share, top, too_light))
}

namespace polyglot::cluster {

// What a rank has stored on its disk.
struct Kept {
    std::vector<std::string> runs; // names in the rank's folder
    std::string seen;              // SeenGames::save(); empty without -unique
};
BOOST_DESCRIBE_STRUCT(Kept, (), (runs, seen))

struct Begin {
    bool resumed = false;
    Kept kept; // where the rank continues, if the job is resumed
};
BOOST_DESCRIBE_STRUCT(Begin, (), (resumed, kept))

struct DoneUnit {
    std::uint64_t number = 0;
    UnitReport report; // of the whole unit; in State, of its beginning
};
BOOST_DESCRIBE_STRUCT(DoneUnit, (), (number, report))

struct Status {
    std::uint64_t bytes = 0, text_bytes = 0, games = 0, samples = 0; // what the rank has read
};
BOOST_DESCRIBE_STRUCT(Status, (), (bytes, text_bytes, games, samples))

struct Meet {
    bool save = false; // write a checkpoint
    bool last = false; // everything has been read, or the user ends the job
};
BOOST_DESCRIBE_STRUCT(Meet, (), (save, last))

struct State {
    tools::GameTally tally;       // of this job
    Kept kept;                    // set after Meet::save
    std::vector<DoneUnit> begun;  // the unit that is being read, if any
    std::uint64_t bytes_sent = 0; // to other ranks
};
BOOST_DESCRIBE_STRUCT(State, (), (tally, kept, begun, bytes_sent))

struct Continue {
    bool make = false; // the book is to be made now
    int reference_year = 0;
};
BOOST_DESCRIBE_STRUCT(Continue, (), (make, reference_year))

// What a rank reports about its part of the book.
struct Made {
    std::uint64_t moves = 0, positions = 0, entries = 0, runs = 0;
    book::DroppedByColour dropped;
};
BOOST_DESCRIBE_STRUCT(Made, (), (moves, positions, entries, runs, dropped))

} // namespace polyglot::cluster
