// Reads the games of a unit, piece by piece.
#pragma once
#include "cluster/units.hpp"
#include "core/pgn/chunks.hpp"
#include "storage/games/game_files.hpp"
#include "tools/common/game_reading.hpp"

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>

namespace polyglot::cluster {

class UnitReader {
  public:
    // host: added to reports of problems with a file. All references must outlive this object.
    UnitReader(Unit unit, tools::GameWorker& worker, std::istream& in, const std::string& host,
               bool strict);
    ~UnitReader();
    // Reads about 256 KB of games. False at the end of the unit. The error is the worker's.
    Result<bool> read_piece();
    const Unit& unit() const { return unit_; }
    const UnitReport& report() const { return report_; } // covers the pieces read so far
    // Returns the bytes of this unit read from the file, packed or not.
    std::uint64_t bytes_read() const;

  private:
    class Window;
    bool open();
    bool next_text();
    std::istream& part_of(std::istream& stream);
    void begin_text(std::istream& stream);
    void add_file_problem(const std::string& problem);
    void add(const pgn::Chunk& chunk, const tools::PieceReport& piece);
    bool is_over() const;

    const Unit unit_;
    tools::GameWorker& worker_;
    std::istream& in_;
    const std::string& host_;
    const bool strict_;
    UnitReport report_;
    bool opened_ = false;
    std::uint64_t texts_seen_ = 0;
    std::unique_ptr<io::GameFile> file_;
    // Set for a part of a file, and for a packed text that is resumed.
    std::unique_ptr<Window> window_;
    std::optional<std::istream> windowed_;
    std::optional<pgn::Chunks> chunks_;
    std::uint64_t base_ = 0; // offset in the unit's text at which chunks_ begins
    bool new_text_ = false;  // its letters have not been reported yet
    pgn::Chunk chunk_;
};

} // namespace polyglot::cluster
