// Selects games by an expression over their tags, for example
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

// What filters need to know about a game's moves. The views point to constant data.
struct MainLine {
    std::size_t plies = 0;
    // These are from the table of openings (openings::find_opening): the entry of the last position
    // that has one; empty if no position has one.
    std::string_view eco{}, opening{};
};

// A filter that has been parsed. tests/unit/core/pgn/filter_test.cpp shows the operators and
// fields.
class Filter {
  public:
    // Parses an expression. The error's offset is the place of the caret.
    static Result<Filter> parse(std::string_view expression);
    Filter(Filter&&) noexcept;
    Filter& operator=(Filter&&) noexcept;
    ~Filter();

    // False if the result does not depend on the moves, so that matches() may be called before they
    // are read.
    bool needs_moves() const { return needs_plies() || needs_opening(); }
    bool needs_plies() const;   // uses MainLine::plies
    bool needs_opening() const; // uses its other members
    // Returns the tags that the expression refers to by their own names, each once, spelt as in the
    // expression.
    std::vector<std::string> tag_names() const;
    // True if the expression selects the game. Any number of threads may call it. outcome: that of
    // the Result tag, as in scan_games().
    bool matches(const Tags& tags, Outcome outcome, const MainLine& line) const;

    struct Node;

  private:
    explicit Filter(std::unique_ptr<const Node> root);
    std::unique_ptr<const Node> root_;
};

// Returns the names of fields and common tags that may have been meant by a tag name that no game
// has: those that begin or end with it, else the nearest one. Empty for a name that is one of them.
std::vector<std::string_view> similar_tag_names(std::string_view name);

} // namespace polyglot::pgn
