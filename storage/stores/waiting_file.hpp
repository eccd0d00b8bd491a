// The file beside a store with the games that wait until they can be written to it: docs/formats/waiting-games.md.
// Processes share it; an object is for one thread.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"
#include "storage/files/locked_file.hpp"
#include "storage/stores/waiting_games.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {

// How far a store has come with a game that waits. It outlives a kill.
struct WaitingProgress {
    std::string last; // what was noted before, perhaps by a process that was killed; empty: the game has not been begun
    std::function<Result<void>(std::string_view words)> note;
};

class WaitingFile {
  public:
    explicit WaitingFile(std::filesystem::path store) : store_(std::move(store)) {}

    // STORE.waiting, beside the file that the store's links lead to. The error names a link that is not followed.
    Result<std::filesystem::path> path() const;
    bool exists() const; // whatever it is

    // All of the games or none. Returns the file's name.
    Result<std::string> add(const std::vector<book::LearntGame>& games, std::chrono::milliseconds patience);

    // Hands at most this many games to record, which writes one to the store and returns the number of its results; it
    // is called again for the same game if this process is killed before the game is marked as done. Waits for no other
    // process. The file is removed when no game is left in it; lines that are no games stay in it.
    using Record = std::function<Result<std::size_t>(const WaitingGame&, const WaitingProgress&)>;
    Result<book::TakenIn> take_in(std::size_t most_games, const Record& record);
    // The last error of add() or take_in() was that another process used the file all the time.
    bool was_busy() const { return busy_; }

    // What is in the file, without waiting or changing anything.
    struct Contents {
        std::size_t games = 0;
        std::size_t unknown = 0; // lines
    };
    Contents look() const;

  private:
    struct Waiting {
        std::uint64_t offset = 0; // of its line
        std::size_t size = 0;
        std::string progress{};
    };
    // What has been read of the file. Lines have numbers from 1.
    struct Index {
        std::uint64_t identity = 0;
        std::uint64_t read_to = 0;
        std::map<std::uint64_t, Waiting> games{};                                 // by line
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> lines{}; // by id, also of games that are done
        std::size_t unknown = 0;                                                  // lines
        std::uint64_t first_unknown = 0;
        std::uint64_t last_line = 0;
        bool lacks_end = false; // the last line

        void add(std::string_view text, std::uint64_t offset); // whole lines, but for the last one of the file
        void add_line(std::string_view line, std::uint64_t offset);
        void add_unknown(std::uint64_t line);
    };

    Result<bool> read_more(const LockedFile& file, const std::filesystem::path& path);
    Result<void> take_first(LockedFile& file, const Record& record, book::TakenIn& done);
    std::string clean_up(LockedFile& file, const std::filesystem::path& path);

    std::filesystem::path store_;
    Index index_;
    bool busy_ = false;
};

// "3 games wait in /home/me/learn.db.waiting", or what else is in the file beside this store; empty if there is no
// file.
std::string describe_waiting(const std::filesystem::path& store);

} // namespace polyglot::io
