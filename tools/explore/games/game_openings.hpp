// Reads games again while the explorer continues to answer: a packed file is unpacked up to the
// game. Test: collection_test.cpp.
#pragma once
#include "core/result.hpp"
#include "tools/explore/games/collection.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

class GameOpenings {
  public:
    using Answer = Result<boost::json::object>;
    // Returns the game as describe_game() does, or "reading" if it is not read yet: ask again. If
    // too many others are being read, the one that was asked for the longest ago is given up. The
    // collection must outlive this object.
    Answer ask(const Collection& collection, GameNumber number);

  private:
    // A game that is being read.
    struct Opening {
        Opening(const Collection& collection, GameNumber game);
        Opening(const Opening&) = delete;
        Opening& operator=(const Opening&) = delete;
        ~Opening();  // gives it up
        bool wait(); // for a moment; returns whether it is read
        bool has_ended();

        const GameNumber number;
        std::atomic<bool> is_cancelled = false;
        std::mutex mutex;
        std::condition_variable ended;
        std::optional<Answer> answer; // guarded by mutex
        std::thread thread;
    };

    void give_up_oldest();

    std::vector<std::unique_ptr<Opening>> openings_; // the last asked for at the end
};

} // namespace polyglot::tools
