// Opens the statistics (.pgstats) that the explorer shows next to the books.
#pragma once
#include "core/book/make/stats_search.hpp"
#include "core/chess/variants/variant.hpp"
#include "core/result.hpp"
#include "storage/books/book_stamp.hpp"
#include "tools/books/roots.hpp"
#include "tools/explore/games/kept_games.hpp"

#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

class Statistics {
  public:
    // The error names the file. folders: where the games that it keeps are looked for, too.
    static Result<Statistics> open(const std::string& file,
                                   const std::vector<std::string>& folders = {});
    // Opens the file again if it has been replaced or changed. If it cannot be opened, the old
    // content stays.
    void reopen_changed();
    // Describes the file for the page.
    boost::json::object about() const;
    // Describes the position as find-book's JSON does; "trouble" is added if not all of it can be
    // shown.
    boost::json::object of(const Root& place) const { return answer(place); }
    boost::json::object of(const VariantRoot& place) const { return answer(place); }
    bool keeps_games() const { return search_.info().kept.most > 0; }
    const book::StatsSearch& search() const { return search_; }
    const GameFolders& game_folders() const { return game_folders_; }
    const chess::Variant* variant() const { return search_.info().of.variant; } // null for chess

  private:
    Statistics(std::string name, book::StatsSearch search)
        : name_(std::move(name)), search_(std::move(search)) {}
    template <class Place>
    boost::json::object answer(const Place& place) const;

    std::string name_;
    book::StatsSearch search_;
    GameFolders game_folders_;
    std::optional<book::BookStamp> seen_; // of the file that was last opened or tried
    std::string trouble_;                 // the reason why a newer file of that name is not shown
};

} // namespace polyglot::tools
