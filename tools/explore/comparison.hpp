// The numbers of diff-book for two books, worked out while the explorer answers.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include <boost/json/object.hpp>

namespace polyglot::tools {

class Comparison {
  public:
    // Begins, on a thread of its own, with the files as they are now.
    Comparison(std::string a, std::string b);
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;
    ~Comparison(); // ends it; opening a book is waited for

    void cancel() { cancelled_ = true; }
    bool ended() const { return ended_; }
    // While it runs: "looked_at", a number of positions. Then "summary", the lines that diff-book
    // prints at its end, and "positions", the first twenty that differ, as `diff-book -json` has
    // them; or "error".
    boost::json::object state() const;

  private:
    boost::json::object compare(const std::string& a, const std::string& b);

    std::atomic<bool> cancelled_ = false, ended_ = false;
    std::atomic<std::uint64_t> looked_at_ = 0;
    mutable std::mutex mutex_;
    boost::json::object result_; // guarded
    std::thread thread_;
};

} // namespace polyglot::tools
