// Reads games again while the explorer continues to answer: a packed file is unpacked up to the
// game.
#pragma once
#include "core/result.hpp"
#include "tools/explore/games/collection.hpp"

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
    // Returns the game as describe_game() does, or "reading" if it is not read yet: ask again. The
    // collection must outlive this object.
    Answer ask(const Collection& collection, GameNumber number);

  private:
    // A game that is being read.
    struct Opening {
        Opening(const Collection& collection, GameNumber game);
        Opening(const Opening&) = delete;
        Opening& operator=(const Opening&) = delete;
        ~Opening() { thread.join(); } // waits until it is read
        bool wait();                  // for a moment; returns whether it is read

        const GameNumber number;
        std::mutex mutex;
        std::condition_variable ended;
        std::optional<Answer> answer; // guarded by mutex
        std::thread thread;
    };

    std::vector<std::unique_ptr<Opening>> openings_;
};

} // namespace polyglot::tools
