// Makes the book from sums that are all in memory, with several threads that each process one slice
// of the sums after another. tests/unit/tools/make_book/book_parts_test.cpp shows it.
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

struct BookPart {                           // the part of one slice
    std::string bytes;                      // the entries
    std::unique_ptr<book::BookMaker> maker; // contains its counts
};

class BookParts {
  public:
    // The sums must outlive this object; their memory is released along the way. threads is at
    // least 1 and includes the calling thread.
    BookParts(const book::BookRules& rules, Sums& sums, unsigned threads);
    BookParts(const BookParts&) = delete;
    BookParts& operator=(const BookParts&) = delete;
    ~BookParts();

    // Returns the parts in the order of their keys, then nullopt. While it waits, the calling
    // thread makes parts, too. With N threads, at most N parts exist or are being made that next()
    // has not returned. Rethrows exceptions from making a part.
    std::optional<BookPart> next();
    void give_back(BookPart part); // lets its memory be reused

  private:
    void work();
    bool can_begin() const;
    void make_one(std::unique_lock<std::mutex>& lock);
    BookPart make(std::size_t slice, std::string bytes) const;

    const book::BookRules rules_;
    Sums& sums_;
    const std::size_t most_ahead_;
    std::size_t next_ = 0; // changed only by the calling thread
    std::mutex mutex_;     // guards everything below, and changes of next_
    std::condition_variable changed_;
    std::array<std::optional<BookPart>, Sums::slices> made_;
    std::size_t begun_ = 0;
    std::vector<std::string> spare_;
    std::exception_ptr failure_;
    bool ended_ = false;
    std::vector<std::thread> threads_; // the additional ones
};

} // namespace polyglot::tools
