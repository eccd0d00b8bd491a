// Which games count: an expression over a game's tags, e.g.
//   WhiteElo >= 2200 && Result != "*" && (Date >= 2015 || Event ~ "Candidates") && !BlackTitle
#pragma once
#include "core/pgn/outcome.hpp"
#include "core/pgn/scanner.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::pgn {

// What filters ask of a game's moves. Views are those of constant data.
struct MainLine {
    std::size_t plies = 0;
    // By polyglot's own table of openings (openings::find_opening), of the last position that has a
    // name; empty if none has.
    std::string_view eco{}, opening{};
};

class Filter {
  public:
    // The error's offset is the place of the caret.
    static Result<Filter> parse(std::string_view expression);
    Filter(Filter&&) noexcept;
    Filter& operator=(Filter&&) noexcept;
    ~Filter();

    // False: the answer does not depend on the moves, and matches() may be asked before they are
    // read.
    bool needs_moves() const { return needs_plies() || needs_opening(); }
    bool needs_plies() const;   // MainLine::plies
    bool needs_opening() const; // its other members
    // The tags of the game that the expression asks for by their own names, each once, as it spells
    // them.
    std::vector<std::string> tag_names() const;
    // May be called by several threads at once. outcome: that of Result, as in scan_games().
    bool matches(const Tags& tags, Outcome outcome, const MainLine& line) const;

    struct Node;

  private:
    explicit Filter(std::unique_ptr<const Node> root);
    std::unique_ptr<const Node> root_;
};

// The names of fields and common tags that may have been meant by this tag name, which no game has:
// those that begin or end with it, else the nearest one. None for a name that is one of them.
std::vector<std::string_view> similar_tag_names(std::string_view name);

} // namespace polyglot::pgn
