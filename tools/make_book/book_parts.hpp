// Makes the book from sums that are all in memory: several threads at once, each from one slice of
// the sums after another.
#pragma once
#include "core/book/make/book_rules.hpp"
#include "tools/make_book/sums.hpp"

#include <array>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace polyglot::tools {

struct BookPart {                           // of a slice
    std::string bytes;                      // the entries
    std::unique_ptr<book::BookMaker> maker; // has counted them
};

class BookParts {
  public:
    // The sums must outlive this; their memory is given back. threads: at least 1, the calling one
    // among them.
    BookParts(const book::BookRules& rules, Sums& sums, unsigned threads);
    BookParts(const BookParts&) = delete;
    BookParts& operator=(const BookParts&) = delete;
    ~BookParts();

    // The parts in the order of their keys, nullopt after the last one. The calling thread makes
    // parts, too, while it waits. With N threads, at most N parts are made or being made that
    // next() has not returned. Throws what making a part has thrown.
    std::optional<BookPart> next();
    void give_back(BookPart part); // its memory is used again

  private:
    void work();
    bool can_begin() const;
    void make_one(std::unique_lock<std::mutex>& lock);
    BookPart make(std::size_t slice, std::string bytes) const;

    const book::BookRules rules_;
    Sums& sums_;
    const std::size_t most_ahead_;
    std::size_t next_ = 0; // changed by the calling thread only
    std::mutex mutex_;     // of all below, and of changes of next_
    std::condition_variable changed_;
    std::array<std::optional<BookPart>, Sums::slices> made_;
    std::size_t begun_ = 0;
    std::vector<std::string> spare_;
    std::exception_ptr failure_;
    bool ended_ = false;
    std::vector<std::thread> threads_; // the others
};

} // namespace polyglot::tools
