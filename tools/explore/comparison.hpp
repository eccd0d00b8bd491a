// Computes the figures of diff-book for two books while the explorer continues to answer.
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
    // Starts on a separate thread, with the current files.
    Comparison(std::string a, std::string b);
    Comparison(const Comparison&) = delete;
    Comparison& operator=(const Comparison&) = delete;
    ~Comparison(); // cancels; may have to wait until a book is open

    void cancel() { cancelled_ = true; }
    bool ended() const { return ended_; }
    // Returns "looked_at", a number of positions, while the comparison runs. Then it returns
    // "summary", the lines at the end of diff-book's output, and "positions", the first twenty that
    // differ, in the form of `diff-book -json`; or "error".
    boost::json::object state() const;

  private:
    boost::json::object compare(const std::string& a, const std::string& b);

    std::atomic<bool> cancelled_ = false, ended_ = false;
    std::atomic<std::uint64_t> looked_at_ = 0;
    mutable std::mutex mutex_;
    boost::json::object result_; // guarded by mutex_
    std::thread thread_;
};

} // namespace polyglot::tools
