// Reads games again while the explorer continues to answer: a packed file is unpacked up to the
// game. Test: collection_test.cpp.
#pragma once
#include "core/result.hpp"
#include "tools/explore/games/collection.hpp"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <boost/json/object.hpp>

namespace polyglot::tools {

class GameOpenings {
  public:
    using Answer = Result<boost::json::object>;
    using Read = std::function<Answer(const std::atomic<bool>& is_cancelled)>;
    // Returns what read() returns on a thread of its own, or "reading" if it has not ended yet: ask
    // again by the same name. If too many others are being read, the one that was asked for the
    // longest ago is given up. What read() uses must outlive this object.
    Answer ask(const std::string& name, const Read& read);
    // Returns the game as describe_game() does.
    Answer ask(const Collection& collection, GameNumber number);

  private:
    // What is being read.
    struct Opening {
        Opening(std::string of, Read read);
        Opening(const Opening&) = delete;
        Opening& operator=(const Opening&) = delete;
        ~Opening();  // gives it up
        bool wait(); // for a moment; returns whether it is read
        bool has_ended();

        const std::string name;
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
