// The statistics (.pgstats) that the explorer shows beside the books.
#pragma once
#include "core/book/make/stats_search.hpp"
#include "core/result.hpp"
#include "storage/books/book_stamp.hpp"
#include "tools/books/roots.hpp"

#include <optional>
#include <string>

#include <boost/json.hpp>

namespace polyglot::tools {

class Statistics {
  public:
    // The error names the file.
    static Result<Statistics> open(const std::string& file);
    // Opens the file anew if it has been replaced or changed. One that can no longer be opened
    // stays as it was.
    void reopen_changed();
    // For the page: the file.
    boost::json::object about() const;
    // What is known of the position, as find-book's JSON; with "trouble" if not all of it can be
    // shown.
    boost::json::object of(const Root& place) const;

  private:
    Statistics(std::string name, book::StatsSearch search)
        : name_(std::move(name)), search_(std::move(search)) {}

    std::string name_;
    book::StatsSearch search_;
    std::optional<book::BookStamp> seen_; // of the file that was opened, or tried
    std::string trouble_;                 // why a newer file of that name is not shown
};

} // namespace polyglot::tools
