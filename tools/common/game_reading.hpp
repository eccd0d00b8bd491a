// The games of many files read by several threads, and reported in the order of the text whatever
// their number: shared by make-book and pgn-stat.
#pragma once
#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"
#include "core/result.hpp"
#include "storage/games/game_files.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// Between two pieces of the input.
struct GamePlace {
    // Index into GameReadingOptions::files, from 0; their count: after the last
    std::size_t file = 0;
    std::size_t text = 0;     // of the file, from 0: an archive has one for each member
    std::uint64_t offset = 0; // bytes of the unpacked text before it
    std::uint64_t lines = 0;  // line ends before it
};

// What a worker has found in one piece.
struct PieceReport {
    // Output only: the piece's last game continues in bytes that were left out (ScanOptions)
    bool cut_short = false;
    pgn::ScanCounts counts;
    std::array<std::uint64_t, pgn::problem_kinds> problems{}; // games with one, by ProblemKind
    // In the order of the text; lines count from 1 in the piece
    std::vector<pgn::Problem> first;
    void add(const pgn::Problem& problem); // nothing for ProblemKind::None
};

// Reads games on one of the threads, and keeps its results.
class GameWorker {
  public:
    virtual ~GameWorker() = default;
    // Reads whole games, usually by scan_games() with itself as visitor; sets report.counts and
    // adds problems as they occur. Never called by two threads at once. An error (a full disk) ends
    // all reading. begin.lines is not known yet.
    virtual Result<void> scan(std::string_view text, const GamePlace& begin,
                              PieceReport& report) = 0;
};

// The report, the same for any number of threads.
struct ReadingReport {
    static constexpr std::size_t most_problems = 10; // listed with their place
    std::uint64_t files = 0, texts = 0;              // begun
    std::uint64_t games = 0;
    std::uint64_t text_bytes = 0; // unpacked
    std::array<std::uint64_t, pgn::problem_kinds> problems{};
    std::vector<std::string> first_problems; // "games.zip/1990/linares.pgn:17: illegal move …"
    std::uint64_t damaged_files = 0;         // not read, or not to their end
    std::vector<std::string> file_problems;  // "games.zip: why", the first of them
    // "games.pgn: German", the first texts with other than English piece letters
    std::vector<std::string> letters;
    std::uint64_t games_with_problems() const;
};

struct GameReadingOptions {
    // Two for each thread stay in the second level cache
    static constexpr std::size_t default_piece = 256U << 10U;
    std::vector<std::filesystem::path> files; // of find_game_files()
    // Bytes, roughly. Results do not depend on it
    std::size_t piece_size = default_piece;
    // The first problem of a game or file ends the reading
    bool strict = false;
    // Where to begin: place() of an earlier reading …
    GamePlace from;
    ReadingReport before; // … and its report()
};

class GameReading {
  public:
    enum class End : std::uint8_t {
        AllRead,
        Stopped, // by between()
        Strict,  // by a problem, the last one in report()
    };
    // One thread for each worker, at least one. The calling thread is the first worker's, and reads
    // the files too: with one worker nothing else runs. in: what "-" stands for. Both must outlive
    // this.
    GameReading(GameReadingOptions options, std::vector<GameWorker*> workers, std::istream& in);
    GameReading(const GameReading&) = delete;
    GameReading& operator=(const GameReading&) = delete;
    ~GameReading();

    // Once. between is called on this thread, often (after each piece at most), and may call all
    // functions below; false ends the reading early. The workers are at rest when run() returns; on
    // Stopped, place() and report() say where. The error is a worker's; what a worker or between
    // throws is thrown here.
    Result<End> run(const std::function<bool()>& between);

    // Waits until all pieces before place() have been scanned and are in report(). Until between()
    // returns, workers are at rest, and what they keep may be read and changed on this thread: a
    // state to be saved. Where a worker has failed it throws what only run() is to catch.
    void drain();
    GamePlace place() const;
    const ReadingReport& report() const; // of the beginning of the text that is known to be done
    // Of the packed files: how much has been read, and their size in all (0: not known).
    std::uint64_t bytes_read() const;
    std::uint64_t bytes_total() const;

  private:
    class Pipeline;
    std::unique_ptr<Pipeline> pipeline_;
};

} // namespace polyglot::tools
