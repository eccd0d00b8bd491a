// The file beside a store with the games that wait until they can be written to it
// (docs/formats/waiting-games.md). Processes share it; an object is for one thread. Test:
// waiting_store_test.cpp.
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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {

// How far a store has come with a game that waits. This survives a kill.
struct WaitingProgress {
    // The last note, perhaps by a process that was killed; empty if the game has not been begun.
    std::string last;
    std::function<Result<void>(std::string_view words)> note;
};

class WaitingFile {
  public:
    explicit WaitingFile(std::filesystem::path store) : store_(std::move(store)) {}

    // Returns STORE.waiting, beside the file to which the store's links lead. The error names a
    // link that is not followed.
    Result<std::filesystem::path> path() const;
    // Returns true for a file of any kind, and if there are only spare files.
    bool exists() const;

    // Adds all of the games or none. Returns the file's name. If other processes use the file for
    // longer than a patience that is not 0, the games go into a spare file, STORE.waiting-ID, as
    // the caller may not come again. The next process that takes games in moves them to the file.
    Result<std::string> add(const std::vector<book::LearntGame>& games,
                            std::chrono::milliseconds patience);

    // Passes at most this many games to record, which writes one to the store and returns the
    // number of its results. record is called again for the same game if this process is killed
    // before the game is marked as done. Does not wait for other processes. The file is removed
    // when it has no games left; lines that are no games stay in it.
    using Record = std::function<Result<std::size_t>(const WaitingGame&, const WaitingProgress&)>;
    Result<book::TakenIn> take_in(std::size_t most_games, const Record& record);
    // The same in two steps, for a store that is waited for: the file is not locked between them.
    // Copies at most this many games; other processes may copy the same ones.
    Result<std::vector<WaitingGame>> copy(std::size_t most_games);
    // Marks those that the store has now. TakenIn counts the games that were not marked yet.
    struct Sent {
        std::string id;
        std::size_t moves = 0; // results written
    };
    Result<book::TakenIn> mark(const std::vector<Sent>& sent);
    // Returns true if the last error of one of these was that another process used the file all the
    // time.
    bool was_busy() const { return busy_; }

    // The content of the file, which is read without waiting or changing anything.
    struct Contents {
        std::size_t games = 0;
        std::size_t unknown = 0; // lines
    };
    Contents look() const;

  private:
    struct Waiting {
        std::uint64_t offset = 0; // of the game's line
        std::size_t size = 0;
        std::string progress{};
    };
    // The lines that have been read. They are numbered from 1.
    struct Index {
        std::uint64_t identity = 0;
        // Another file may get the identity of one that was removed; the ids of its first games
        // tell them apart, or what stands last in them if they begin with many lines of others.
        std::string beginning{}, end{};
        std::uint64_t read_to = 0;
        std::map<std::uint64_t, Waiting> games{}; // by line
        // By id; includes games that are done.
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> lines{};
        std::size_t unknown = 0; // lines
        std::uint64_t first_unknown = 0;
        std::uint64_t last_line = 0;
        bool lacks_end = false; // the last line has no line end

        // Whole lines, except the last one of the file.
        void add(std::string_view text, std::uint64_t offset);
        void add_line(std::string_view line, std::uint64_t offset);
        void add_unknown(std::uint64_t line);
    };

    // Returns the file, locked and read as far as one step goes; null if there is none.
    struct Opened {
        std::unique_ptr<LockedFile> file;
        bool is_read = false; // to its end
    };
    Result<Opened> open(const std::filesystem::path& path, std::chrono::milliseconds patience);
    Result<void> gather_spares(const std::filesystem::path& path);
    // Returns nullopt for a line that is no game after all.
    Result<std::optional<WaitingGame>> read_first(const LockedFile& file);
    Result<bool> read_more(const LockedFile& file, const std::filesystem::path& path);
    Result<void> take_first(LockedFile& file, const Record& record, book::TakenIn& done);
    std::string clean_up(LockedFile& file, const std::filesystem::path& path);

    std::filesystem::path store_;
    Index index_;
    bool busy_ = false;
    bool gathered_ = false; // the spare files that there were
};

// Returns "3 games wait in /home/me/learn.db.waiting", or other content of the waiting file of
// this store; empty if there is no file.
std::string describe_waiting(const std::filesystem::path& store);

} // namespace polyglot::io
