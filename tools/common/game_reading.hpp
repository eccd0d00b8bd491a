// Reads the games of many files with several threads and reports the results in the order of the
// text, independent of the number of threads. make-book and pgn-stat share it.
// tests/unit/tools/common/game_reading_test.cpp shows it.
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

// Names a place between two pieces of the input.
struct GamePlace {
    // The index into GameReadingOptions::files counts from 0; it is equal to their count after the
    // last file.
    std::size_t file = 0;
    std::size_t text = 0;     // of the file, from 0: an archive has one text for each member
    std::uint64_t offset = 0; // bytes of the unpacked text before the place
    std::uint64_t lines = 0;  // line ends before the place
};

// Holds the findings of a worker in one piece.
struct PieceReport {
    // Tells the worker that the piece's last game continues in bytes that were left out
    // (ScanOptions).
    bool cut_short = false;
    pgn::ScanCounts counts;
    // Counts the games with a problem by ProblemKind.
    std::array<std::uint64_t, pgn::problem_kinds> problems{};
    // Contains the first problems in the order of the text; their lines count from 1 in the piece.
    std::vector<pgn::Problem> first;
    void add(const pgn::Problem& problem); // ignores ProblemKind::None
};

// Reads games on one of the threads and keeps its results.
class GameWorker {
  public:
    virtual ~GameWorker() = default;
    // Reads whole games, usually by scan_games() with itself as visitor; sets report.counts and
    // adds problems as they occur. Two threads never call it at once. An error, such as a full
    // disk, ends all reading. begin.lines is not known yet.
    virtual Result<void> scan(std::string_view text, const GamePlace& begin,
                              PieceReport& report) = 0;
};

// The report, which is the same for any number of threads.
struct ReadingReport {
    static constexpr std::size_t most_problems = 10; // problems that are listed with their place
    std::uint64_t files = 0, texts = 0;              // those that have been started
    std::uint64_t games = 0;
    std::uint64_t text_bytes = 0; // unpacked
    std::array<std::uint64_t, pgn::problem_kinds> problems{};
    std::vector<std::string> first_problems; // "games.zip/1990/linares.pgn:17: illegal move …"
    std::uint64_t damaged_files = 0;         // not read, or not read to their end
    std::vector<std::string> file_problems;  // "games.zip: why", the first problems
    // Names the first texts that use piece letters of another language: "games.pgn: German".
    std::vector<std::string> letters;
    std::uint64_t games_with_problems() const;
};

struct GameReadingOptions {
    // This size lets two pieces for each thread stay in the second level cache.
    static constexpr std::size_t default_piece = 256U << 10U;
    std::vector<std::filesystem::path> files; // the result of find_game_files()
    // This is the approximate number of bytes of a piece. Results do not depend on it.
    std::size_t piece_size = default_piece;
    // If it is true, the first problem of a game or file ends the reading.
    bool strict = false;
    // To continue an earlier reading, set `from` to its place() …
    GamePlace from;
    ReadingReport before; // … and `before` to its report()
};

class GameReading {
  public:
    enum class End : std::uint8_t {
        AllRead,
        Stopped, // between() returned false
        Strict,  // a problem occurred; it is the last one in report()
    };
    // Uses one thread for each worker, of which there must be at least one. The calling thread runs
    // the first worker and also reads the files, so that one worker needs no further thread. `in`
    // is the stream that "-" stands for. Workers and stream must outlive this object.
    GameReading(GameReadingOptions options, std::vector<GameWorker*> workers, std::istream& in);
    GameReading(const GameReading&) = delete;
    GameReading& operator=(const GameReading&) = delete;
    ~GameReading();

    // Reads the games; it may be called once. between() is called often on this thread (at most
    // after each piece) and may call all functions below; if it returns false, the reading ends
    // early. No worker is active when run() returns; after Stopped, place() and report() describe
    // the point that was reached. The error comes from a worker; exceptions of workers and of
    // between() are rethrown here.
    Result<End> run(const std::function<bool()>& between);

    // Waits until all pieces before place() have been scanned and are in report(). Until between()
    // returns, no worker is active, so that this thread may read and change the workers' results to
    // save them. If a worker has failed, throws an exception that only run() may catch.
    void drain();
    GamePlace place() const;
    const ReadingReport& report() const; // covers the beginning of the text that is completely done
    // Return the bytes of the packed files: those that have been read, and the total (0 if it is
    // unknown).
    std::uint64_t bytes_read() const;
    std::uint64_t bytes_total() const;

  private:
    class Pipeline;
    std::unique_ptr<Pipeline> pipeline_;
};

} // namespace polyglot::tools
